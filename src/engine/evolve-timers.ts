import { invariant } from '../kernel/errors.ts';
import type { TimeMs } from '../kernel/units.ts';
import { walletOf } from './accounts/evolve-accounts.ts';
import type { Repeated } from './event.ts';
import type { Handlers } from './handlers.ts';
import { marketOf } from './risk/margin.ts';
import type { State } from './state.ts';
import { type Timer, TIMER_PRIORITY, type TimerJob } from './timers.ts';

export const TIMER_HANDLERS: Handlers<'TimerArmed' | 'SampleArmed' | 'TimerFired'> = {
  TimerArmed: (state, { timer }) => {
    state.timers.add(timer);
    state.counters.timer = timer.seq + 1;
    setArmed(state, timer.job, true);
  },
  SampleArmed: (state, { at, symbol }) => {
    const { due, priority, job } = sampleTimer(at, symbol);
    state.timers.add({ seq: state.counters.timer, due, priority, job });
    state.counters.timer += 1;
    marketOf(state, symbol).sampling = true;
  },
  TimerFired: (state, { at, timer, again }) => {
    const fired = fireFirst(state, at, again);
    invariant(fired.seq === timer, 'timers fire in order');
    setArmed(state, fired.job, false);
  },
};

/** Wire 6.1: the premium is sampled on every full second. */
const SAMPLE_MS = 1_000;

/** The moment of the first sample after another. */
export const nextSample = (at: TimeMs): TimeMs => (Math.floor(at / SAMPLE_MS) + 1) * SAMPLE_MS;

/** The timer of the first sample of a market after a moment, but for its sequence. */
const sampleTimer = (at: TimeMs, symbol: string): Omit<Timer, 'seq'> => ({
  due: nextSample(at),
  priority: TIMER_PRIORITY.mark,
  job: { kind: 'mark', symbol },
});

/** Applies what an event does to the timer that it says has fired, if it does say so. */
export function fire(state: State, { at, again }: Repeated & { readonly at: TimeMs }): void {
  if (again !== undefined) fireFirst(state, at, again);
}

function fireFirst(state: State, at: TimeMs, again: TimeMs | null): Timer {
  const timer = state.timers.peek();
  invariant(timer?.due === at, 'a timer fires when it is due');
  if (again === null) return state.timers.pop();
  state.timers.repeat(again, state.counters.timer);
  state.counters.timer += 1;
  return timer;
}

/** Notes whether a job is armed that is needed only at times. */
function setArmed(state: State, job: TimerJob, armed: boolean): void {
  if (job.kind === 'mark') marketOf(state, job.symbol).sampling = armed;
  else if (job.kind === 'tierReview') walletOf(state, job.wallet).reviewing = armed;
  else if (job.kind === 'sampleValues') state.sampling.armed = armed;
  else if (job.kind === 'vaultUnwind') state.vaultUnwinding = armed;
  else if (job.kind === 'liquidation' && !armed) endPause(state, job.liquidation);
}

function endPause(state: State, no: number): void {
  const liquidation = state.liquidations.get(no);
  invariant(liquidation, () => `the pause of liquidation ${no} ends before it does`);
  liquidation.timer = null;
}

/** Every timer that waits for an order or a scheduled cancel has one to wait for, and each of these has its timer. */
export function checkTimers({ timers, orders, accounts, twaps }: State): void {
  const armed = timers.toCanonical();
  const ofOrders = new Set<number>();
  const ofAccounts = new Map<number, number>();
  for (const { due, job } of armed) {
    if ('order' in job) ofOrders.add(job.order);
    else if (job.kind === 'scheduledCancel') ofAccounts.set(job.account, due);
  }
  for (const no of ofOrders) invariant(orders.has(no), () => `the timer of order ${no} ends with it`);
  for (const { no, expiresAt } of orders.values()) {
    const waits = expiresAt !== null || twaps.has(no);
    invariant(ofOrders.has(no) === waits, () => `order ${no} has a timer while it waits for one`);
  }
  for (const { no, cancelAt } of accounts.values()) {
    invariant((ofAccounts.get(no) ?? null) === cancelAt, () => `the scheduled cancel of account ${no} has its timer`);
  }
}
