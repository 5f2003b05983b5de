import { type Signal, signal } from '@preact/signals';
import type { ManagedBook } from '../../../client/index.ts';
import { stream } from './exchange.ts';
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

/** Follows the book of a market until `until`; the signal changes at most once a frame. */
export function followBook(symbol: string, until: AbortSignal): Signal<BookView> {
  const view = signal(NOTHING);
  void open(symbol, until, view);
  return view;
}

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

function levelsOf(levels: ManagedBook['bids']): Level[] {
  let total = 0;
  return levels.map(({ price, quantity }) => {
    total += Number(quantity);
    return { price, quantity, total };
  });
}
