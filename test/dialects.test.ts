import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Dialect, DialectReader, dialectsIn } from '../features/support/dialects.ts';
import { withDialects } from '../scripts/docs/existing-clients.ts';
import { inProcessTarget } from '../src/cli/conform/in-process.ts';
import { Client } from '../src/client/client.ts';
import { logIn, type Reply } from '../src/client/stream/frames.ts';
import { NonceSource } from '../src/client/nonce.ts';
import { Signer } from '../src/client/signer.ts';
import type { Target, TargetWallet } from '../src/suite/targets/target.ts';
import { Trace } from '../src/suite/transports/trace.ts';

/**
 * The dialects of `fixtures/dialects`. `npm test` decodes every response and frame of the features with them (PERPSIM_DIALECTS); this is
 * what the files say, and a session in which each field that a dialect cannot have occurs.
 */

const DIALECTS = dialectsIn('fixtures/dialects');
const FORBIDDEN = DIALECTS.flatMap(({ name, forbidden = [] }) =>
  forbidden.map(({ of, at }) => [`${name}: ${of} ${at}`] as const),
);

describe('the files', () => {
  const clauses = new Set(
    (parse(readFileSync('docs/contract/clauses.yaml', 'utf8')) as { id: string }[]).map(({ id }) => id),
  );
  const rulings = readFileSync('docs/contract/rulings.md', 'utf8');

  test.each(DIALECTS.map((dialect) => [dialect.name, dialect] as const))('%s is whole', (name, dialect) => {
    expect(JSON.parse(readFileSync(`fixtures/dialects/${name}.json`, 'utf8'))).toEqual(dialect);
    expect(dialect.rules.length).toBeGreaterThan(0);
    for (const { source } of dialect.forbidden ?? []) {
      expect(clauses.has(source) || rulings.includes(`### ${source}\n`), source).toBe(true);
    }
  });

  test('are the table of docs/existing-clients.md', () => {
    const page = readFileSync('docs/existing-clients.md', 'utf8');
    expect(withDialects(page), 'npm run docs:pages -- clients').toBe(page);
  });
});

describe('a session on an exchange', () => {
  const reader = new DialectReader(DIALECTS);
  let target: Target;
  beforeAll(async () => {
    target = await inProcessTarget({ world: 'quiet', seed: '7' });
    await converse(new Trace((entry) => reader.receive(entry)).of(target));
  });
  afterAll(() => target.close());

  test('is read by every dialect, but for what the contract forbids', () => {
    expect(reader.findings).toEqual([]);
    const pushes = ['marketPrices', 'trades', 'orderbook', 'candles', 'orderEvent', 'accountEvent'];
    for (const kind of ['error', 'reply', 'refusal', ...pushes.map((each) => `push:${each}`)]) {
      expect(reader.counts.get(kind), kind).toBeGreaterThan(0);
    }
  });

  test.each(FORBIDDEN)('shows what cannot be: %s', (row) => expect(reader.met).toContain(row));
});

const ORDER = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '95000', quantity: '0.1' } as const;

/** Both generations of names, with and without provenance, orders of every kind, refusals over both transports. */
async function converse(target: Target): Promise<void> {
  const [first, second] = target.wallets as readonly [TargetWallet, TargetWallet];
  const nonces = new NonceSource(() => target.now());
  const clientOf = (wallet: TargetWallet): Client =>
    new Client({
      restUrl: target.restUrl,
      serviceName: target.serviceName,
      privateKey: wallet.privateKey,
      subAccountId: wallet.subAccountId,
      nonces,
      fetch: target.fetch as typeof fetch,
    });
  const [buyer, seller] = [clientOf(first), clientOf(second)];
  const info = await Peer.open(target, 'info');
  const older = await Peer.open(target, 'info');
  const trade = await Peer.open(target, 'trade');
  const signer = new Signer(first.privateKey, target.serviceName);
  const login = { subAccountId: first.subAccountId, serviceName: target.serviceName, signer, nonces, random: () => 0 };
  await trade.ask('subscribe', { type: 'subAccountUpdates', sub_account_id: first.subAccountId });
  await logIn((params) => trade.ask('auth', params), login);
  await trade.ask('subscribe', { type: 'subAccountUpdates', sub_account_id: first.subAccountId });
  for (const type of ['marketPrices', 'trades', 'orderbook']) await info.ask('subscribe', { type, symbol: 'BTC-USDT' });
  await info.ask('subscribe', { type: 'candles', symbol: 'BTC-USDT', timeframe: '1m' });
  await older.ask('subscribe', { type: 'price', symbol: 'BTC-USDT' });
  for (const sent of [true, false]) {
    await target.control?.setProvenance(sent);
    await buyer.placeOrders([ORDER]);
    await seller.placeOrders([{ symbol: 'BTC-USDT', side: 'sell', orderType: 'market', quantity: '0.1' }]);
    await target.control?.movePrice('BTC-USDT', sent ? '95100' : '95000');
    await target.control?.advance(1_500);
  }
  await buyer.placeOrders([{ symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '0.1' }]);
  await buyer.getOrderHistory({});
  const { params, signature } = await buyer.signed('getOrderHistory');
  await trade.ask('post', { ...(params as object), signature });
  await buyer.getTrades({});
  await expect(buyer.placeOrders([])).rejects.toThrow();
  await target.control?.setProvenance(true);
  for (const peer of [info, older, trade]) {
    // What was pushed before its reply has arrived.
    await peer.ask('ping', {});
    await peer.close();
  }
}

/** A connection whose requests are sent one by one. */
class Peer {
  #close: () => Promise<void> = () => Promise.resolve();
  #send: (text: string) => void = () => undefined;
  #waiting: ((reply: Reply) => void) | undefined;
  #id = 0;

  static async open(target: Target, endpoint: 'info' | 'trade'): Promise<Peer> {
    const peer = new Peer();
    const stream = await target.connect(endpoint, {
      frame: (text) => {
        const frame = JSON.parse(text) as Reply & { readonly id?: number };
        if (frame.id === peer.#id) peer.#waiting?.(frame);
      },
      closed: () => undefined,
    });
    peer.#send = (text) => stream.send(text);
    peer.#close = () => stream.close();
    return peer;
  }

  ask(method: string, params: object): Promise<Reply> {
    this.#id += 1;
    return new Promise((resolve) => {
      this.#waiting = resolve;
      this.#send(JSON.stringify({ id: this.#id, method, params }));
    });
  }

  close(): Promise<void> {
    return this.#close();
  }
}

describe('a reader', () => {
  const met = (rules: Dialect['rules'], message: object, kind = 'reply'): number => {
    const reader = new DialectReader([{ name: 'one', about: '', rules }]);
    reader.decode(kind, message as Readonly<Record<string, unknown>>);
    return reader.findings.length;
  };

  test.each<[string, Dialect['rules'][number], object, number]>([
    ['a number in place of text', { of: 'any', at: '**.price', is: ['decimal text'] }, { a: [{ price: 1.5 }] }, 1],
    ['text as it should be', { of: 'any', at: '**.price', is: ['decimal text'] }, { a: [{ price: '1.5' }] }, 0],
    [
      'a price of a map by symbol',
      { of: 'any', at: 'response.{}.price', is: ['integer'] },
      { response: { 'BTC-USDT': { price: '1' } } },
      1,
    ],
    ['null', { of: 'reply', at: 'id', is: ['integer'] }, { id: null }, 1],
    ['another word', { of: 'reply', at: 'method', words: ['a'] }, { method: 'b' }, 1],
    ['a field that is not there', { of: 'reply', has: ['a.b'] }, { a: {} }, 1],
    ['fields that differ', { of: 'reply', same: ['id', 'requestId'] }, { id: 1, requestId: '1' }, 1],
    ['fields that are both absent', { of: 'reply', same: ['id', 'requestId'] }, {}, 0],
    ['a field too many', { of: 'reply', only: ['id'] }, { id: 1, more: 1 }, 1],
    ['a message of another kind', { of: 'push', has: ['data'] }, {}, 0],
  ])('%s', (_what, rule, message, count) => expect(met([rule], message)).toBe(count));
});
