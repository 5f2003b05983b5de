import type { ChannelName } from '../../contract/channel.ts';
import type { SourceFactory } from './source.ts';
import { candlesSource } from './sources/candles.ts';
import { liquidationsSource } from './sources/liquidations.ts';
import { marketPricesSource } from './sources/market-prices.ts';
import { orderbookSource } from './sources/orderbook.ts';
import { subAccountUpdatesSource } from './sources/subaccount/subaccount-updates.ts';
import { tradesSource } from './sources/trades.ts';

/** How the frames of each channel are made. */
export const SOURCES = {
  marketPrices: marketPricesSource,
  trades: tradesSource,
  orderbook: orderbookSource,
  candles: candlesSource,
  liquidations: liquidationsSource,
  subAccountUpdates: subAccountUpdatesSource,
} as const satisfies Readonly<Record<ChannelName, SourceFactory>>;
