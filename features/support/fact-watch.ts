import assert from 'node:assert/strict';
import type { ExchangeClient } from '../../src/suite/transports/exchange-client.ts';
import { changesBetween, type Facts, factsOf, withoutDrift } from '../../src/suite/facts.ts';
import type { Principals } from './principals.ts';

/** The facts of a scenario: balances, positions and open orders of its principals, now and before the last request. */
export class FactWatch {
  readonly #client: () => ExchangeClient;
  readonly #principals: Principals;
  #before: Facts | undefined;

  constructor(client: () => ExchangeClient, principals: Principals) {
    this.#client = client;
    this.#principals = principals;
  }

  /** Records the facts as they are now. Changes are counted from here. */
  async look(): Promise<void> {
    this.#before = await this.#facts();
  }

  /** Returns what changed since the last look. With a real clock, changes that time alone causes are left out. */
  async changes(isReal: boolean): Promise<Map<string, { from: string; to: string }>> {
    assert.ok(this.#before, 'facts are compared with those before the last request');
    const changes = changesBetween(this.#before, await this.#facts());
    return isReal ? withoutDrift(changes) : changes;
  }

  /** Returns an open order as its owner sees it now. */
  async order(name: string): Promise<string> {
    const order = (await this.#facts()).get(`order ${name}`);
    if (order !== undefined) return order;
    const message = `order ${name} is not open`;
    throw new assert.AssertionError({ message, actual: 'none', expected: 'open', operator: 'strictEqual' });
  }

  #facts(): Promise<Facts> {
    const { ids, wallets } = this.#principals;
    const names = new Map([...ids].map(([name, id]) => [id, name]));
    return factsOf(this.#client(), wallets, names);
  }
}
