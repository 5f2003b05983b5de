import assert from 'node:assert/strict';
import { valueAt } from '../../src/harness/paths.ts';
import type { Exchanged } from '../../src/harness/transport.ts';

/** An answer to a request that differs from an ordinary one in one way. */
export interface Tried {
  /** The path that was changed and the value it got, as the scenario writes them. */
  readonly change: string;
  readonly answer: Exchanged;
}

/** The answer under examination: a scenario looks at each before it sends the next request. */
export class Examination {
  #answer: Exchanged | undefined;
  #examined = true;
  /** Answers to the same request, sent once for each of several changes. */
  #tried: readonly Tried[] = [];
  #took = 0;

  /**
   * Runs one request and holds its answer.
   *
   * @param before what must be done once the last answer is known to be examined
   * @param ticks milliseconds as they go by at the target
   */
  async request(
    exchange: () => Promise<Exchanged>,
    before: () => Promise<void>,
    ticks: () => number,
  ): Promise<Exchanged> {
    assert.ok(this.#examined, `an answer was never examined: ${this.#answer?.text ?? ''}`);
    this.#tried = [];
    await before();
    const sent = ticks();
    this.#answer = await exchange();
    this.#took = ticks() - sent;
    this.#examined = false;
    return this.#answer;
  }

  /** The last answer is one of several, which are examined together. */
  holdEach(tried: readonly Tried[]): void {
    this.#tried = tried;
  }

  /** The answers of the requests that differ in one way each; taking them marks them as examined. */
  takeEach(): readonly Tried[] {
    assert.ok(this.#tried.length > 0, 'no request has been sent in several ways');
    this.#examined = true;
    return this.#tried;
  }

  /** The answer of the last request; taking it marks it as examined. */
  take(): Exchanged {
    assert.ok(this.#answer, 'no request has been sent');
    this.#examined = true;
    return this.#answer;
  }

  /** `response` of the last answer, which must be a success. */
  response(): unknown {
    const answer = this.take();
    assert.equal(answer.status, 200, explain(answer));
    assert.equal(valueAt(answer.body, 'status'), 'ok', explain(answer));
    return valueAt(answer.body, 'response');
  }

  /** The last request served to get here: it must have been accepted, every item of it. */
  assertDone(): void {
    const answer = this.take();
    assert.equal(answer.status, 200, explain(answer));
    assert.ok(!answer.text.includes('"errorCode"'), explain(answer));
  }

  /** The last answer, examined or not. */
  get last(): Exchanged {
    assert.ok(this.#answer, 'nothing was sent yet');
    return this.#answer;
  }

  /** Milliseconds from the last request to its answer, as they can be told from here. */
  get took(): number {
    return this.#took;
  }

  get unexamined(): string | undefined {
    return this.#examined ? undefined : this.#answer?.text;
  }
}

/** What a failure prints: the request and the answer, as they were on the wire. */
export function explain(answer: Exchanged): string {
  const { method, url, body } = answer.request;
  return `${method} ${url}\n${body ?? ''}\nanswered ${answer.status}\n${answer.text}`;
}
