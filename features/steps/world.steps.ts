import assert from 'node:assert/strict';
import { Given } from '@cucumber/cucumber';
import type { ExchangeWorld } from '../support/world.ts';

Given('the world {string}', async function (this: ExchangeWorld, world: string) {
  await this.start(world);
});

Given('{string} is a trader', function (this: ExchangeWorld, who: string) {
  this.wallet(who);
});

Given('{string} also owns the subaccount {string}', async function (this: ExchangeWorld, who: string, name: string) {
  await this.openSubAccount(who, name);
});

Given('the wallet of {string} is not whitelisted', async function (this: ExchangeWorld, who: string) {
  await this.control.setWhitelisted(this.wallet(who).address, false);
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
    await this.control.setFeed(symbol, word === 'stops');
  },
);

Given('the index of {string} is {string}', async function (this: ExchangeWorld, symbol: string, price: string) {
  await this.control.setIndexPrice(symbol, price);
});
