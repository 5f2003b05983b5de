import { type Static, type TSchema, Type } from '@sinclair/typebox';
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

/** The figures of a margin summary, each of the same kind of text. */
const summaryOf = <T extends TSchema>(figure: T) =>
  Closed({
    accountValue: figure,
    availableMargin: figure,
    totalUnrealizedPnl: figure,
    maintenanceMargin: figure,
    initialMargin: figure,
    withdrawable: figure,
    adjustedAccountValue: figure,
    debt: figure,
  });

export const MarginSummary = summaryOf(DecimalText);

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

/** Returns the limits that a fee tier sets for a subaccount. */
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
  crossMarginSummary: summaryOf(Type.Literal('')),
  positions: Type.Null(),
  marketPreferences: Closed({ leverages: Closed({}) }),
  feeRates: Closed({ makerFeeRate: Type.Literal(''), takerFeeRate: Type.Literal(''), tierName: Type.Literal('') }),
  accountLimits: Limits,
});

export type NewSubAccount = Static<typeof NewSubAccount>;

const EMPTY_SUMMARY: NewSubAccount['crossMarginSummary'] = {
  accountValue: '',
  availableMargin: '',
  totalUnrealizedPnl: '',
  maintenanceMargin: '',
  initialMargin: '',
  withdrawable: '',
  adjustedAccountValue: '',
  debt: '',
};

/** Returns the record of a subaccount that has just been made, which holds nothing yet. */
export const newSubAccount = (subAccountId: string, subAccountName: string, tier: TierSpec): NewSubAccount => ({
  subAccountId,
  masterAccountId: null,
  subAccountName,
  collaterals: null,
  crossMarginSummary: { ...EMPTY_SUMMARY },
  positions: null,
  marketPreferences: { leverages: {} },
  feeRates: { makerFeeRate: '', takerFeeRate: '', tierName: '' },
  accountLimits: accountLimits(tier),
});
