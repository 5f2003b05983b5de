import type { AccountNo } from '../../kernel/ids.ts';
import type { TimeMs, Units } from '../../kernel/units.ts';

export interface SamplingState {
  /** Value or a price has moved since the last sample. */
  moved: boolean;
  /** The next sample is due, or the next part of the one that is being taken. */
  armed: boolean;
}

/** The value of each user's subaccount on a full hour, or of those in one part of them (`PART`). */
export interface ValuesSampledEvent {
  readonly type: 'ValuesSampled';
  readonly at: TimeMs;
  /** The full hour of the sample, in the parts after the first; left out where it is `at`. */
  readonly hour?: TimeMs;
  readonly values: readonly { readonly account: AccountNo; readonly value: Units }[];
}
