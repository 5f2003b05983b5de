import { Type, type Static } from '@sinclair/typebox';
import type { State } from '../../../../engine/state.ts';
import { type Refusal, refuse } from '../../../../kernel/errors.ts';
import type { Address } from '../../../../kernel/ids.ts';
import { EVERY_ROLE, type ActionContext } from '../../../action.ts';
import { parseAddress } from '../../../address.ts';
import { defineTradeRead } from '../../../define.ts';
import { json } from '../../../fields/fields.ts';
import { fieldTable, optional } from '../../../fields/table.ts';
import type { Json } from '../../../json.ts';
import { Closed, IdText, AddressText, DecimalText, Nullable, Time } from '../../../primitives.ts';
import { StoredPermissions } from '../../../records/delegated-signer.ts';
import { EXAMPLE_OWNER } from '../../../example-values.ts';

export const DelegatedAccount = Closed({
  subAccountId: IdText,
  ownerAddress: AddressText,
  accountName: Type.String({ maxLength: 50 }),
  accountValue: DecimalText,
  adjustedAccountValue: DecimalText,
  permissions: StoredPermissions,
  /** Unix ms; null never ends. */
  expiresAt: Nullable(Time),
});

export type DelegatedAccount = Static<typeof DelegatedAccount>;

const GetDelegationsForDelegateResult = Closed({ delegatedAccounts: Type.Array(DelegatedAccount) });

const AUTHENTICATION_FAILED = 'Authentication failed';

/**
 * The subaccounts that others have delegated to the signer, or to `owningAddress` when the signer may trade for it, in
 * the order they were delegated. The subaccount named is part of what is signed, and one that the signer acts on.
 *
 * Units:  values in USDT with two decimals.
 * Cost:   20 tokens.
 * Errors: 400 VALIDATION_ERROR for an owningAddress that is none; 403 FORBIDDEN for one the signer may not trade for;
 *         every failure to prove who signs has one text.
 * Source: clauses GETDELEGATIONSFORDELEGATE, DELACCOUNT-*; wire 1.8, 2.15.
 */
export const getDelegationsForDelegate = defineTradeRead({
  name: 'getDelegationsForDelegate',
  summary: 'List the subaccounts delegated to a wallet.',
  examples: [{ owningAddress: EXAMPLE_OWNER }],
  fields: fieldTable({ owningAddress: optional(json(AddressText)) }).refine(readWallet),
  result: GetDelegationsForDelegateResult,
  refusals: ['VALIDATION_ERROR', 'FORBIDDEN'],
  auth: {
    roles: EVERY_ROLE,
    strangerCode: 'UNAUTHORIZED',
    strangerText: AUTHENTICATION_FAILED,
    signatureText: AUTHENTICATION_FAILED,
  },
  cost: () => 20,
  usesHistory: false,
});

/** Whose delegations are asked for. */
function readWallet(
  { owningAddress: sent }: { readonly owningAddress: Json | undefined },
  { state, wallet }: ActionContext,
): Address | Refusal {
  if (sent === undefined) return wallet;
  const owner = typeof sent === 'string' ? parseAddress(sent) : undefined;
  if (owner === undefined) return refuse('VALIDATION_ERROR', 'Invalid owningAddress format');
  if (owner === wallet || maySpeakFor(state, owner, wallet)) return owner;
  return refuse('FORBIDDEN', 'Not authorized to query delegations for the specified owningAddress');
}

/** A manager trades on every subaccount of a wallet, a delegate on one; either is permission to trade for it. */
const maySpeakFor = (state: Readonly<State>, owner: Address, wallet: Address): boolean =>
  state.wallets.get(owner)?.managers.has(wallet) === true ||
  [...(state.delegates.get(wallet) ?? [])].some((no) => state.accounts.get(no)?.owner === owner);
