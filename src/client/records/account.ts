import type { addDelegatedSigner } from '../../contract/actions/trade/delegation/addDelegatedSigner.ts';
import type { createSubaccount } from '../../contract/actions/trade/subaccounts/createSubaccount.ts';
import type { getDelegatedSigners } from '../../contract/actions/trade/delegation/getDelegatedSigners.ts';
import type { getDelegationsForDelegate } from '../../contract/actions/trade/delegation/getDelegationsForDelegate.ts';
import type { getFeeRate } from '../../contract/actions/trade/subaccounts/getFeeRate.ts';
import type { getPerformanceHistory } from '../../contract/actions/trade/history/getPerformanceHistory.ts';
import type { getPositionHistory } from '../../contract/actions/trade/history/getPositionHistory.ts';
import type { getPositions } from '../../contract/actions/trade/positions/getPositions.ts';
import type { getRateLimits } from '../../contract/actions/trade/subaccounts/getRateLimits.ts';
import type { getReferral } from '../../contract/actions/trade/subaccounts/getReferral.ts';
import type { getSubAccount } from '../../contract/actions/trade/subaccounts/getSubAccount.ts';
import type { getSubAccounts } from '../../contract/actions/trade/subaccounts/getSubAccounts.ts';
import type { updateIsolatedMargin } from '../../contract/actions/trade/positions/updateIsolatedMargin.ts';
import type { updateLeverage } from '../../contract/actions/trade/positions/updateLeverage.ts';
import type { Merged, ResultOf } from './contract.ts';

/** A subaccount: what it holds, what it has open, what it pays, and who may sign for it. */
type Listed = ResultOf<typeof getSubAccounts>['subAccounts'][number];

/** `delegatedSigners` is part of `getSubAccounts` only. */
export type SubAccount = Merged<ResultOf<typeof getSubAccount> | Listed>;
export type Collateral = NonNullable<SubAccount['collaterals']>[number];
export type AccountLimits = SubAccount['accountLimits'];
/** A position as its subaccount lists it. */
export type HeldPosition = NonNullable<SubAccount['positions']>[number];
/** A subaccount that has just been made: what depends on money in it is empty text. */
export type NewSubAccount = ResultOf<typeof createSubaccount>;

export type Position = ResultOf<typeof getPositions>[number];
/** `quantity` is the largest size it had, `realizedPnl` is without fees. */
export type ClosedPosition = ResultOf<typeof getPositionHistory>['positions'][number];
export type LeverageChange = ResultOf<typeof updateLeverage>;
export type IsolatedMarginChange = ResultOf<typeof updateIsolatedMargin>;

export type Permission = 'session' | 'delegate';
/** `expiresAt` null never ends. */
export type Delegation = ResultOf<typeof addDelegatedSigner>;
export type DelegatedSigner = ResultOf<typeof getDelegatedSigners>['delegatedSigners'][number];
/** A subaccount that the caller may sign for. */
export type DelegatedAccount = ResultOf<typeof getDelegationsForDelegate>['delegatedAccounts'][number];

/** A custom tier has no level. */
export type FeeRate = ResultOf<typeof getFeeRate>;
export type Referral = ResultOf<typeof getReferral>[number];
export type PerformanceHistory = ResultOf<typeof getPerformanceHistory>;
export type Period = PerformanceHistory['period'];
export type RateLimits = ResultOf<typeof getRateLimits>;
