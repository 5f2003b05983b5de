import { gridOf } from '../../../../kernel/terms.ts';
import type { Static } from '@sinclair/typebox';
import { type Asset, getPortfolio } from '../../../../contract/actions/trade/funds/getPortfolio.ts';
import { formatAmount, formatValue } from '../../../../contract/format.ts';
import type { CollateralSpec } from '../../../../engine/config.ts';
import { collateralValueOf, summaryOf } from '../../../../engine/risk/margin.ts';
import type { State, Account } from '../../../../engine/state.ts';
import { divFloor, minBig, maxBig } from '../../../../kernel/decimal.ts';
import type { Units } from '../../../../kernel/units.ts';
import { readTrade } from '../../read.ts';

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

/** What the response of getPortfolio is made of. */
export const getPortfolioRead = readTrade(getPortfolio, (_parsed, { state, account, now }) => {
  const held = state.config.collaterals.filter(({ asset }) => account.balances.has(asset));
  return [{ assets: held.map((spec) => assetOf(state, account, spec)), timestamp: now }];
});
