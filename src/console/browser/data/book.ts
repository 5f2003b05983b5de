import { type Signal, signal } from '@preact/signals';
import type { ManagedBook } from '../../../client.ts';
import { readControl } from './control.ts';
import { clock, stream } from './exchange.ts';
import { firstBook, forgetFirstBook } from './first.ts';
import { beforeFrame } from './frames.ts';

/** One level: price and quantity as the exchange writes them, and the sum of quantities from the touch to here. */
export interface Level {
  readonly price: string;
  readonly quantity: string;
  readonly total: number;
}

export interface BookView {
  readonly state: ManagedBook['state'];
  /** Best first. */
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

const NOTHING: BookView = { state: 'loading', bids: [], asks: [] };
const DEPTH = 50;
const EVERY_MS = 50;
/** How often a book is read while the clock stands still: frames of the stream are due in exchange time. */
const STANDING_MS = 300;

/** Returns what is known of a book before it is followed. */
export function firstView(symbol: string): BookView {
  const first = firstBook(symbol);
  return first ? { state: 'live', bids: standingSide(first.bids), asks: standingSide(first.asks) } : NOTHING;
}

/** Follows the book of a market until `until`; the signal changes at most once a frame. */
export function followBook(symbol: string, until: AbortSignal): Signal<BookView> {
  const view = signal(firstView(symbol));
  forgetFirstBook();
  void open(symbol, until, view);
  const timer = setInterval(() => void readStanding(symbol, until, view), STANDING_MS);
  until.addEventListener('abort', () => clearInterval(timer), { once: true });
  return view;
}

/** What the control plane says of a book. */
interface StandingBook {
  readonly bids: readonly (readonly [string, string])[];
  readonly asks: readonly (readonly [string, string])[];
}

/** Shows orders and trades in the book at once on a manual clock, which the stream would do when time goes on. */
async function readStanding(symbol: string, until: AbortSignal, view: Signal<BookView>): Promise<void> {
  if (clock.value.mode !== 'manual' || view.value.state !== 'live') return;
  const read = await readControl<StandingBook>(`/book?symbol=${encodeURIComponent(symbol)}&depth=${DEPTH}`);
  // Without the token of the control plane the book is that of the last frame.
  if (until.aborted || 'error' in read) return;
  const [bids, asks] = [standingSide(read.value.bids), standingSide(read.value.asks)];
  const shown = JSON.stringify([view.value.bids, view.value.asks]);
  if (JSON.stringify([bids, asks]) !== shown) view.value = { ...view.value, bids, asks };
}

const standingSide = (side: StandingBook['bids']): Level[] =>
  levelsOf(side.map(([price, quantity]) => ({ price, quantity })));

async function open(symbol: string, until: AbortSignal, view: Signal<BookView>): Promise<void> {
  try {
    const book = await stream.book(symbol, { depth: DEPTH, updateFrequencyMs: EVERY_MS });
    const redraw = (): void => {
      if (!until.aborted) view.value = { state: book.state, bids: levelsOf(book.bids), asks: levelsOf(book.asks) };
    };
    const close = (): void => void book.close().catch(() => undefined);
    if (until.aborted) return close();
    until.addEventListener('abort', close, { once: true });
    book.onChange(() => beforeFrame(redraw));
    redraw();
  } catch {
    if (!until.aborted) view.value = { ...NOTHING, state: 'closed' };
  }
}

function levelsOf(levels: readonly { readonly price: string; readonly quantity: string }[]): Level[] {
  let total = 0;
  return levels.map(({ price, quantity }) => {
    total += Number(quantity);
    return { price, quantity, total };
  });
}
