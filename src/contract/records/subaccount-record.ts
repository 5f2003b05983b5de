import { Type, type Static } from '@sinclair/typebox';
import type { TierSpec } from '../../engine/config.ts';
import { formatAmount } from '../format.ts';
import { Closed, AssetText, DecimalText, TimeOrZero, NameText, IdText, Nullable, SymbolText } from '../primitives.ts';
import { DelegatedSigner } from './delegated-signer.ts';
import { AccountPosition } from './position-record.ts';

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

export const accountLimits = (tier: TierSpec): Static<typeof Limits> => ({
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
