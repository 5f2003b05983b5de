import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { OpenOrder } from '../../../client.ts';
import { account, modifyOrder } from '../data/account.ts';
import { type ChartInterval, followBars, INTERVALS, readBars } from '../data/candles.ts';
import { lives } from '../data/exchange.ts';
import { markets } from '../data/markets.ts';
import { grouped } from '../design/format.ts';
import { Choices, Panel } from '../design/panel.tsx';
import { linesOf, onTick, priceOf, spokenLines } from './chart-lines.ts';
import { MarketChart } from './market-chart.ts';

/** Candles with volume of one market, which grow with every trade and go back in time as the reader scrolls. */
export function CandleChart({ symbol }: { readonly symbol: string }) {
  const interval = useSignal<ChartInterval>('1m');
  const problem = useSignal<string | null>(null);
  const shown = useSignal<MarketChart | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const chosen = interval.value;
  const life = lives.value;
  useEffect(() => {
    if (!place.current) return undefined;
    problem.value = null;
    const end = new AbortController();
    const chart = new MarketChart(place.current);
    shown.value = chart;
    fill(chart, symbol, chosen, end.signal).catch((error: unknown) => {
      if (!end.signal.aborted) problem.value = error instanceof Error ? error.message : String(error);
    });
    return () => {
      end.abort();
      shown.value = null;
      chart.remove();
    };
    // Candles of another life of the exchange are none of this one.
  }, [symbol, chosen, problem, shown, life]);
  const view = account.value;
  const chart = shown.value;
  useEffect(() => chart?.showLines(linesOf(symbol, view)), [symbol, view, chart]);
  const spoken = spokenLines(linesOf(symbol, view));
  const orders = (view?.orders ?? []).filter((order) => order.symbol === symbol);
  return (
    <Panel
      title={`${symbol} candles`}
      class="chart"
      tools={
        <Choices
          label="Length of a candle"
          options={INTERVALS}
          chosen={chosen}
          choose={(option) => {
            interval.value = option;
          }}
        />
      }
    >
      {problem.value !== null && (
        <p class="fault" role="alert">
          The candles cannot be read: {problem.value}
        </p>
      )}
      <div class="plot">
        <div class="canvas" ref={place} role="img" aria-label={`Candles of ${symbol}, ${chosen} each${spoken}`} />
        {chart && orders.length > 0 && <OrderHandles chart={chart} orders={orders} />}
      </div>
    </Panel>
  );
}

async function fill(chart: MarketChart, symbol: string, interval: ChartInterval, until: AbortSignal): Promise<void> {
  const shown = readBars(symbol, interval).then((bars) => {
    chart.show(bars);
    chart.onPast(async (oldest) => (until.aborted ? [] : readBars(symbol, interval, oldest * 1_000 - 1)));
  });
  // Both are awaited together: where the connection is lost, both fail.
  await Promise.all([shown, followBars(symbol, interval, until, (bar) => chart.grow(bar))]);
}

/** Handles stay this far inside the chart when their price is not in it. */
const EDGE = 14;

interface HandlesParts {
  readonly chart: MarketChart;
  readonly orders: readonly OpenOrder[];
}

/** A handle for each open order at its price, which moves the order: by a drag, or by the arrow keys and Enter. */
function OrderHandles({ chart, orders }: HandlesParts) {
  const problem = useSignal<string | undefined>(undefined);
  const send = async (order: OpenOrder, price: string): Promise<void> => {
    problem.value = await modifyOrder(order, order.triggerPrice === '' ? { price } : { triggerPrice: price });
  };
  return (
    <>
      {orders
        .filter((order) => priceOf(order) !== '')
        .map((order) => (
          <OrderHandle key={order.orderId} chart={chart} order={order} send={(price) => send(order, price)} />
        ))}
      {problem.value !== undefined && (
        <p class="fault" role="alert">
          {problem.value}
        </p>
      )}
    </>
  );
}

interface HandleParts {
  readonly chart: MarketChart;
  readonly order: OpenOrder;
  readonly send: (price: string) => Promise<void>;
}

function OrderHandle({ chart, order, send }: HandleParts) {
  const { symbol, side, quantity } = order;
  const increment = (markets.value ?? []).find((market) => market.symbol === symbol)?.priceIncrement ?? '1';
  /** The price that the handle has been moved to, until it is sent or given up. */
  const moved = useSignal<string | null>(null);
  const isDragged = useSignal(false);
  const height = useHeight(chart, Number(moved.value ?? priceOf(order)));
  const finish = async (): Promise<void> => {
    isDragged.value = false;
    const price = moved.value;
    if (price !== null && Number(price) !== Number(priceOf(order))) await send(price);
    moved.value = null;
  };
  const giveUp = (): void => {
    isDragged.value = false;
    moved.value = null;
  };
  const step = (ticks: number): void => {
    moved.value = onTick(Number(moved.value ?? priceOf(order)) + ticks * Number(increment), increment);
  };
  const price = moved.value ?? priceOf(order);
  return (
    <div
      class={`order-handle ${side === 'buy' ? 'up' : 'down'} ${moved.value === null ? '' : 'moved'}`}
      style={{ '--height': `${height}px` }}
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Price of the order to ${side} ${quantity} ${symbol}`}
      aria-valuenow={Number(price)}
      aria-valuetext={`${grouped(price)}${moved.value === null ? '' : ', press Enter to send it'}`}
      title="Drag to another price, or use the arrow keys and Enter"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
        isDragged.value = true;
      }}
      onPointerMove={(event) => {
        if (!isDragged.value) return;
        const plot = event.currentTarget.parentElement?.getBoundingClientRect();
        const at = plot && chart.priceAt(event.clientY - plot.top);
        if (at !== undefined && at !== null) moved.value = onTick(at, increment);
      }}
      onPointerUp={() => isDragged.value && void finish()}
      onPointerCancel={giveUp}
      onKeyDown={(event) => {
        const ticks = TICKS.get(event.key);
        if (ticks !== undefined) step(ticks);
        else if (event.key === 'Enter') void finish();
        else if (event.key === 'Escape') giveUp();
        else return;
        event.preventDefault();
      }}
      onBlur={giveUp}
    >
      {side} {quantity} at {grouped(price)}
    </div>
  );
}

const TICKS: ReadonlyMap<string, number> = new Map([
  ['ArrowUp', 1],
  ['ArrowRight', 1],
  ['ArrowDown', -1],
  ['ArrowLeft', -1],
  ['PageUp', 10],
  ['PageDown', -10],
]);

/** Pixels from the top of the chart to a price, frame by frame: the scale changes with every candle. */
function useHeight(chart: MarketChart, price: number): number {
  const height = useSignal(EDGE);
  useEffect(() => {
    const follow = (): void => {
      height.value = chart.heightInside(price, EDGE);
      frame = requestAnimationFrame(follow);
    };
    let frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, [chart, price, height]);
  return height.value;
}
