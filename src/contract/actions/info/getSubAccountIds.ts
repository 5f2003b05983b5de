import { Type } from '@sinclair/typebox';
import { type Refusal, refuse } from '../../../kernel/errors.ts';
import type { Address } from '../../../kernel/ids.ts';
import { parseAddress, checksumAddress } from '../../address.ts';
import { defineInfo } from '../../define.ts';
import { text, flag } from '../../fields/fields.ts';
import { fieldTable, checked, withDefault } from '../../fields/table.ts';
import { IdText, Closed } from '../../primitives.ts';
import { EXAMPLE_OWNER } from '../../example-values.ts';

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
  examples: [{ walletAddress: EXAMPLE_OWNER }],
  fields: fieldTable({
    walletAddress: checked(
      text({ pattern: '^0x[0-9a-fA-F]{40}$', description: 'In EIP-55 checksum casing.' }),
      readWallet,
    ),
    includeDelegations: withDefault(flag({ default: false }), false),
  }),
  result: Type.Union([
    Type.Array(IdText),
    Closed({ subAccountIds: Type.Array(IdText), delegatedSubAccountIds: Type.Array(IdText) }),
  ]),
  refusals: ['INVALID_FORMAT', 'VALIDATION_ERROR'],
  cost: () => 250,
  usesHistory: false,
});

function readWallet(sent: string | undefined): Address | Refusal {
  if (!sent) return refuse('INVALID_FORMAT', 'Invalid request body');
  const wallet = parseAddress(sent);
  if (wallet === undefined) return refuse('VALIDATION_ERROR', 'Invalid wallet address format');
  const expected = checksumAddress(wallet);
  if (sent === expected) return wallet;
  return refuse('VALIDATION_ERROR', `walletAddress must use EIP-55 checksum casing; expected ${expected}`);
}
