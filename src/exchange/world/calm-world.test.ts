import { beforeAll, describe, expect, test } from 'vitest';
import type { PlaceOrder } from '../../engine/orders/order-terms.ts';
import type { EngineEvent } from '../../engine/event.ts';
import { Engine } from '../../engine/engine.ts';
import { genesis } from '../../engine/genesis.ts';
import type { Market, State } from '../../engine/state.ts';
import { formatUnits } from '../../kernel/decimal.ts';
import { loadWorld, worldToConfig } from './world-file.ts';

const SYMBOLS = [
  'BTC-USDT',
  'ETH-USDT',
  'SOL-USDT',
  'XRP-USDT',
  'BNB-USDT',
  'HYPE-USDT',
  'AVAX-USDT',
  'SUI-USDT',
  'WTI-USDT',
];
const MINUTE_MS = 60_000;

interface Run {
  readonly state: State;
  readonly events: readonly EngineEvent[];
}

/** Simulated minutes of the calm world, in the given strides. */
function simulate(seed: string, minutes: number, strideMs: number): Run {
  const { state } = genesis(worldToConfig(loadWorld('calm').file, { seed, nonceRule: 'increasing' }));
  const engine = new Engine(state);
  const events: EngineEvent[] = [];
  const end = state.now + minutes * MINUTE_MS;
  while (state.now < end) events.push(...engine.apply({ kind: 'clock', at: state.now + strideMs }).events);
  return { state, events };
}

/** Every execution, as text: equal runs trade the same sizes at the same prices and moments. */
const tape = ({ events }: Run): string[] =>
  events.flatMap((event) =>
    event.type === 'Traded' ? [`${event.at} ${event.trade} ${event.symbol} ${event.price} x ${event.quantity}`] : [],
  );

describe('the calm world after ten simulated minutes', () => {
  let run: Run;
  beforeAll(() => {
    run = simulate('7', 10, MINUTE_MS);
  });

  test.each(SYMBOLS)('%s has a deep book on both sides, and it has traded', (symbol) => {
    const market = run.state.markets.get(symbol);
    const trades = run.events.filter((event) => event.type === 'Traded' && event.symbol === symbol).length;
    expect(market?.book.depth('buy', 100).length).toBeGreaterThanOrEqual(15);
    expect(market?.book.depth('sell', 100).length).toBeGreaterThanOrEqual(15);
    expect(market?.book.bestBid()).toBeLessThan(market?.book.bestAsk() ?? 0);
    expect(trades).toBeGreaterThan(100);
    expect(trades).toBeLessThan(1_000);
  });

  test.each(SYMBOLS)('%s keeps its three agents within a few levels of flat', (symbol) => {
    const market = run.state.markets.get(symbol);
    const { liquidity } = market?.spec ?? {};
    const most = liquidity?.kind === 'agents' ? liquidity.maxLots : 0;
    for (const no of market?.agents ?? []) {
      const lots = run.state.accounts.get(no)?.positions.get(symbol)?.lots ?? 0;
      expect(Math.abs(lots)).toBeLessThan(10 * most);
    }
    expect(market?.agents).toHaveLength(3);
  });

  test('sends few commands in a step', () => {
    const placed = run.events.filter(({ type }) => type === 'OrderPlaced').length;
    const cancelled = run.events.filter((event) => event.type === 'OrderCancelled' && event.cause === 'user').length;
    const steps = run.events.filter(({ type }) => type === 'AgentsStepped').length;
    expect(steps).toBe(5_400);
    expect((placed + cancelled) / steps).toBeLessThan(4);
  });

  test('no maker ever takes', () => {
    const makers = new Set([...run.state.markets.values()].flatMap(({ agents }) => agents.slice(0, 2)));
    const takers = run.events.flatMap((event) => (event.type === 'Traded' ? [event.taker.account] : []));
    expect(takers.filter((account) => makers.has(account))).toEqual([]);
  });

  test('the same seed gives the same run, however the time is cut', () => {
    const again = simulate('7', 10, 7_500);
    expect(tape(run).length).toBeGreaterThan(1_000);
    expect(tape(again)).toEqual(tape(run));
    for (const [symbol, market] of run.state.markets) {
      expect(again.state.markets.get(symbol)?.book.toCanonical()).toEqual(market.book.toCanonical());
    }
  });

  test('another seed gives another run', () => {
    const other = tape(simulate('8', 1, MINUTE_MS));
    expect(other.length).toBeGreaterThan(100);
    expect(other).not.toEqual(tape(run).slice(0, other.length));
  });
});

/** A post-only bid of the ninth dev account one tick above the best bid, of the smallest size the agents trade. */
function bidInside(state: State, symbol: string): PlaceOrder {
  const { spec, book } = state.markets.get(symbol) as Market;
  const lots = spec.liquidity.kind === 'agents' ? spec.liquidity.minLots : 0;
  return {
    type: 'PlaceOrder',
    account: 8,
    symbol,
    side: 'buy',
    orderType: 'limitGtc',
    price: formatUnits(BigInt(book.bestBid() + 1) * BigInt(spec.tickUnits)),
    quantity: formatUnits(BigInt(lots) * BigInt(spec.lotUnits)),
    reduceOnly: false,
    postOnly: true,
    clientId: '',
    expiresAt: null,
    source: '',
  };
}

test('a user who bids inside the spread, anew every two seconds, is filled within twenty in every market', () => {
  const { state } = genesis(worldToConfig(loadWorld('calm').file, { seed: '7', nonceRule: 'increasing' }));
  const engine = new Engine(state);
  for (let round = 0; round < 10; round += 1) {
    const mine = [...(state.accounts.get(8)?.open.values() ?? [])].flatMap(({ orders }) => [...orders]);
    const cancels = mine.map((no) => ({ type: 'CancelOrder', account: 8, order: { no } }) as const);
    const commands = [...cancels, ...SYMBOLS.map((symbol) => bidInside(state, symbol))];
    engine.apply({ kind: 'request', at: state.now, wallet: '', account: 8, action: '', nonce: null, commands });
    engine.apply({ kind: 'clock', at: state.now + 2_000 });
  }
  const bought = SYMBOLS.filter((symbol) => (state.accounts.get(8)?.positions.get(symbol)?.lots ?? 0) > 0);
  expect(bought).toEqual(SYMBOLS);
});
