import { type Static, Type } from '@sinclair/typebox';
import type { CommandOutcome } from '../../engine/engine.ts';
import type { Account, Delegation, State } from '../../engine/state.ts';
import { type Refusal, refuse } from '../../kernel/errors.ts';
import { type Address, subAccountIdOf } from '../../kernel/ids.ts';
import { checksumAddress, parseAddress } from '../address.ts';
import { storedFields } from './stored.ts';
import { AddressText, Closed, IdText, Nullable, OneOf, Time } from '../primitives.ts';
import { first, checked } from '../fields/table.ts';
import { json } from '../fields/fields.ts';

/** What several actions say about delegated signers, and how they read whom a request is about. */

const PERMISSIONS = ['session', 'delegate'] as const;
/** Exactly one; an array because the contract leaves room for more. */
export const Permissions = Type.Array(OneOf(PERMISSIONS), { minItems: 1, maxItems: 1 });

/** The same in records: an older word is not sent any more, but may still be stored. */
export const StoredPermissions = Type.Array(OneOf([...PERMISSIONS, 'trading']), { minItems: 1, maxItems: 1 });

/** A delegated signer as lists show it. */
export const DelegatedSigner = Closed({
  subAccountId: IdText,
  walletAddress: AddressText,
  permissions: StoredPermissions,
  /** Unix ms; null never ends. */
  expiresAt: Nullable(Time),
});
export type DelegatedSigner = Static<typeof DelegatedSigner>;

/** Returns the row of a delegation in lists of signers. */
export const delegatedSigner = (
  state: Readonly<State>,
  account: Readonly<Account>,
  delegation: Delegation,
): DelegatedSigner => ({
  subAccountId: subAccountIdOf(account.no),
  walletAddress: checksumAddress(delegation.wallet),
  permissions: permissionsOf(state, account, delegation),
  expiresAt: delegation.expiresAt,
});

/** The word it is stored under; `trading` gives the rights of `session`. */
export function permissionsOf(
  state: Readonly<State>,
  account: Readonly<Account>,
  { wallet, permission }: Delegation,
): DelegatedSigner['permissions'] {
  const stored = storedFields(state, 'delegation', `${subAccountIdOf(account.no)}/${wallet}`)?.permission;
  return [stored === 'trading' ? stored : permission];
}

/** Refusal of a body whose members have other JSON types (wire 2.15). */
export const UNDECODABLE = 'Invalid request format';

/**
 * The wallet that `params.walletAddress` names. Never the one beside `params`: that is the signer's (wire 7.1).
 * Errors: INVALID_FORMAT for another JSON type; VALIDATION_ERROR for an absent one, outer spaces, anything but an address.
 */
export const delegateWallet = () =>
  first(
    checked(json(AddressText), (sent): Address | Refusal => {
      if (sent === undefined || sent === '') return refuse('VALIDATION_ERROR', 'delegate is required');
      if (typeof sent !== 'string') return refuse('INVALID_FORMAT', UNDECODABLE);
      if (sent !== sent.trim()) {
        return refuse('VALIDATION_ERROR', 'walletAddress must not include leading or trailing whitespace');
      }
      return parseAddress(sent) ?? refuse('VALIDATION_ERROR', 'delegate address must be a valid Ethereum address');
    }),
  );

/** Wallets whose delegation a command ended, in the order of the event. */
export const endedBy = (outcome: CommandOutcome | undefined): Address[] =>
  (outcome?.events ?? []).flatMap((event) => (event.type === 'DelegationsEnded' ? event.wallets : []));
