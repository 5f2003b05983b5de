import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  LineStyle,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Bar } from '../data/candles.ts';
import { type Colours, withColours } from '../design/colours.ts';
import type { ChartLine } from './chart-lines.ts';

/** Older candles are read when fewer than this many are left of what is seen. */
const READ_AHEAD = 50;

/**
 * The chart itself: one series of candles and one of volumes below it. The library throws when a removed chart is used, also
 * in a later frame, so whatever arrives after `remove` (candles, a frame, new colours) is dropped here.
 */
export class MarketChart {
  readonly #chart: IChartApi;
  readonly #candles;
  readonly #volumes;
  readonly #stop: () => void;
  #bars: Bar[] = [];
  #early: Bar[] = [];
  #isReading = false;
  #colours: Colours | undefined;
  #lines: readonly ChartLine[] = [];
  #drawn: IPriceLine[] = [];
  #isRemoved = false;

  constructor(place: HTMLElement) {
    this.#chart = createChart(place, {
      autoSize: true,
      layout: {
        attributionLogo: false,
        background: { color: 'transparent' },
        fontSize: 11,
        // The library's own list of fonts gives labels of another width on each machine.
        fontFamily: getComputedStyle(place).fontFamily,
      },
      timeScale: { timeVisible: true, secondsVisible: false },
      rightPriceScale: { borderVisible: false },
    });
    this.#candles = this.#chart.addSeries(CandlestickSeries, { borderVisible: false });
    this.#volumes = this.#chart.addSeries(HistogramSeries, { priceScaleId: '', priceFormat: { type: 'volume' } });
    this.#candles.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: 0.24 } });
    this.#volumes.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
    this.#stop = withColours((colours) => this.#paint(colours));
  }

  /** Shows these candles, oldest first, and what has come in meanwhile. */
  show(bars: readonly Bar[]): void {
    if (this.#isRemoved) return;
    this.#bars = [...bars];
    this.#candles.applyOptions({ priceFormat: formatFor(bars) });
    this.#draw();
    for (const bar of this.#early) this.grow(bar);
    this.#early = [];
    this.#chart.timeScale().scrollToRealTime();
  }

  /** Adds a candle or changes the last one. One before the last, which a late frame may bring, is left out. */
  grow(bar: Bar): void {
    if (this.#isRemoved) return;
    const last = this.#bars.at(-1);
    if (!last) {
      this.#early.push(bar);
      return;
    }
    if (bar.time < last.time) return;
    if (bar.time === last.time) this.#bars[this.#bars.length - 1] = bar;
    else this.#bars.push(bar);
    this.#candles.update(candleOf(bar));
    this.#volumes.update(this.#volumeOf(bar));
  }

  /** Asks for candles before the oldest one when the reader comes near it. */
  onPast(read: (oldest: number) => Promise<readonly Bar[]>): void {
    if (this.#isRemoved) return;
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      const oldest = this.#bars[0];
      if (!range || !oldest || range.from > READ_AHEAD || this.#isReading) return;
      this.#isReading = true;
      read(oldest.time)
        .then((older) => {
          if (older.length === 0 || this.#isRemoved) return;
          this.#bars = [...older.filter(({ time }) => time < oldest.time), ...this.#bars];
          this.#draw();
          this.#isReading = false;
        })
        // The reader keeps what there is; scrolling on asks again.
        .catch(() => {
          this.#isReading = false;
        });
    });
  }

  /** Draws these prices across the chart, in place of those before. */
  showLines(lines: readonly ChartLine[]): void {
    if (this.#isRemoved) return;
    for (const drawn of this.#drawn) this.#candles.removePriceLine(drawn);
    this.#lines = lines;
    this.#drawn = lines.map(({ price, title, tone, isDashed }) =>
      this.#candles.createPriceLine({
        price,
        title,
        color: this.#colours?.[tone] ?? '',
        axisLabelTextColor: this.#colours?.panel ?? '',
        lineWidth: 1,
        lineStyle: isDashed ? LineStyle.Dashed : LineStyle.Solid,
      }),
    );
  }

  /** Whole pixels from the top of the chart to a price, or to the edge behind which it lies. */
  heightInside(price: number, edge: number): number {
    if (this.#isRemoved) return edge;
    const height = this.#candles.priceToCoordinate(price) ?? edge;
    const { height: whole } = this.#chart.paneSize();
    return Math.round(Math.min(Math.max(height, edge), Math.max(edge, whole - edge)));
  }

  /** The price at so many pixels below the top of the chart. */
  priceAt(height: number): number | null {
    return this.#isRemoved ? null : this.#candles.coordinateToPrice(height);
  }

  remove(): void {
    this.#isRemoved = true;
    this.#stop();
    this.#chart.remove();
  }

  #draw(): void {
    this.#candles.setData(this.#bars.map(candleOf));
    this.#volumes.setData(this.#bars.map((bar) => this.#volumeOf(bar)));
  }

  #paint(colours: Colours): void {
    if (this.#isRemoved) return;
    this.#colours = colours;
    const { up, down, line, quiet } = colours;
    this.#chart.applyOptions({
      layout: { textColor: quiet },
      grid: { vertLines: { color: line }, horzLines: { color: line } },
      timeScale: { borderColor: line },
    });
    this.#candles.applyOptions({ upColor: up, downColor: down, wickUpColor: up, wickDownColor: down });
    this.#draw();
    this.showLines(this.#lines);
  }

  #volumeOf({ time, open, close, volume }: Bar) {
    const color = close >= open ? this.#colours?.upSoft : this.#colours?.downSoft;
    return { time: time as UTCTimestamp, value: volume, ...(color !== undefined && { color }) };
  }
}

const candleOf = ({ time, open, high, low, close }: Bar) => ({ time: time as UTCTimestamp, open, high, low, close });

/** As many decimals as the prices have. */
function formatFor(bars: readonly Bar[]) {
  const decimals = Math.max(0, ...bars.slice(-100).map(({ close }) => String(close).split('.')[1]?.length ?? 0));
  return { type: 'price', precision: decimals, minMove: 10 ** -decimals } as const;
}
