import type { AccountNo } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';

/**
 * The dead-man switch (wire 2.9): a moment at which every open order of a subaccount is cancelled, unless a
 * later call moves it first. Each call arms a timer of its own; one whose moment is no longer the account's
 * fires into nothing.
 */
export interface ScheduleCancel {
  readonly type: 'ScheduleCancel';
  readonly account: AccountNo;
  /** 0 disarms. */
  readonly timeoutMs: TimeMs;
}

export interface CancelScheduledEvent {
  readonly type: 'CancelScheduled';
  readonly account: AccountNo;
  /** Null when the switch is disarmed, by its owner or by firing. */
  readonly triggerTime: TimeMs | null;
}
