import assert from 'node:assert/strict';
import { defineStep } from '../../src/suite/steps/library.ts';
import { STEERS } from '../../src/suite/steps/requests.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about snapshots of the whole exchange. */

/** Digests of the exchange by the snapshot that was taken then. */
const digests = new WeakMap<ExchangeWorld, Map<string, string>>();

defineStep('the snapshot {string} is taken', STEERS, async function (this: ExchangeWorld, name: string) {
  await this.control.takeSnapshot(name);
  const taken = digests.get(this) ?? new Map<string, string>();
  digests.set(this, taken.set(name, await this.control.digest()));
});

defineStep(
  'the exchange goes back to the snapshot {string}',
  STEERS,
  async function (this: ExchangeWorld, name: string) {
    await this.control.revert(name);
    // Request ids follow from the number of responses, which is that of the snapshot again.
    this.inspector.begin();
  },
);

defineStep(
  'the digest of the exchange is that of the snapshot {string}',
  STEERS,
  async function (this: ExchangeWorld, name: string) {
    assert.equal(await this.control.digest(), digests.get(this)?.get(name));
  },
);

/** A refusal leaves everything as it was. */
defineStep(
  /^the exchange refuses to (go back to|take) the snapshot "([^"]*)" with "([^"]+)"$/,
  STEERS,
  async function (this: ExchangeWorld, what: string, name: string, text: string) {
    const before = await this.control.digest();
    const refused = what === 'take' ? this.control.takeSnapshot(name) : this.control.revert(name);
    await assert.rejects(refused, ({ message }: Error) => message.includes(text));
    assert.equal(await this.control.digest(), before);
  },
);
