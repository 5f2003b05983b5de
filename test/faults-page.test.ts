import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FaultRules, STORED_KINDS } from '../src/contract/fault-fields.ts';
import { DEPENDENCIES, FAULT_SURFACES } from '../src/engine/fault-terms.ts';
import { createExchange, type Exchange } from '../src/index.ts';
import { createControlPlane } from '../src/exchange/control/control-plane.ts';

const PAGE = readFileSync('docs/faults.md', 'utf8');

/** First cells of the tables of the page. */
const ROWS = new Set(
  PAGE.split('\n').flatMap((line) =>
    [...(/^\| ([^|]+) \|/.exec(line)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
  ),
);

let exchange: Exchange;
beforeAll(async () => {
  exchange = await createExchange({ seed: 7, world: 'quiet' });
});
afterAll(() => exchange.close());

const effectKinds = FaultRules.items.properties.effect.anyOf.map(({ properties }) => properties.kind.const);

test.each([...effectKinds, ...STORED_KINDS])('%s has a row', (name) => {
  expect(ROWS).toContain(name);
});

test.each([...DEPENDENCIES, ...FAULT_SURFACES])('%s is named', (name) => {
  expect(PAGE).toContain(`\`${name}\``);
});

describe('what the page sends', () => {
  const calls = [...PAGE.matchAll(/8700(\/sim\/v1\/\S+) -H [^\n]*\n {2}-d '([^']+)'/g)].map(
    ([, path = '', body = '']) => ({
      path,
      body,
    }),
  );

  test('is three requests', () => {
    expect(calls.map(({ path }) => path)).toEqual(['/sim/v1/faults', '/sim/v1/faults', '/sim/v1/records']);
  });

  test('is taken by the control plane', async () => {
    const plane = createControlPlane(exchange, { boundHost: '127.0.0.1', token: null, version: '0.0.0' });
    for (const { path, body } of calls) {
      const headers = { host: '127.0.0.1:8700', 'content-type': 'application/json' };
      const response = await plane.handle({ method: 'POST', path, headers, body: Buffer.from(body), ip: '127.0.0.1' });
      expect(response?.status).toBe(200);
    }
    expect(exchange.control.faults().map(({ name, times, perMille }) => [name, times, perMille])).toEqual([
      ['fault-1', 1, 1_000],
      ['slow', null, 100],
    ]);
  });
});
