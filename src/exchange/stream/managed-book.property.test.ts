import { afterEach, expect, test } from 'vitest';
import fc from 'fast-check';
import { BOOK_FORMATS, STREAM_DEPTHS, UPDATE_FREQUENCIES_MS } from '../../contract/channels/orderbook.ts';
import { type Lab, startLab } from '../lab.test-helper.ts';
import { FollowedBook } from './followed-book.test-helper.ts';
import { cancel, Listener, livingWorld, nextTurn, place } from './listener.test-helper.ts';
import { runsOf, shareOf } from '../../kernel/test-budget.test-helper.ts';

// Goal: a client that keeps a book from the frames has the book of the engine, at every depth, format and rate, whenever it
// came. Method: the clock stops one millisecond before each boundary, where the engine's own book is written down, and
// goes on to the boundary, where every followed book must be that one, frame or no frame.

/** Price and quantity decimals of each market as the wire writes them: worked out by hand from the worlds of the package. */
const DECIMALS: Readonly<Record<string, readonly [tick: number, priceDecimals: number, lot: number]>> = {
  'BTC-USDT': [1, 0, 100_000],
  'ETH-USDT': [0.1, 1, 10_000],
  'SOL-USDT': [0.01, 2, 1_000],
};

interface Followed {
  readonly listener: Listener;
  readonly symbol: string;
  readonly depth: number;
  readonly every: number;
  readonly book: FollowedBook;
}

let lab: Lab;
afterEach(() => lab.core.stop());

/** Of each market, over all connections. */
const UPDATES = shareOf(10_000);

/** Every way to follow a book. */
const TRANSPORTS = STREAM_DEPTHS.flatMap((depth) =>
  BOOK_FORMATS.flatMap((format) =>
    UPDATE_FREQUENCIES_MS.filter((ms) => depth !== 100 || ms >= 250).map((updateFrequencyMs) => ({
      depth,
      format,
      updateFrequencyMs,
    })),
  ),
);

/** One connection that follows all the markets in one way. */
function follow(symbols: readonly string[], way: (typeof TRANSPORTS)[number]): Followed[] {
  const listener = new Listener(lab.core);
  const { depth, updateFrequencyMs: every } = way;
  return symbols.map((symbol) => {
    listener.follow('orderbook', { symbol, ...way });
    return { listener, symbol, depth, every, book: new FollowedBook(depth) };
  });
}

/** The engine's book in the words of the checksum. */
function engineText(symbol: string, depth: number): string {
  const { book } = lab.core.state.markets.get(symbol) ?? {};
  const [tick, decimals, lots] = DECIMALS[symbol] ?? [1, 0, 1];
  const side = (word: 'buy' | 'sell', letter: string): string =>
    (book?.depth(word, depth) ?? [])
      .map(([price, quantity]) => `${letter}${(price * tick).toFixed(decimals)}:${String(quantity / lots)}|`)
      .join('');
  return side('buy', 'b') + side('sell', 'a');
}

/** Gives every follower its new frames. */
function read(all: readonly Followed[]): void {
  for (const listener of new Set(all.map((one) => one.listener))) {
    const own = new Map(all.filter((one) => one.listener === listener).map((one) => [one.symbol, one.book]));
    for (const push of listener.pushes()) own.get(String(push.data.symbol))?.apply(push);
  }
}

/** From boundary to boundary of 50 ms. `before` acts right after a boundary. */
async function run(all: Followed[], boundaries: number, before: (boundary: number) => void): Promise<void> {
  for (let boundary = 0; boundary < boundaries; boundary += 1) {
    before(boundary);
    lab.core.clock.advance(49);
    const truths = new Map<string, string>();
    const truth = (symbol: string, depth: number): string => {
      const key = `${symbol} ${depth}`;
      const known = truths.get(key) ?? engineText(symbol, depth);
      truths.set(key, known);
      return known;
    };
    const now = lab.core.state.now + 1;
    const due = all.filter(({ every }) => now % every === 0);
    for (const { symbol, depth } of due) truth(symbol, depth);
    lab.core.clock.advance(1);
    await nextTurn();
    read(all);
    for (const { book, symbol, depth } of due)
      if (book.text() !== truth(symbol, depth)) expect(book.text()).toBe(truth(symbol, depth));
  }
}

test(`${UPDATES} updates of living markets`, async () => {
  const symbols = ['BTC-USDT', 'ETH-USDT'];
  lab = await startLab({ world: livingWorld(symbols, 70), seed: 7 });
  const all = TRANSPORTS.flatMap((way) => follow(symbols, way));
  await run(all, shareOf(1_600), (boundary) => {
    // A late client subscribes to what others subscribe to already.
    const way = TRANSPORTS[boundary % TRANSPORTS.length];
    if (boundary % 160 === 80 && way) all.push(...follow(symbols, way));
  });
  const perMarket = symbols.map((symbol) =>
    all.filter((one) => one.symbol === symbol).reduce((sum, { book }) => sum + book.updates, 0),
  );
  expect(Math.min(...perMarket)).toBeGreaterThan(UPDATES);
  expect(all.every(({ book }) => book.updates > 0)).toBe(true);
});

test('books that empty, fill again, and reach in and out of every depth', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 999_999 }), { minLength: 30, maxLength: 60 }), async (moves) => {
      lab = await startLab({ world: 'bare' });
      const all = TRANSPORTS.flatMap((way) => follow(['SOL-USDT'], way));
      const resting: { readonly who: number; readonly no: number }[] = [];
      await run(all, moves.length, (boundary) => {
        const move = moves[boundary] ?? 0;
        // One in eight clears the book; the others put down a handful of orders far and near, crossing ones among them.
        if (move % 8 === 0)
          for (const { who, no } of resting.splice(0)) if (lab.core.state.orders.has(no)) cancel(lab, who, no);
        for (let count = 0; count < move % 7; count += 1) {
          const price = 190 + (((move >> count) % 120) - 60) / 100;
          const side = (move >> (count + 3)) % 120 < 60 ? 'buy' : 'sell';
          // Two buy and two sell, so that no account trades with itself.
          const who = (count % 2) + (side === 'buy' ? 0 : 2);
          if (resting.filter((one) => one.who === who && lab.core.state.orders.has(one.no)).length >= 9) continue;
          resting.push({ who, no: place(lab, who, side, '1', price.toFixed(2), { symbol: 'SOL-USDT' }) });
        }
      });
      lab.core.stop();
    }),
    { seed: 7, numRuns: runsOf({ quick: 3, full: 12 }) },
  );
});
