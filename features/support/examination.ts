import assert from 'node:assert/strict';
import { valueAt } from '../../src/suite/paths.ts';
import type { Exchanged } from '../../src/suite/transports/transport.ts';

/** The response to a request that differs from an ordinary one in one way. */
export interface Tried {
  /** The path that was changed and the value it got, as the scenario writes them. */
  readonly change: string;
  readonly response: Exchanged;
}

/** The response under examination. A scenario must examine each response before it sends the next request. */
export class Examination {
  #response: Exchanged | undefined;
  #examined = true;
  /** Responses to the same request, sent once for each of several changes. */
  #tried: readonly Tried[] = [];
  #took = 0;

  /**
   * Runs one request and holds its response.
   *
   * @param before runs after the check that the last response was examined
   * @param ticks a time of the target in milliseconds, for differences only
   */
  async request(
    exchange: () => Promise<Exchanged>,
    before: () => Promise<void>,
    ticks: () => number,
  ): Promise<Exchanged> {
    assert.ok(this.#examined, `a response was never examined: ${this.#response?.text ?? ''}`);
    this.#tried = [];
    await before();
    const sent = ticks();
    this.#response = await exchange();
    this.#took = ticks() - sent;
    this.#examined = false;
    return this.#response;
  }

  /** Keeps several responses, which are examined together. */
  holdEach(tried: readonly Tried[]): void {
    this.#tried = tried;
  }

  /** Returns the responses of the versions of one request, and marks them as examined. */
  takeEach(): readonly Tried[] {
    assert.ok(this.#tried.length > 0, 'no request has been sent in several ways');
    this.#examined = true;
    return this.#tried;
  }

  /** Returns the response of the last request, and marks it as examined. */
  take(): Exchanged {
    assert.ok(this.#response, 'no request has been sent');
    this.#examined = true;
    return this.#response;
  }

  /** Returns the field `response` of the last response, which must be a success. */
  response(): unknown {
    const response = this.take();
    assert.equal(response.status, 200, explain(response));
    assert.equal(valueAt(response.body, 'status'), 'ok', explain(response));
    return valueAt(response.body, 'response');
  }

  /** Asserts that the last request was accepted with all its items. */
  assertDone(): void {
    const response = this.take();
    assert.equal(response.status, 200, explain(response));
    assert.ok(!response.text.includes('"errorCode"'), explain(response));
  }

  /** The last response. Reading it does not mark it as examined. */
  get last(): Exchanged {
    assert.ok(this.#response, 'nothing was sent yet');
    return this.#response;
  }

  /** Milliseconds from the last request to its response. */
  get took(): number {
    return this.#took;
  }

  get unexamined(): string | undefined {
    return this.#examined ? undefined : this.#response?.text;
  }
}

/** Returns the text of a failure: the request and the response as they were sent. */
export function explain(response: Exchanged): string {
  const { method, url, body } = response.request;
  return `${method} ${url}\n${body ?? ''}\nresponded ${response.status}\n${response.text}`;
}
