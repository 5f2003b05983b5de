import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ERRORS } from '../../kernel/errors.ts';
import { ALTERNATIVE_ENVELOPE } from './contract.ts';
import { FORMATS } from './formats.ts';
import { oracle, readOracle, readRulings } from './oracle.ts';
import { differences, FORMATS_TOLD_APART, producerShapes } from './producer.test-helper.ts';
import { type Names, shapeOf } from './shape.ts';

// The suite judges by lists that are written from the specification, the exchange describes itself by schemas. Where the two differ,
// one of them is wrong, or silent.yaml says which ruling decided.

test('the samples tell all kinds of text apart', () => {
  expect(FORMATS_TOLD_APART).toBe(Object.keys(FORMATS).length);
});

test('the contract and the exchange name the same responses', () => {
  const own = [...oracle().responses.keys()].filter((name) => name !== ALTERNATIVE_ENVELOPE);
  expect([...producerShapes().keys()].sort()).toEqual(own.sort());
});

test.each([...producerShapes()])('%s has the fields, types and words of the contract', (name, schema) => {
  const contract = oracle().responses.get(name);
  expect(contract ? differences(contract, schema, name) : ['not in the contract']).toEqual([]);
});

test('every response of the contract is shown', () => {
  expect([...oracle().responses].filter(([, { kind }]) => kind === 'anything')).toEqual([]);
});

test('a difference says where it is and what both sides have', () => {
  const names: Names = { errorCodes: [], record: () => undefined };
  const of = (type: unknown) => shapeOf(type, names);
  expect(
    differences(
      of({ price: 'decimal', 'note?': 'name', side: 'one of buy, sell', items: 'list of 2 id', only: 'boolean' }),
      of({ price: 'decimal or empty', note: 'name', side: 'one of sell', items: 'list of id', other: 'ms' }),
      'getMids',
    ),
  ).toEqual([
    'getMids.price: the contract says decimal, the schema decimal or empty',
    'getMids.note: the contract says optional, the schema always',
    'getMids.side: the contract says one of "buy", "sell", the schema one of "sell"',
    'getMids.items: the contract says list of 2..2 id, the schema list of id',
    'getMids.only: only in the contract: always boolean',
    'getMids.other: only in the schema: always ms',
  ]);
});

describe('what is decided where the specification is silent', () => {
  const ROOT = new URL('../../../docs/contract/', import.meta.url);
  const listOf = (name: string): unknown => parse(readFileSync(new URL(`responses/${name}.yaml`, ROOT), 'utf8'));
  const silent = readRulings(listOf('silent'));
  const entries = listOf('silent') as readonly unknown[];

  test('has a ruling that there is', () => {
    const rulings = readFileSync(new URL('rulings.md', ROOT), 'utf8');
    expect(silent.filter(({ ruling }) => !rulings.includes(`### ${ruling}\n`))).toEqual([]);
  });

  test.each(silent.map(({ owner, ruling }, index) => [owner.kind, owner.name, ruling, index] as const))(
    'the %s %s differs without %s',
    (kind, name, _ruling, left) => {
      const without = entries.filter((_entry, index) => index !== left);
      const read = () => readOracle((list) => (list === 'silent' ? without : listOf(list)));
      // The record of another entry.
      if (kind === 'new record') return expect(read).toThrow(name);
      const { responses, errors } = read();
      const differs = [...producerShapes()].some(([response, schema]) => {
        const contract = responses.get(response);
        return !contract || differences(contract, schema, response).length > 0;
      });
      const status = Object.entries(ERRORS).some(([code, { http }]) => errors.get(code)?.statuses[0] !== http);
      expect(differs || status).toBe(true);
      return undefined;
    },
  );
});

test('error codes have the category, retry flag and status of the contract', () => {
  const rules = [...oracle().errors].map(([code, { category, retryable, statuses }]) => [
    code,
    { category, retryable, http: statuses[0] },
  ]);
  const entries = Object.entries(ERRORS).map(([code, { category, retryable, http }]) => [
    code,
    { category, retryable, http },
  ]);
  expect(Object.fromEntries(entries)).toEqual(Object.fromEntries(rules));
});
