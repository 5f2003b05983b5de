import assert from 'node:assert/strict';
import type { ExchangeClient } from '../../src/harness/transports/exchange-client.ts';
import { changesBetween, type Facts, factsOf, withoutDrift } from '../../src/harness/facts.ts';
import type { Principals } from './principals.ts';

/** The facts of a scenario: what its principals hold and what stands open, now and before the last request. */
export class FactWatch {
  readonly #client: () => ExchangeClient;
  readonly #principals: Principals;
  #before: Facts | undefined;

  constructor(client: () => ExchangeClient, principals: Principals) {
    this.#client = client;
    this.#principals = principals;
  }

  /** Remembers the facts as they are now; later changes count from here. */
  async look(): Promise<void> {
    this.#before = await this.#facts();
  }

  /** What changed since the last look, apart from what moves by itself where the clock goes on. */
  async changes(isReal: boolean): Promise<Map<string, { from: string; to: string }>> {
    assert.ok(this.#before, 'facts are compared with those before the last request');
    const changes = changesBetween(this.#before, await this.#facts());
    return isReal ? withoutDrift(changes) : changes;
  }

  /** An open order as it is now, seen by its owner. */
  async order(name: string): Promise<string> {
    const order = (await this.#facts()).get(`order ${name}`);
    assert.ok(order !== undefined, `order ${name} is not open`);
    return order;
  }

  #facts(): Promise<Facts> {
    const { ids, wallets } = this.#principals;
    const names = new Map([...ids].map(([name, id]) => [id, name]));
    return factsOf(this.#client(), wallets, names);
  }
}
