import { describe, expect, test } from 'vitest';
import { checkInvariants } from '../../invariants.ts';
import { quotedConfig, QuotedMarket, testPopulation } from './quoted-market.test-helper.ts';

const MINUTE_MS = 60_000;

/** An hour in which the index moves by this share of itself, in ppm, every five minutes. */
function trending(stepPpm: number): QuotedMarket {
  const market = new QuotedMarket(quotedConfig('1', testPopulation(), { process: { kind: 'still' } }));
  for (let step = 0; step < 12; step += 1) {
    const { index } = market.market;
    market.moveIndex(index + Math.floor((index * stepPpm) / 1_000_000));
    market.run(5 * MINUTE_MS, 10_000);
  }
  return market;
}

/** Sides of the orders that an account has placed in the second half of the hour. */
function sidesOf(market: QuotedMarket, account: number): ReadonlySet<string> {
  const half = market.engine.state.now - 30 * MINUTE_MS;
  return new Set(
    market.events.flatMap((event) =>
      event.type === 'OrderPlaced' && event.at > half && event.order.account === account ? [event.order.side] : [],
    ),
  );
}

describe('the accounts that carry the open interest', () => {
  test.each([
    ['enlarge their positions in a rising market', 1_500, 'sell', 'buy'],
    ['reduce their positions in a falling market', -1_500, 'buy', 'sell'],
  ])('%s', (_what, stepPpm, hedges, invests) => {
    const market = trending(stepPpm);
    const [hedger = -1, investor = -1] = market.accountsOf('holders').slice(48);
    expect([...sidesOf(market, hedger)]).toEqual([hedges]);
    expect([...sidesOf(market, investor)]).toEqual([invests]);
    checkInvariants(market.engine.state);
  });

  test('never take, have one order at a time, and are never liquidated', () => {
    const market = trending(-8_000);
    const carriers = market.accountsOf('holders').slice(48);
    for (const no of carriers) {
      expect(market.engine.state.accounts.get(no)?.liveOrders).toBeLessThanOrEqual(1);
      expect(market.events.some((event) => event.type === 'Traded' && event.taker.account === no)).toBe(false);
      expect(market.events.some((event) => event.type === 'LiquidationBegan' && event.account === no)).toBe(false);
    }
  });
});
