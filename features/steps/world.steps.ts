import assert from 'node:assert/strict';
import type { DataTable } from '@cucumber/cucumber';
import { defineStep } from '../../src/suite/steps/library.ts';
import { NO_COST, STEERS } from '../../src/suite/steps/requests.ts';
import { withField } from '../support/added-field.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Starts a fresh exchange. Runs are seeded, with 7 unless the sentence names another seed. */
defineStep(
  /^the world "([^"]+)"(?: with seed "([^"]+)")?$/,
  {
    needs: (world: string, seed: string | undefined) => (world === 'quiet' && !seed ? [] : ['worlds']),
    cost: NO_COST,
    claims: {},
  },
  async function (this: ExchangeWorld, world: string, seed: string | undefined) {
    await this.start(world, seed ? { seed } : {});
  },
);

/**
 * Rows of path and cell: `risk.` sets a figure of the world file, `limits.` a setting of the config file, `tiers` fields of
 * tiers. `addedField` names a field that every object of every response has in addition.
 */
defineStep(
  'the world {string} with:',
  { needs: (world: string) => (world === 'quiet' ? [] : ['worlds']), cost: NO_COST, claims: {} },
  async function (this: ExchangeWorld, world: string, table: DataTable) {
    const { addedField, ...beginning } = this.object(table.raw());
    await this.start(world, beginning);
    if (typeof addedField === 'string') this.interpose((target) => withField(target, addedField));
  },
);

defineStep(
  '{string} is a trader',
  {
    needs: ['funded'],
    cost: NO_COST,
    claims: (who: string) => ({ wallets: [who], introduces: who }),
  },
  function (this: ExchangeWorld, who: string) {
    this.wallet(who);
  },
);

/** A second, empty subaccount of the same wallet, as a principal of its own. */
defineStep(
  /^"([^"]+)" also owns the subaccount "([^"]+)"(?: named "([^"]+)")?$/,
  {
    needs: (_who: string, _name: string, title: string | undefined) => [title ? 'control' : 'second-subaccount'],
    cost: NO_COST,
    claims: (who: string, name: string) => ({ wallets: [who], owner: who, others: [name] }),
  },
  async function (this: ExchangeWorld, who: string, name: string, title: string | undefined) {
    await this.openSubAccount(who, name, title ?? undefined);
  },
);

defineStep(
  'the wallet of {string} is not whitelisted',
  {
    needs: ['whitelist-off'],
    cost: NO_COST,
    claims: (who: string) => ({ wallets: [who], unlists: who }),
  },
  async function (this: ExchangeWorld, who: string) {
    await this.unlist(who);
  },
);

/** A tier that is set is fixed; the tier of its volume changes with the trades of the wallet. */
defineStep(
  /^"([^"]+)" is in (?:tier "([^"]+)"|the tier of its volume)$/,
  { ...STEERS, claims: (who: string) => ({ wallets: [who], watchesFees: true }) },
  async function (this: ExchangeWorld, who: string, tier: string | undefined) {
    await this.control.setTier(this.wallet(who).address, tier ?? null);
  },
);

defineStep(
  '{string} receives {string} {word}',
  { ...STEERS, claims: (who: string) => ({ wallets: [who] }) },
  async function (this: ExchangeWorld, who: string, amount: string, asset: string) {
    await this.control.deposit(this.wallet(who).subAccountId, asset, amount);
  },
);

/** The exchange is running, degraded or draining. */
defineStep(
  /^(?:market "([^"]+)"|the exchange) is ([\w-]+)$/,
  STEERS,
  async function (this: ExchangeWorld, symbol: string | undefined, word: string) {
    if (!symbol) return this.control.setExchangeStatus(word as 'running' | 'degraded' | 'draining');
    const status = { open: 'open', closed: 'closed', 'close-only': 'close_only' }[word];
    assert.ok(status, `a market is open, closed or close-only, not ${word}`);
    await this.control.setMarketStatus(symbol, status as 'open' | 'closed' | 'close_only');
  },
);

defineStep(
  /^the price feed of "([^"]+)" (stops|goes on)$/,
  STEERS,
  async function (this: ExchangeWorld, symbol: string, word: string) {
    await this.lookIfWatched();
    await (word === 'stops' ? this.control.stopFeed(symbol) : this.control.releasePrice(symbol));
  },
);

/** Price control by hand (R-122): the price stays and is fresh, goes to another in steps of a second, or is its feed's again. */
defineStep(
  /^the index of "([^"]+)" is pinned(?: at "([^"]+)")?$/,
  STEERS,
  async function (this: ExchangeWorld, symbol: string, price: string | null) {
    await this.lookIfWatched();
    await this.control.pinPrice(symbol, price ?? undefined);
  },
);

defineStep(
  /^the index of "([^"]+)" moves to "([^"]+)" over (\d+) s$/,
  STEERS,
  async function (this: ExchangeWorld, symbol: string, price: string, seconds: string) {
    await this.lookIfWatched();
    await this.control.movePrice(symbol, price, Number(seconds) * 1_000);
  },
);

defineStep('the index of {string} is released', STEERS, async function (this: ExchangeWorld, symbol: string) {
  await this.lookIfWatched();
  await this.control.releasePrice(symbol);
});

/**
 * A state "is" at a price, an event "moves to" it. Setting the index moves the mark with it. Setting the mark changes its premium
 * over the index. The peg is the share of the index that a collateral is worth.
 */
defineStep(
  /^the (index|mark|peg) of "([^"]+)" (?:is|moves to) "([^"]+)"$/,
  { ...STEERS, claims: (what: string) => ({ watchesMarks: what === 'mark' }) },
  async function (this: ExchangeWorld, what: string, symbol: string, price: string) {
    await this.lookIfWatched();
    if (what === 'index') await this.control.movePrice(symbol, price);
    else if (what === 'mark') await this.control.setMarkPrice(symbol, price);
    else await this.control.setPeg(symbol, price);
  },
);
