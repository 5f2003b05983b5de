import type { ChannelName } from '../../contract/channel.ts';
import { liquidations } from '../../contract/channels/liquidations.ts';
import type { MarketChoice } from '../../contract/channels/market-param.ts';
import { trades } from '../../contract/channels/trades.ts';
import { formatLots, formatPrice } from '../../contract/format.ts';
import type { EngineEvent, TradedEvent } from '../../engine/event.ts';
import { marketOf } from '../../engine/risk/margin.ts';
import { pushFrame, type SourceFactory } from './source.ts';
import { candlesSource } from './sources/candles.ts';
import { marketPricesSource } from './sources/market-prices.ts';
import { orderbookSource } from './sources/orderbook.ts';
import { subAccountUpdatesSource } from './sources/subaccount-updates.ts';

/** Every public execution as it happens; takeovers and deleveraging are private. */
const tradesSource: SourceFactory<MarketChoice> = ({ market }, { state, provenance, push }) => ({
  receives: EXECUTIONS,
  first: () => [],
  emitted: (event, seq) => {
    if (event.type !== 'Traded' || event.cause !== 'match') return;
    if (market !== null && event.symbol !== market) return;
    const { spec } = marketOf(state, event.symbol);
    const data = {
      tradeId: String(event.trade),
      symbol: event.symbol,
      side: event.takerSide,
      price: formatPrice(spec, event.price),
      quantity: formatLots(spec, event.quantity),
      timestamp: event.at,
      tsMs: event.at,
      isMaker: false,
      isTaker: true,
    };
    push(pushFrame(trades, event.at, data, provenance.of(seq, event.at)));
  },
});

/** Every execution of a liquidation order of one market. */
const liquidationsSource: SourceFactory<{ readonly symbol: string }> = ({ symbol }, { state, provenance, push }) => ({
  receives: EXECUTIONS,
  first: () => [],
  emitted: (event, seq) => {
    if (event.type !== 'Traded' || event.symbol !== symbol) return;
    const stage = stageOf(event);
    if (!stage) return;
    const { spec } = marketOf(state, symbol);
    const data = {
      eventId: String(event.trade),
      symbol,
      market: symbol,
      // The liquidated side always takes.
      side: event.takerSide,
      size: formatLots(spec, event.quantity),
      liquidationPrice: formatPrice(spec, event.price),
      stage,
      timestamp: event.at,
      tsMs: event.at,
    };
    push(pushFrame(liquidations, event.at, data, provenance.of(seq, event.at)));
  },
});

/** How the frames of each channel are made. */
export const SOURCES = {
  marketPrices: marketPricesSource,
  trades: tradesSource,
  orderbook: orderbookSource,
  candles: candlesSource,
  liquidations: liquidationsSource,
  subAccountUpdates: subAccountUpdatesSource,
} as const satisfies Readonly<Record<ChannelName, SourceFactory>>;

const EXECUTIONS: ReadonlySet<EngineEvent['type']> = new Set(['Traded']);

function stageOf({ cause, taker }: TradedEvent): 'partial' | 'vault' | 'adl' | null {
  if (cause === 'adl') return 'adl';
  if (cause === 'takeover') return 'vault';
  return taker.feeTo === 'clearanceFees' ? 'partial' : null;
}
