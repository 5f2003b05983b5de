import type { ExchangeConfig } from '../../engine/config.ts';
import { ControlError } from '../../exchange/control-error.ts';
import type { Control } from '../../exchange/exchange.ts';
import { loadWorld, worldToConfig } from '../../exchange/world/world-file.ts';
import { divHalfEven, formatUnits } from '../../kernel/decimal.ts';
import { OrderBook } from '../market-data/order-book.ts';
import { RunError } from '../run/run.ts';
import type { MarketHistory, Scenario } from '../scenario.ts';
import {
  type Increments,
  openRows,
  priceText,
  quantityText,
  type RecordedMessage,
  type RecordedRow,
  type Sources,
  sourcesOf,
} from './recorded-rows.ts';
import { ShadowBook } from './shadow-book.ts';

type HistoryControl = Pick<
  Control,
  'setHistoryDepth' | 'historyTrade' | 'historyOrder' | 'movePrice' | 'stopFeed' | 'releasePrice'
>;

/** What a feed needs to know of its market. */
export interface FedMarket extends Increments {
  /** The index follows the data; false where the world moves it by a process of its own. */
  readonly hasIndex: boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** After so long without a row the data says nothing of the present any more. */
const GAP_MS: Readonly<Record<Sources['book'], number>> = {
  // Of orders every change is recorded, so that only the end of the data is a gap.
  orders: MINUTE_MS,
  depth: MINUTE_MS,
  tops: MINUTE_MS,
  trades: HOUR_MS,
  candles: 2 * HOUR_MS,
};

/**
 * Plays the data of one market. At each time its trades come first, then the book as they left it, then the index. After a
 * gap in the data the feed of the index stops and the recorded book is empty, until the next row.
 */
class MarketFeed {
  readonly #market: FedMarket;
  readonly #control: HistoryControl;
  readonly #rows: RowMerge;
  readonly #sources: Sources;
  readonly #book = new ShadowBook();
  readonly #orders: ShadowOrders;
  /** Exchange time less data time. */
  readonly #shiftMs: number;
  #snapshotAt: number | null = null;
  #index = '';
  #hasGap = false;
  /** Exchange time of the last row; null before the first. */
  #last: number | null = null;
  /** Rows of before the start have left a book, which the start shows. */
  #startsAt: number | null = null;

  private constructor(market: FedMarket, control: HistoryControl, rows: RowMerge, sources: Sources, shiftMs: number) {
    this.#market = market;
    this.#control = control;
    this.#rows = rows;
    this.#sources = sources;
    this.#shiftMs = shiftMs;
    this.#orders = new ShadowOrders(market, control, (run) => this.#whileOpen(run));
  }

  /** Opens the data of a market, whose time `from` (or that of its first row) falls on `startTime`. */
  static async open(
    history: MarketHistory,
    market: FedMarket,
    control: HistoryControl,
    startTime: number,
  ): Promise<MarketFeed> {
    const rows = await RowMerge.over(await openRows(history, market));
    const from = history.from ?? rows.next?.time ?? startTime;
    const feed = new MarketFeed(market, control, rows, sourcesOf(history), startTime - from);
    await feed.#skipTo(from, startTime);
    return feed;
  }

  /** When there is something to play next; null once the data has ended and that was said. */
  nextTime(): number | null {
    if (this.#startsAt !== null) return this.#startsAt;
    const next = this.#rows.next;
    const due = next && next.time + this.#shiftMs;
    if (this.#last === null || this.#hasGap) return due;
    const gapAt = this.#last + GAP_MS[this.#sources.book];
    if (this.#sources.book === 'orders') return due ?? gapAt;
    return due === null ? gapAt : Math.min(due, gapAt);
  }

  /** Plays everything that is due by `now`, time by time. */
  async perform(now: number): Promise<void> {
    for (let time = this.nextTime(); time !== null && time <= now; time = this.nextTime()) await this.#play(time);
  }

  /** Closes the files. */
  close(): Promise<void> {
    return this.#rows.close();
  }

  async #skipTo(from: number, startTime: number): Promise<void> {
    let skipped = false;
    while (this.#rows.next && this.#rows.next.time < from) {
      const row = this.#rows.next;
      this.#note(row);
      if (row.kind === 'trade') this.#quote(row);
      if (row.kind === 'order') this.#orders.skip(row);
      skipped = true;
      await this.#rows.advance();
    }
    if (skipped) this.#startsAt = startTime;
  }

  async #play(time: number): Promise<void> {
    const next = this.#rows.next;
    const isRow = next !== null && next.time + this.#shiftMs <= time;
    if (!isRow && this.#startsAt === null) {
      this.#stop();
      return;
    }
    this.#startsAt = null;
    this.#last = time;
    this.#goOn();
    this.#orders.restore();
    for (let row = next; row && row.time + this.#shiftMs <= time; row = this.#rows.next) {
      this.#note(row);
      if (row.kind === 'trade') {
        if (row.lots > 0) this.#trade(row);
        this.#quote(row);
      }
      if (row.kind === 'order') this.#orders.play(row);
      await this.#rows.advance();
    }
    if (this.#sources.book === 'orders') this.#showIndex(this.#orders.isKnown && !this.#isHalted);
    else this.#show();
  }

  /** Takes a row into the recorded book and the index. */
  #note(row: RecordedRow): void {
    if (row.kind === 'price' || (row.kind === 'trade' && isFromTrades(this.#sources))) {
      this.#index = priceText(this.#market, row.ticks);
    }
    if (row.kind === 'depth') this.#noteDepth(row);
    if (row.kind === 'halt') this.#noteHalt(row.isHalted);
    if (row.kind === 'top') {
      if (this.#sources.book === 'tops') this.#setTop(row.bid, row.ask);
      if (row.bid && row.ask) this.#index = this.#midOf(row.bid.ticks, row.ask.ticks);
    }
  }

  #noteDepth({ time, side, ticks, lots, snapshot }: Extract<RecordedRow, { kind: 'depth' }>): void {
    if (snapshot && this.#snapshotAt !== time) {
      this.#book.clear();
      this.#snapshotAt = time;
    }
    this.#book.set(side, ticks, lots);
    if (this.#sources.index !== 'depth') return;
    const top = this.#book.top();
    if (top) this.#index = this.#midOf(...top);
  }

  /** Without a recorded book, the side that a trade took stands at its price, and the other side a tick away. */
  #quote({ side, ticks, lots }: Extract<RecordedRow, { kind: 'trade' }>): void {
    if (this.#sources.book === 'depth' || this.#sources.book === 'tops' || lots === 0) return;
    const bid = { ticks: side === 'buy' ? ticks - 1 : ticks, lots };
    this.#setTop(bid.ticks > 0 ? bid : null, { ticks: bid.ticks + 1, lots });
  }

  #setTop(
    bid: { readonly ticks: number; readonly lots: number } | null,
    ask: { readonly ticks: number; readonly lots: number } | null,
  ): void {
    this.#book.clear();
    if (bid) this.#book.set('buy', bid.ticks, bid.lots);
    if (ask) this.#book.set('sell', ask.ticks, ask.lots);
  }

  #trade({ side, ticks, lots }: Extract<RecordedRow, { kind: 'trade' }>): void {
    const { symbol } = this.#market;
    this.#whileOpen(() =>
      this.#control.historyTrade(symbol, side, priceText(this.#market, ticks), quantityText(this.#market, lots)),
    );
  }

  /** Tells the market the book, and then the index. Out of its hours a market learns neither. */
  #show(): void {
    const { symbol } = this.#market;
    const taken = this.#book.take();
    const levels = taken?.levels.map(({ side, ticks, lots }) => ({
      side,
      price: priceText(this.#market, ticks),
      quantity: quantityText(this.#market, lots),
    }));
    const isOpen =
      !levels || this.#whileOpen(() => this.#control.setHistoryDepth(symbol, levels, taken?.snapshot ?? false));
    if (!isOpen) this.#book.lost();
    this.#showIndex(isOpen);
  }

  #showIndex(isOpen: boolean): void {
    const { symbol, hasIndex } = this.#market;
    const top = this.#orders.top();
    if (top) this.#index = this.#midOf(...top);
    if (!isOpen || !hasIndex || this.#index === this.#shown || this.#index === '') return;
    this.#control.movePrice(symbol, this.#index);
    this.#shown = this.#index;
  }

  /** While a market is halted its orders still come and go, but its prices say nothing. */
  #noteHalt(isHalted: boolean): void {
    if (isHalted === this.#isHalted) return;
    this.#isHalted = isHalted;
    const { symbol, hasIndex } = this.#market;
    if (hasIndex && isHalted) this.#control.stopFeed(symbol);
    else if (hasIndex) this.#control.releasePrice(symbol);
  }

  #isHalted = false;

  /** The index that the market has. */
  #shown = '';

  #stop(): void {
    const { symbol, hasIndex } = this.#market;
    this.#hasGap = true;
    if (hasIndex) this.#control.stopFeed(symbol);
    this.#whileOpen(() => this.#control.setHistoryDepth(symbol, [], true));
    this.#book.lost();
    if (this.#sources.book === 'orders') this.#orders.lost();
  }

  #goOn(): void {
    if (!this.#hasGap) return;
    this.#hasGap = false;
    if (this.#market.hasIndex) this.#control.releasePrice(this.#market.symbol);
  }

  /** False when the market is closed; it then takes neither trades nor levels. */
  #whileOpen(run: () => void): boolean {
    try {
      run();
      return true;
    } catch (error) {
      if (error instanceof ControlError && error.code === 'MARKET_CLOSED') return false;
      throw error;
    }
  }

  #midOf(bid: number, ask: number): string {
    return formatUnits(divHalfEven(BigInt(bid + ask) * BigInt(this.#market.tickUnits), 2n));
  }
}

/**
 * The recorded orders of a market as they are without users. Each message goes to the market as it comes. A market that was
 * closed, or that begins in the middle of the record, is given all orders anew, in the order of their queues.
 */
class ShadowOrders {
  readonly #market: FedMarket;
  readonly #control: HistoryControl;
  readonly #whileOpen: (run: () => void) => boolean;
  readonly #book = new OrderBook();
  /** False while the market has another book than the record. */
  #isKnown = true;

  constructor(market: FedMarket, control: HistoryControl, whileOpen: (run: () => void) => boolean) {
    this.#market = market;
    this.#control = control;
    this.#whileOpen = whileOpen;
  }

  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Best bid and ask in ticks; null while a side is empty. */
  top(): readonly [bid: number, ask: number] | null {
    return this.#book.top();
  }

  /** Takes a message of before the start. */
  skip(message: RecordedMessage): void {
    this.#take(message);
    this.#isKnown = false;
  }

  play(message: RecordedMessage): void {
    const { event, id } = message;
    this.restore();
    if (this.#isKnown) {
      const isHidden = event === 'hidden';
      this.#isKnown = this.#send(isHidden ? 'execute' : event, isHidden ? '' : id, message);
    }
    this.#take(message);
  }

  /** The market has lost its copy. */
  lost(): void {
    this.#isKnown = false;
  }

  /** Gives the market all orders, when it does not know them and is open. */
  restore(): void {
    if (this.#isKnown) return;
    const { symbol } = this.#market;
    this.#isKnown = this.#whileOpen(() => {
      this.#control.setHistoryDepth(symbol, [], true);
      for (const side of ['buy', 'sell'] as const) {
        for (const { id, price, quantity } of this.#book.queue(side)) {
          this.#send('add', id, { side, ticks: price, lots: Number(quantity) });
        }
      }
    });
  }

  #take({ event, id, side, ticks, lots }: RecordedMessage): void {
    this.#book.apply({ event, id, side, price: ticks, quantity: BigInt(lots) });
  }

  #send(
    event: 'add' | 'reduce' | 'remove' | 'execute',
    id: string,
    { side, ticks, lots }: Pick<RecordedMessage, 'side' | 'ticks' | 'lots'>,
  ): boolean {
    // Less than a lot is nothing.
    if (lots === 0) return true;
    const [price, quantity] = [priceText(this.#market, ticks), quantityText(this.#market, lots)];
    return this.#whileOpen(() => this.#control.historyOrder(this.#market.symbol, event, id, side, price, quantity));
  }
}

const isFromTrades = ({ index, book }: Sources): boolean =>
  index === 'trades' || (index === 'candles' && book === 'candles');

/** Plays recorded data into a run at its times. */
export class HistoryFeed {
  readonly #feeds: readonly MarketFeed[];

  private constructor(feeds: readonly MarketFeed[]) {
    this.#feeds = feeds;
  }

  /**
   * Opens the data of a scenario. Throws MarketDataError for data that cannot be read, and names the row; rows further on
   * are read, and refused, as they are played.
   */
  static async open(
    { histories, world }: Pick<Scenario, 'histories' | 'world'>,
    control: HistoryControl,
    startTime: number,
  ): Promise<HistoryFeed> {
    if (histories.length === 0) return new HistoryFeed([]);
    const { markets } = configOf(world);
    const feeds: MarketFeed[] = [];
    for (const history of histories) {
      const spec = markets.find(({ symbol }) => symbol === history.symbol);
      if (spec?.liquidity.kind !== 'history') {
        throw new RunError(`the world must give ${history.symbol} the liquidity { kind: history }`);
      }
      const { symbol, tickUnits, lotUnits, process } = spec;
      const market = { symbol, tickUnits, lotUnits, hasIndex: process.kind === 'still' };
      feeds.push(await MarketFeed.open(history, market, control, startTime));
    }
    return new HistoryFeed(feeds);
  }

  /** When there is something to play next; null once all has been played. */
  nextTime(): number | null {
    const times = this.#feeds.flatMap((feed) => feed.nextTime() ?? []);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Plays everything that is due by `now`, market by market. */
  async perform(now: number): Promise<void> {
    for (const feed of this.#feeds) await feed.perform(now);
  }

  /** Closes the files. */
  async close(): Promise<void> {
    for (const feed of this.#feeds) await feed.close();
  }
}

function configOf(world: Scenario['world']): ExchangeConfig {
  const file = typeof world === 'string' ? loadWorld(world).file : world;
  return worldToConfig(file, { seed: '0', nonceRule: 'increasing' });
}

interface Stream {
  readonly rows: AsyncIterator<RecordedRow>;
  row: RecordedRow | null;
}

/** The rows of several files in the order of time; rows of one time in the order of the files. One row of each is held. */
class RowMerge {
  readonly #streams: readonly Stream[];

  private constructor(streams: readonly Stream[]) {
    this.#streams = streams;
  }

  static async over(files: readonly AsyncIterable<RecordedRow>[]): Promise<RowMerge> {
    const streams = files.map((rows): Stream => ({ rows: rows[Symbol.asyncIterator](), row: null }));
    for (const stream of streams) await load(stream);
    return new RowMerge(streams);
  }

  /** The next row; null after the last. */
  get next(): RecordedRow | null {
    return this.#first()?.row ?? null;
  }

  /** Reads on behind the next row. */
  async advance(): Promise<void> {
    const first = this.#first();
    if (first) await load(first);
  }

  async close(): Promise<void> {
    for (const { rows } of this.#streams) await rows.return?.();
  }

  #first(): Stream | null {
    let first: Stream | null = null;
    for (const stream of this.#streams) {
      if (stream.row && (first?.row ? stream.row.time < first.row.time : true)) first = stream;
    }
    return first;
  }
}

async function load(stream: Stream): Promise<void> {
  const next = await stream.rows.next();
  stream.row = next.done ? null : next.value;
}
