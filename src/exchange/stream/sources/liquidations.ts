import { liquidations } from '../../../contract/channels/liquidations.ts';
import { formatLots, formatPrice } from '../../../contract/format.ts';
import type { EngineEvent, TradedEvent } from '../../../engine/event.ts';
import { marketOf } from '../../../engine/risk/margin.ts';
import { pushFrame } from '../push-frame.ts';
import type { SourceFactory } from '../source.ts';

const EXECUTIONS: ReadonlySet<EngineEvent['type']> = new Set(['Traded']);

/** Every execution of a liquidation order of one market. */
export const liquidationsSource: SourceFactory<{ readonly symbol: string }> = (
  { symbol },
  { state, provenance, push },
) => ({
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

function stageOf({ cause, taker }: TradedEvent): 'partial' | 'vault' | 'adl' | null {
  if (cause === 'adl') return 'adl';
  if (cause === 'takeover') return 'vault';
  return taker.feeTo === 'clearanceFees' ? 'partial' : null;
}
