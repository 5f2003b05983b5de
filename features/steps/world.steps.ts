import assert from 'node:assert/strict';
import { type DataTable, Given } from '@cucumber/cucumber';
import type { ExchangeWorld } from '../support/world.ts';

Given('the world {string}', async function (this: ExchangeWorld, world: string) {
  await this.start(world);
});

/** Rows of a figure of the world's `risk` section and its value. */
Given(
  'the world {string} with the risk figures:',
  async function (this: ExchangeWorld, world: string, table: DataTable) {
    await this.start(world, { risk: this.object(table.raw()) });
  },
);

Given(
  'the world {string} where tier {string} may borrow {string} USDT',
  async function (this: ExchangeWorld, world: string, tierId: string, maxBorrowCapacity: string) {
    await this.start(world, { tiers: [{ tierId, maxBorrowCapacity }] });
  },
);

Given('{string} is a trader', function (this: ExchangeWorld, who: string) {
  this.wallet(who);
});

Given('{string} also owns the subaccount {string}', async function (this: ExchangeWorld, who: string, name: string) {
  await this.openSubAccount(who, name);
});

Given('the wallet of {string} is not whitelisted', async function (this: ExchangeWorld, who: string) {
  await this.unlist(who);
});

Given('{string} is in tier {string}', async function (this: ExchangeWorld, who: string, tier: string) {
  await this.control.setTier(this.wallet(who).address, tier);
});

Given(
  '{string} receives {string} {word}',
  async function (this: ExchangeWorld, who: string, amount: string, asset: string) {
    await this.control.deposit(this.wallet(who).subAccountId, asset, amount);
  },
);

Given('market {string} is {word}', async function (this: ExchangeWorld, symbol: string, word: string) {
  const status = { open: 'open', closed: 'closed', 'close-only': 'close_only' }[word];
  assert.ok(status, `a market is open, closed or close-only, not ${word}`);
  await this.control.setMarketStatus(symbol, status as 'open' | 'closed' | 'close_only');
});

Given('the exchange is {word}', async function (this: ExchangeWorld, status: string) {
  await this.control.setExchangeStatus(status as 'running' | 'degraded' | 'draining');
});

Given(
  /^the price feed of "([^"]+)" (stops|goes on)$/,
  async function (this: ExchangeWorld, symbol: string, word: string) {
    await this.lookIfWatched();
    await this.control.setFeed(symbol, word === 'stops');
  },
);

/** As a state it "is" that price, as an event it "moves to" it; the mark moves along by as much. */
Given(
  /^the index of "([^"]+)" (?:is|moves to) "([^"]+)"$/,
  async function (this: ExchangeWorld, symbol: string, price: string) {
    await this.lookIfWatched();
    await this.control.setIndexPrice(symbol, price);
  },
);

/** The mark alone: the premium it stands off the index. */
Given(
  /^the mark of "([^"]+)" (?:is|moves to) "([^"]+)"$/,
  async function (this: ExchangeWorld, symbol: string, price: string) {
    await this.lookIfWatched();
    await this.control.setMarkPrice(symbol, price);
  },
);

/** A collateral is worth this share of the index it goes by. */
Given(
  /^the peg of "([^"]+)" (?:is|moves to) "([^"]+)"$/,
  async function (this: ExchangeWorld, asset: string, peg: string) {
    await this.lookIfWatched();
    await this.control.setPeg(asset, peg);
  },
);
