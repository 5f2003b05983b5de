import { candles, type CandleParams } from '../../../contract/channels/candles.ts';
import { formatAmount, formatLots, formatPrice } from '../../../contract/format.ts';
import type { CandleRow } from '../../../contract/views.ts';
import type { MarketSpec } from '../../../engine/config.ts';
import type { EngineEvent } from '../../../engine/event.ts';
import { marketOf } from '../../../engine/risk/margin.ts';
import { invariant } from '../../../kernel/errors.ts';
import { unitsOf } from '../../../kernel/decimal.ts';
import type { TimeMs } from '../../../kernel/units.ts';
import { type Candle, extend, FRAMES } from '../../history/candle.ts';
import { pushFrame, type SourceContext, type SourceFactory, type StreamSource } from '../source.ts';

/** Makes the stream of the candles of one market and interval. */
export const candlesSource: SourceFactory<CandleParams> = (params, context) => new CandleStream(params, context);

const EXECUTIONS: ReadonlySet<EngineEvent['type']> = new Set(['Traded']);

/** The running candle: taken from history when the stream begins, then kept up with every execution and every close. */
class CandleStream implements StreamSource {
  readonly receives = EXECUTIONS;
  readonly #params: CandleParams;
  readonly #context: SourceContext;
  readonly #spec: MarketSpec;
  #candle: Candle;
  #closeTime: TimeMs;

  constructor(params: CandleParams, context: SourceContext) {
    const { symbol, timeframe } = params;
    const { state, views } = context;
    this.#params = params;
    this.#context = context;
    this.#spec = marketOf(state, symbol).spec;
    const now = context.now();
    const [running] = views.candles({ symbol, interval: timeframe, from: now, to: now, now, limit: 1 });
    invariant(running, `a candle of ${symbol} is running`);
    this.#candle = candleOf(this.#spec, running);
    this.#closeTime = running.closeTime;
  }

  first(): readonly string[] {
    return [];
  }

  afresh(): readonly string[] {
    return [this.#frame(this.#context.now(), false)];
  }

  emitted(event: EngineEvent): void {
    if (event.type !== 'Traded' || event.cause !== 'match' || event.symbol !== this.#params.symbol) return;
    const { price, quantity, notional, at } = event;
    const traded = { high: price, low: price, close: price, lots: quantity, value: notional, trades: 1 };
    if (this.#candle.trades === 0) this.#candle = { ...traded, openTime: this.#candle.openTime, open: price };
    else extend(this.#candle, traded);
    this.#context.push(this.#frame(at, false));
  }

  dueAt(): TimeMs {
    return this.#closeTime;
  }

  /** A candle that has ended is sent once more; the next one carries its close on until something trades. */
  fallDue(): void {
    this.#context.push(this.#frame(this.#closeTime, true));
    const { close } = this.#candle;
    const openTime = this.#closeTime;
    this.#candle = { openTime, open: close, high: close, low: close, close, lots: 0, value: 0n, trades: 0 };
    this.#closeTime = FRAMES[this.#params.timeframe].next(openTime);
  }

  #frame(at: TimeMs, closed: boolean): string {
    const { open, high, low, close, lots, value, trades, openTime } = this.#candle;
    const price = (ticks: number): string => formatPrice(this.#spec, ticks);
    const last = this.#closeTime - 1;
    const data = {
      symbol: this.#params.symbol,
      timeframe: this.#params.timeframe,
      open_price: price(open),
      high_price: price(high),
      low_price: price(low),
      close_price: price(close),
      volume: formatLots(this.#spec, lots),
      quote_volume: formatAmount(value),
      trade_count: trades,
      open_time: new Date(openTime).toISOString(),
      close_time: new Date(last).toISOString(),
      openTime,
      closeTime: last,
      open: price(open),
      high: price(high),
      low: price(low),
      close: price(close),
      closed,
    };
    return pushFrame(candles, at, data);
  }
}

/** A row of history in the engine's own numbers again. */
function candleOf(spec: MarketSpec, row: CandleRow): Candle {
  const ticks = (price: string): number => Number(unitsOf(price) / BigInt(spec.tickUnits));
  return {
    openTime: row.openTime,
    open: ticks(row.openPrice),
    high: ticks(row.highPrice),
    low: ticks(row.lowPrice),
    close: ticks(row.closePrice),
    lots: Number(unitsOf(row.volume) / BigInt(spec.lotUnits)),
    value: unitsOf(row.quoteVolume),
    trades: row.tradeCount,
  };
}
