import { describe, expect, test } from 'vitest';
import type { Command } from '../command.ts';
import type { PlaceOrder } from '../orders/order-terms.ts';
import { testConfig, testMarket } from '../config.test-helper.ts';
import type { LiquiditySpec, MarketSpec } from '../config.ts';
import { Engine } from '../engine.ts';
import { genesis } from '../genesis.ts';
import type { Market, State } from '../state.ts';
import { agentWallets, stepAgents } from './agents.ts';

const AGENTS: Extract<LiquiditySpec, { kind: 'agents' }> = {
  kind: 'agents',
  stepMs: 1_000,
  makers: 2,
  levels: 3,
  firstTicks: 4,
  stepTicks: 10,
  minLots: 1_000,
  maxLots: 5_000,
  takerPerMillion: 0,
  cancelPerMillion: 0,
  basisReversionPerMillion: 0,
  basisNoisePpb: 0,
};

interface TestVenue {
  readonly engine: Engine;
  readonly state: State;
  readonly market: Market;
}

function venue(liquidity: Partial<typeof AGENTS> = {}, change: Partial<MarketSpec> = {}): TestVenue {
  const market = testMarket('BTC-USDT', { liquidity: { ...AGENTS, ...liquidity }, ...change });
  const { state } = genesis(testConfig({ markets: [market, { ...market, symbol: 'ETH-USDT', baseAsset: 'ETH' }] }));
  return { engine: new Engine(state), state, market: marketOf(state, 'BTC-USDT') };
}

function marketOf(state: State, symbol: string): Market {
  const market = state.markets.get(symbol);
  if (!market) throw new Error(`no ${symbol}`);
  return market;
}

/** Runs what the agents do now, and returns the commands. */
function act({ engine, state, market }: TestVenue): readonly Command[] {
  const { commands } = stepAgents(state, market);
  const outcome = engine.apply({
    kind: 'request',
    at: state.now,
    wallet: '',
    account: 0,
    action: '',
    nonce: null,
    commands,
  });
  expect(outcome.outcomes.map(({ refusal }) => refusal?.code ?? 'ok')).toEqual(commands.map(() => 'ok'));
  return commands;
}

const setIndex = ({ engine, state }: TestVenue, price: number): void => {
  engine.apply({ kind: 'control', at: state.now, commands: [{ type: 'SetIndexPrice', symbol: 'BTC-USDT', price }] });
};

function userOrder(
  { engine, state }: TestVenue,
  side: 'buy' | 'sell',
  price: string,
  quantity: string,
  account = 0,
): void {
  const order = {
    symbol: 'BTC-USDT',
    side,
    quantity,
    price,
    reduceOnly: false,
    postOnly: false,
    clientId: '',
    source: '',
  };
  const orderType = price === '' ? 'market' : 'limitGtc';
  const command: PlaceOrder = { type: 'PlaceOrder', account, orderType, expiresAt: null, ...order };
  const { outcomes } = engine.apply({
    kind: 'request',
    at: state.now,
    wallet: '',
    account,
    action: 'placeOrders',
    nonce: null,
    commands: [command],
  });
  expect(outcomes[0]?.refusal).toBeNull();
}

const prices = ({ market }: TestVenue, side: 'buy' | 'sell'): number[] =>
  market.book.depth(side, 50).map(([price]) => price);

const brief = (command: Command): string =>
  command.type === 'PlaceOrder' ? `${command.orderType} ${command.side} ${command.price}` : command.type;

describe('agentWallets', () => {
  test('names the makers, then the taker, with addresses of their own', () => {
    const wallets = agentWallets(testMarket('BTC-USDT', { liquidity: AGENTS }));
    expect(wallets.map(({ name }) => name)).toEqual(['BTC-USDT maker 1', 'BTC-USDT maker 2', 'BTC-USDT taker']);
    expect(wallets.every(({ wallet }) => /^0x[0-9a-f]{40}$/.test(wallet))).toBe(true);
    expect(new Set(wallets.map(({ wallet }) => wallet)).size).toBe(3);
    expect(agentWallets(testMarket('BTC-USDT', { liquidity: AGENTS }))).toEqual(wallets);
  });

  test('gives a static ladder one wallet and an empty market none', () => {
    const ladder = { kind: 'static', levels: 1, firstTicks: 1, stepTicks: 1, lotsPerLevel: 100 } as const;
    expect(agentWallets(testMarket('BTC-USDT', { liquidity: ladder })).map(({ name }) => name)).toEqual([
      'BTC-USDT ladder',
    ]);
    expect(agentWallets(testMarket('BTC-USDT', { liquidity: { kind: 'none' } }))).toEqual([]);
  });
});

describe('makers', () => {
  test('quote interleaved ladders on both sides, post-only, then rest', () => {
    const book = venue();
    const quotes = [...book.state.orders.values()].filter(({ symbol }) => symbol === 'BTC-USDT');
    expect(quotes).toHaveLength(12);
    expect(quotes.every(({ postOnly, resting }) => postOnly && resting)).toBe(true);
    expect(prices(book, 'buy')).toEqual([94_995, 94_990, 94_985, 94_980, 94_975, 94_970]);
    expect(prices(book, 'sell')).toEqual([95_005, 95_010, 95_015, 95_020, 95_025, 95_030]);
    expect(act(book)).toEqual([]);
  });

  test('draw sizes between the least and the most', () => {
    const { state } = venue({ levels: 50 });
    const sizes = [...state.orders.values()].map(({ quantity }) => quantity);
    expect(sizes).toHaveLength(400);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(5_000);
    expect(new Set(sizes).size).toBeGreaterThan(300);
  });

  test('keep still on a small move and shift only the ends on a larger one', () => {
    const book = venue();
    setIndex(book, 9_500_100_000_000);
    expect(act(book)).toEqual([]);
    setIndex(book, 9_500_600_000_000);
    expect(act(book).map(brief)).toEqual(['CancelOrder', 'CancelOrder', 'limitGtc buy 95000', 'limitGtc sell 95035']);
  });

  test('follow a jump with their whole ladder and never take', () => {
    const book = venue();
    setIndex(book, 9_600_000_000_000);
    expect(act(book)).toHaveLength(24);
    expect(prices(book, 'buy')[0]).toBe(95_995);
    expect(prices(book, 'sell')[0]).toBe(96_005);
    expect(book.market.lastTrade).toBe(0);
  });

  test('put a taken quote back further out, and where it was once they are flat', () => {
    const book = venue({ minLots: 5_000 });
    userOrder(book, 'buy', '', '0.05');
    expect(book.market.lastTrade).toBe(95_005);
    expect(act(book).map(brief)).toEqual(['limitGtc sell 95035']);
    userOrder(book, 'sell', '', '0.05');
    expect(book.market.lastTrade).toBe(94_995);
    expect(act(book).map(brief)).toEqual(['CancelOrder', 'limitGtc buy 94995', 'limitGtc sell 95005']);
  });

  test('stand further away on the side that would add to what they hold, and quote less there', () => {
    const book = venue({ makers: 1 });
    for (let round = 0; round < 30; round += 1) {
      userOrder(book, 'sell', '', '0.05');
      act(book);
    }
    const maker = book.state.accounts.get(book.market.agents[0] ?? -1);
    expect(maker?.positions.get('BTC-USDT')?.lots).toBeGreaterThan(15_000);
    expect(prices(book, 'buy')).toEqual([94_980, 94_970, 94_960]);
    expect(prices(book, 'sell')).toEqual([95_010, 95_020, 95_030]);
    expect([...book.market.book.queue('buy')].map(({ quantity }) => quantity)).toEqual([1_667, 1_667, 1_667]);
  });

  test('pull quotes early as often as the world says, and put them back', () => {
    const book = venue({ cancelPerMillion: 1_000_000 });
    expect(act(book).map(brief)).toEqual(['CancelOrder', 'CancelOrder', 'CancelOrder', 'CancelOrder']);
    expect(act(book).filter(({ type }) => type === 'PlaceOrder')).toHaveLength(4);
  });
});

describe('the taker', () => {
  test('takes a user order priced better than fair, and no other order', () => {
    const book = venue({ firstTicks: 40 });
    userOrder(book, 'buy', '95010', '0.02');
    expect(act(book).map(brief)).toEqual(['limitIoc sell 95001']);
    expect(book.market.lastTrade).toBe(95_010);
    userOrder(book, 'sell', '94990', '0.02');
    expect(act(book).map(brief)).toEqual(['limitIoc buy 94999']);
    expect(book.market.lastTrade).toBe(94_990);
    expect([prices(book, 'buy')[0], prices(book, 'sell')[0]]).toEqual([94_960, 95_040]);
  });

  test('takes all of it at once, also if that exceeds the size of its own orders', () => {
    const book = venue({ firstTicks: 40 });
    userOrder(book, 'buy', '95030', '0.5');
    expect(act(book)).toMatchObject([{ orderType: 'limitIoc', side: 'sell', price: '95001', quantity: '0.5' }]);
    expect(prices(book, 'buy')[0]).toBe(94_960);
  });

  test('does not take a user order at the fair price', () => {
    const book = venue({ firstTicks: 40 });
    userOrder(book, 'buy', '95000', '0.02');
    expect(act(book)).toEqual([]);
  });

  test('crosses the spread at random, both ways and with both kinds of order', () => {
    const book = venue({ takerPerMillion: 1_000_000 });
    const kinds = new Set<string>();
    for (let step = 0; step < 100; step += 1) {
      for (const command of act(book)) {
        if (command.type === 'PlaceOrder' && !command.postOnly) kinds.add(`${command.orderType} ${command.side}`);
      }
      const [event] = stepAgents(book.state, book.market).events;
      if (event?.type === 'AgentsStepped') book.market.agentRandom = event.random;
    }
    expect([...kinds].sort((a, b) => (a < b ? -1 : 1))).toEqual([
      'limitIoc buy',
      'limitIoc sell',
      'market buy',
      'market sell',
    ]);
    const taker = book.state.accounts.get(book.market.agents[2] ?? -1);
    expect(Math.abs(taker?.positions.get('BTC-USDT')?.lots ?? 0)).toBeLessThan(50_000);
  });
});

describe('stepAgents', () => {
  test('depends on state alone and changes neither state nor other markets', () => {
    const { state, market } = venue({ takerPerMillion: 500_000, basisNoisePpb: 10_000 });
    const before = [market.agentRandom, marketOf(state, 'ETH-USDT').agentRandom];
    const first = stepAgents(state, market);
    expect(stepAgents(state, market)).toEqual(first);
    expect([market.agentRandom, marketOf(state, 'ETH-USDT').agentRandom]).toEqual(before);
    const [event] = first.events;
    expect(event).toMatchObject({ type: 'AgentsStepped', symbol: 'BTC-USDT', again: state.now + 1_000 });
    expect(event?.type === 'AgentsStepped' && event.random).not.toEqual(before[0]);
  });

  test('pulls the basis back to zero', () => {
    const { state, market } = venue({ basisReversionPerMillion: 100_000 });
    market.agentBasis = 1_000;
    expect(stepAgents(state, market).events).toMatchObject([{ basis: 900 }]);
    market.agentBasis = -1_000;
    expect(stepAgents(state, market).events).toMatchObject([{ basis: -900 }]);
  });

  test.each(['closed', 'close_only'] as const)('sends nothing and draws nothing while the market is %s', (status) => {
    const { state, market } = venue({ basisNoisePpb: 10_000 });
    market.status = status;
    const { events, commands } = stepAgents(state, market);
    expect(commands).toEqual([]);
    expect(events).toMatchObject([{ random: market.agentRandom, basis: market.agentBasis }]);
  });

  test('sends nothing out of session hours', () => {
    const { state, market } = venue({}, { session: { weekdays: [1], openMinute: 1, closeMinute: 2 } });
    expect(stepAgents(state, market).commands).toEqual([]);
    state.now += 60_000;
    expect(stepAgents(state, market).commands).toHaveLength(12);
  });
});
