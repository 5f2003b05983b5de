import { expect, test } from 'vitest';
import { ExchangeClient } from './exchange-client.ts';
import type { Target } from '../targets/target.ts';
import type { Exchanged, Transport } from './transport.ts';

const URLS = { name: 'far', restUrl: 'http://target/v1', serviceName: 'Far', fields: 'tolerant', wallets: [] } as const;

/** A target that says nothing of itself but when the scenario began. */
const target = (began: number | undefined): Target => ({
  ...URLS,
  control: undefined,
  fetch: () => Promise.reject(new Error('nothing is fetched here')),
  connect: () => Promise.reject(new Error('nothing connects here')),
  now: () => 5,
  ...(began !== undefined && { began }),
  close: () => Promise.resolve(),
});

/** Responds with these statuses, one after the other. */
function refusing(...statuses: number[]): { readonly transport: Transport; readonly sent: unknown[] } {
  const sent: unknown[] = [];
  const send = (_endpoint: string, body: unknown): Promise<Exchanged> => {
    sent.push(body);
    const request = { method: 'POST', url: 'http://target/v1/info', body: null };
    return Promise.resolve({ request, status: statuses[sent.length - 1], text: '', body: {} } as unknown as Exchanged);
  };
  return { transport: { send } as unknown as Transport, sent };
}

test.each<[string, number | undefined, number[], number]>([
  ['sent once more to a deployment that goes on', 1, [429, 200], 200],
  ['a refusal when it is refused again', 1, [429, 429, 200], 429],
  ['a refusal where the scenario has the target for itself', undefined, [429, 200], 429],
])('public data that a bucket refuses is %s', async (_what, began, statuses, status) => {
  const { transport, sent } = refusing(...statuses);
  const response = await new ExchangeClient(target(began), transport).info('getMids', {});
  expect(response.status).toBe(status);
  expect(sent).toHaveLength(began === undefined ? 1 : 2);
});
