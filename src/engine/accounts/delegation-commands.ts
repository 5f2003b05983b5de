import type { AccountNo, Address } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';

/** `session` trades and reads, `delegate` also grants `session` to others (wire 1.8). */
export type Permission = 'session' | 'delegate';

/** The API checks the signer's right to grant or revoke before it makes a command; the engine checks the rest. */
export type DelegationCommand =
  /** Grants `wallet` a permission on one subaccount, or refreshes the one it has. */
  | {
      readonly type: 'GrantDelegation';
      readonly account: AccountNo;
      readonly wallet: Address;
      readonly permission: Permission;
      /** Null never ends. */
      readonly expiresAt: TimeMs | null;
      readonly grantedBy: Address;
    }
  | { readonly type: 'RemoveDelegation'; readonly account: AccountNo; readonly wallet: Address }
  | { readonly type: 'RemoveAllDelegations'; readonly account: AccountNo };
