import { describe, expect, test } from 'vitest';
import { VAULT_NO } from '../../../kernel/ids.ts';
import { UNIT } from '../../../kernel/units.ts';
import { Bookkeeper } from '../../../inspect/audit/bookkeeper.ts';
import { stateDigest } from '../../canonical-state.ts';
import type { EngineObserver } from '../../engine.ts';
import type { EngineEvent } from '../../event.ts';
import { checkInvariants } from '../../invariants.ts';
import { decodeState, encodeState } from '../../state-codec/state-codec.ts';
import { stepGroup } from './population.ts';
import { quotedConfig, QuotedMarket, testPopulation } from './quoted-market.test-helper.ts';
import { testInFull } from '../../../kernel/test-budget.test-helper.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const START = 1_767_571_200_000;

const liquidated = (events: readonly EngineEvent[]): number[] =>
  events.flatMap((event) => (event.type === 'LiquidationBegan' ? [event.account] : []));

/** An hour in which the index falls by 2.5 % and rises by 5 %. */
function stormyHour(seed: string): QuotedMarket {
  const market = new QuotedMarket(quotedConfig(seed, testPopulation()));
  market.run(20 * MINUTE_MS, 10_000);
  market.moveIndex(Math.floor(market.market.index * 0.975));
  market.run(20 * MINUTE_MS, 10_000);
  market.moveIndex(Math.floor(market.market.index * 1.05));
  market.run(20 * MINUTE_MS, 10_000);
  return market;
}

describe('holders in a stormy hour', () => {
  const market = stormyHour('7');
  const holders = new Set(market.accountsOf('holders').slice(0, 48));

  test('are liquidated by the engine, a few at a time, and nobody else is', () => {
    const accounts = liquidated(market.events);
    expect(accounts.length).toBeGreaterThan(3);
    expect(accounts.length).toBeLessThan(40);
    expect(accounts.every((account) => holders.has(account))).toBe(true);
    expect(market.events.filter(({ type }) => type === 'Deleveraged')).toEqual([]);
    expect(market.engine.state.liquidations.size).toBe(0);
  });

  test('use the insurance vault, which is not ruined', () => {
    const vault = market.engine.state.accounts.get(VAULT_NO)?.balances.get('USDT') ?? 0n;
    expect(vault).toBeGreaterThan(99_000_000_000_000n);
    expect(market.events.some(({ type }) => type === 'TakenOver')).toBe(true);
  });

  test('leave books that balance', () => {
    checkInvariants(market.engine.state);
    const books = new Bookkeeper(market.engine.state.config);
    books.book(market.events);
    books.checkSums();
    expect(books.findings.kept).toEqual([]);
    expect(books.ledger.openInterest.get('BTC-USDT')).toBe(market.market.openInterest);
  });

  test('are the same holders for the same seed, and others for another', () => {
    expect(stateDigest(stormyHour('7').engine.state)).toBe(stateDigest(market.engine.state));
    expect(stateDigest(stormyHour('8').engine.state)).not.toBe(stateDigest(market.engine.state));
  });
});

describe('holders over hours', () => {
  testInFull('change their minds, and wait and deposit again once they are broke', () => {
    const market = new QuotedMarket(quotedConfig('3', testPopulation()));
    market.moveIndex(91_500 * UNIT);
    market.run(6 * HOUR_MS, 20_000);
    const holders = new Set(market.accountsOf('holders'));
    const began = market.events.flatMap((event) => (event.type === 'LiquidationBegan' ? [event] : []));
    const deposits = market.events.flatMap((event) => (event.type === 'Deposited' && event.at > START ? [event] : []));
    const pauses = deposits.flatMap((deposit) => {
      const before = began.findLast(({ at, account }) => account === deposit.account && at <= deposit.at);
      return before ? [deposit.at - before.at] : [];
    });
    expect(deposits.every(({ account }) => holders.has(account))).toBe(true);
    // The usual rest of the test world is an hour; who was about to leave the market anyway rests no longer than that.
    expect(pauses.filter((pause) => pause > HOUR_MS).length).toBeGreaterThan(2);
    expect(Math.min(...pauses)).toBeGreaterThan(MINUTE_MS);
    const sides = new Set(
      market.events.flatMap((event) =>
        event.type === 'Traded' ? event.taker.legs.map(({ direction }) => direction) : [],
      ),
    );
    expect([...sides].sort()).toEqual(['close long', 'close short', 'open long', 'open short']);
    const made = market.events.filter((event) => event.type === 'Traded' && holders.has(event.maker.account));
    expect(made.length).toBeGreaterThan(10);
    checkInvariants(market.engine.state);
  });

  test('ask for nothing that the exchange refuses, but for a quote that the touch has left behind', () => {
    const asked = { orders: 0 };
    const observer: EngineObserver = {
      refused: () => undefined,
      happened: () => undefined,
      // The state is that of before the look of a group; what it will ask for is asked here first.
      passing: (to) => {
        const { state } = market.engine;
        const { due, job } = state.timers.peek() ?? {};
        if (due !== to || job?.kind !== 'population') return;
        const before = state.now;
        state.now = to;
        const { commands } = stepGroup(state, market.market, job.group);
        state.now = before;
        asked.orders += commands.filter(({ type }) => type === 'PlaceOrder').length;
      },
    };
    const market: QuotedMarket = new QuotedMarket(quotedConfig('4', testPopulation()), observer);
    market.run(3 * HOUR_MS, 20_000);
    const agents = new Set(market.market.agents);
    const placed = market.events.filter((event) => event.type === 'OrderPlaced' && agents.has(event.order.account));
    expect(asked.orders).toBeGreaterThan(100);
    expect(placed.length).toBeGreaterThan(asked.orders * 0.97);
  });

  test('go on from a decoded state as from the one that was encoded', () => {
    const first = new QuotedMarket(quotedConfig('5', testPopulation()));
    first.run(40 * MINUTE_MS, 10_000);
    const { config } = first.engine.state;
    const second = new QuotedMarket(config, null, decodeState(encodeState(first.engine.state), config));
    for (const market of [first, second]) market.run(20 * MINUTE_MS, 10_000);
    expect(stateDigest(second.engine.state)).toBe(stateDigest(first.engine.state));
  });
});
