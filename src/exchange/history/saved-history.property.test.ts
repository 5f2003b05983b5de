import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CodecError, type Plain } from '../../kernel/codec/codec.ts';
import { dumpText, parseDumpText } from '../../kernel/canonical-json.ts';
import { BTC, ETH, historyOf, newHistory, T0, type TestHistory } from './history.test-helper.ts';
import { eventsOf, marketSteps } from './random-market.test-helper.ts';
import { decodeHistory, encodeHistory } from './saved-history.ts';
import { shareOf } from '../../kernel/test-budget.test-helper.ts';

const MARKETS = new Map([
  ['BTC-USDT', BTC],
  ['ETH-USDT', ETH],
]);
const ORIGIN = { seed: '7', startTime: T0, historyDays: 2 };

const textOf = (history: TestHistory): string => dumpText(encodeHistory(history.save(), MARKETS));

/** The history as it comes back from a file, or from memory. */
const restored = (history: TestHistory, fromFile: boolean): TestHistory =>
  newHistory({
    origin: ORIGIN,
    from: fromFile ? decodeHistory(parseDumpText(textOf(history)), MARKETS) : history.save(),
  });

function readsOf(history: TestHistory): unknown {
  const window = { from: 0, to: Number.MAX_SAFE_INTEGER };
  const now = T0 + 400 * 7_200_000;
  return [1, 2].map((account) => [
    history.orderHistory({ account, ...window }),
    history.trades({ account, ...window, limit: 1_000, offset: 0 }),
    history.closedPositions({ account, ...window }),
    ...[...MARKETS.keys()].map((symbol) => [
      history.dayStats(symbol),
      history.lastTrades(symbol, 1_000),
      history.candles({ symbol, interval: '5m', from: T0 - 86_400_000, to: now, limit: 500, now }),
      history.candles({ symbol, interval: '4h', from: 0, to: now, limit: 500, now }),
    ]),
  ]);
}

// Goal: a restored history is the one that was saved, and goes on like it. Method: events in two parts, with a save,
// through text or not, between them at any number of fed rows, against one history that was never saved.
test('a history continues from what was saved of it', async () => {
  const cut = fc.record({
    at: fc.integer({ min: 0, max: 100 }),
    ready: fc.boolean(),
    fromFile: fc.boolean(),
    feed: fc.integer({ min: 0, max: 60 }),
  });
  await fc.assert(
    fc.asyncProperty(marketSteps(30), cut, fc.boolean(), async (steps, { at, ready, feed, fromFile }, reads) => {
      const events = eventsOf(steps);
      const place = Math.floor((events.length * at) / 100);
      const through = await historyOf(events, { origin: ORIGIN });
      const first = newHistory({ origin: ORIGIN });
      first.record(events.slice(0, place));
      if (ready) {
        await first.ready();
        first.feed(feed);
      }
      if (reads) first.dayStats('ETH-USDT');
      const second = restored(first, fromFile);
      // What the first one comes to later is nothing to the second.
      first.record(events.slice(place));
      if (reads) second.dayStats('BTC-USDT');
      second.record(events.slice(place));
      await second.ready();
      expect(readsOf(second)).toEqual(readsOf(through));
      expect(textOf(second) === textOf(through)).toBe(true);
      for (const history of [through, first, second]) history.close();
    }),
    { seed: 23, numRuns: shareOf(60) },
  );
});

test('what is saved stays as it is while the history goes on', () => {
  const [steps = []] = fc.sample(marketSteps(30), { seed: 5, numRuns: 1 });
  const events = eventsOf(steps);
  const half = events.length / 2;
  const history = newHistory({ origin: ORIGIN });
  history.record(events.slice(0, half));
  const saved = history.save();
  const before = dumpText(encodeHistory(saved, MARKETS));
  history.record(events.slice(half));
  expect(dumpText(encodeHistory(saved, MARKETS))).toBe(before);
});

type Step = string | number;

function put(plain: Plain, [first = '', ...rest]: readonly Step[], value: Plain): void {
  const node = plain as Record<Step, Plain>;
  if (rest.length > 0) put(node[first] ?? null, rest, value);
  else node[first] = value;
}

test.each<[string, readonly Step[], Plain, string]>([
  ['a missing table', ['rows'], {}, 'rows.markets: is missing, it takes a list'],
  ['a row that is too short', ['rows', 'markets'], [[1]], 'rows.markets[0]: takes a list of 2 values'],
  [
    'two rows with one key',
    ['rows', 'markets'],
    [
      [1, 'BTC-USDT'],
      [1, 'ETH-USDT'],
    ],
    'rows.markets[1]: has a key that is not above that of the row before',
  ],
  [
    'a fraction in a row',
    ['rows', 'markets'],
    [[1.5, 'BTC-USDT']],
    'rows.markets[0][0]: takes a text, a whole number or null',
  ],
  [
    'a rate of no market',
    ['rows', 'funding_rates'],
    [[1, 9, 5, 0]],
    'rows.funding_rates[0][1]: names no row that is there',
  ],
  [
    'an end that is none',
    ['rows', 'balance_ends'],
    [[1, 'pending', null]],
    'rows.balance_ends[0][1]: takes "success" or "failed"',
  ],
  [
    'an amount that is no number',
    ['rows', 'value_samples'],
    [[5, 1, '1.5', '0', '0']],
    'rows.value_samples[0][2]: takes a whole number as text',
  ],
  ['an unknown market', ['figures', 0, 0], 'DOGE-USDT', 'figures: takes BTC-USDT, ETH-USDT, in this order'],
  [
    'a bad candle',
    ['figures', 1, 1, 'candles', 'hours', 0, 'high'],
    -1,
    'figures[ETH-USDT].candles.hours[0].high: takes a whole number of at least 0',
  ],
  ['a name of no market', ['projector', 'names', 'markets'], ['X'], 'projector.names.markets: X is no market'],
])('decoding a history refuses %s and names the place', (_, place, value, message) => {
  const history = newHistory();
  history.record(
    eventsOf([
      {
        symbol: 'ETH-USDT',
        maker: 1,
        taker: 2,
        takerSide: 'buy',
        prices: [31_000, 32_000],
        lots: [5, 7],
        rest: 'none',
        pauseMs: 1,
      },
    ]),
  );
  const plain = encodeHistory(history.save(), MARKETS);
  put(plain, place, value);
  try {
    decodeHistory(plain, MARKETS);
    expect.unreachable('nothing was refused');
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    expect(error.message).toBe(message);
  }
});
