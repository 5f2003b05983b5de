import { type Static, Type } from '@sinclair/typebox';
import type { CollateralSpec } from '../../../../engine/config.ts';
import { collateralValueOf, summaryOf } from '../../../../engine/risk/margin.ts';
import { gridOf } from '../../../../engine/risk/collateral.ts';
import type { Account, State } from '../../../../engine/state.ts';
import type { Units } from '../../../../kernel/units.ts';
import { divFloor, maxBig, minBig } from '../../../../kernel/decimal.ts';
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
 * Units:  `free` could be withdrawn now; `locked` is the rest of `total`, which counts pending withdrawals in: of the settlement
 *         asset at least what margin in use holds, also where other collateral could carry it. At most the decimals of the
 *         asset. Open PnL is the settlement asset's. `value` in USDT.
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
  const grid = gridOf(spec);
  const whole = (amount: Units): Units => divFloor(amount, grid) * grid;
  const total = whole(row.quantity + row.pendingWithdraw);
  // Margin counts in the settlement asset, so that is where it holds something. What it holds leaves a whole amount free.
  const inUse = spec.priceMarket === null ? summaryOf(state, account).initialMargin : 0n;
  // A debt is not free, nor is anything of it locked.
  const free = minBig(minBig(row.withdrawable, total), maxBig(whole(row.quantity - inUse), minBig(total, 0n)));
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
