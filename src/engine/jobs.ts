import { DELEGATION_JOBS } from './accounts/delegation.ts';
import type { Command } from './command.ts';
import { FUNDS_JOBS } from './accounts/funds.ts';
import { nextSample } from './evolve-timers.ts';
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
    const { events, again = null } = stepIndex(state, marketOf(state, symbol));
    return { events, commands: NO_COMMANDS, again };
  },
  ramp: (state, { symbol, began }) => {
    const { events, again = null } = stepRamp(state, marketOf(state, symbol), began);
    return { events, commands: NO_COMMANDS, again };
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

function sampled(state: State, market: Market): EngineEvent {
  const premium = sampledPremium(market);
  const mark = markOf(market.spec, market.index, premium);
  // What falls due at this moment may yet move the book: a market that then needs samples gets them from `mustSampleMark`.
  const again = sampledPremium(market, premium) === premium ? null : nextSample(state.now);
  return { type: 'MarkMoved', at: state.now, symbol: market.spec.symbol, premium, mark, again };
}

/**
 * Returns true where samples of a market are to begin again: its average would move. A still market has none
 * armed, because sampling would change nothing; so a quiet exchange passes a month without work.
 */
export const mustSampleMark = (market: Market): boolean =>
  !market.sampling && sampledPremium(market) !== market.premium;
