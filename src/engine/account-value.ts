import type { AccountNo } from '../kernel/ids.ts';
import type { TimeMs, Units } from '../kernel/units.ts';
import { armTimer, type Handlers, type Jobs } from './handlers.ts';
import type { EngineEvent, ValuesSampledEvent } from './event.ts';
import { worthOf } from './liquidation/health.ts';
import { marketOf, unrealizedPnlIn } from './risk/margin.ts';
import type { Account, State } from './state.ts';

const HOUR_MS = 3_600_000;

/** Subaccounts sampled at once, counted with those of agents. The next as many follow a millisecond later. */
export const PART = 1_000;

/**
 * Samples the value of subaccounts on every full hour after something moved, for getPerformanceHistory: past marks
 * are not kept, so the value cannot be computed later. While nothing moves no sample is armed, so that a quiet
 * exchange passes a month without work; readers repeat the last sample.
 *
 * An exchange with many subaccounts takes its sample in parts, one each millisecond, so that requests wait for one part
 * and not for all. The sample of a subaccount then says its value up to that many milliseconds after the hour.
 */
export const SAMPLING_JOBS: Jobs<'sampleValues'> = {
  sampleValues: (state, { from = 0 }) => {
    const next = from + PART;
    const events: EngineEvent[] = [sampled(state, from, next)];
    if (next < state.counters.account) {
      events.push(armTimer(state, state.now + 1, { kind: 'sampleValues', from: next }));
    }
    return { events, commands: [] };
  },
};

export const SAMPLING_HANDLERS: Handlers<ValuesSampledEvent['type']> = {
  ValuesSampled: (state, { hour }) => {
    // What moves while the other parts are taken is for the next hour, because the first part has not seen it.
    if (hour === undefined) state.sampling.moved = false;
  },
};

/**
 * Returns the event that arms the next sample, if one is needed. The engine calls it whenever time is about to pass.
 */
export function sampleToArm(state: State): EngineEvent | null {
  const { moved, armed } = state.sampling;
  if (!moved || armed) return null;
  return armTimer(state, nextHourAfter(state.now), { kind: 'sampleValues' });
}

/**
 * Returns how far an input may move the clock so that it holds no more than one part of a sample; Infinity where the
 * sample has one part only, or nothing has moved.
 */
export function endOfPart({ now, counters, sampling }: Readonly<State>): TimeMs {
  if (counters.account <= PART || !(sampling.moved || sampling.armed)) return Infinity;
  const sinceHour = now % HOUR_MS;
  return sinceHour * PART < counters.account ? now + 1 : nextHourAfter(now);
}

const nextHourAfter = (now: TimeMs): TimeMs => (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;

/** The sample of the subaccounts with these numbers, `to` not included. They are numbered from 0 without gaps; the vault is not among them. */
function sampled(state: State, from: AccountNo, to: AccountNo): EngineEvent {
  const values: { account: AccountNo; value: Units }[] = [];
  for (let no = from; no < to; no += 1) {
    const account = state.accounts.get(no);
    if (account && !account.agent) values.push({ account: no, value: wholeValueOf(state, account) });
  }
  const { now } = state;
  return { type: 'ValuesSampled', at: now, ...(from > 0 && { hour: now - (now % HOUR_MS) }), values };
}

/**
 * Returns the value of a subaccount: its cross margin account and its isolated markets. No figure of margin is computed,
 * because on the hour this is done for everybody at once.
 */
function wholeValueOf(state: State, account: Account): Units {
  let value = worthOf(state, { account: account.no, symbol: null }).total;
  for (const [symbol, { margin }] of account.isolated) {
    value += margin + unrealizedPnlIn(marketOf(state, symbol), account);
  }
  return value;
}
