import { armTimer } from './arm-timer.ts';
import type { TimeMs } from '../kernel/units.ts';
import { DELEGATION_JOBS } from './accounts/delegation.ts';
import { FUNDS_JOBS } from './accounts/funds.ts';
import type { EngineEvent } from './event.ts';
import { FEE_JOBS } from './fees/fee-tiers.ts';
import { FUNDING_JOBS } from './funding/settle-funding.ts';
import { FUNDING_MS } from './funding/rate.ts';
import type { Jobs } from './handlers.ts';
import type { JobResult } from './job-result.ts';
import { LIQUIDATION_JOBS } from './liquidation/liquidation-jobs.ts';
import { LOTTERY_JOBS, WEEK_MS } from './lottery/lottery.ts';
import { SCHEDULE_JOBS } from './orders/schedule-cancel.ts';
import { TWAP_JOBS } from './orders/twap/twap.ts';
import { SAMPLING_JOBS } from './account-value/sampling.ts';
import { markOf, sampledPremium } from './prices.ts';
import { marketOf } from './risk/margin.ts';
import type { Market, State } from './state.ts';
import { type Timer, type TimerJob } from './timers.ts';
import { stepAgents } from './world/agents.ts';
import { stepFactor } from './world/dynamics/factor.ts';
import { stepGroup } from './world/population/population.ts';
import { nextIndexTime, stepIndex } from './world/index-process.ts';
import { nextPegTime, pegSpecOf, stepPeg } from './world/peg-script.ts';

/** Wire 6.1: the premium is sampled on every full second. */
const SAMPLE_MS = 1_000;

const JOBS: Jobs<TimerJob['kind']> = {
  index: (state, { symbol }) => {
    const market = marketOf(state, symbol);
    return { events: stepIndex(state, market).flatMap((event) => withMark(market, event)), commands: [] };
  },
  peg: (state, { asset }) => ({ events: stepPeg(state, pegSpecOf(state, asset)), commands: [] }),
  mark: (state, { symbol }) => ({ events: [sampled(state, marketOf(state, symbol))], commands: [] }),
  agents: (state, { symbol }) => {
    const { event, commands } = stepAgents(state, marketOf(state, symbol));
    return { events: [event], commands };
  },
  population: (state, { symbol, group }) => stepGroup(state, marketOf(state, symbol), group),
  factor: stepFactor,
  expireOrder: (state, { order }) => ({
    events: [{ type: 'OrderCancelled', at: state.now, order, cause: 'expired' }],
    commands: [],
  }),
  ...FUNDING_JOBS,
  ...FUNDS_JOBS,
  ...SCHEDULE_JOBS,
  ...TWAP_JOBS,
  ...DELEGATION_JOBS,
  ...FEE_JOBS,
  ...LOTTERY_JOBS,
  ...SAMPLING_JOBS,
  ...LIQUIDATION_JOBS,
};

/** What a timer does when it fires. */
export function jobOf(state: State, job: TimerJob): JobResult {
  const run = JOBS[job.kind] as (state: State, job: TimerJob) => JobResult;
  return run(state, job);
}

/** The mark follows every move of the index at once; only its premium is sampled. */
function withMark(market: Market, event: EngineEvent): EngineEvent[] {
  if (event.type !== 'IndexMoved') return [event];
  const mark = markOf(market.spec, event.price, market.premium);
  return [event, { type: 'MarkMoved', at: event.at, symbol: event.symbol, premium: market.premium, mark }];
}

function sampled(state: State, market: Market): EngineEvent {
  const premium = sampledPremium(market);
  const mark = markOf(market.spec, market.index, premium);
  return { type: 'MarkMoved', at: state.now, symbol: market.spec.symbol, premium, mark };
}

/** When the same work falls due again; null for work that is done once. */
export function repeatAfter(state: State, timer: Timer): TimeMs | null {
  const { job } = timer;
  if (job.kind === 'funding') return timer.due + FUNDING_MS;
  if (job.kind === 'index') return nextIndexTime(marketOf(state, job.symbol).spec, state.config.startTime, timer.due);
  if (job.kind === 'peg') return nextPegTime(pegSpecOf(state, job.asset), state.config.startTime, timer.due);
  if (job.kind === 'agents') {
    const { liquidity } = marketOf(state, job.symbol).spec;
    return liquidity.kind === 'agents' ? timer.due + liquidity.stepMs : null;
  }
  if (job.kind === 'lotteryDraw') return timer.due + WEEK_MS;
  return null;
}

/**
 * Returns the event that arms the next one-second sample of a market, if its average would move. A still market has
 * none armed, because sampling would change nothing; so a quiet exchange passes a month without work.
 */
export function sampleOfMark(state: State, market: Market): EngineEvent | null {
  if (market.sampling || sampledPremium(market) === market.premium) return null;
  const due = (Math.floor(state.now / SAMPLE_MS) + 1) * SAMPLE_MS;
  return armTimer(state, due, { kind: 'mark', symbol: market.spec.symbol });
}
