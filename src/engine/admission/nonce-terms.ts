import type { AccountNo, Address } from '../../kernel/ids.ts';

/** The last nonce of a wallet on a subaccount; under the `unique` rule every nonce used. */
export type UsedNonces = bigint | Set<bigint>;

/** By subaccount, then by wallet: a look-up puts no key together, and hashes a number instead of an address. */
export type NonceTable = Map<AccountNo, Map<Address, UsedNonces>>;
