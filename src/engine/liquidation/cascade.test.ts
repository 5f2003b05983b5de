import { describe, expect, test } from 'vitest';
import { formatScaled, unitsOf } from '../../kernel/decimal.ts';
import { VAULT_NO } from '../../kernel/ids.ts';
import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import { stateDigest } from '../canonical-state.ts';
import type { Command } from '../command.ts';
import type { Side } from '../orders/order-terms.ts';
import { testConfig, testMarket } from '../config.test-helper.ts';
import type { ExchangeConfig } from '../config.ts';
import type { EngineEvent } from '../event.ts';
import { naiveHealth } from '../risk/naive-risk.test-helper.ts';
import { watchLedger } from '../random-run/watch-ledger.test-helper.ts';
import { WatchedEngine } from '../random-run/watched-engine.test-helper.ts';

const GAMBLERS = 48;
const LENDERS = [1, 2, 3, 4];
const SYMBOL = 'BTC-USDT';

/** A house that takes the other side of everything, four that take a part of it, and four dozen who borrow a lot. */
function world(seed: string): ExchangeConfig {
  const funds = (index: number): string => (index === 0 ? '30000000' : index <= LENDERS.length ? '400000' : '10000');
  const config = testConfig({ seed, markets: [testMarket(SYMBOL, { clearanceFee: 100_000 })] });
  return {
    ...config,
    risk: { ...config.risk, vaultFunds: unitsOf('100000') },
    devAccounts: Array.from({ length: 1 + LENDERS.length + GAMBLERS }, (_, index) => ({
      address: `0x${String(index).padStart(40, 'c')}`,
      tierId: 'market_maker',
      balances: [{ asset: 'USDT', amount: unitsOf(funds(index)) }],
    })),
  };
}

interface Played {
  readonly watched: WatchedEngine;
  /** Of the gap and of what it led to within a minute. */
  readonly events: readonly EngineEvent[];
  readonly digest: string;
}

/** All accounts open at 95,000, a few bids lie far below, then the index gaps to 76,000. */
function play(seed: string): Played {
  const watched = new WatchedEngine(world(seed), [watchLedger()]);
  const { state } = watched.engine;
  const from = { kind: 'request', wallet: '0x', account: 0, action: 'test', nonce: null } as const;
  const run = (command: Command): readonly EngineEvent[] => {
    const { outcomes, events } = watched.apply({ ...from, at: state.now, commands: [command] });
    expect(outcomes[0]?.refusal).toBeNull();
    return events;
  };
  const place = (account: number, side: Side, lots: number, price: string): void => {
    const quantity = formatScaled(BigInt(lots) * 1_000n, 8);
    const plain = { reduceOnly: false, postOnly: false, clientId: '', expiresAt: null, source: '' } as const;
    run({ type: 'PlaceOrder', account, symbol: SYMBOL, side, orderType: 'limitGtc', price, quantity, ...plain });
  };
  const draw = new RandomInputs(seed, 'cascade');
  for (let index = 0; index < GAMBLERS; index += 1) {
    const account = 1 + LENDERS.length + index;
    const lender = index % 3 === 0 ? (LENDERS[index % LENDERS.length] ?? 0) : 0;
    run({ type: 'SetLeverage', account, symbol: SYMBOL, leverage: 50 });
    // A third could just bear a fifth of the price, the others have several times as much at stake.
    const lots = draw.chance(333_333) ? draw.between(50_500, 52_500) : draw.between(100_000, 400_000);
    place(lender, 'sell', lots, '95000');
    place(account, 'buy', lots, '95000');
  }
  for (const price of ['75990', '75900', '75000']) place(0, 'buy', 100_000, price);
  const events = [
    ...run({ type: 'SetIndexPrice', symbol: SYMBOL, price: 7_600_000_000_000 }),
    ...watched.apply({ kind: 'clock', at: state.now + 60_000 }).events,
  ];
  watched.finish();
  return { watched, events, digest: stateDigest(state) };
}

const of = <T extends EngineEvent['type']>(events: readonly EngineEvent[], type: T) =>
  events.filter((event): event is Extract<EngineEvent, { type: T }> => event.type === type);

describe('a gap of 20 %', () => {
  const { watched, events, digest } = play('9');
  const { state } = watched.engine;

  // Goal: a cascade ends, and each stage takes its part in it. Method: 48 borrowers, insurance for a few of them; the
  // ledger is summed after every event, and every event is checked by the watchers of the random runs.
  test('liquidates dozens, exhausts the insurance and ends with the winners', () => {
    const began = of(events, 'LiquidationBegan');
    expect(new Set(began.map(({ account }) => account)).size).toBe(39);
    const outcomes = of(events, 'LiquidationEnded').map(({ outcome }) => outcome);
    const ended = (outcome: string): number => outcomes.filter((own) => own === outcome).length;
    expect(['healthy', 'closed', 'takenOver', 'deleveraged'].map((outcome) => [outcome, ended(outcome)])).toEqual([
      ['healthy', 4],
      ['closed', 0],
      ['takenOver', 2],
      ['deleveraged', 32],
    ]);
    expect(of(events, 'DeficitCovered').map(({ amount }) => amount)).toEqual([3_875_644_337_500n]);
    expect(of(events, 'Deleveraged')).toHaveLength(35);
    expect(of(events, 'Traded').filter(({ taker }) => taker.feeTo === 'clearanceFees')).toHaveLength(4);
    // One is left that is not bankrupt and that the vault cannot take over: it waits.
    expect([...state.liquidations.values()].map(({ timer }) => timer !== null)).toEqual([true]);
  });

  test('leaves a vault that can carry its positions and little more, and no account with a debt', () => {
    expect(naiveHealth(state, { account: VAULT_NO, symbol: null })).toEqual({
      equity: 108_966_117_245n,
      maintenance: 105_098_880_000n,
    });
    const owing = [...state.accounts.values()].filter(({ balances }) => (balances.get('USDT') ?? 0n) < 0n);
    expect(owing).toEqual([]);
  });

  test('gives the same state on every run of a seed, and another state with another seed', () => {
    expect(play('9').digest).toBe(digest);
    expect(play('8').digest).not.toBe(digest);
  });
});
