import type { getBalanceUpdates } from '../../api/actions/trade/history/getBalanceUpdates.ts';
import type { getCandles } from '../../api/actions/info/getCandles.ts';
import type { getFundingPayments } from '../../api/actions/trade/history/getFundingPayments.ts';
import type { getFundingRateHistory } from '../../api/actions/info/getFundingRateHistory.ts';
import type { getOpenOrders } from '../../api/actions/trade/orders/getOpenOrders.ts';
import type { getOrderHistory } from '../../api/actions/trade/history/getOrderHistory.ts';
import type { getPositionHistory } from '../../api/actions/trade/history/getPositionHistory.ts';
import type { getPositions } from '../../api/actions/trade/positions/getPositions.ts';
import type { getTrades } from '../../api/actions/trade/history/getTrades.ts';
import type { getTradesForPosition } from '../../api/actions/trade/history/getTradesForPosition.ts';
import type { getTransfers } from '../../api/actions/trade/history/getTransfers.ts';
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
