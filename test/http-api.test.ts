import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { DOCUMENT, replayed } from '../scripts/docs/http-api.ts';
import { PRIMARY_TYPES } from '../src/contract/signing.ts';
import { ERRORS } from '../src/kernel/errors.ts';

const text = readFileSync(fileURLToPath(new URL(`../${DOCUMENT}`, import.meta.url)), 'utf8');

describe('docs/http-api.md', () => {
  test('shows the responses that its requests get', async () => {
    expect(await replayed(text)).toBe(text);
  });

  test('shows a success, a refusal inside one, and every kind of failure it speaks of', () => {
    const statuses = [...text.matchAll(/```http\n(\d{3})\n/g)].map(([, status]) => status);
    expect(statuses).toEqual(['200', '200', '200', '200', '401', '200', '400', '400', '200', '200', '429']);
  });

  test('lists every code with its facts', () => {
    const rows = [...text.matchAll(/^\| `([A-Z_]+)` \| (\d{3}) \| ([A-Z_]+) \| (yes|no) \|$/gm)];
    expect(rows.map(([, code, http, category, retry]) => [code, Number(http), category, retry === 'yes'])).toEqual(
      Object.entries(ERRORS).map(([code, { http, category, retryable }]) => [code, http, category, retryable]),
    );
  });

  test('shows the message of the order it sends, field for field', () => {
    const [, json = ''] = /```json\n([^`]+)\n```/.exec(text) ?? [];
    const message = JSON.parse(json) as { orders: object[] };
    expect(Object.keys(message)).toEqual(PRIMARY_TYPES.PlaceOrders.map(({ name }) => name));
    expect(message).toEqual({
      subAccountId: '1867542890123456789',
      orders: [
        {
          symbol: 'BTC-USDT',
          side: 'buy',
          orderType: 'limitGtc',
          price: '94000',
          triggerPrice: '',
          quantity: '0.01',
          reduceOnly: false,
          isTriggerMarket: false,
          clientOrderId: 'first',
          closePosition: false,
        },
      ],
      grouping: 'na',
      nonce: '1767571200001',
      expiresAfter: '0',
    });
  });
});

test('a response that is no longer given is found out', async () => {
  const wrong = text.replace('"nonce already used"', '"nonce is stale"');
  expect(wrong).not.toBe(text);
  expect(await replayed(wrong)).toBe(text);
});
