import { trades } from '../../../contract/channels/trades.ts';
import type { MarketChoice } from '../../../contract/channels/market-param.ts';
import { formatLots, formatPrice } from '../../../contract/format.ts';
import type { EngineEvent } from '../../../engine/event.ts';
import { marketOf } from '../../../engine/risk/margin.ts';
import { pushFrame } from '../push-frame.ts';
import type { SourceFactory } from '../source.ts';

const EXECUTIONS: ReadonlySet<EngineEvent['type']> = new Set(['Traded']);

/** Every public execution as it happens; takeovers and deleveraging are private. */
export const tradesSource: SourceFactory<MarketChoice> = ({ market }, { state, provenance, push }) => ({
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
