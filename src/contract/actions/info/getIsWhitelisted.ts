import { Type } from '@sinclair/typebox';
import { type Refusal, refuse } from '../../../kernel/errors.ts';
import type { Address } from '../../../kernel/ids.ts';
import { ADDRESS_LENGTH, parseAddress } from '../../address.ts';
import { defineInfo } from '../../define.ts';
import { textAs } from '../../fields/fields.ts';
import { checked, fieldTable, tooLong } from '../../fields/table.ts';
import { EXAMPLE_OWNER } from '../../example-values.ts';

const AnyCaseAddress = Type.String({ pattern: '^0[xX][0-9a-fA-F]{40}$' });

/**
 * Whether a wallet may place orders. A wallet that the exchange has never seen may not.
 *
 * Cost:   250 tokens.
 * Errors: INVALID_FORMAT when the address is missing, empty or no text; then VALIDATION_ERROR for its length, then its form.
 * Source: clauses GETISWHITELISTED and following.
 */
export const getIsWhitelisted = defineInfo({
  name: 'getIsWhitelisted',
  summary: 'Whether a wallet may place orders.',
  examples: [{ walletAddress: EXAMPLE_OWNER }],
  fields: fieldTable({ walletAddress: checked(textAs(AnyCaseAddress), readWallet) }),
  result: Type.Boolean(),
  refusals: ['INVALID_FORMAT', 'VALIDATION_ERROR'],
  cost: () => 250,
  usesHistory: false,
});

function readWallet(sent: string | undefined): Address | Refusal {
  if (!sent) return refuse('INVALID_FORMAT', 'Invalid request body');
  const long = tooLong(ADDRESS_LENGTH, { walletAddress: sent });
  if (long !== undefined) return refuse('VALIDATION_ERROR', long);
  return parseAddress(sent) ?? refuse('VALIDATION_ERROR', 'Invalid wallet address format');
}
