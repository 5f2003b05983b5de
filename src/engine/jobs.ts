import { DELEGATION_JOBS } from './accounts/delegation.ts';
import type { Command } from './command.ts';
import { FUNDS_JOBS } from './accounts/funds.ts';
import type { EngineEvent } from './event.ts';
import { FEE_JOBS } from './fees/fee-tiers.ts';
import { FUNDING_JOBS } from './funding.ts';
import type { JobResult, Jobs } from './handlers.ts';
import { LIQUIDATION_JOBS } from './liquidation/liquidation-states.ts';
import { LOTTERY_JOBS } from './lottery.ts';
import { SCHEDULE_JOBS } from './orders/cancel-switch.ts';
import { TWAP_JOBS } from './orders/twap.ts';
import { SAMPLING_JOBS } from './account-value.ts';
import { markOf, sampledPremium } from './prices.ts';
import { marketOf } from './risk/margin.ts';
import type { Market, State } from './state.ts';
import type { TimerJob } from './timers.ts';
import { stepAgents } from './world/agents.ts';
import { stepFactor } from './world/dynamics.ts';
import { stepGroup } from './world/population/population.ts';
import { pegSpecOf, stepIndex, stepPeg } from './world/index-process.ts';
import { stepRamp } from './world/price-steering.ts';

const NO_COMMANDS: readonly Command[] = [];

const JOBS: Jobs<TimerJob['kind']> = {
  index: (state, { symbol }) => {
    const market = marketOf(state, symbol);
    const { events, again = null } = stepIndex(state, market);
    return { events: withMarks(market, events), commands: NO_COMMANDS, again };
  },
  ramp: (state, { symbol, began }) => {
    const market = marketOf(state, symbol);
    const { events, again = null } = stepRamp(state, market, began);
    return { events: withMarks(market, events), commands: NO_COMMANDS, again };
  },
  peg: (state, { asset }) => stepPeg(state, pegSpecOf(state, asset)),
  mark: (state, { symbol }) => ({ events: [sampled(state, marketOf(state, symbol))], commands: NO_COMMANDS }),
  agents: (state, { symbol }) => stepAgents(state, marketOf(state, symbol)),
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

/** Returns what a timer does when it fires. */
export function jobOf(state: State, job: TimerJob): JobResult {
  const run = JOBS[job.kind] as (state: State, job: TimerJob) => JobResult;
  return run(state, job);
}

/** The mark follows every move of the index at once; only its premium is sampled. */
function withMarks({ spec, premium }: Market, events: readonly EngineEvent[]): EngineEvent[] {
  const all: EngineEvent[] = [];
  for (const event of events) {
    all.push(event);
    if (event.type !== 'IndexMoved') continue;
    const { at, symbol, price } = event;
    all.push({ type: 'MarkMoved', at, symbol, premium, mark: markOf(spec, price, premium) });
  }
  return all;
}

function sampled(state: State, market: Market): EngineEvent {
  const premium = sampledPremium(market);
  const mark = markOf(market.spec, market.index, premium);
  // Whether another sample is needed shows only when nothing is due (`mustSampleMark`).
  return { type: 'MarkMoved', at: state.now, symbol: market.spec.symbol, premium, mark, again: null };
}

/**
 * Returns true where the next one-second sample of a market is to be armed: its average would move. A still market has none
 * armed, because sampling would change nothing; so a quiet exchange passes a month without work.
 */
export const mustSampleMark = (market: Market): boolean =>
  !market.sampling && sampledPremium(market) !== market.premium;
