import { expect, test } from 'vitest';
import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import { runsOf } from '../../kernel/test-budget.test-helper.ts';
import { testConfig } from '../config.test-helper.ts';
import { Engine } from '../engine.ts';
import type { EngineEvent } from '../event.ts';
import { evolve } from '../evolve.ts';
import { genesis } from '../genesis.ts';
import { lastOf } from '../prices.ts';
import { randomCommand } from '../random-commands.test-helper.ts';
import type { State } from '../state.ts';
import type { Order } from './order.ts';

/** What a price must do for an order to fire, said once more from the contract's table of directions. */
function holds(order: Order, price: number): boolean {
  const trigger = order.trigger?.price ?? 0;
  const takeProfit = order.kind === 'takeProfitMarket' || order.kind === 'takeProfitLimit';
  const atOrBelow = takeProfit ? order.side === 'buy' : order.side === 'sell';
  return atOrBelow ? price <= trigger : price >= trigger;
}

/** An independent observer: it applies the events one by one and knows every price as it was at each of them. */
class Observer {
  readonly state: State;
  /** Orders that fired, by the pair they belong to. */
  readonly #fired = new Map<string, number>();
  fired = 0;
  traded = 0;

  constructor(state: State) {
    this.state = state;
  }

  see(event: EngineEvent): void {
    if (event.type === 'OrderTriggered') this.#seeFiring(event);
    if (event.type === 'Traded') {
      for (const { order: no } of [event.maker, event.taker]) {
        const order = this.state.orders.get(no);
        if (!order?.trigger) continue;
        // INV-23: a conditional order trades after it has fired, never before.
        expect(order.phase).toBe('working');
        this.traded += 1;
      }
    }
    evolve(this.state, event);
  }

  #seeFiring(event: Extract<EngineEvent, { type: 'OrderTriggered' }>): void {
    const order = this.state.orders.get(event.order);
    const market = this.state.markets.get(order?.symbol ?? '');
    if (!order || !market) throw new Error(`order ${event.order} fires in a market`);
    const price = order.trigger?.priceType === 'last' ? lastOf(market) : market.mark;
    expect(event.price).toBe(price);
    expect(holds(order, price)).toBe(true);
    this.fired += 1;
    if (order.group?.role !== 'child') return;
    const pair = `${order.account} ${order.group.group} ${order.group.pair}`;
    // INV-22: of a pair at most one side fires.
    expect(this.#fired.get(pair)).toBeUndefined();
    this.#fired.set(pair, order.no);
  }
}

// Goal: INV-22 and INV-23 against the price history. Method: a second state is folded from the events of
// random runs, one event at a time, and each firing is held against the prices of that very moment.
test('no conditional order executes before its trigger held, and of a pair at most one does', () => {
  let fired = 0;
  let traded = 0;
  for (let seed = 0; seed < runsOf({ quick: 10, full: 40 }); seed += 1) {
    const engine = new Engine(genesis(testConfig({ seed: String(seed) })).state);
    const observer = new Observer(genesis(testConfig({ seed: String(seed) })).state);
    const draw = new RandomInputs(String(seed), 'triggers');
    for (let command = 0; command < 1_000; command += 1) {
      const at = engine.state.now + (draw.chance(200_000) ? draw.between(1, 5_000) : 0);
      const commands = [randomCommand(draw, engine.state)];
      const request = { kind: 'request', wallet: '0x', account: 0, action: 'test', nonce: null } as const;
      for (const event of engine.apply({ ...request, at, commands }).events) observer.see(event);
    }
    fired += observer.fired;
    traded += observer.traded;
  }
  expect(fired).toBeGreaterThan(runsOf({ quick: 250, full: 1_000 }));
  expect(traded).toBeGreaterThan(runsOf({ quick: 125, full: 500 }));
});
