import assert from 'node:assert/strict';
import { valueAt } from '../../src/harness/paths.ts';
import type { Exchanged } from '../../src/harness/transports/transport.ts';

/** A response to a request that differs from an ordinary one in one way. */
export interface Tried {
  /** The path that was changed and the value it got, as the scenario writes them. */
  readonly change: string;
  readonly response: Exchanged;
}

/** The response under examination: a scenario looks at each before it sends the next request. */
export class Examination {
  #response: Exchanged | undefined;
  #examined = true;
  /** Responses to the same request, sent once for each of several changes. */
  #tried: readonly Tried[] = [];
  #took = 0;

  /**
   * Runs one request and holds its response.
   *
   * @param before what must be done once the last response is known to be examined
   * @param ticks milliseconds as they go by at the target
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

  /** The last response is one of several, which are examined together. */
  holdEach(tried: readonly Tried[]): void {
    this.#tried = tried;
  }

  /** The responses of the requests that differ in one way each; taking them marks them as examined. */
  takeEach(): readonly Tried[] {
    assert.ok(this.#tried.length > 0, 'no request has been sent in several ways');
    this.#examined = true;
    return this.#tried;
  }

  /** The response of the last request; taking it marks it as examined. */
  take(): Exchanged {
    assert.ok(this.#response, 'no request has been sent');
    this.#examined = true;
    return this.#response;
  }

  /** `response` of the last response, which must be a success. */
  response(): unknown {
    const response = this.take();
    assert.equal(response.status, 200, explain(response));
    assert.equal(valueAt(response.body, 'status'), 'ok', explain(response));
    return valueAt(response.body, 'response');
  }

  /** The last request served to get here: it must have been accepted, every item of it. */
  assertDone(): void {
    const response = this.take();
    assert.equal(response.status, 200, explain(response));
    assert.ok(!response.text.includes('"errorCode"'), explain(response));
  }

  /** The last response, examined or not. */
  get last(): Exchanged {
    assert.ok(this.#response, 'nothing was sent yet');
    return this.#response;
  }

  /** Milliseconds from the last request to its response, as the suite measures them. */
  get took(): number {
    return this.#took;
  }

  get unexamined(): string | undefined {
    return this.#examined ? undefined : this.#response?.text;
  }
}

/** What a failure prints: the request and the response, as they were on the wire. */
export function explain(response: Exchanged): string {
  const { method, url, body } = response.request;
  return `${method} ${url}\n${body ?? ''}\nresponded ${response.status}\n${response.text}`;
}
