import { Type } from '@sinclair/typebox';
import { type AccountNo, type Address, subAccountIdOf } from '../../../kernel/ids.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/errors.ts';
import { defineInfo } from '../../action.ts';
import { checksumAddress, parseAddress } from '../../address.ts';
import type { JsonObject } from '../../json.ts';
import { Closed, decode, IdText } from '../../primitives.ts';

interface Query {
  readonly wallet: Address;
  readonly includeDelegations: boolean;
}

/**
 * The subaccounts a wallet owns and, when asked for, those delegated to it, each ascending by id; clients call it first
 * to find theirs.
 *
 * Cost:   250 tokens.
 * Errors: INVALID_FORMAT for a missing or undecodable parameter; then VALIDATION_ERROR for the form, then the casing.
 * Source: clauses GETSUBACCOUNTIDS, RATE-COST-GETSUBACCOUNTIDS; wire 3.10.
 */
export const getSubAccountIds = defineInfo({
  name: 'getSubAccountIds',
  summary: 'Ids of the subaccounts of a wallet.',
  params: Type.Object({
    walletAddress: Type.String({ pattern: '^0x[0-9a-fA-F]{40}$', description: 'In EIP-55 checksum casing.' }),
    includeDelegations: Type.Optional(Type.Boolean({ default: false })),
  }),
  result: Type.Union([
    Type.Array(IdText),
    Closed({ subAccountIds: Type.Array(IdText), delegatedSubAccountIds: Type.Array(IdText) }),
  ]),
  refusals: ['INVALID_FORMAT', 'VALIDATION_ERROR'],
  cost: () => 250,
  parse: readQuery,
  read: ({ wallet, includeDelegations }, { state }) => {
    const subAccountIds = idsOf(state.wallets.get(wallet)?.accounts ?? []);
    if (!includeDelegations) return subAccountIds;
    return { subAccountIds, delegatedSubAccountIds: idsOf([...(state.delegates.get(wallet) ?? [])]) };
  },
  usesHistory: false,
});

function readQuery(params: JsonObject): Query | Refusal {
  const sent = decode(params, { walletAddress: 'text', includeDelegations: 'flag' });
  if (isRefusal(sent)) return sent;
  const { walletAddress, includeDelegations = false } = sent;
  if (!walletAddress) return refuse('INVALID_FORMAT', 'Invalid request body');
  const wallet = parseAddress(walletAddress);
  if (wallet === undefined) return refuse('VALIDATION_ERROR', 'Invalid wallet address format');
  const expected = checksumAddress(wallet);
  if (walletAddress !== expected) {
    return refuse('VALIDATION_ERROR', `walletAddress must use EIP-55 checksum casing; expected ${expected}`);
  }
  return { wallet, includeDelegations };
}

/** Ids count up with the account numbers, so their order is the numbers' order. */
const idsOf = (accounts: readonly AccountNo[]): string[] => [...accounts].sort((a, b) => a - b).map(subAccountIdOf);
