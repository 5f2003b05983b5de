import { describe, expect, test } from 'vitest';
import { Bookkeeper } from '../../../inspect/audit/bookkeeper.ts';
import { checkInvariants } from '../../invariants.ts';
import { marketOrder, quote } from '../world-orders.ts';
import { QuotedMarket, quotedConfig, testPopulation } from './quoted-market.test-helper.ts';

const MINUTE_MS = 60_000;
const [LONG, SHORT] = [1, 2];

describe('users beside a population', () => {
  test.each([
    ['a fall of 20 % in one step', 0.8],
    ['a rise of 20 % in one step', 1.2],
  ])('keep their positions and orders through %s', (_what, move) => {
    const market = new QuotedMarket(quotedConfig('9', testPopulation(), { process: { kind: 'still' } }));
    market.run(5 * MINUTE_MS, 10_000);
    const { spec } = market.market;
    market.send([
      marketOrder(spec, LONG, 'buy', 50_000),
      marketOrder(spec, SHORT, 'sell', 50_000),
      quote(spec, LONG, 'buy', 91_000, 20_000),
    ]);
    const before = market.events.length;
    market.moveIndex(Math.floor(market.market.index * move));
    market.run(30 * MINUTE_MS, 10_000);
    const later = market.events.slice(before);
    expect(later.filter(({ type }) => type === 'LiquidationBegan').length).toBeGreaterThan(10);
    expect(later.filter(({ type }) => type === 'Deleveraged')).toEqual([]);
    expect([market.heldBy(LONG) >= 50_000, market.heldBy(SHORT)]).toEqual([true, -50_000]);
    // A fall fills the order of the user; nothing else ends it.
    const live = market.engine.state.accounts.get(LONG)?.liveOrders ?? 0;
    const filled = market.heldBy(LONG) - 50_000;
    expect(live === 1 ? filled < 20_000 : filled === 20_000).toBe(true);
    expect(market.engine.state.liquidations.size).toBe(0);
    checkInvariants(market.engine.state);
    const books = new Bookkeeper(market.engine.state.config);
    books.book(market.events);
    books.checkSums();
    expect(books.findings.kept).toEqual([]);
  });
});
