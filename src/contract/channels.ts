import type { Channel } from './channel.ts';
import { candles } from './channels/candles.ts';
import { liquidations } from './channels/liquidations.ts';
import { marketPrices } from './channels/marketPrices.ts';
import { orderbook } from './channels/orderbook.ts';
import { subAccountUpdates } from './channels/subAccountUpdates.ts';
import { trades } from './channels/trades.ts';

/** Every channel, in the order of the documents. */
export const ALL_CHANNELS: readonly Channel[] = [
  marketPrices,
  trades,
  orderbook,
  candles,
  liquidations,
  subAccountUpdates,
];

/** Channels by every spelling of their type. A Map, because a name from the wire must never reach an inherited member (SEC-21). */
export const CHANNELS: ReadonlyMap<string, Channel> = new Map(
  ALL_CHANNELS.flatMap((channel) => [channel.name, ...channel.aliases].map((name) => [name, channel] as const)),
);
