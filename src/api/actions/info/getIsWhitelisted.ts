import { Type } from '@sinclair/typebox';
import { isRefusal, refuse } from '../../../kernel/errors.ts';
import { defineInfo } from '../../action.ts';
import { ADDRESS_LENGTH, parseAddress } from '../../address.ts';
import { tooLong } from '../../fields/lengths.ts';
import { decode } from '../../primitives.ts';

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
  params: Type.Object({ walletAddress: Type.String({ pattern: '^0[xX][0-9a-fA-F]{40}$' }) }),
  result: Type.Boolean(),
  refusals: ['INVALID_FORMAT', 'VALIDATION_ERROR'],
  cost: () => 250,
  parse: (params) => {
    const sent = decode(params, { walletAddress: 'text' });
    if (isRefusal(sent)) return sent;
    const { walletAddress } = sent;
    if (!walletAddress) return refuse('INVALID_FORMAT', 'Invalid request body');
    const long = tooLong(ADDRESS_LENGTH, { walletAddress });
    if (long !== undefined) return refuse('VALIDATION_ERROR', long);
    return parseAddress(walletAddress) ?? refuse('VALIDATION_ERROR', 'Invalid wallet address format');
  },
  read: (wallet, { state }) => state.wallets.get(wallet)?.whitelisted ?? false,
  usesHistory: false,
});
