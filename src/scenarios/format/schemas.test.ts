import { Ajv } from 'ajv';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { EXPECT_SCHEMA, SCENARIO_SCHEMA, schemaFiles } from '../../../scripts/docs/scenario-schemas.ts';
import { libraryFolder, libraryNames } from './library.ts';
import { FIELDS, loadScenario } from './load.ts';

const ajv = new Ajv({ strict: true, allowUnionTypes: true });
const isScenario = ajv.compile(SCENARIO_SCHEMA);
const isExpectation = ajv.compile(EXPECT_SCHEMA);

/** Fields of a scenario that is as short as possible; the wrong ones below change or add one. */
const HEAD = ['title: A test', 'world: quiet', 'seed: 7', 'duration: 30m', 'accounts: { alice: }'];

const RIGHT: readonly (readonly string[])[] = [
  ['start: 2026-01-05T00:00:00Z', 'step: 250ms', 'serviceName: Other'],
  [
    'markets: { BTC-USDT: { path: { kind: hawkes, volatility: "0.5", jumpsPerDay: "3", jumpSize: "0.01", branching: "0.5", halfLife: 10m } } }',
  ],
  ['markets: { BTC-USDT: { path: { kind: ou, volatility: "0.5", halfLife: 1h30m, level: "90000" } } }'],
  ['timeline: [{ at: 2026-01-05T00:01:00Z, every: 1s, count: 2, note: Twice. }]'],
  [`timeline: [{ when: '"alice" has no positions', from: 1m, until: end, count: 3, note: Flat. }]`],
  ['timeline: [{ at: 1m, every: 1s, until: 2m, note: Often. }]'],
  ['timeline: [{ at: 1m, connect: alice, channels: [{ channel: orderbook, symbol: BTC-USDT, depth: 20 }] }]'],
  ['timeline: [{ at: 1m, record: order, id: "5", fields: { status: open } }, { at: 2m, disconnect: alice }]'],
  ['timeline: [{ at: 1m, faults: [{ effect: { kind: replyLost } }] }, { at: 2m, clearFaults: true }]'],
  ['strategy: { account: alice, use: maker, symbol: BTC-USDT, params: { spread: 4 } }'],
];

const WRONG: readonly (readonly string[])[] = [
  ['titel: Twice'],
  ['step: 5'],
  ['step: soon'],
  ['markets: { BTC-USDT: { path: { kind: walk } } }'],
  ['markets: { BTC-USDT: { path: { kind: gbm, volatility: 0.6 } } }'],
  ['markets: { BTC-USDT: { path: { kind: jumps, volatility: "0.6" } } }'],
  ['markets: { BTC-USDT: { history: { trades: trades.txt } } }'],
  ['timeline: [{ at: 1m }]'],
  ['timeline: [{ note: Never. }]'],
  [`timeline: [{ at: 1m, when: '"alice" has no positions', note: Both. }]`],
  ['timeline: [{ at: 1m, note: One., clearFaults: true }]'],
  ['timeline: [{ at: 1m, as: alice, do: placeOrder }]'],
  ['timeline: [{ at: 1m, as: alice, do: getPositions, refused: NO_MONEY }]'],
  ['timeline: [{ at: 1m, control: setIndex, with: {} }]'],
  ['timeline: [{ at: 1m, connect: alice, channels: [{ channel: orders }] }]'],
  ['timeline: [{ at: 1m, clearFaults: false }]'],
  ['agents: [{ account: alice, use: maker, symbol: BTC-USDT }]'],
  ['strategy: { account: alice, use: maker }'],
];

const WRONG_EXPECTATIONS = [
  'at: end',
  '- { at: end }',
  "- { that: ['the exchange is running'] }",
  "- { at: soon, that: ['the exchange is running'] }",
  "- { at: end, that: 'the exchange is running' }",
  "- { at: end, that: ['the exchange is running'], then: [] }",
  '- { at: end, that: [{ a: [], b: [] }] }',
  '- { at: end, that: [{ \'"alice" has the positions\': x }] }',
];

describe('The JSON Schemas of scenario files', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'schemas-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const load = (scenario: string, expected?: string): void => {
    writeFileSync(join(folder, 'scenario.yaml'), scenario);
    writeFileSync(join(folder, 'expect.yaml'), expected ?? '[]');
    loadScenario(folder);
  };

  test.each([...schemaFiles()])('%s is what npm run docs:pages -- schemas writes', (name, content) => {
    expect(readFileSync(name, 'utf8')).toBe(content);
  });

  test('know the same fields as the reader', () => {
    expect(Object.keys(SCENARIO_SCHEMA['properties'] as object).toSorted()).toEqual(FIELDS.toSorted());
  });

  test.each(libraryNames())('accept the files of %s', (name) => {
    const of = (file: string): unknown => parse(readFileSync(join(libraryFolder(), name, file), 'utf8')) as unknown;
    isScenario(of('scenario.yaml'));
    expect(isScenario.errors ?? []).toEqual([]);
    if (!existsSync(join(libraryFolder(), name, 'expect.yaml'))) return;
    isExpectation(of('expect.yaml'));
    expect(isExpectation.errors ?? []).toEqual([]);
  });

  test.each(RIGHT)('accept what the reader accepts: %s', (...lines) => {
    const text = [...HEAD, ...lines].join('\n');
    load(text);
    isScenario(parse(text));
    expect(isScenario.errors ?? []).toEqual([]);
  });

  test.each(WRONG)('refuse what the reader refuses: %s', (...lines) => {
    const text = [...HEAD, ...lines].join('\n');
    expect(() => load(text)).toThrow('scenario.yaml:6:');
    expect(isScenario(parse(text))).toBe(false);
  });

  test.each(WRONG_EXPECTATIONS)('refuse the expectations that the reader refuses: %s', (text) => {
    expect(() => load(HEAD.join('\n'), text)).toThrow('expect.yaml:1:');
    expect(isExpectation(parse(text))).toBe(false);
  });
});
