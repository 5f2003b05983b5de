import assert from 'node:assert/strict';
import type { DataTable } from '@cucumber/cucumber';
import { amountIn } from '../../src/suite/amount.ts';
import { Unmet } from '../../src/suite/deployment.ts';
import { valueAt } from '../../src/suite/paths.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { NO_COST, tradeCost } from '../../src/suite/steps/requests.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences that name figures of the target, for the expressions of later steps. */

/** Rows of name and expression: `| limit | {best bid - 5 ticks} |`. */
defineStep(
  'these figures:',
  { needs: [], cost: NO_COST, claims: {} },
  function (this: ExchangeWorld, table: DataTable) {
    for (const [name = '', cell = ''] of table.raw()) {
      const figure = amountIn(this.text(cell));
      assert.ok(figure, `the figure "${name}" should be a number, is ${cell}`);
      this.terms.name(name, figure);
    }
  },
);

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
