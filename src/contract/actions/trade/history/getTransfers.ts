import { Type } from '@sinclair/typebox';
import { EVERY_ROLE } from '../../../action.ts';
import { defineTradeRead } from '../../../define.ts';
import { text } from '../../../fields/fields.ts';
import { assetText, transferWindow } from '../../../fields/funds.ts';
import { pagedHistory, limit, offset } from '../../../fields/history.ts';
import { optional, checked } from '../../../fields/table.ts';
import { Closed, IdText, AssetText, DecimalText, OneOf, Time } from '../../../primitives.ts';
import { TRANSFER_TYPES, FUNDS_STATUSES } from '../../../views.ts';

const Transfer = Closed({
  transferId: IdText,
  from: IdText,
  to: IdText,
  symbol: AssetText,
  amount: DecimalText,
  transferType: OneOf(TRANSFER_TYPES),
  status: OneOf(FUNDS_STATUSES),
  usdtNotional: DecimalText,
  errorMessage: Type.Optional(Type.String({ minLength: 1 })),
  timestamp: Time,
});

const Result = Closed({ transfers: Type.Array(Transfer), total: Type.Integer({ minimum: 0 }) });

/**
 * Transfers out of and into a subaccount in a window of the last thirty days, newest first. What the insurance vault
 * took over in a liquidation, or covered of what was missing, is among them as `VAULT_TAKEOVER`; a debt that it took over
 * comes from the vault.
 *
 * Cost:   10 tokens.
 * Errors: 400 VALIDATION_ERROR for page and window; INVALID_FORMAT `invalid request format`.
 * Source: clauses GETTRANSFERS, TRANSFER-*; wire 2.18. A movement is executed within its request, so a
 * listed one succeeded, unless a fault has struck it.
 */
export const getTransfers = defineTradeRead({
  name: 'getTransfers',
  summary: 'List collateral transfers of a subaccount.',
  examples: [{ symbol: 'USDT', limit: 50 }],
  fields: pagedHistory(
    {
      limit: limit(50),
      offset: offset(),
      symbol: optional(
        checked(text({ description: 'Collateral asset' }), (sent) => (sent ? assetText(sent) : undefined)),
      ),
    },
    { window: transferWindow, undecodable: 'invalid request format' },
  ),
  result: Result,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT', 'INTERNAL_ERROR'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  missingIdText: 'subAccountId is required',
  cost: () => 10,
  usesHistory: true,
});
