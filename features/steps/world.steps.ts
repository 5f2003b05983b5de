import assert from 'node:assert/strict';
import { type DataTable, Given } from '@cucumber/cucumber';
import type { ExchangeWorld } from '../support/world.ts';

/** Starts a fresh exchange; runs are seeded, with 7 unless the sentence picks another seed. */
Given(
  /^the world "([^"]+)"(?: with seed "([^"]+)"| where tier "([^"]+)" may borrow "([^"]+)" USDT)?$/,
  async function (
    this: ExchangeWorld,
    world: string,
    seed: string | undefined,
    tierId: string | undefined,
    maxBorrowCapacity: string | undefined,
  ) {
    const tiers = tierId && maxBorrowCapacity ? [{ tierId, maxBorrowCapacity }] : undefined;
    await this.start(world, { ...(seed && { seed }), ...(tiers && { tiers }) });
  },
);

/** Rows of a figure of the `risk` section of a world, or of a setting of the `limits` section of a config file. */
Given(
  /^the world "([^"]+)" with the (risk figures|limits):$/,
  async function (this: ExchangeWorld, world: string, section: string, table: DataTable) {
    if (section === 'risk figures') return this.start(world, { risk: this.object(table.raw()) });
    const limits = table.raw().map(([key = '', cell = '']) => [key, this.value(cell)] as const);
    await this.start(world, { limits: Object.fromEntries(limits) });
  },
);

Given('{string} is a trader', function (this: ExchangeWorld, who: string) {
  this.wallet(who);
});

/** A second, empty subaccount of the same wallet, as a principal of its own. */
Given(
  /^"([^"]+)" also owns the subaccount "([^"]+)"(?: named "([^"]+)")?$/,
  async function (this: ExchangeWorld, who: string, name: string, title: string | undefined) {
    await this.openSubAccount(who, name, title ?? undefined);
  },
);

Given('the wallet of {string} is not whitelisted', async function (this: ExchangeWorld, who: string) {
  await this.unlist(who);
});

/** A tier that is set stays; the tier of its volume follows what the wallet trades. */
Given(
  /^"([^"]+)" is in (?:tier "([^"]+)"|the tier of its volume)$/,
  async function (this: ExchangeWorld, who: string, tier: string | undefined) {
    await this.control.setTier(this.wallet(who).address, tier ?? null);
  },
);

Given(
  '{string} receives {string} {word}',
  async function (this: ExchangeWorld, who: string, amount: string, asset: string) {
    await this.control.deposit(this.wallet(who).subAccountId, asset, amount);
  },
);

/** The exchange is running, degraded or draining. */
Given(
  /^(?:market "([^"]+)"|the exchange) is ([\w-]+)$/,
  async function (this: ExchangeWorld, symbol: string | undefined, word: string) {
    if (!symbol) return this.control.setExchangeStatus(word as 'running' | 'degraded' | 'draining');
    const status = { open: 'open', closed: 'closed', 'close-only': 'close_only' }[word];
    assert.ok(status, `a market is open, closed or close-only, not ${word}`);
    await this.control.setMarketStatus(symbol, status as 'open' | 'closed' | 'close_only');
  },
);

Given(
  /^the price feed of "([^"]+)" (stops|goes on)$/,
  async function (this: ExchangeWorld, symbol: string, word: string) {
    await this.lookIfWatched();
    await this.control.setFeed(symbol, word === 'stops');
  },
);

/**
 * As a state it "is" that price, as an event it "moves to" it. The index takes the mark along; the mark alone changes its
 * premium over the index; the peg is the share of the index that a collateral is worth.
 */
Given(
  /^the (index|mark|peg) of "([^"]+)" (?:is|moves to) "([^"]+)"$/,
  async function (this: ExchangeWorld, what: string, symbol: string, price: string) {
    await this.lookIfWatched();
    if (what === 'index') await this.control.setIndexPrice(symbol, price);
    else if (what === 'mark') await this.control.setMarkPrice(symbol, price);
    else await this.control.setPeg(symbol, price);
  },
);
