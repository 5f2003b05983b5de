import type { Static } from '@sinclair/typebox';
import { formatRatio, formatCollateral, formatAmount, formatValue, formatValueDown } from '../../../contract/format.ts';
import {
  type SubAccountRecord,
  accountLimits,
  type Collateral,
  type MarginSummary,
} from '../../../contract/records/subaccount-record.ts';
import type { CollateralSpec } from '../../../engine/config.ts';
import { tierOfAccount, feeRateOf } from '../../../engine/fees/fee-rates.ts';
import { collateralValueOf, leverageOf, summaryOf } from '../../../engine/risk/margin.ts';
import type { State, Account } from '../../../engine/state.ts';
import { subAccountIdOf } from '../../../kernel/ids.ts';
import { accountPosition } from './position-record.ts';

/** Everything a subaccount is worth, owes, holds and may do now. */
export function subAccountRecord(state: Readonly<State>, account: Account): SubAccountRecord {
  const tier = tierOfAccount(state, account);
  const markets = [...state.markets.values()];
  return {
    subAccountId: subAccountIdOf(account.no),
    masterAccountId: account.master === null ? null : subAccountIdOf(account.master),
    subAccountName: account.name,
    collaterals: state.config.collaterals
      .filter(({ asset }) => account.balances.has(asset))
      .map((spec) => collateralRow(state, account, spec)),
    crossMarginSummary: marginSummary(state, account),
    positions: [...account.positions.values()].map((position) => accountPosition(state, account, position)),
    marketPreferences: {
      leverages: Object.fromEntries(markets.map((market) => [market.spec.symbol, leverageOf(market, account)])),
    },
    // What the owner pays: after any referral discount.
    feeRates: {
      makerFeeRate: formatRatio(feeRateOf(state, account, 'maker')),
      takerFeeRate: formatRatio(feeRateOf(state, account, 'taker')),
      tierName: tier.tierName,
    },
    accountLimits: accountLimits(tier),
    tier_id: tier.tierId,
    tier_name: tier.tierName,
  };
}

/** Returns what an account holds of one collateral, valued with and without the haircut. */
export function collateralRow(
  state: Readonly<State>,
  account: Account,
  spec: CollateralSpec,
): Static<typeof Collateral> {
  const row = collateralValueOf(state, account, spec);
  // The settlement asset is worth 1 by definition: there is no moment its price is from.
  const pricedBy = spec.priceMarket === null ? undefined : state.markets.get(spec.priceMarket);
  return {
    symbol: spec.asset,
    quantity: formatCollateral(spec, row.quantity),
    price: formatAmount(row.price),
    collateralValue: formatValue(row.value),
    adjustedCollateralValue: formatValue(row.adjustedValue),
    haircutRate: formatRatio(row.haircut),
    haircutAdjustment: formatAmount(row.adjustment),
    pendingWithdraw: formatCollateral(spec, row.pendingWithdraw),
    withdrawable: formatCollateral(spec, row.withdrawable),
    calculatedAt: pricedBy?.indexAt ?? 0,
  };
}

/** Returns the margin figures of an account in wire decimals. */
export function marginSummary(state: Readonly<State>, account: Account): Static<typeof MarginSummary> {
  const summary = summaryOf(state, account);
  return {
    accountValue: formatValue(summary.accountValue),
    availableMargin: formatValue(summary.availableMargin),
    totalUnrealizedPnl: formatValue(summary.totalUnrealizedPnl),
    maintenanceMargin: formatValue(summary.maintenanceMargin),
    initialMargin: formatValue(summary.initialMargin),
    withdrawable: formatValueDown(summary.withdrawable),
    adjustedAccountValue: formatValue(summary.adjustedAccountValue),
    debt: formatValue(summary.debt),
  };
}
