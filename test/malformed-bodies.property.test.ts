import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createExchange, type Exchange } from '../src/index.ts';
import { RandomInputs } from '../src/kernel/random-inputs.test-helper.ts';

const BODIES = 5_000;
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** One way to spoil a good body; every result is wrong, none of them may move the exchange. */
type Spoiler = (good: string, draw: RandomInputs) => Uint8Array;

const WRONG_VALUES = [
  'null',
  'true',
  '[]',
  '{}',
  '-1',
  '1.5',
  '""',
  '"x"',
  '1e400',
  '18446744073709551616',
  '99999999999999999999999999',
];

const SPOILERS: Readonly<Record<string, Spoiler>> = {
  truncated: (good, draw) => encode(good.slice(0, draw.between(0, good.length - 1))),
  deep: (_good, draw) => encode(`{"params":${'['.repeat(draw.between(40, 4_000))}`),
  'deep and closed': (_good, draw) => {
    const depth = draw.between(40, 4_000);
    return encode(`{"params":${'['.repeat(depth)}${']'.repeat(depth)}}`);
  },
  huge: (good, draw) =>
    encode(good.replace('"params":{', `"params":{"source":"${'x'.repeat(20_480 + draw.between(0, 40_000))}",`)),
  'a key twice': (good, draw) =>
    encode(
      good.replace(
        /"(action|orders|grouping|nonce)":/,
        (whole, key: string) => `"${key}":${draw.between(0, 9)},${whole}`,
      ),
    ),
  'bad UTF-8': (good, draw) => {
    const bytes = encode(good);
    bytes[draw.between(0, bytes.length - 1)] = draw.between(0x80, 0xff);
    return bytes;
  },
  'a wrong type': (good, draw) => {
    const fields = ['params', 'action', 'orders', 'subAccountId', 'nonce', 'signature', 'v', 'r', 's'];
    const field = fields[draw.between(0, fields.length - 1)] ?? 'params';
    const value = WRONG_VALUES[draw.between(0, WRONG_VALUES.length - 1)] ?? 'null';
    return encode(withValue(good, field, value));
  },
  'a number above 2^64': (good, draw) =>
    encode(good.replace(/"nonce":\d+/, `"nonce":1844674407370955161${draw.between(6, 9)}`)),
  noise: (_good, draw) => Uint8Array.from({ length: draw.between(0, 200) }, () => draw.between(0, 255)),
  'a control character': (good, draw) => {
    const at = draw.between(0, good.length - 1);
    return encode(good.slice(0, at) + String.fromCharCode(draw.between(0, 8)) + good.slice(at + 1));
  },
};

/** Puts other JSON in place of a field's value, wherever the field stands. */
function withValue(good: string, field: string, value: string): string {
  const marker = 'MARK-THE-SPOT';
  const marked = JSON.stringify(JSON.parse(good), (key, old: unknown) => (key === field ? marker : old));
  return marked.replace(`"${marker}"`, value);
}

describe('bodies that are no request', () => {
  let exchange: Exchange;
  beforeAll(async () => {
    exchange = await createExchange({ world: 'quiet', seed: 7 });
  });
  afterAll(() => exchange.close());

  const send = (body: Uint8Array) =>
    exchange.handle({
      method: 'POST',
      path: '/v1/trade',
      headers: { 'content-type': 'application/json' },
      body,
      ip: '127.0.0.1',
    });

  // Goal: no input gives a 500 or stops the exchange (SEC-23). Method: 5,000 spoiled copies of a good request,
  // of ten kinds; each must be a 4xx in the envelope and move nothing but, at most, the nonce it burnt.
  test(`${BODIES} of them get a 4xx in the envelope, and the exchange goes on`, async () => {
    const client = exchange.client(0);
    const order = {
      symbol: 'BTC-USDT',
      side: 'buy',
      orderType: 'limitGtc',
      price: '94000',
      quantity: '0.001',
      reduceOnly: false,
      clientOrderId: 'a-1',
    };
    const good = JSON.stringify(await client.signed('placeOrders', { orders: [order], grouping: 'na' }));
    const draw = new RandomInputs('7', 'malformed');
    const kinds = Object.entries(SPOILERS);
    const seen: Record<string, number> = {};
    for (let index = 0; index < BODIES; index += 1) {
      const [kind, spoil] = kinds[index % kinds.length] ?? ['', () => new Uint8Array()];
      const body = spoil(good, draw);
      if (new TextDecoder().decode(body) === good) continue;
      const response = await send(body);
      const where = `${kind}: ${new TextDecoder().decode(body).slice(0, 300)}\n${response.body}`;
      expect(response.status, where).toBeGreaterThanOrEqual(400);
      expect(response.status, where).toBeLessThan(500);
      const envelope = JSON.parse(response.body) as {
        status: string;
        error: Record<string, unknown>;
        request_id: string;
      };
      expect(envelope.status, where).toBe('error');
      expect(typeof envelope.error.code, where).toBe('string');
      expect(typeof envelope.error.message, where).toBe('string');
      expect(typeof envelope.error.category, where).toBe('string');
      expect(envelope.error.retryable, where).toBe(false);
      expect(envelope.request_id, where).toMatch(/^[0-9a-f]{16}$/);
      seen[kind] = (seen[kind] ?? 0) + 1;
    }
    expect(Object.values(seen).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(BODIES - 100);
    expect(Object.keys(seen)).toHaveLength(kinds.length);
    expect(await client.getOpenOrders()).toEqual([]);
    const placed = await send(encode(good));
    expect(placed.status).toBe(200);
    expect(await client.getOpenOrders()).toHaveLength(1);
  });
});
