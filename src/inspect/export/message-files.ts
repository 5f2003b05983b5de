import type { Market, State } from '../../engine/state.ts';
import { formatUnits } from '../../kernel/decimal.ts';
import { OrderBook } from '../../scenarios/market-data/order-book.ts';
import type { BookMessage, MessageSink } from './order-messages.ts';
import { csvLine } from './sinks.ts';
import type { ExportWindow } from './tables.ts';

/** Where the lines of message files go. */
export interface LineFiles {
  /** Adds text to the file of this name, which is made when it is first named. */
  add(name: string, text: string): Promise<void> | void;
}

/** How messages become files. */
export interface MessageFormat {
  /** Files of one market begin anew with each day (UTC). */
  readonly isDaily: boolean;
  /** What a file of a market begins with, by its name. */
  head(market: MarketTerms, day: string): readonly NamedText[];
  /** The lines of a message, after which the book is `book`. */
  lines(market: MarketTerms, day: string, message: BookMessage, book: OrderBook): readonly NamedText[];
}

interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Tick and lot of a market, in 1e-8 of its assets. */
export interface MarketTerms {
  readonly symbol: string;
  readonly tickUnits: number;
  readonly lotUnits: number;
}

/** One CSV a market, with a header: decimals, and times in Unix ms. `perpsim` reads it as `orders`. */
export const ORDER_FILES: MessageFormat = {
  isDaily: false,
  head: ({ symbol }) => [{ name: `${symbol}.orders.csv`, text: csvLine(ORDER_COLUMNS) }],
  lines: ({ symbol, tickUnits, lotUnits }, _day, { time, event, id, side, price, lots }) => {
    const [at, quantity] = [
      formatUnits(BigInt(price) * BigInt(tickUnits)),
      formatUnits(BigInt(lots) * BigInt(lotUnits)),
    ];
    return [{ name: `${symbol}.orders.csv`, text: csvLine([time, event, id, side, at, quantity]) }];
  },
};

export const ORDER_COLUMNS: readonly string[] = ['time', 'event', 'order_id', 'side', 'price', 'quantity'];

const TYPES: Readonly<Record<BookMessage['event'], number>> = { add: 1, reduce: 2, remove: 3, execute: 4 };

/** Prices of a level that is not there. */
const NO_ASK = '9999999999';
const NO_BID = '-9999999999';

/**
 * A message file and an order book file for each market and day, without headers, as those of LOBSTER. Line n of the order book is the
 * book after line n of the messages: price and size of ask and bid by turns, best first, `levels` of each.
 */
export const lobsterFiles = ({
  levels,
  priceScale,
}: {
  readonly levels: number;
  readonly priceScale: number;
}): MessageFormat => ({
  isDaily: true,
  head: () => [],
  lines: ({ symbol, tickUnits }, day, { time, event, id, side, price, lots }, book) => {
    const scaled = (ticks: number): string => String((BigInt(ticks) * BigInt(tickUnits) * BigInt(priceScale)) / UNIT);
    const [asks, bids] = [book.depth('sell', levels), book.depth('buy', levels)];
    const cells = Array.from({ length: levels }, (_none, level) => {
      const [ask, bid] = [asks[level], bids[level]];
      return [ask ? `${scaled(ask[0])},${ask[1]}` : `${NO_ASK},0`, bid ? `${scaled(bid[0])},${bid[1]}` : `${NO_BID},0`];
    });
    const direction = side === 'buy' ? 1 : -1;
    const row = [secondsOf(time), TYPES[event], id, lots, scaled(price), direction].join(',');
    return [
      { name: `${symbol}_${day}_message_${levels}.csv`, text: `${row}\n` },
      { name: `${symbol}_${day}_orderbook_${levels}.csv`, text: `${cells.flat().join(',')}\n` },
    ];
  },
});

const UNIT = 100_000_000n;
const DAY_MS = 86_400_000;

/** Seconds after midnight (UTC) with nine decimals, of which the exchange knows three. */
function secondsOf(time: number): string {
  const ms = time % DAY_MS;
  return `${Math.floor(ms / 1_000)}.${String(ms % 1_000).padStart(3, '0')}000000`;
}

/** The least scale at which every price of a market is whole; a power of ten. */
export function priceScaleOf({ tickUnits }: MarketTerms): number {
  let scale = 1;
  while ((BigInt(tickUnits) * BigInt(scale)) % UNIT !== 0n) scale *= 10;
  return scale;
}

interface OpenMarket {
  readonly terms: MarketTerms;
  readonly book: OrderBook;
  /** Day of the file that is written; null before the first. */
  day: string | null;
  messages: number;
}

export interface MessageFilesOptions {
  readonly format: MessageFormat;
  readonly window: ExportWindow;
  readonly files: LineFiles;
  /** Only this market; all without it. */
  readonly symbol?: string;
  /** Is shown the markets that are written, and the symbols of all, before any message; it refuses them by throwing. */
  readonly check?: (chosen: readonly MarketTerms[], all: readonly string[]) => void;
}

/**
 * Writes messages as files. A file begins with an `add` for each order that rests already, so that it stands alone: at
 * midnight, at the start of the window, or at the start of the exchange.
 */
export class MessageFiles implements MessageSink {
  readonly #options: MessageFilesOptions;
  readonly #markets = new Map<string, OpenMarket>();
  #startTime = 0;

  constructor(options: MessageFilesOptions) {
    this.#options = options;
  }

  /** Messages of each market that were written. */
  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(Array.from(this.#markets, ([symbol, { messages }]) => [symbol, messages]));
  }

  begin(state: State): void {
    const { symbol, check } = this.#options;
    this.#startTime = state.now;
    for (const market of state.markets.values()) {
      if (symbol !== undefined && symbol !== market.spec.symbol) continue;
      const terms = termsOf(market);
      this.#markets.set(terms.symbol, { terms, book: new OrderBook(), day: null, messages: 0 });
    }
    check?.(
      Array.from(this.#markets.values(), ({ terms }) => terms),
      [...state.markets.keys()],
    );
  }

  async add(messages: readonly BookMessage[]): Promise<void> {
    for (const message of messages) {
      const market = this.#markets.get(message.symbol);
      if (!market || message.time >= this.#options.window.to) continue;
      if (message.time < this.#options.window.from) apply(market.book, message);
      else await this.#write(market, message);
    }
  }

  async #write(market: OpenMarket, message: BookMessage): Promise<void> {
    const { format, window } = this.#options;
    const today = new Date(message.time).toISOString().slice(0, 10);
    if (market.day === null || (format.isDaily && market.day !== today)) {
      market.day = today;
      for (const { name, text } of format.head(market.terms, today)) await this.#options.files.add(name, text);
      const midnight = format.isDaily ? Date.parse(`${today}T00:00:00Z`) : 0;
      await this.#open(market, today, Math.max(midnight, window.from, this.#startTime));
    }
    apply(market.book, message);
    await this.#line(market, today, message, market.book);
  }

  /** Adds what rests already, in the order of the queues, into a book of its own. */
  async #open(market: OpenMarket, day: string, time: number): Promise<void> {
    const begun = new OrderBook();
    const { symbol } = market.terms;
    for (const side of ['buy', 'sell'] as const) {
      for (const { id, price, quantity } of market.book.queue(side)) {
        const add = { time, symbol, event: 'add', id, side, price, lots: Number(quantity) } as const;
        apply(begun, add);
        await this.#line(market, day, add, begun);
      }
    }
  }

  async #line(market: OpenMarket, day: string, message: BookMessage, book: OrderBook): Promise<void> {
    for (const { name, text } of this.#options.format.lines(market.terms, day, message, book)) {
      const added = this.#options.files.add(name, text);
      if (added) await added;
    }
    market.messages += 1;
  }
}

const termsOf = ({ spec: { symbol, tickUnits, lotUnits } }: Market): MarketTerms => ({ symbol, tickUnits, lotUnits });

function apply(book: OrderBook, { event, id, side, price, lots }: BookMessage): void {
  book.apply({ event, id, side, price, quantity: BigInt(lots) });
}
