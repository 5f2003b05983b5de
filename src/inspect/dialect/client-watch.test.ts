import { describe, expect, test } from 'vitest';
import { contentOf, type RecordedFact } from '../../contract/recording/format.ts';
import { ClientWatch } from './client-watch.ts';

/** A session as a recording has it, written down step by step. */
class Session {
  readonly facts: RecordedFact[] = [];
  readonly connection: number;
  #wall = 1_000_000;
  #requests = 0;

  constructor(connection = 1) {
    this.connection = connection;
    this.#add({ kind: 'opened', peer: '127.0.0.1' });
  }

  #add(fact: object): this {
    this.facts.push({ wall: this.#wall, connection: this.connection, ...fact } as unknown as RecordedFact);
    return this;
  }

  after(ms: number): this {
    this.#wall += ms;
    return this;
  }

  at(wall: number): this {
    this.#wall = wall;
    return this;
  }

  post(path: string, body: object | string, status: number, response: object): this {
    this.#requests += 1;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    this.#add({ kind: 'request', request: this.#requests, method: 'POST', path, headers: [], text });
    return this.#add({
      kind: 'response',
      request: this.#requests,
      status,
      headers: [],
      text: JSON.stringify(response),
    });
  }

  unanswered(path: string, reason: string | null): this {
    this.#requests += 1;
    this.#add({
      kind: 'request',
      request: this.#requests,
      method: 'POST',
      path,
      headers: [],
      text: '{"params":{"action":"getMids"}}',
    });
    return reason === null ? this : this.#add({ kind: 'failed', request: this.#requests, reason });
  }

  stream(endpoint: 'info' | 'trade', status = 101): this {
    this.#requests += 1;
    const path = status === 101 ? `/v1/ws/${endpoint}` : '/v1/ws/subscriptions';
    this.#add({ kind: 'request', request: this.#requests, method: 'GET', path, headers: [['Upgrade', 'websocket']] });
    return this.#add({ kind: 'response', request: this.#requests, status, headers: [] });
  }

  frame(from: 'client' | 'exchange', frame: object | string): this {
    const text = typeof frame === 'string' ? frame : JSON.stringify(frame);
    return this.#add({ kind: 'frame', from, opcode: 'text', text });
  }

  subscribed(type: string, id: number): this {
    this.frame('client', { id, method: 'subscribe', params: { type, symbol: 'BTC-USDT' } });
    return this.after(1).frame('exchange', { id, requestId: id, status: 200, result: { type, status: 'subscribed' } });
  }

  closes(from: 'client' | 'exchange', code: number | null, reason = ''): this {
    if (code === null) return this.#add({ kind: 'closed' });
    const bytes = Buffer.concat([Buffer.from([code >> 8, code & 0xff]), Buffer.from(reason)]);
    this.#add({ kind: 'frame', from, opcode: 'close', ...contentOf(bytes) });
    return this.#add({ kind: 'closed', code, reason });
  }

  ended(): this {
    return this.#add({ kind: 'ended' });
  }
}

const PUSH = { method: 'trade', channel: 'trade', timestamp: 1, data: {} };

function found(facts: readonly RecordedFact[], now?: number): string[] {
  const watch = new ClientWatch();
  for (const fact of facts) watch.receive(fact);
  return watch.report(now).findings.map(({ kind, about, field, count }) => `${kind} ${about} ${field ?? '-'} ${count}`);
}

const REFUSAL = {
  code: 'VALIDATION_ERROR',
  message: 'bad',
  category: 'REQUEST',
  details: { field: 'params.limit', hint: 'at most 10' },
};

describe('requests', () => {
  test('a refusal for the form is reported with its field, and one of trading is not', () => {
    const info = { params: { action: 'getMids' } };
    const session = new Session()
      .post('/v1/info', info, 400, { error: REFUSAL })
      .post('/v1/info', info, 400, { error: REFUSAL })
      .post('/v1/info', info, 200, { status: 'ok' })
      .post('/v1/info', info, 400, { error: { code: 'NO_LIQUIDITY', message: 'none', category: 'TRADING' } })
      .post('/v1/info', info, 429, { error: { code: 'RATE_LIMIT_EXCEEDED', message: 'wait', category: 'RATE_LIMIT' } });
    expect(found(session.facts)).toEqual(['refused getMids params.limit 2']);
  });

  test('what was unknown in a request is not said again by its refusal', () => {
    const body = { params: { action: 'getMids', symbols: [] } };
    expect(found(new Session().post('/v1/info', body, 400, { error: REFUSAL }).facts)).toEqual([
      'unknown getMids params.symbols 1',
    ]);
  });

  test('a field of several items of one request is counted once', () => {
    const orders = [
      { side: 'buy', orderType: 'market', tif: 'IOC' },
      { side: 'buy', orderType: 'market', tif: 'IOC' },
    ];
    const body = { params: { action: 'placeOrders', orders }, nonce: 1 };
    expect(found(new Session().post('/v1/trade', body, 200, {}).facts)).toEqual([
      'unknown placeOrders params.orders[].tif 1',
    ]);
  });

  test('a path that nobody serves is unknown; one that something else serves, and the control plane, are not judged', () => {
    const session = new Session()
      .post('/v1/order', '', 404, {})
      .post('/metrics', '', 200, {})
      .post('/sim/v1/nothing', '', 404, {});
    expect(found(session.facts)).toEqual(['unknown POST /v1/order - 1']);
    expect(found(new Session().stream('info', 404).facts)).toEqual(['unknown GET /v1/ws/subscriptions - 1']);
  });

  test('a client that closes before its response has given up; an exchange that is not there is a note', () => {
    const gaveUp = new Session().unanswered('/v1/info', null).after(300).closes('client', null).at(1_009_000).ended();
    expect(found(gaveUp.facts)).toEqual(['closed getMids - 1']);
    const broken = new Session()
      .unanswered('/v1/info', 'ECONNRESET')
      .after(5)
      .closes('client', null)
      .at(1_009_000)
      .ended();
    expect(found(broken.facts)).toEqual(['closed getMids - 1']);
    expect(found(new Session().unanswered('/v1/info', 'ECONNREFUSED').facts)).toEqual(['note getMids - 1']);
  });
});

describe('ends of streams', () => {
  test.each<[string, (session: Session) => Session, string[]]>([
    [
      'a protocol error right after a push',
      (each) => each.frame('exchange', PUSH).after(5).closes('client', 1002),
      ['closed a push of trades - 1'],
    ],
    [
      'a code of its own right after the acknowledgement',
      (each) => each.after(5).closes('client', 4001),
      ['closed the reply to subscribe trades - 1'],
    ],
    [
      'no close frame right after a push',
      (each) => each.frame('exchange', PUSH).after(5).closes('client', null),
      ['closed a push of trades - 1'],
    ],
    [
      'a protocol error long after',
      (each) => each.frame('exchange', PUSH).after(900).closes('client', 1002),
      ['closed a push of trades - 1'],
    ],
    ['no close frame long after', (each) => each.frame('exchange', PUSH).after(900).closes('client', null), []],
    ['a normal end', (each) => each.frame('exchange', PUSH).after(5).closes('client', 1000), []],
    ['a normal end of the exchange', (each) => each.closes('exchange', 1000), []],
    [
      'the exchange that was not logged in to',
      (each) => each.closes('exchange', 1008, 'no login'),
      ['closed /v1/ws/info - 1'],
    ],
  ])('%s', (_what, end, findings) => {
    const session = end(new Session().stream('info').subscribed('trades', 1));
    expect(found(session.at(1_060_000).ended().facts)).toEqual(findings);
  });

  test('a client that closes normally after a frame and comes back each time has a reason', () => {
    const facts = [1, 2, 3].flatMap(
      (connection) =>
        new Session(connection)
          .at(1_000_000 + connection * 1_000)
          .stream('info')
          .subscribed('trades', 1)
          .after(3)
          .closes('client', 1000).facts,
    );
    expect(found(facts)).toEqual(['closed the reply to subscribe trades - 2']);
  });

  test('a connection that the end of the recording ends is no act of the client', () => {
    const session = new Session()
      .stream('info')
      .subscribed('trades', 1)
      .frame('exchange', PUSH)
      .after(5)
      .closes('client', null);
    expect(found(session.after(1).ended().facts)).toEqual([]);
  });
});

describe('silence', () => {
  test('a subscription without an acknowledgement, and one that has time left', () => {
    const session = new Session()
      .stream('info')
      .frame('client', { id: 1, method: 'subscribe', params: { type: 'trades' } });
    expect(found(session.facts, 1_001_000)).toEqual([]);
    expect(found(session.facts, 1_003_000)).toEqual(['silent subscribe trades - 1']);
  });

  test('a subscription that was refused is no silence, and says why', () => {
    const session = new Session()
      .stream('trade')
      .frame('client', { id: 1, method: 'subscribe', params: { type: 'subAccountUpdates', sub_account_id: '1' } })
      .frame('exchange', {
        id: 1,
        status: 401,
        error: { code: 'UNAUTHORIZED', message: 'authentication required', category: 'AUTH' },
      });
    expect(found(session.facts, 1_009_000)).toEqual(['refused subscribe subAccountUpdates - 1']);
  });

  test('a stream on which nothing is said', () => {
    expect(found(new Session().stream('trade').facts, 1_005_000)).toEqual(['silent /v1/ws/trade - 1']);
  });

  test('an acknowledged subscription without a push is a note, one with a push is not', () => {
    const quiet = new Session().stream('info').subscribed('trades', 1);
    expect(found(quiet.facts, 1_020_000)).toEqual(['note subscribe trades - 1']);
    expect(found(quiet.frame('exchange', PUSH).facts, 1_020_000)).toEqual([]);
  });

  test('a request that is still open', () => {
    expect(found(new Session().unanswered('/v1/info', null).facts, 1_005_000)).toEqual(['silent getMids - 1']);
  });
});
