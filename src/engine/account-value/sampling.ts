import { armTimer } from '../arm-timer.ts';
import type { AccountNo } from '../../kernel/ids.ts';
import type { TimeMs, Units } from '../../kernel/units.ts';
import type { EngineEvent } from '../event.ts';
import type { Handlers, Jobs } from '../handlers.ts';
import { worthOf } from '../liquidation/health.ts';
import { marketOf, unrealizedPnlIn } from '../risk/margin.ts';
import type { Account, State } from '../state.ts';
import type { ValuesSampledEvent } from './sampling-terms.ts';

const HOUR_MS = 3_600_000;

/**
 * Samples the value of subaccounts on every full hour after something moved, for getPerformanceHistory: past marks
 * are not kept, so the value cannot be computed later. While nothing moves no sample is armed, so that a quiet
 * exchange passes a month without work; readers repeat the last sample.
 */
export const SAMPLING_JOBS: Jobs<'sampleValues'> = {
  sampleValues: (state) => ({ events: [sampled(state)], commands: [] }),
};

export const SAMPLING_HANDLERS: Handlers<ValuesSampledEvent['type']> = {
  ValuesSampled: (state) => {
    state.sampling.moved = false;
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

const nextHourAfter = (now: TimeMs): TimeMs => (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;

function sampled(state: State): EngineEvent {
  const values: { account: AccountNo; value: Units }[] = [];
  for (const account of state.accounts.values()) {
    if (!account.agent) values.push({ account: account.no, value: wholeValueOf(state, account) });
  }
  return { type: 'ValuesSampled', at: state.now, values };
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
