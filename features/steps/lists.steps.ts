import assert from 'node:assert/strict';
import { valueAt } from '../../src/suite/paths.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { EXAMINES, ORDERS_PER_REQUEST, infoCost, manyNeeds, tradeCost } from '../../src/suite/steps/requests.ts';
import { Amount, amountText } from '../../src/suite/amount.ts';
import { Unmet } from '../../src/suite/deployment.ts';
import { priceInside, restInside } from '../support/inside-trades.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about many rows, and about responses that are compared with each other. */

/** The parameters of trades with the book. */
type Purchase = [who: string, verb: string, quantity: string, symbol: string, price: string, times?: number];

/** A purchase this large reaches levels of a ladder where other scenarios may have orders. */
const LADDER_AT_RISK = 15;

/** Responses that a scenario has kept, by name. */
const kept = new WeakMap<ExchangeWorld, Map<string, unknown>>();

/** Sends immediate-or-cancel orders, each of which must fill. */
defineStep(
  /^"([^"]+)" (buys|sells) "([^"]+)" (\S+) at "([^"]+)"(?: (\d+) times)?$/,
  {
    needs: (...[, , , , , times]: Purchase) => ['reference-market', ...manyNeeds(times)],
    cost: (...[, , , , , times]: Purchase) => tradeCost('placeOrders', { times: times ?? 1 }),
    claims: (...[who, , quantity]: Purchase) => ({
      wallets: [who],
      market: 'takes',
      sweeps: Number(quantity) >= LADDER_AT_RISK,
    }),
  },
  async function (
    this: ExchangeWorld,
    who: string,
    verb: string,
    quantity: string,
    symbol: string,
    price: string,
    times: string | undefined,
  ) {
    const side = verb === 'buys' ? 'buy' : 'sell';
    const order = { symbol, side, orderType: 'limitIoc', price, quantity };
    await sendFilling(
      this,
      who,
      Array.from({ length: Number(times ?? 1) }, () => this.ours(order)),
    );
  },
);

/** Sends pairs of market orders; each pair opens and closes one position. */
defineStep(
  '{string} opens and closes {string} {word} {int} times',
  {
    needs: (_who: string, _quantity: string, _symbol: string, times: number) => [
      'reference-market',
      ...manyNeeds(times),
    ],
    cost: (_who: string, _quantity: string, _symbol: string, times: number) =>
      tradeCost('placeOrders', { times: 2 * times }),
    claims: (who: string) => ({ wallets: [who], market: 'takes' }),
  },
  async function (this: ExchangeWorld, who: string, quantity: string, symbol: string, times: number) {
    const [open, close] = ['buy', 'sell'].map((side) => ({ symbol, side, orderType: 'market', price: '', quantity }));
    await sendFilling(
      this,
      who,
      Array.from({ length: 2 * times }, (_none, index) => (index % 2 === 0 ? open : close)),
    );
  },
);

/** The parameters of trades between two wallets of the scenario. */
type Rounds = [who: string, quantity: string, symbol: string, other: string, times?: string];

/**
 * Opens and closes one position after the other inside the spread: the other wallet rests an order on each side that is large enough
 * for all of it.
 */
defineStep(
  /^"([^"]+)" opens and closes "([^"]+)" of "([^"]+)" against "([^"]+)"(?:, (\d+) times)?$/,
  {
    needs: (...[, , , , times]: Rounds) => [
      'reference-market',
      'liquidity',
      'second-wallet',
      ...manyNeeds(Number(times ?? 1)),
    ],
    cost: (...[, , , , times]: Rounds) =>
      tradeCost('placeOrders', { times: 2 + 2 * Number(times ?? 1), looked: false }),
    claims: (...[who, , , other]: Rounds) => ({ wallets: [who, other], market: 'trades' }),
  },
  async function (
    this: ExchangeWorld,
    who: string,
    quantity: string,
    symbol: string,
    other: string,
    repeats: string | null,
  ) {
    const times = Number(repeats ?? 1);
    const all = amountText(new Amount(quantity).times(times));
    const sides = { buy: await priceInside(this, symbol, 'high'), sell: await priceInside(this, symbol, 'low') };
    const order = (side: 'buy' | 'sell') => ({ symbol, side, price: amountText(sides[side]) });
    await restInside(this, other, { ...order('buy'), side: 'sell', orderType: 'limitGtc', quantity: all });
    await restInside(this, other, { ...order('sell'), side: 'buy', orderType: 'limitGtc', quantity: all });
    const [open, close] = (['buy', 'sell'] as const).map((side) => ({
      ...order(side),
      orderType: 'limitIoc',
      quantity,
    }));
    await sendFilling(
      this,
      who,
      Array.from({ length: 2 * times }, (_none, index) => this.ours((index % 2 === 0 ? open : close) as object)),
    );
  },
);

/** Keeps a response, or compares it as a whole with a kept one; a list begins with another one row by row. */
defineStep(
  /^the response (is kept as|equals|differs from|begins with) "([^"]+)"$/,
  EXAMINES,
  function (this: ExchangeWorld, relation: string, name: string) {
    const response = this.response();
    if (relation === 'is kept as') return keep(this, name, response);
    const other = keptAs(this, name);
    if (relation === 'equals') return assert.deepEqual(response, other);
    if (relation === 'differs from') return assert.notDeepEqual(response, other);
    assert.ok(Array.isArray(response) && Array.isArray(other), 'both responses should be lists');
    assert.ok(other.length > 0, `"${name}" should hold something`);
    assert.deepEqual(response.slice(0, other.length), other);
  },
);

/** A map by symbol, or records of one market each. */
defineStep(
  /^the (body|response) lists the open markets(, in alphabetical order)?$/,
  { needs: [], cost: { ...infoCost('getMarkets'), looked: false }, claims: {} },
  async function (this: ExchangeWorld, what: string, sorted: string | null) {
    const listed = symbolsOf(what === 'response' ? this.response() : this.take().body);
    const markets = await this.client.info('getMarkets', {});
    const rows = valueAt(markets.body, 'response');
    assert.ok(Array.isArray(rows), this.explain(markets));
    const open = rows.filter((row: unknown) => valueAt(row, 'isOpen') === true).map((row) => valueAt(row, 'symbol'));
    assert.deepEqual(sorted === null ? listed.toSorted() : listed, open.toSorted());
  },
);

async function sendFilling(world: ExchangeWorld, who: string, all: readonly unknown[]): Promise<void> {
  for (let from = 0; from < all.length; from += ORDERS_PER_REQUEST) {
    const orders = all.slice(from, from + ORDERS_PER_REQUEST);
    const send = () => world.client.trade(world.wallet(who), 'placeOrders', { orders, grouping: 'na' });
    let response = await send();
    // A subaccount may place 100 orders a second, so many orders need more than a second.
    if (response.status === 429) {
      await world.control.advance(1_000);
      response = await send();
    }
    orders.forEach((_order, index) => {
      const status = valueAt(response.body, `response.statuses[${index}]`);
      const filled = valueAt(status, 'filled');
      if (!world.isSteered && status !== undefined && !filled) {
        throw new Unmet(
          'moved',
          `somebody else was faster, so that order ${from + index} did not fill: ${response.text}`,
        );
      }
      assert.ok(filled, `order ${from + index} should fill: ${response.text}`);
    });
  }
}

function symbolsOf(list: unknown): unknown[] {
  assert.ok(typeof list === 'object' && list !== null, `a list or a map is expected, not ${JSON.stringify(list)}`);
  if (!Array.isArray(list)) return Object.keys(list);
  return list.map((row: unknown) => valueAt(row, 'symbol') ?? valueAt(row, 'ticker_id'));
}

function keep(world: ExchangeWorld, name: string, response: unknown): void {
  const named = kept.get(world) ?? new Map<string, unknown>();
  kept.set(world, named.set(name, response));
}

function keptAs(world: ExchangeWorld, name: string): unknown {
  const named = kept.get(world);
  assert.ok(named, `no response was kept as "${name}"`);
  assert.ok(named.has(name), `no response was kept as "${name}"`);
  return named.get(name);
}
