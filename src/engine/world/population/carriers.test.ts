import { describe, expect, test } from 'vitest';
import { checkInvariants } from '../../invariants.ts';
import type { SignalsSpec } from '../population-spec.ts';
import { quotedConfig, QuotedMarket, testPopulation } from './quoted-market.test-helper.ts';

const MINUTE_MS = 60_000;
/** A world in which each look of the carriers is one in a hurry. */
const HURRIED: SignalsSpec = {
  informedPpm: 0,
  foresightMs: 5_000,
  makersKnowPpm: 0,
  readingPpm: 0,
  roundPpm: 0,
  positionsPpm: 1_000_000,
  thinPpm: 0,
  thinMs: 600_000,
  requoteMs: 0,
};

/** An hour in which the index moves by this share of itself, in ppm, every five minutes. */
function trending(stepPpm: number, signals?: SignalsSpec): QuotedMarket {
  const population = { ...testPopulation(), ...(signals && { signals }) };
  const market = new QuotedMarket(quotedConfig('1', population, { process: { kind: 'still' } }));
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

  test.each([
    ['open', 1_500, 'sell', 'buy'],
    ['close', -1_500, 'buy', 'sell'],
  ])(
    'in a hurry both take what they %s, as much on either side at the same moment',
    (_what, stepPpm, hedges, invests) => {
      const market = trending(stepPpm, HURRIED);
      const [hedger = -1, investor = -1] = market.accountsOf('holders').slice(48);
      const half = market.engine.state.now - 30 * MINUTE_MS;
      const taken = market.events.flatMap((event) =>
        event.type === 'OrderPlaced' && event.order.timeInForce === 'IOC' && event.at > half ? [event] : [],
      );
      const of = (account: number) => taken.filter(({ order }) => order.account === account);
      expect(of(hedger).length).toBeGreaterThan(5);
      expect(new Set(of(hedger).map(({ order }) => order.side))).toEqual(new Set([hedges]));
      expect(new Set(of(investor).map(({ order }) => order.side))).toEqual(new Set([invests]));
      const said = (account: number) => of(account).map(({ at, order }) => [at, order.quantity]);
      expect(said(investor)).toEqual(said(hedger));
      checkInvariants(market.engine.state);
    },
  );

  test('in a hurry they move more open interest than with one order at a time', () => {
    const [hurried, patient] = [trending(1_500, HURRIED), trending(1_500)];
    expect(hurried.market.openInterest).toBeGreaterThan(patient.market.openInterest);
  });
});
