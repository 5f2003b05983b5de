import type { AccountNo, Address } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { Permission } from './delegation-commands.ts';

/** What happens to the right to act for others. */
export type DelegationEvent =
  | {
      readonly type: 'DelegationGranted';
      /** Counts grants in the order of their first making; a refreshed one keeps its number. */
      readonly no: number;
      readonly account: AccountNo;
      readonly wallet: Address;
      readonly permission: Permission;
      readonly expiresAt: TimeMs | null;
      readonly grantedBy: Address;
      /** Sequence of the timer that ends it; null when nothing does. */
      readonly timer: number | null;
    }
  /** `wallets` lose their delegation on `account` together: the one meant first, then those it had granted. */
  | {
      readonly type: 'DelegationsEnded';
      readonly account: AccountNo;
      readonly wallets: readonly Address[];
      readonly cause: 'removed' | 'expired';
    }
  | { readonly type: 'ManagerSet'; readonly owner: Address; readonly manager: Address; readonly appointed: boolean };
