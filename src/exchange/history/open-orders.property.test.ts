import { expect, test } from 'vitest';
import { formatLots, formatPrice } from '../../contract/format.ts';
import { Engine } from '../../engine/engine.ts';
import { genesis } from '../../engine/genesis.ts';
import { randomRisk } from '../../engine/liquidation/random-risk.test-helper.ts';
import { randomCommand } from '../../engine/random-commands.test-helper.ts';
import { PRESETS, type Preset } from '../../engine/random-run/presets.test-helper.ts';
import { marketOf } from '../../engine/risk/margin.ts';
import type { State } from '../../engine/state.ts';
import { type Order, remainingOf } from '../../engine/orders/order.ts';
import { venueIdOf } from '../../kernel/ids.ts';
import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import { runsOf } from '../../kernel/test-budget.test-helper.ts';
import { TestHistory } from './history.test-helper.ts';

const COMMANDS = 600;
const COMPARED_EVERY = 60;
const ENDED = ['filled', 'cancelled'];

/** What an order and a row of it say alike. */
interface OrderFacts {
  readonly status: string;
  readonly quantity: string;
  readonly filled: string;
  readonly working: string;
  readonly price: string;
  readonly trigger: string;
  readonly updatedTime: number;
}

function factsOfState(state: State, order: Order): OrderFacts {
  const { spec } = marketOf(state, order.symbol);
  return {
    status: order.status,
    quantity: formatLots(spec, order.quantity),
    filled: formatLots(spec, order.filled),
    working: order.trimmed === 0 ? 'all of the rest' : formatLots(spec, remainingOf(order)),
    price: order.price === 0 ? '' : formatPrice(spec, order.price),
    trigger: order.trigger ? formatPrice(spec, order.trigger.price) : '',
    updatedTime: order.updatedAt,
  };
}

type OrderHistoryRow = ReturnType<TestHistory['orderHistory']>[number];

const factsOfRow = (row: OrderHistoryRow): OrderFacts => ({
  status: row.status,
  quantity: row.quantity,
  filled: row.filledQuantity,
  working: row.remainingQuantity ?? 'all of the rest',
  price: row.price,
  trigger: row.triggerPrice,
  updatedTime: row.updatedTime,
});

/** Holds the live orders of every user against the newest row of each of its orders; counts the rows of trimmed ones. */
function compare(state: State, history: TestHistory, where: string): number {
  let trimmed = 0;
  for (const account of state.accounts.values()) {
    if (account.agent) continue;
    const latest = new Map<string, OrderHistoryRow>();
    for (const row of history.orderHistory({ account: account.no, from: 0, to: Number.MAX_SAFE_INTEGER })) {
      if (row.remainingQuantity !== null) trimmed += 1;
      if (!latest.has(row.venueId)) latest.set(row.venueId, row);
    }
    const rows = [...latest].filter(([, row]) => !ENDED.includes(row.status));
    const live = [...state.orders.values()].filter((order) => order.account === account.no);
    expect(new Map(rows.map(([id, row]) => [id, factsOfRow(row)])), `${where}, account ${account.no}`).toEqual(
      new Map(live.map((order) => [venueIdOf(order.no), factsOfState(state, order)])),
    );
    for (const row of latest.values()) {
      if (row.status === 'filled') expect(row.filledQuantity, where).toBe(row.quantity);
      // An order that closes the position has no quantity before it fires.
      if (row.status === 'cancelled' && row.quantity !== '0') {
        expect(row.filledQuantity, where).not.toBe(row.quantity);
      }
    }
  }
  return trimmed;
}

async function run(seed: number, preset: Preset): Promise<number> {
  const config = preset.config(String(seed));
  const { state, events } = genesis(config);
  const engine = new Engine(state);
  const markets = new Map(config.markets.map((spec) => [spec.symbol, spec]));
  const isAgent = (account: number): boolean => state.accounts.get(account)?.agent === true;
  const history = new TestHistory({ markets, isAgent, origin: config });
  history.record(events);
  await history.ready();
  const draw = new RandomInputs(String(seed), 'open orders');
  let trimmed = 0;
  for (let command = 1; command <= COMMANDS; command += 1) {
    const at = state.now + (draw.chance(preset.idle) ? draw.between(1, preset.idleMs) : 0);
    const commands = [randomRisk(draw, state, preset.temper) ?? randomCommand(draw, state)];
    const request = { kind: 'request', wallet: '0x', account: 0, action: 'test', nonce: null } as const;
    history.record(engine.apply({ ...request, at, commands }).events);
    if (command % COMPARED_EVERY === 0) {
      trimmed = compare(state, history, `seed ${seed}, ${preset.name}, command ${command}`);
    }
  }
  history.close();
  return trimmed;
}

// Goal: R-85, getOpenOrders and getOrderHistory never contradict each other. Method: random runs in every kind of world; the
// open orders are exactly those whose newest row is no end, and row and order say the same of quantity, fills and what works.
test('an open order and its newest history row agree, in every kind of run', async () => {
  let trimmed = 0;
  for (const [index, preset] of PRESETS.entries()) {
    for (const seed of [index, index + 50].slice(0, runsOf({ quick: 1, full: 2 }))) trimmed += await run(seed, preset);
  }
  expect(trimmed).toBeGreaterThan(runsOf({ quick: 10, full: 20 }));
});
