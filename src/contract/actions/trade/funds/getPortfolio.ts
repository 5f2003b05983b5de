import { Type } from '@sinclair/typebox';
import { EVERY_ROLE } from '../../../action.ts';
import { defineTradeRead } from '../../../define.ts';
import { ignored } from '../../../fields/fields.ts';
import { fieldTable } from '../../../fields/table.ts';
import { Closed, AssetText, DecimalText, Time } from '../../../primitives.ts';

export const Asset = Closed({
  asset: AssetText,
  free: DecimalText,
  locked: DecimalText,
  total: DecimalText,
  unrealizedPnL: DecimalText,
  markPrice: DecimalText,
  value: DecimalText,
});

const Result = Type.Array(Closed({ assets: Type.Array(Asset), timestamp: Time }));

/**
 * What a subaccount holds at the time of the request: one element, whatever range was asked for.
 *
 * Units:  `free` could be withdrawn now; `locked` is the rest of `total`, which counts pending withdrawals in: of the settlement
 *         asset at least what margin in use holds, also where other collateral could carry it. At most the decimals of the
 *         asset. Open PnL is the settlement asset's. `value` in USDT.
 * Cost:   10 tokens.
 * Source: clause GETPORTFOLIO; wire 2.20.
 */
export const getPortfolio = defineTradeRead({
  name: 'getPortfolio',
  summary: 'Balances of a subaccount by asset.',
  examples: [{}],
  fields: fieldTable({
    user: ignored(Type.String({ description: 'Ignored' })),
    timestampFrom: ignored(Type.Integer({ minimum: 0 })),
    timestampTo: ignored(Type.Integer({ minimum: 0 })),
    granularity: ignored(Type.String({ description: 'Ignored' })),
  }),
  result: Result,
  refusals: [],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 10,
  usesHistory: false,
});
