import assert from 'node:assert/strict';
import { valueAt } from '../../src/suite/paths.ts';
import type { Cost, StepClaims } from '../../src/suite/steps/declaration.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { EXAMINES, infoCost, tradeCost, withBookLooks } from '../../src/suite/steps/requests.ts';
import { Amount, amountText } from '../../src/suite/amount.ts';
import { Unmet } from '../../src/suite/deployment.ts';
import { fillOrder, type Place, priceInside, restInside, tradeInside } from '../support/inside-trades.ts';
import type { ExchangeWorld } from '../support/world.ts';

/**
 * Sentences about trades and orders between the best two prices of a book, where both sides are wallets of the scenario. The price
 * is the target's own; `at "entry"` makes it a figure of that name.
 */

const BETWEEN_TWO = {
  needs: ['reference-market', 'liquidity', 'second-wallet'],
  cost: withBookLooks(tradeCost('placeOrders', { times: 2, looked: false })),
  claims: (...[who, , , , other]: string[]): StepClaims => ({ wallets: [who, other], market: 'trades' }),
} as const;

/** Opens a position by a trade between the two; its holder takes, the other rests. */
defineStep(
  /^"([^"]+)" is (long|short) "([^"]+)" of "([^"]+)" against "([^"]+)"(?:, (low|midway|high) in the spread)?(?:, at "([^"]+)")?$/,
  BETWEEN_TWO,
  async function (
    this: ExchangeWorld,
    who: string,
    held: string,
    quantity: string,
    symbol: string,
    other: string,
    place: Place | null,
    name: string | null,
  ) {
    const side = held === 'long' ? 'buy' : 'sell';
    const price = await tradeInside(this, { taker: who, maker: other, side, quantity, symbol }, place ?? 'midway');
    if (name) this.terms.name(name, price);
  },
);

/** Opens an isolated position the same way, at the default leverage of its market. */
defineStep(
  /^"([^"]+)" is (long|short) "([^"]+)" of "([^"]+)" with an isolated margin of "([^"]+)", against "([^"]+)"(?:, at "([^"]+)")?$/,
  {
    ...BETWEEN_TWO,
    claims: (...[who, , , , , other]: string[]): StepClaims => ({ wallets: [who, other], market: 'trades' }),
  },
  async function (
    this: ExchangeWorld,
    who: string,
    held: string,
    quantity: string,
    symbol: string,
    isolatedMargin: string,
    other: string,
    name: string | null,
  ) {
    const side = held === 'long' ? 'buy' : 'sell';
    const trade = { taker: who, maker: other, side, quantity, symbol, isolatedMargin } as const;
    const price = await tradeInside(this, trade, 'midway');
    if (name) this.terms.name(name, price);
  },
);

/** The parameters of a trade that may be repeated. */
type Repeated = [who: string, verb: string, quantity: string, symbol: string, other: string, times?: string];

/** A trade between the two, or several, one after the other; the first name takes. */
defineStep(
  /^"([^"]+)" (buys|sells) "([^"]+)" of "([^"]+)" (?:from|to) "([^"]+)"(?:, (\d+) times)?(?:, (low|midway|high) in the spread)?(?:, at "([^"]+)")?$/,
  {
    ...BETWEEN_TWO,
    cost: (...[, , , , , times]: Repeated): Cost =>
      withBookLooks(tradeCost('placeOrders', { times: 2 * Number(times ?? 1), looked: false }), Number(times ?? 1)),
  },
  async function (
    this: ExchangeWorld,
    who: string,
    verb: string,
    quantity: string,
    symbol: string,
    other: string,
    times: string | null,
    place: Place | null,
    name: string | null,
  ) {
    const side = verb === 'buys' ? 'buy' : 'sell';
    for (let time = 0; time < Number(times ?? 1); time += 1) {
      const price = await tradeInside(this, { taker: who, maker: other, side, quantity, symbol }, place ?? 'midway');
      if (name) this.terms.name(name, price);
    }
  },
);

/** An order that rests between the best two, so that the next one on the other side meets it first. The name is its id. */
defineStep(
  /^"([^"]+)" (offers|bids for) "([^"]+)" of "([^"]+)" inside the spread(, post-only)?(?:, (low|midway|high))?, at "([^"]+)"(?:, as "([^"]+)")?$/,
  {
    needs: ['reference-market', 'liquidity'],
    cost: withBookLooks(tradeCost('placeOrders', { looked: false })),
    claims: (who: string) => ({ wallets: [who], market: 'trades' }),
  },
  async function (
    this: ExchangeWorld,
    who: string,
    verb: string,
    quantity: string,
    symbol: string,
    postOnly: string | null,
    place: Place | null,
    name: string,
    id: string | null,
  ) {
    const price = await priceInside(this, symbol, place ?? 'midway');
    const order = {
      symbol,
      side: verb === 'offers' ? 'sell' : 'buy',
      orderType: 'limitGtc',
      price: amountText(price),
      quantity,
      ...(postOnly && { postOnly: true }),
    };
    const venueId = await restInside(this, who, order);
    this.terms.name(name, price);
    if (id) this.ids.set(id, venueId);
  },
);

/** For an order that the scenario sends itself. */
defineStep(
  /^the price (low|midway|high) in the spread of "([^"]+)" is called "([^"]+)"$/,
  {
    needs: ['reference-market', 'liquidity'],
    cost: { ...infoCost('getOrderbook'), looked: false },
    claims: { market: 'trades' },
  },
  async function (this: ExchangeWorld, place: Place, symbol: string, name: string) {
    this.terms.name(name, await priceInside(this, symbol, place));
  },
);

/** What a scenario rests on after two looks at a book: a market that has moved in between may have left no such pair of prices. */
defineStep(
  /^the price "([^"]+)" is (above|below) "([^"]+)"$/,
  EXAMINES,
  function (this: ExchangeWorld, price: string, beyond: string, other: string) {
    const isSo = beyond === 'above' ? new Amount(price).gt(other) : new Amount(price).lt(other);
    if (!isSo) throw new Unmet('moved', `the spread has moved: ${price} is not ${beyond} ${other}`);
  },
);

/** What a scenario rests on in a market with trading hours; in an exchange of its own it begins within them. */
defineStep(
  /^the market "([^"]+)" is within its trading hours$/,
  { needs: ['market'], cost: infoCost('getMarketPrices'), claims: {} },
  async function (this: ExchangeWorld, symbol: string) {
    const prices = await this.client.info('getMarketPrices', {});
    const onHours = valueAt(prices.body, `response.${symbol}.onHours`);
    if (onHours === false) throw new Unmet('trading-hours', `${symbol} is outside its trading hours`);
    assert.equal(onHours, true, `getMarketPrices should say that ${symbol} is within its trading hours`);
  },
);

/** Meets an order of another wallet, which must not have gone to somebody else; the order is found by its name. */
defineStep(
  /^"([^"]+)" fills "([^"]+)" of the order "([^"]+)" of "([^"]+)"$/,
  {
    needs: ['reference-market', 'liquidity', 'second-wallet'],
    cost: {
      ...tradeCost('placeOrders', { looked: false }),
      requests: 3,
      tokens: tradeCost('placeOrders').tokens + 2 * tradeCost('getOpenOrders').tokens,
    },
    claims: (who: string, _quantity: string, name: string, owner: string) => ({
      wallets: [who, owner],
      others: [name],
      market: 'trades',
    }),
  },
  async function (this: ExchangeWorld, who: string, quantity: string, name: string, owner: string) {
    await fillOrder(this, { taker: who, quantity, owner, orderId: this.text(`{${name}}`) });
  },
);
