import assert from 'node:assert/strict';
import type { DataTable } from '@cucumber/cucumber';
import { amountIn } from '../../src/suite/amount.ts';
import { Unmet } from '../../src/suite/deployment.ts';
import { valueAt } from '../../src/suite/paths.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { NO_COST, tradeCost } from '../../src/suite/steps/requests.ts';
import { THESE_FIGURES } from '../support/market-terms.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences that name figures of the target, for the expressions of later steps. */

/** Rows of name and expression: `| limit | {best bid - 5 ticks} |`. */
defineStep(THESE_FIGURES, { needs: [], cost: NO_COST, claims: {} }, function (this: ExchangeWorld, table: DataTable) {
  for (const [place, [name = '', cell = '']] of table.raw().entries()) {
    const figure = amountIn(this.text(cell));
    assert.ok(figure, `the figure "${name}" should be a number, is ${cell}`);
    // As it is written: what the step gets has the figures of the market in it already.
    const written = /^\{([^{}"]+)\}$/.exec(this.written[place]?.[1] ?? '')?.[1];
    this.terms.name(name, figure, written);
  }
});

/** The rates that a wallet pays now, its discount included. */
defineStep(
  'the fee rates of {string} are called {string} and {string}',
  {
    needs: [],
    cost: tradeCost('getFeeRate', { looked: false }),
    claims: (who: string) => ({ wallets: [who] }),
  },
  async function (this: ExchangeWorld, who: string, maker: string, taker: string) {
    const { body, text } = await this.client.trade(this.wallet(who), 'getFeeRate', {});
    for (const [name, field] of [
      [maker, 'makerFeeRate'],
      [taker, 'takerFeeRate'],
    ] as const) {
      const rate = amountIn(String(valueAt(body, `response.${field}`)));
      assert.ok(rate, `getFeeRate should show a ${field}: ${text}`);
      this.terms.name(name, rate);
    }
  },
);

/**
 * The tier that a signed read says a wallet is in, with what getTiers publishes of it: the name alone stands for its id, and with
 * `name`, `type` and `level` after it for these; `maker rate`, `taker rate` and `volume` are figures.
 */
defineStep(
  /^the tier that (getFeeRate|getSubAccount) shows of "([^"]+)" is called "([^"]+)"$/,
  {
    needs: [],
    cost: { ...tradeCost('getSubAccount', { looked: false }), requests: 2 },
    claims: (_action: string, who: string) => ({ wallets: [who] }),
  },
  async function (this: ExchangeWorld, action: 'getFeeRate' | 'getSubAccount', who: string, name: string) {
    const { body, text } = await this.client.trade(this.wallet(who), action, {});
    const id = valueAt(body, action === 'getFeeRate' ? 'response.currentTier.tierId' : 'response.tier_id');
    const tiers = tiersIn((await this.client.info('getTiers', {})).body);
    const tier = tiers.find(({ tierId }) => tierId === id);
    assert.ok(tier, `getTiers should list the tier that ${action} shows: ${text}`);
    const level = tiers.filter(({ tierType }) => tierType === 'volume').indexOf(tier);
    this.ids.set(name, tier.tierId).set(`${name} name`, tier.tierName).set(`${name} type`, tier.tierType);
    this.ids.set(`${name} level`, level < 0 ? 'null' : `number ${level}`);
    for (const [figure, field] of [
      ['maker rate', 'makerFeeRate'],
      ['taker rate', 'takerFeeRate'],
      ['volume', 'minTradeVolume'],
    ] as const) {
      const amount = amountIn(tier[field]);
      assert.ok(amount, `the ${field} of a tier should be a decimal text, is ${tier[field]}`);
      this.terms.name(`${name} ${figure}`, amount);
    }
    for (const field of ['maxSubAccounts', 'maxOrdersPerMarket', 'maxTotalOrders', 'maxBorrowCapacity'] as const) {
      const amount = amountIn(String(tier[field]));
      assert.ok(amount, `the ${field} of a tier should be a number, is ${String(tier[field])}`);
      this.terms.name(`${name} ${field}`, amount);
    }
  },
);

/** What getFeeRate says of the volume tiers, against the public list: the same rows, from the lowest volume up. */
defineStep(
  'the response lists the volume tiers that getTiers publishes, from the lowest up',
  { needs: [], cost: { ...NO_COST, requests: 1, looked: true }, claims: { outcome: 'accepted' } },
  async function (this: ExchangeWorld) {
    const actual = valueAt(this.response(), 'tiers');
    const published = tiersIn((await this.client.info('getTiers', {})).body)
      .filter(({ tierType }) => tierType === 'volume')
      .toSorted((a, b) => Number(a.minTradeVolume) - Number(b.minTradeVolume));
    assert.ok(published.length > 0, 'getTiers should publish volume tiers');
    const expected = published.map(({ tierId, tierName, minTradeVolume, makerFeeRate, takerFeeRate }, tierLevel) => ({
      tierId,
      tierLevel,
      tierName,
      minTradeVolume,
      makerFeeRate,
      takerFeeRate,
    }));
    assert.deepEqual(actual, expected);
  },
);

interface Tier {
  readonly tierId: string;
  readonly tierType: string;
  readonly tierName: string;
  readonly minTradeVolume: string;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
  readonly maxSubAccounts: unknown;
  readonly maxOrdersPerMarket: unknown;
  readonly maxTotalOrders: unknown;
  readonly maxBorrowCapacity: unknown;
}

/** Rows of getTiers, whose form other scenarios state. */
const tiersIn = (body: unknown): readonly Tier[] => {
  const tiers = valueAt(body, 'response');
  assert.ok(Array.isArray(tiers), 'getTiers should list tiers');
  return tiers as readonly Tier[];
};

/** What of the margin of an account is free, so that a scenario can ask for more than there is. */
defineStep(
  'the available margin of {string} is called {string}',
  {
    needs: [],
    cost: tradeCost('getSubAccount', { looked: false }),
    claims: (who: string) => ({ wallets: [who] }),
  },
  async function (this: ExchangeWorld, who: string, name: string) {
    const { body, text } = await this.client.trade(this.wallet(who), 'getSubAccount', {});
    const margin = amountIn(String(valueAt(body, 'response.crossMarginSummary.availableMargin')));
    assert.ok(margin, `getSubAccount should show an availableMargin: ${text}`);
    this.terms.name(name, margin);
  },
);

/** A quantity that follows from the funds of a wallet can be above the largest of a market: then the scenario asks nothing there. */
defineStep(
  /^an order of "([^"]+)" may have the quantity "([^"]+)"$/,
  { needs: [], cost: NO_COST, claims: {} },
  function (this: ExchangeWorld, symbol: string, quantity: string) {
    const largest = this.terms.first(symbol)?.largestSize;
    const wanted = amountIn(quantity);
    assert.ok(largest && wanted, `"${quantity}" should be a quantity of a market of the scenario, "${symbol}"`);
    if (wanted.lte(largest)) return;
    throw new Unmet(
      'market',
      `an order of ${symbol} may have at most ${largest.toFixed()}, and it would take ${quantity}`,
    );
  },
);
