import { type Static, Type } from '@sinclair/typebox';
import { feeRateOf, tierOfAccount } from '../../engine/risk/fees.ts';
import { collateralValueOf, leverageOf, summaryOf } from '../../engine/risk/margin.ts';
import type { CollateralSpec, TierSpec } from '../../engine/config.ts';
import type { Account, State } from '../../engine/state.ts';
import { subAccountIdOf } from '../../kernel/ids.ts';
import { DelegatedSigner } from './delegated-signer.ts';
import { formatAmount, formatCollateral, formatRatio, formatValue, formatValueDown } from '../format.ts';
import { AccountPosition, accountPosition } from './position-record.ts';
import { AssetText, Closed, DecimalText, IdText, NameText, Nullable, SymbolText, TimeOrZero } from '../primitives.ts';

/** Subaccount records (clauses SUBACCT-*, wire 2.16). */

export const Collateral = Closed({
  symbol: AssetText,
  quantity: DecimalText,
  price: DecimalText,
  collateralValue: DecimalText,
  adjustedCollateralValue: DecimalText,
  haircutRate: DecimalText,
  haircutAdjustment: DecimalText,
  pendingWithdraw: DecimalText,
  withdrawable: DecimalText,
  /** 0 for the asset that all others are counted in. */
  calculatedAt: TimeOrZero,
});

export const MarginSummary = Closed({
  accountValue: DecimalText,
  availableMargin: DecimalText,
  totalUnrealizedPnl: DecimalText,
  maintenanceMargin: DecimalText,
  initialMargin: DecimalText,
  withdrawable: DecimalText,
  adjustedAccountValue: DecimalText,
  debt: DecimalText,
});

const FeeRates = Closed({ makerFeeRate: DecimalText, takerFeeRate: DecimalText, tierName: NameText });

const Limits = Closed({
  maxBorrowCapacity: DecimalText,
  maxOrdersPerMarket: Type.Integer({ minimum: 0 }),
  maxSubAccounts: Type.Integer({ minimum: 0 }),
  maxTotalOrders: Type.Integer({ minimum: 0 }),
});

const FIELDS = {
  subAccountId: IdText,
  masterAccountId: Nullable(IdText),
  subAccountName: Type.String({ maxLength: 50 }),
  collaterals: Nullable(Type.Array(Collateral)),
  crossMarginSummary: MarginSummary,
  positions: Nullable(Type.Array(AccountPosition)),
  marketPreferences: Closed({
    leverages: Type.Record(SymbolText, Type.Integer({ minimum: 1 }), { additionalProperties: false }),
  }),
  feeRates: FeeRates,
  accountLimits: Limits,
  tier_id: NameText,
  tier_name: NameText,
} as const;

export const SubAccountRecord = Closed(FIELDS);
export type SubAccountRecord = Static<typeof SubAccountRecord>;

/** As getSubAccounts lists it. */
export const ListedSubAccount = Closed({
  ...FIELDS,
  delegatedSigners: Type.Array(DelegatedSigner),
});
export type ListedSubAccount = Static<typeof ListedSubAccount>;

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

const accountLimits = (tier: TierSpec): Static<typeof Limits> => ({
  maxBorrowCapacity: formatAmount(tier.maxBorrowCapacity),
  maxOrdersPerMarket: tier.maxOrdersPerMarket,
  maxSubAccounts: tier.maxSubAccounts,
  maxTotalOrders: tier.maxTotalOrders,
});

/** The response of createSubaccount: what is not known before the first use is empty. */
export const NewSubAccount = Closed({
  subAccountId: IdText,
  masterAccountId: Type.Null(),
  subAccountName: Type.String({ maxLength: 50 }),
  collaterals: Type.Null(),
  crossMarginSummary: Type.Record(Type.String(), Type.Literal('')),
  positions: Type.Null(),
  marketPreferences: Closed({ leverages: Closed({}) }),
  feeRates: Closed({ makerFeeRate: Type.Literal(''), takerFeeRate: Type.Literal(''), tierName: Type.Literal('') }),
  accountLimits: Limits,
});
export type NewSubAccount = Static<typeof NewSubAccount>;

const SUMMARY_FIELDS = Object.keys(MarginSummary.properties);

export const newSubAccount = (subAccountId: string, subAccountName: string, tier: TierSpec): NewSubAccount => ({
  subAccountId,
  masterAccountId: null,
  subAccountName,
  collaterals: null,
  crossMarginSummary: Object.fromEntries(SUMMARY_FIELDS.map((field) => [field, '' as const])),
  positions: null,
  marketPreferences: { leverages: {} },
  feeRates: { makerFeeRate: '', takerFeeRate: '', tierName: '' },
  accountLimits: accountLimits(tier),
});
