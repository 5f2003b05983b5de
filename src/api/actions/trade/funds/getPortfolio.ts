import { type Static, Type } from '@sinclair/typebox';
import type { CollateralSpec } from '../../../../engine/config.ts';
import { collateralValueOf, summaryOf } from '../../../../engine/risk/margin.ts';
import type { Account, State } from '../../../../engine/state.ts';
import { minBig } from '../../../../kernel/decimal.ts';
import { EVERY_ROLE } from '../../../action.ts';
import { formatAmount, formatValue } from '../../../format.ts';
import { AssetText, Closed, DecimalText, Time } from '../../../primitives.ts';
import { defineTradeRead } from '../../../define.ts';
import { fieldTable } from '../../../fields/table.ts';
import { ignored } from '../../../fields/fields.ts';

const Asset = Closed({
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
 * Units:  `free` could be withdrawn now, each asset taken alone; `locked` is the rest of `total`, which counts pending
 *         withdrawals in. Open PnL is the settlement asset's. `value` in USDT.
 * Cost:   10 tokens.
 * Source: clause GETPORTFOLIO; wire 2.20.
 */
export const getPortfolio = defineTradeRead({
  name: 'getPortfolio',
  summary: 'Balances of a subaccount by asset.',
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
  read: (_parsed, { state, account, now }) => {
    const held = state.config.collaterals.filter(({ asset }) => account.balances.has(asset));
    return [{ assets: held.map((spec) => assetOf(state, account, spec)), timestamp: now }];
  },
});

function assetOf(state: Readonly<State>, account: Account, spec: CollateralSpec): Static<typeof Asset> {
  const row = collateralValueOf(state, account, spec);
  const total = row.quantity + row.pendingWithdraw;
  // A debt is not free, nor is anything of it locked.
  const free = minBig(row.withdrawable, total);
  return {
    asset: spec.asset,
    free: formatAmount(free),
    locked: formatAmount(total - free),
    total: formatAmount(total),
    unrealizedPnL: formatAmount(spec.priceMarket === null ? summaryOf(state, account).totalUnrealizedPnl : 0n),
    markPrice: formatAmount(row.price),
    value: formatValue(row.value),
  };
}
