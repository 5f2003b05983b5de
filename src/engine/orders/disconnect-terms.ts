import type { AccountNo } from '../../kernel/ids.ts';

/** Orders that do not outlive their owner's last connection: an option of each subaccount, set by the control plane. */
export type DisconnectControl =
  | { readonly type: 'SetCancelOnDisconnect'; readonly account: AccountNo; readonly enabled: boolean }
  /** The last logged-in connection of a subaccount is gone. */
  | { readonly type: 'Disconnect'; readonly account: AccountNo };

export interface CancelOnDisconnectSetEvent {
  readonly type: 'CancelOnDisconnectSet';
  readonly account: AccountNo;
  readonly enabled: boolean;
}
