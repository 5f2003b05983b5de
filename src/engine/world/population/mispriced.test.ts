import { expect, test } from 'vitest';
import { UNIT } from '../../../kernel/units.ts';
import { quote } from '../world-orders.ts';
import { quotedConfig, QuotedMarket, testPopulation } from './quoted-market.test-helper.ts';

const USER = 0;

/** One maker around a still index of 95,000; takers pay 5 basis points, which are 47.5 ticks. */
function market(): QuotedMarket {
  const { makers, holders, arbitrage, hunters } = testPopulation();
  const population = testPopulation({
    makers: { ...makers, count: 1 },
    holders: { ...holders, count: 0, openLots: 0 },
    arbitrage: { ...arbitrage, everyMs: 1_000_000_000 },
    hunters: { ...hunters, everyMs: 1_000_000_000 },
  });
  return new QuotedMarket(quotedConfig('1', population, { process: { kind: 'still' } }));
}

test.each([
  ['a bid that is left above the fair price by less than the taker fee stays', 'buy', 94_900, 94_855, 0],
  ['a bid that is left farther above it is taken', 'buy', 94_900, 94_850, 1_000],
  ['an offer that is left below the fair price by less than the taker fee stays', 'sell', 95_100, 95_145, 0],
  ['an offer that is left farther below it is taken', 'sell', 95_100, 95_150, -1_000],
] as const)('%s', (_what, side, price, index, held) => {
  const quoted = market();
  quoted.send([quote(quoted.market.spec, USER, side, price, 1_000)]);
  quoted.moveIndex(index * UNIT);
  quoted.engine.apply({ kind: 'clock', at: quoted.engine.state.now + 10_000 });
  expect(quoted.heldBy(USER)).toBe(held);
});

test('makers quote behind a bid that is left above the fair price', () => {
  const quoted = market();
  quoted.send([quote(quoted.market.spec, USER, 'buy', 94_900, 1_000)]);
  quoted.moveIndex(94_855 * UNIT);
  quoted.engine.apply({ kind: 'clock', at: quoted.engine.state.now + 10_000 });
  const { book } = quoted.market;
  expect(book.bestBid()).toBe(94_900);
  expect(book.bestAsk()).toBeGreaterThan(94_900);
  expect(book.levelCount('sell')).toBe(1);
  expect(quoted.engine.state.orders.get(book.first('sell', book.bestAsk())?.no ?? -1)?.account).not.toBe(USER);
});
