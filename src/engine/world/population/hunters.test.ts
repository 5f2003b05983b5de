import { describe, expect, test } from 'vitest';
import { UNIT } from '../../../kernel/units.ts';
import type { TradedEvent } from '../../event.ts';
import { checkInvariants } from '../../invariants.ts';
import { QuotedMarket, quotedConfig, testPopulation } from './quoted-market.test-helper.ts';

const MINUTE_MS = 60_000;

/** Nobody but hunters, who know the index as one that moves by 7 basis points a minute. */
function hunted(): { readonly market: QuotedMarket; readonly hunter: number } {
  const { holders, arbitrage } = testPopulation();
  const population = testPopulation({
    holders: { ...holders, count: 0, openLots: 0 },
    arbitrage: { ...arbitrage, everyMs: 3_600_000 },
  });
  const market = new QuotedMarket(quotedConfig('1', population, { process: { kind: 'still' } }));
  const [hunter = -1] = market.accountsOf('hunters');
  market.run(2 * MINUTE_MS);
  return { market, hunter };
}

const tradesOf = ({ events }: QuotedMarket, account: number): TradedEvent[] =>
  events.flatMap((event) => (event.type === 'Traded' && event.taker.account === account ? [event] : []));

describe('hunters', () => {
  test.each([
    ['buy into a jump', 95_600, 'buy'],
    ['sell into a fall', 94_400, 'sell'],
  ] as const)('%s, several orders at random milliseconds, and then go home', (_what, price, side) => {
    const { market, hunter } = hunted();
    const jumped = market.engine.state.now;
    market.moveIndex(price * UNIT);
    market.run(10_000, 1_000);
    const burst = tradesOf(market, hunter);
    const times = new Set(burst.map(({ at }) => at));
    expect(times.size).toBeGreaterThanOrEqual(3);
    expect(times.size).toBeLessThanOrEqual(8);
    expect([...times].every((at) => at > jumped)).toBe(true);
    expect([...times].some((at) => at % 1_000 !== 0)).toBe(true);
    expect(burst.every(({ takerSide }) => takerSide === side)).toBe(true);
    expect(Math.sign(market.heldBy(hunter))).toBe(side === 'buy' ? 1 : -1);
    market.run(15 * MINUTE_MS);
    expect(market.heldBy(hunter)).toBe(0);
    checkInvariants(market.engine.state);
  });

  test('sleep through a move that is not unusual', () => {
    const { market, hunter } = hunted();
    market.moveIndex(95_150 * UNIT);
    market.run(5 * MINUTE_MS);
    expect(tradesOf(market, hunter)).toEqual([]);
  });

  test('do not call the same jump twice', () => {
    const { market, hunter } = hunted();
    market.moveIndex(95_600 * UNIT);
    market.run(30 * MINUTE_MS, 10_000);
    const bought = tradesOf(market, hunter).filter(({ takerSide }) => takerSide === 'buy');
    expect(new Set(bought.map(({ at }) => at)).size).toBeLessThanOrEqual(8);
  });
});
