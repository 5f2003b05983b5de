import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AGGREGATOR_ROUTES } from '../src/contract/aggregator.ts';
import type { Action } from '../src/contract/action.ts';
import { actionsOf, INFO_ACTIONS, TRADE_ACTIONS } from '../src/contract/catalogue.ts';
import { SERVED_DOCUMENTS } from '../src/contract/documents/served.ts';
import { ALL_CHANNELS } from '../src/contract/channels.ts';
import { ApiError } from '../src/client/errors.ts';
import { createExchange, type Exchange } from '../src/exchange/exchange.ts';

/** The documents as a running exchange serves them. */

const ACTIONS = [...TRADE_ACTIONS.values(), ...INFO_ACTIONS.values()].map(({ name }) => name);
const DOCUMENTS = [...SERVED_DOCUMENTS.keys()].map((name) => `/docs/${name}`);

let exchange: Exchange;

beforeAll(async () => {
  exchange = await createExchange({ world: 'quiet', serviceName: 'Trial' });
});
afterAll(() => exchange.close());

const get = (path: string, method = 'GET'): Promise<Response> =>
  exchange.fetch(`${new URL(exchange.url).origin}${path}`, { method });

describe('GET /docs/openapi.json', () => {
  test('serves the document, with this exchange in it', async () => {
    const response = await get('/docs/openapi.json');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    const document = (await response.json()) as Record<string, unknown>;
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: exchange.version }, servers: [{ url: '/' }] });
    expect(JSON.stringify(document)).toContain('name `Trial`');
  });

  test('holds every action and route', async () => {
    const document = (await (await get('/docs/openapi.json')).json()) as {
      paths: Record<string, unknown>;
      components: { schemas: Record<string, unknown> };
    };
    const { schemas } = document.components;
    for (const name of ACTIONS) {
      expect(schemas).toHaveProperty(`${name}Request`);
      expect(schemas).toHaveProperty(`${name}Response`);
    }
    for (const { path } of AGGREGATOR_ROUTES) expect(Object.keys(document.paths)).toContain(path);
  });
});

test.each(DOCUMENTS)('%s is the document as it is generated', async (path) => {
  const response = await get(path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  const { version, wsUrl } = exchange;
  const make = SERVED_DOCUMENTS.get(path.slice('/docs/'.length));
  expect(await response.json()).toEqual(make?.({ version, wsUrl, serviceName: 'Trial' }));
});

describe('GET /docs/asyncapi.json', () => {
  test('names the address that a transport reports, after a reset too', async () => {
    const moved = await createExchange({ world: 'quiet' });
    const served = async (path: string): Promise<string> => (await moved.fetch(`http://local${path}`)).text();
    try {
      expect(await served('/docs/asyncapi.json')).toContain('"host":"perpsim.internal"');
      moved.bound({ url: 'http://127.0.0.1:9100/v1', wsUrl: 'ws://127.0.0.1:9100/v1/ws' });
      expect(await served('/docs/asyncapi.json')).toContain('"host":"127.0.0.1:9100"');
      expect(await served('/docs')).toContain('<code>ws://127.0.0.1:9100/v1/ws/trade</code>');
      await moved.control.reset({ seed: 2 });
      expect(await served('/docs/asyncapi.json')).toContain('"host":"127.0.0.1:9100"');
    } finally {
      await moved.close();
    }
  });
});

describe.each(['/docs', '/docs/api'])('GET %s', (path) => {
  test('serves a page that may run and fetch nothing', async () => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/);
    expect(await response.text()).not.toMatch(/<script|src=|@import|url\(/);
  });

  test('shows every action and route, each with its example', async () => {
    const page = await (await get(path)).text();
    for (const name of ACTIONS) {
      expect(page).toContain(`<h3 id="${name}">${name}</h3>`);
      expect(page).toContain(`<summary>Example of ${name}</summary>`);
      expect(page).toContain(`<a href="#${name}">${name}</a>`);
    }
    for (const { path } of AGGREGATOR_ROUTES) expect(page).toContain(`${path}</h3>`);
  });

  test('shows every channel with its frames', async () => {
    const page = await (await get(path)).text();
    for (const { name, push } of ALL_CHANNELS) {
      expect(page).toContain(`<h3 id="stream-${name}">${name}</h3>`);
      expect(page).toContain(`&quot;channel&quot;: &quot;${push.channel}&quot;`);
    }
  });

  test('leads nowhere twice', async () => {
    const page = await (await get(path)).text();
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('costs nothing, and says the same again', async () => {
    const [one, other] = [await (await get(path)).text(), await (await get(path)).text()];
    expect(one).toBe(other);
  });
});

test.each(['/docs', '/docs/api', ...DOCUMENTS])('%s is only read', async (path) => {
  const response = await get(path, 'POST');
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET');
});

test.each(['/docs/', '/docs/page', '/openapi.json'])('%s is nothing', async (path) => {
  expect((await get(path)).status).toBe(404);
});

/** The refusals that the first dev account receives for the examples of these actions, sent in turn. */
async function refusalsTo(actions: readonly Action[], send: (name: string, params: object) => Promise<unknown>) {
  const refusals: (readonly [string, number, string])[] = [];
  for (const { name, examples } of actions) {
    for (const params of examples) {
      try {
        await send(name, params);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refusals.push([name, error.status, error.code]);
      }
    }
  }
  return refusals;
}

test('the examples are requests that are understood', async () => {
  const fresh = await createExchange({ world: 'quiet', limits: { enabled: false } });
  const client = fresh.client(0);
  try {
    expect(await refusalsTo(actionsOf(INFO_ACTIONS), (name, params) => client.info(name, { ...params }))).toEqual([]);
    // Nothing is open yet, the destination belongs to another wallet, and no delegate is left by then.
    expect(await refusalsTo(actionsOf(TRADE_ACTIONS), (name, params) => client.raw(name, { ...params }))).toEqual([
      ['cancelAllOrders', 404, 'ORDER_NOT_FOUND'],
      ['transferCollateral', 401, 'UNAUTHORIZED'],
      ['removeDelegatedSigner', 404, 'NOT_FOUND'],
    ]);
  } finally {
    await fresh.close();
  }
});
