import type { getBalanceUpdates } from '../../contract/actions/trade/history/getBalanceUpdates.ts';
import type { getCandles } from '../../contract/actions/info/getCandles.ts';
import type { getFundingPayments } from '../../contract/actions/trade/history/getFundingPayments.ts';
import type { getFundingRateHistory } from '../../contract/actions/info/getFundingRateHistory.ts';
import type { getOpenOrders } from '../../contract/actions/trade/orders/getOpenOrders.ts';
import type { getOrderHistory } from '../../contract/actions/trade/history/getOrderHistory.ts';
import type { getPositionHistory } from '../../contract/actions/trade/history/getPositionHistory.ts';
import type { getPositions } from '../../contract/actions/trade/positions/getPositions.ts';
import type { getTrades } from '../../contract/actions/trade/history/getTrades.ts';
import type { getTradesForPosition } from '../../contract/actions/trade/history/getTradesForPosition.ts';
import type { getTransfers } from '../../contract/actions/trade/history/getTransfers.ts';
import type { ParamsOf } from './contract.ts';

/** What reads may be narrowed by. Times are Unix milliseconds. */
export type Page = Omit<ParamsOf<typeof getTradesForPosition>, 'positionId'>;
export type OpenOrderQuery = ParamsOf<typeof getOpenOrders>;
export type OrderHistoryQuery = ParamsOf<typeof getOrderHistory>;
export type TradeQuery = ParamsOf<typeof getTrades>;
export type PositionQuery = ParamsOf<typeof getPositions>;
export type PositionHistoryQuery = ParamsOf<typeof getPositionHistory>;
export type Window = Pick<PositionHistoryQuery, 'startTime' | 'endTime'>;
export type FundingPaymentQuery = ParamsOf<typeof getFundingPayments>;
/** `actionFilter` has commas between its words: `DEPOSIT,WITHDRAWAL`. */
export type BalanceUpdateQuery = ParamsOf<typeof getBalanceUpdates>;
export type TransferQuery = ParamsOf<typeof getTransfers>;
export type CandleQuery = ParamsOf<typeof getCandles>;
export type FundingRateHistoryQuery = ParamsOf<typeof getFundingRateHistory>;
