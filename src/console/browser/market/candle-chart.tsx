import { useEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { account } from '../data/account.ts';
import { type ChartInterval, followBars, INTERVALS, readBars } from '../data/candles.ts';
import { Choices } from '../design/choices.tsx';
import { Panel } from '../design/panel.tsx';
import { linesOf, spokenLines } from './chart-lines.ts';
import { MarketChart } from './market-chart.ts';
import { OrderHandles } from './order-handles.tsx';

/** Candles with volume of one market, which grow with every trade and go back in time as the reader scrolls. */
export function CandleChart({ symbol }: { readonly symbol: string }) {
  const interval = useSignal<ChartInterval>('1m');
  const problem = useSignal<string | null>(null);
  const shown = useSignal<MarketChart | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const chosen = interval.value;
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
  }, [symbol, chosen, problem, shown]);
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
  const following = followBars(symbol, interval, until, (bar) => chart.grow(bar));
  chart.show(await readBars(symbol, interval));
  chart.onPast(async (oldest) => (until.aborted ? [] : readBars(symbol, interval, oldest * 1_000 - 1)));
  await following;
}
