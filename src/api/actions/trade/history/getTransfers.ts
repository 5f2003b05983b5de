import { type Static, Type } from '@sinclair/typebox';
import { isRefusal } from '../../../../kernel/errors.ts';
import { defineTradeRead, EVERY_ROLE } from '../../../action.ts';
import { assetText } from '../../../fields/funds.ts';
import { transferWindow } from '../../../fields/funds-windows.ts';
import {
  AssetText,
  Closed,
  decode,
  DecimalText,
  IdText,
  OneOf,
  PAGE_MAX,
  readPage,
  SentTime,
  SubAccountParams,
  Time,
} from '../../../primitives.ts';
import type { TimeWindow } from '../../../fields/time-window.ts';
import { FUNDS_STATUSES, TRANSFER_TYPES } from '../../../views.ts';

const LIMIT_DEFAULT = 50;

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

interface Query {
  readonly asset: string | undefined;
  readonly window: TimeWindow;
  readonly limit: number;
  readonly offset: number;
}

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
export const getTransfers = defineTradeRead<Query, Static<typeof Result>>({
  name: 'getTransfers',
  summary: 'List collateral transfers of a subaccount.',
  params: Type.Object({
    ...SubAccountParams,
    symbol: Type.Optional(Type.String({ description: 'Collateral asset' })),
    limit: Type.Optional(Type.Integer({ minimum: 0, maximum: PAGE_MAX, default: LIMIT_DEFAULT })),
    offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
    startTime: Type.Optional(SentTime),
    endTime: Type.Optional(SentTime),
  }),
  result: Result,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT', 'INTERNAL_ERROR'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  missingIdText: 'subAccountId is required',
  cost: () => 10,
  usesHistory: true,
  parse: (params, { now }) => {
    const shape = {
      symbol: 'text',
      limit: 'integer',
      offset: 'integer',
      startTime: 'integer',
      endTime: 'integer',
    } as const;
    const sent = decode(params, shape, 'invalid request format');
    if (isRefusal(sent)) return sent;
    const page = readPage(sent, LIMIT_DEFAULT);
    if (isRefusal(page)) return page;
    const window = transferWindow({ startTime: sent.startTime, endTime: sent.endTime }, now);
    if (isRefusal(window)) return window;
    const asset = sent.symbol === undefined || sent.symbol === '' ? undefined : assetText(sent.symbol);
    return { asset, window, limit: page.limit ?? LIMIT_DEFAULT, offset: page.offset };
  },
  read: ({ asset, window, ...page }, { account, views }) => {
    const filter = asset === undefined ? {} : { asset };
    const { rows, total } = views.transfers({ account: account.no, ...window, ...filter, ...page });
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
