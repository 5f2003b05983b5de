import { Type } from '@sinclair/typebox';
import { EVERY_ROLE } from '../../../action.ts';
import { assetText } from '../../../fields/funds.ts';
import { transferWindow } from '../../../fields/funds-windows.ts';
import { AssetText, Closed, DecimalText, IdText, OneOf, Time } from '../../../primitives.ts';
import { FUNDS_STATUSES, TRANSFER_TYPES } from '../../../views.ts';
import { defineTradeRead } from '../../../define.ts';
import { pagedHistory, limit, offset, given } from '../../../fields/history.ts';
import { optional, checked } from '../../../fields/table.ts';
import { text } from '../../../fields/fields.ts';

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
  read: ({ symbol: asset, window, ...page }, { account, views }) => {
    const { rows, total } = views.transfers({ account: account.no, ...window, ...given({ asset }), ...page });
    const transfers = rows.map(
      (row) =>
        ({
          transferId: row.transferId,
          from: row.from,
          to: row.to,
          symbol: row.symbol,
          amount: row.amount,
          transferType: row.transferType,
          status: row.status,
          usdtNotional: row.usdtNotional,
          ...(row.errorMessage !== null && { errorMessage: row.errorMessage }),
          timestamp: row.timestamp,
        }) as const,
    );
    return { transfers, total };
  },
});
