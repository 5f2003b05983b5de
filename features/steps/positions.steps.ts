import assert from 'node:assert/strict';
import { valueAt } from '../../src/suite/paths.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { tradeCost } from '../../src/suite/steps/requests.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Gives a name to the id of an open position. */
defineStep(
  // A term of a market, such as {second market}, may have blanks.
  /^the (\{[^{}]+\}|\S+) position of "([^"]+)" is called "([^"]+)"$/,
  {
    needs: [],
    cost: tradeCost('getPositions', { looked: false }),
    claims: (_symbol: string, who: string, name: string) => ({ wallets: [who], others: [name] }),
  },
  async function (this: ExchangeWorld, symbol: string, who: string, name: string) {
    const response = await this.client.trade(this.wallet(who), 'getPositions', { symbol, status: 'open' });
    const id = valueAt(response.body, 'response[0].positionId');
    assert.equal(typeof id, 'string', `${who} should hold a position in ${symbol}: ${response.text}`);
    this.ids.set(name, String(id));
  },
);
