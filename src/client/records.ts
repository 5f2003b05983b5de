import type { INFO, TRADE } from '../contract/actions/index.ts';
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { getAssets } from '../contract/actions/info/getAssets.ts';
import type { getCandles } from '../contract/actions/info/getCandles.ts';
import type { getCollaterals } from '../contract/actions/info/getCollaterals.ts';
import type { getExchangeStatus } from '../contract/actions/info/getExchangeStatus.ts';
import type { getFundingRate } from '../contract/actions/info/getFundingRate.ts';
import type { getFundingRateHistory } from '../contract/actions/info/getFundingRateHistory.ts';
import type { getLastTrades } from '../contract/actions/info/getLastTrades.ts';
import type { getLotteryEpoch } from '../contract/actions/info/getLotteryEpoch.ts';
import type { getMarketPrices } from '../contract/actions/info/getMarketPrices.ts';
import type { getMarkets } from '../contract/actions/info/getMarkets.ts';
import type { getOpenInterest } from '../contract/actions/info/getOpenInterest.ts';
import type { getSubAccountIds } from '../contract/actions/info/getSubAccountIds.ts';
import type { getTiers } from '../contract/actions/info/getTiers.ts';
import type { addDelegatedSigner } from '../contract/actions/trade/delegation/addDelegatedSigner.ts';
import type { getDelegatedSigners } from '../contract/actions/trade/delegation/getDelegatedSigners.ts';
import type { getDelegationsForDelegate } from '../contract/actions/trade/delegation/getDelegationsForDelegate.ts';
import type { getPortfolio } from '../contract/actions/trade/funds/getPortfolio.ts';
import type { getWithdrawableAmounts } from '../contract/actions/trade/funds/getWithdrawableAmounts.ts';
import type { transferCollateral } from '../contract/actions/trade/funds/transferCollateral.ts';
import type { voluntaryCollateralExchange } from '../contract/actions/trade/funds/voluntaryCollateralExchange.ts';
import type { withdrawCollateral } from '../contract/actions/trade/funds/withdrawCollateral.ts';
import type { getBalanceUpdates } from '../contract/actions/trade/history/getBalanceUpdates.ts';
import type { getFundingPayments } from '../contract/actions/trade/history/getFundingPayments.ts';
import type { getOrderHistory } from '../contract/actions/trade/history/getOrderHistory.ts';
import type { getPerformanceHistory } from '../contract/actions/trade/history/getPerformanceHistory.ts';
import type { getPositionHistory } from '../contract/actions/trade/history/getPositionHistory.ts';
import type { getTrades } from '../contract/actions/trade/history/getTrades.ts';
import type { getTradesForPosition } from '../contract/actions/trade/history/getTradesForPosition.ts';
import type { getTransfers } from '../contract/actions/trade/history/getTransfers.ts';
import type { getLotteryEpochTickets } from '../contract/actions/trade/lottery/getLotteryEpochTickets.ts';
import type { getLotteryMyWinningTickets } from '../contract/actions/trade/lottery/getLotteryMyWinningTickets.ts';
import type { cancelAllOrders } from '../contract/actions/trade/orders/cancelAllOrders.ts';
import type { getOpenOrders } from '../contract/actions/trade/orders/getOpenOrders.ts';
import type { modifyOrder } from '../contract/actions/trade/orders/modifyOrder.ts';
import type { placeIsolatedOrder } from '../contract/actions/trade/orders/placeIsolatedOrder.ts';
import type { placeOrders } from '../contract/actions/trade/orders/placeOrders.ts';
import type { scheduleCancel } from '../contract/actions/trade/orders/scheduleCancel.ts';
import type { getPositions } from '../contract/actions/trade/positions/getPositions.ts';
import type { updateIsolatedMargin } from '../contract/actions/trade/positions/updateIsolatedMargin.ts';
import type { updateLeverage } from '../contract/actions/trade/positions/updateLeverage.ts';
import type { createSubaccount } from '../contract/actions/trade/subaccounts/createSubaccount.ts';
import type { getFeeRate } from '../contract/actions/trade/subaccounts/getFeeRate.ts';
import type { getRateLimits } from '../contract/actions/trade/subaccounts/getRateLimits.ts';
import type { getReferral } from '../contract/actions/trade/subaccounts/getReferral.ts';
import type { getSubAccount } from '../contract/actions/trade/subaccounts/getSubAccount.ts';
import type { getSubAccounts } from '../contract/actions/trade/subaccounts/getSubAccounts.ts';
import type { ORDER_ITEM } from '../contract/orders/order-item.ts';

/** How the types of a client follow from the schemas of the actions. */

/** What a schema describes, for a reader that changes nothing. */
type AsReceived<T> = T extends readonly (infer Item)[]
  ? readonly AsReceived<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: AsReceived<T[K]> }
    : T;

type KeysOf<U> = U extends unknown ? keyof U : never;
type ValueOf<U, K> = U extends unknown ? (K extends keyof U ? U[K] : never) : never;

/** One record for all members of a union: what not every member has may be absent. */
type Merged<U> = { readonly [K in keyof U]: U[K] } & {
  readonly [K in Exclude<KeysOf<U>, keyof U>]?: ValueOf<U, K>;
};

/** The params of an action. */
type ParamsOf<A> = A extends { readonly params: infer P extends TSchema } ? AsReceived<Static<P>> : never;
/** The response of an action. */
type ResultOf<A> = A extends { readonly result: infer R extends TSchema } ? AsReceived<Static<R>> : never;

/** Actions by their wire names, with the responses that the contract describes. */
export type SignedAction = keyof typeof TRADE;
/** Name of a public read. */
export type PublicAction = keyof typeof INFO;
/** Response of a signed action. */
export type SignedResult<N extends SignedAction> = ResultOf<(typeof TRADE)[N]>;
/** Response of a public read. */
export type PublicResult<N extends PublicAction> = ResultOf<(typeof INFO)[N]>;

/** Public data: markets, prices, books, candles, funding, assets and the exchange itself. */
export type Market = ResultOf<typeof getMarkets>[number];
/** Prices of a market, each a decimal text. */
export type MarketPrice = ResultOf<typeof getMarketPrices>[string];

/** A book; prices and quantities are decimal texts. */
export interface Orderbook {
  /** [price, quantity], best first. */
  readonly bids: readonly (readonly [string, string])[];
  readonly asks: readonly (readonly [string, string])[];
}

/** A trade as everybody sees it: without its parties. */
export type PublicTrade = ResultOf<typeof getLastTrades>['trades'][number];
/** Candles of a market and interval, oldest first. */
export type Candles = ResultOf<typeof getCandles>;
/** Interval of candles. */
export type Interval = Candles['interval'];
/** Rates are of one hour; `lastSettlementTime` is 0 before the first settlement. */
export type FundingRate = ResultOf<typeof getFundingRate>;
/** Settled funding rates, each of one hour. */
export type FundingRateHistory = ResultOf<typeof getFundingRateHistory>;
/** Open interest of a market in base units, counted once for both sides. */
export type OpenInterest = ResultOf<typeof getOpenInterest>[number];
/** Terms of a collateral: its haircuts and how much of it counts. */
export type CollateralTerms = ResultOf<typeof getCollaterals>[number];
/** An asset of the exchange. */
export type Asset = ResultOf<typeof getAssets>[number];
/** A fee tier. */
export type Tier = ResultOf<typeof getTiers>[number];
/** `drawnBalls` are five balls ascending, then the bonus ball; there are none until the draw. */
export type LotteryEpoch = ResultOf<typeof getLotteryEpoch>;
/** Ids of the subaccounts of a wallet, and of those it may sign for. */
export type OwnAndDelegatedIds = Exclude<ResultOf<typeof getSubAccountIds>, readonly string[]>;
/** State of the exchange, as `getExchangeStatus` gives it. */
export type ExchangeStatus = ResultOf<typeof getExchangeStatus>;

/** A subaccount: what it holds, what it has open, what it pays, and who may sign for it. */
type Listed = ResultOf<typeof getSubAccounts>['subAccounts'][number];

/** `delegatedSigners` is part of `getSubAccounts` only. */
export type SubAccount = Merged<ResultOf<typeof getSubAccount> | Listed>;
/** A collateral that a subaccount holds; `quantity` in the asset, values in the settlement asset. */
export type Collateral = NonNullable<SubAccount['collaterals']>[number];
/** Limits of a subaccount by its fee tier. */
export type AccountLimits = SubAccount['accountLimits'];
/** A position as its subaccount lists it. */
export type HeldPosition = NonNullable<SubAccount['positions']>[number];
/** A subaccount that has just been made: what depends on money in it is empty text. */
export type NewSubAccount = ResultOf<typeof createSubaccount>;

/** An open position; sizes in base units, amounts in the settlement asset. */
export type Position = ResultOf<typeof getPositions>[number];
/** `quantity` is the largest size it had, `realizedPnl` is without fees. */
export type ClosedPosition = ResultOf<typeof getPositionHistory>['positions'][number];
/** Leverage of a market after a change. */
export type LeverageChange = ResultOf<typeof updateLeverage>;
/** Isolated margin of a market after a change, in the settlement asset. */
export type IsolatedMarginChange = ResultOf<typeof updateIsolatedMargin>;

/** Right of a delegated signer: `session` trades and reads, `delegate` also grants `session` to others. */
export type Permission = 'session' | 'delegate';
/** `expiresAt` null never ends. */
export type Delegation = ResultOf<typeof addDelegatedSigner>;
/** A wallet that may sign for a subaccount. */
export type DelegatedSigner = ResultOf<typeof getDelegatedSigners>['delegatedSigners'][number];
/** A subaccount that the caller may sign for. */
export type DelegatedAccount = ResultOf<typeof getDelegationsForDelegate>['delegatedAccounts'][number];

/** A custom tier has no level. */
export type FeeRate = ResultOf<typeof getFeeRate>;
/** A referral of the caller's wallet. */
export type Referral = ResultOf<typeof getReferral>[number];
/** Samples of account value and PnL over a period, in the settlement asset. */
export type PerformanceHistory = ResultOf<typeof getPerformanceHistory>;
/** Period of a performance history. */
export type Period = PerformanceHistory['period'];
/** Tokens that the buckets of address and subaccount hold now. */
export type RateLimits = ResultOf<typeof getRateLimits>;

/** Orders and fills: what is asked for, what became of it, and what later lists say of it. */
/** `expiresAt` in Unix seconds, for `limitGtd`. */
export type OrderItem = AsReceived<Omit<Static<TObject<(typeof ORDER_ITEM)['schemas']>>, 'symbol'>> & {
  readonly symbol: string;
};
/** Side of an order. */
export type Side = OrderItem['side'];
/** Price that a trigger is compared with. */
export type PriceSource = NonNullable<OrderItem['triggerPriceType']>;

/** Grouping that says how the orders of one request belong together. */
export type Grouping = NonNullable<ParamsOf<typeof placeOrders>['grouping']>;

/** An order with margin and leverage of its own; `isolatedMargin` in the settlement asset. */
export type IsolatedOrder = Omit<ParamsOf<typeof placeIsolatedOrder>, 'order'> & { readonly order: OrderItem };

/** One of `resting`, `filled`, `canceled` and `error` is there. */
export type OrderStatus = Partial<Merged<ResultOf<typeof placeOrders>['statuses'][number]>>;
/** Outcomes of a request with several orders, in the order of the request. */
export interface Statuses {
  readonly statuses: readonly OrderStatus[];
}

/** Changes of an order; a field that is left out stays as it is. */
export type Changes = Omit<ParamsOf<typeof modifyOrder>, 'orderId' | 'clientOrderId'>;
/** Outcome of a change of an order. */
export type ModifyResult = Merged<ResultOf<typeof modifyOrder>>;
/** `message` is empty on success. */
export type CancelledOrder = ResultOf<typeof cancelAllOrders>[number];
/** `triggerTime` is absent while disarmed. */
export type CancelSwitch = ResultOf<typeof scheduleCancel>;

/** A live order, conditional ones too. */
export type OpenOrder = ResultOf<typeof getOpenOrders>[number];
/** Both ids of an order; `clientId` is empty when unset. */
export type OrderId = OpenOrder['order'];
/** Type of an order in lists. */
export type OrderType = OpenOrder['type'];
/** Time in force of an order in lists. */
export type TimeInForce = OpenOrder['timeInForce'];
/** One state that an order has reached. */
export type OrderRecord = ResultOf<typeof getOrderHistory>[number];
/** Status of an order in the order history. */
export type OrderState = OrderRecord['status'];
/** A fill of the subaccount, with its fee. */
export type Trade = ResultOf<typeof getTrades>['trades'][number];
/** Effect of a fill on the position. */
export type Direction = Trade['direction'];

/** What comes in, goes out and moves between subaccounts, and what the lottery gives. */
/** `amount` includes the fee; the destination receives the rest. */
export type Withdrawal = ParamsOf<typeof withdrawCollateral>;
/** `requestId` names the withdrawal, not the request. */
export type WithdrawalReceipt = ResultOf<typeof withdrawCollateral>;
/** Params of `transferCollateral`: what goes to which other subaccount. */
export type CollateralTransfer = Omit<ParamsOf<typeof transferCollateral>, 'to' | 'destinationSubAccountId'> & {
  readonly destinationSubAccountId: string;
};
/** Outcome of an exchange of a collateral for the settlement asset. */
export type CollateralExchange = ResultOf<typeof voluntaryCollateralExchange>;
/** A deposit, withdrawal or transfer with its status. */
export type BalanceUpdate = ResultOf<typeof getBalanceUpdates>['balanceUpdates'][number];
/** Status of a deposit, withdrawal or transfer. */
export type FundsStatus = BalanceUpdate['status'];
/** A transfer that was asked for, or what the insurance vault took over or covered in a liquidation. */
export type Transfer = ResultOf<typeof getTransfers>['transfers'][number];
/** Amounts that can be withdrawn, by asset. */
export type WithdrawableAmounts = ResultOf<typeof getWithdrawableAmounts>;
/** Funding payments and their sum; a negative one was paid. */
export type FundingPayments = ResultOf<typeof getFundingPayments>;
/** Figures of a portfolio over one window. */
export type Portfolio = ResultOf<typeof getPortfolio>[number];
/** A ticket of the subaccount. */
export type LotteryTicket = ResultOf<typeof getLotteryEpochTickets>['tickets'][number];
/** A ticket that has won, with its prize. */
export type WinningTicket = ResultOf<typeof getLotteryMyWinningTickets>['tickets'][number];

/** Params by which reads are narrowed. Times are Unix milliseconds. */
export type Page = Omit<ParamsOf<typeof getTradesForPosition>, 'positionId'>;
/** Params of `getOpenOrders`. */
export type OpenOrderQuery = ParamsOf<typeof getOpenOrders>;
/** Params of `getOrderHistory`; times in Unix milliseconds. */
export type OrderHistoryQuery = ParamsOf<typeof getOrderHistory>;
/** Params of `getTrades`; times in Unix milliseconds. */
export type TradeQuery = ParamsOf<typeof getTrades>;
/** Params of `getPositions`; times in Unix milliseconds. */
export type PositionQuery = ParamsOf<typeof getPositions>;
/** Params of `getPositionHistory`; times in Unix milliseconds. */
export type PositionHistoryQuery = ParamsOf<typeof getPositionHistory>;
/** Window of time in Unix milliseconds. */
export type Window = Pick<PositionHistoryQuery, 'startTime' | 'endTime'>;
/** Params of `getFundingPayments`; times in Unix milliseconds. */
export type FundingPaymentQuery = ParamsOf<typeof getFundingPayments>;
/** `actionFilter` has commas between its words: `DEPOSIT,WITHDRAWAL`. */
export type BalanceUpdateQuery = ParamsOf<typeof getBalanceUpdates>;
/** Params of `getTransfers`; times in Unix milliseconds. */
export type TransferQuery = ParamsOf<typeof getTransfers>;
/** Params of `getCandles`; times in Unix milliseconds. */
export type CandleQuery = ParamsOf<typeof getCandles>;
/** Params of `getFundingRateHistory`; times in Unix milliseconds. */
export type FundingRateHistoryQuery = ParamsOf<typeof getFundingRateHistory>;
