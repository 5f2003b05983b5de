import type { AccountNo } from '../../kernel/ids.ts';
import type { TimeMs, Units } from '../../kernel/units.ts';

export interface SamplingState {
  /** Value or a price has moved since the last sample. */
  moved: boolean;
  /** The next sample is due. */
  armed: boolean;
}

/** The value of every user's subaccount on a full hour. */
export interface ValuesSampledEvent {
  readonly type: 'ValuesSampled';
  readonly at: TimeMs;
  readonly values: readonly { readonly account: AccountNo; readonly value: Units }[];
}
