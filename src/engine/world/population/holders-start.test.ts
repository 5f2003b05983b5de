import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../../kernel/decimal.ts';
import { Bookkeeper } from '../../../inspect/audit/bookkeeper.ts';
import { Engine } from '../../engine.ts';
import { genesis } from '../../genesis.ts';
import { checkInvariants } from '../../invariants.ts';
import { pnlImbalance } from '../../random-run/watched-engine.test-helper.ts';
import { healthOf } from '../../liquidation/health.ts';
import type { Position } from '../../state.ts';
import { quotedConfig, testPopulation } from './quoted-market.test-helper.ts';

const SYMBOL = 'BTC-USDT';

function atStart(seed: string, cap = 0n) {
  const config = quotedConfig(seed, testPopulation(), { openInterestCap: cap });
  const { state, events } = genesis(config);
  const market = state.markets.get(SYMBOL);
  if (!market?.population) throw new Error('the market has a population');
  const accounts = market.population.accounts.holders.map((no) => state.accounts.get(no));
  const positions = accounts.map((account) => account?.positions.get(SYMBOL));
  return { config, state, events, market, accounts, holders: positions.slice(0, 48), carriers: positions.slice(48) };
}

const lotsOf = (positions: readonly (Position | undefined)[]): number[] =>
  positions.flatMap((position) => (position ? [position.lots] : []));

describe('the positions at the start', () => {
  test('make up the open interest of the world to the lot', () => {
    const { market, holders, carriers } = atStart('1');
    expect(market.openInterest).toBe(130_000_000);
    const lots = lotsOf(holders);
    expect(lots.length).toBeGreaterThan(20);
    expect(lots.length).toBeLessThan(48);
    expect(lots.some((held) => held > 0) && lots.some((held) => held < 0)).toBe(true);
    const [hedger, investor] = lotsOf(carriers);
    expect([Math.sign(hedger ?? 0), Math.sign(investor ?? 0)]).toEqual([-1, 1]);
  });

  test('sum to nothing at any mark, and no cash has moved', () => {
    const { state, events } = atStart('2');
    for (const mark of [1, 40_000, 95_000, 1_000_000]) expect(pnlImbalance(state, () => mark)).toBe(0n);
    expect(events.filter(({ type }) => type === 'Traded')).toEqual([]);
    expect(state.house.tradingFees.get('USDT') ?? 0n).toBe(0n);
    checkInvariants(state);
  });

  test('are entered around the opening price, not at it', () => {
    const { holders } = atStart('3');
    const entries = holders.flatMap((held) => (held ? [Number(held.entryCost) / held.entryLots / 1_000] : []));
    expect(new Set(entries).size).toBeGreaterThan(20);
    expect(Math.min(...entries)).toBeGreaterThan(95_000 * 0.985);
    expect(Math.max(...entries)).toBeLessThan(95_000 * 1.015);
    expect(entries.filter((price) => price > 95_000).length).toBeGreaterThan(5);
    expect(entries.filter((price) => price < 95_000).length).toBeGreaterThan(5);
  });

  test('are those of accounts with modest deposits that a real move liquidates', () => {
    const { state, accounts } = atStart('4');
    const funds = accounts.slice(0, 48).map((account) => account?.balances.get('USDT') ?? 0n);
    expect(funds.every((amount) => amount > unitsOf('100') && amount < unitsOf('100000'))).toBe(true);
    for (const account of accounts) {
      const health = healthOf(state, { account: account?.no ?? -1, symbol: null });
      expect(health.equity).toBeGreaterThanOrEqual(health.maintenance);
    }
    const leverages = accounts.slice(0, 48).map((account) => account?.leverage.get(SYMBOL) ?? 0);
    expect(Math.min(...leverages)).toBeGreaterThanOrEqual(5);
    expect(Math.max(...leverages)).toBeGreaterThan(40);
    expect(Math.max(...leverages)).toBeLessThanOrEqual(60);
    const engine = new Engine(state);
    const crash = { type: 'SetIndexPrice', symbol: SYMBOL, price: 80_000 * 100_000_000 } as const;
    const { events } = engine.apply({ kind: 'control', at: state.now, commands: [crash] });
    expect(events.filter(({ type }) => type === 'LiquidationBegan').length).toBeGreaterThan(5);
    checkInvariants(state);
  });

  test('leave room below a cap on open interest', () => {
    const { market, state } = atStart('5', unitsOf('10000000'));
    // 80 % of 10 million USDT at 95,000.
    expect(market.openInterest).toBe(8_421_052);
    checkInvariants(state);
  });

  test('are known to the audit', () => {
    const { config, events, market } = atStart('6');
    const books = new Bookkeeper(config);
    books.book(events);
    books.checkSums();
    expect(books.findings.kept).toEqual([]);
    expect(books.ledger.openInterest.get(SYMBOL)).toBe(market.openInterest);
  });
});
