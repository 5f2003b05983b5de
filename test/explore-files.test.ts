import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { NumberedCommand } from '../src/lab/explore/command.ts';
import type { FoundDifference } from '../src/lab/explore/explore.ts';
import { writeFolder } from '../src/lab/explore/print/folder.ts';
import type { Outcome } from '../src/lab/explore/session.ts';
import { loadScenario } from '../src/scenarios/format/load.ts';
import { clauseCatalogue, lintFeature } from '../scripts/lint-features.ts';
import { CONTRACT_FILES } from '../src/suite/coverage/contract.ts';

const outcome = (status: number, body: unknown): Outcome => ({
  status,
  contentType: 'application/json',
  text: JSON.stringify(body),
  body,
});

const ORDER = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.1' };

const STEPS: readonly NumberedCommand[] = [
  {
    id: 3,
    command: {
      kind: 'signed',
      account: 'bob',
      on: null,
      action: 'placeOrders',
      params: { orders: [ORDER], grouping: 'na' },
      changes: {},
    },
  },
  { id: 4, command: { kind: 'control', action: 'movePrice', params: { symbol: 'BTC-USDT', price: '95100' } } },
  { id: 5, command: { kind: 'advance', ms: 1_500 } },
  {
    id: 6,
    command: {
      kind: 'signed',
      account: 'alice',
      on: 'bob',
      action: 'cancelAllOrders',
      params: { symbols: ['*'] },
      changes: { 'top.expiresAfter': '${now + 5000 ms}' },
    },
  },
  {
    id: 9,
    command: {
      kind: 'signed',
      account: 'bob',
      on: null,
      action: 'modifyOrder',
      params: { orderId: '${c3.response.statuses[0].resting.id}', price: '93000' },
      changes: {},
    },
  },
];

const OUTCOMES: readonly Outcome[] = [
  outcome(200, { status: 'ok', response: { statuses: [{ resting: { id: '77' } }] } }),
  outcome(200, null),
  outcome(200, null),
  outcome(401, { status: 'error', error: { code: 'UNAUTHORIZED', message: 'not authorized' } }),
  outcome(200, { status: 'ok', response: { price: '93000' } }),
];

const FOUND: FoundDifference = {
  beginning: { world: 'quiet', seed: '5', limits: {} },
  startTime: 1_767_571_200_000,
  accounts: ['alice', 'bob', 'carol'],
  commands: 40,
  first: { index: 39, path: 'response.price', target: '92000', reference: '93000' },
  steps: STEPS,
  shrunk: {
    beginning: { world: 'quiet', seed: '5', limits: {} },
    steps: STEPS,
    outcomes: OUTCOMES,
    difference: { index: 4, path: 'response.price', target: '92000', reference: '93000' },
    tries: 12,
    isMinimal: true,
  },
};

const FEATURE = `@trade @modifyOrder
Feature: modifyOrder responds as the reference exchange does

  Found by perpsim explore. response.price: the target had 92000, the reference has 93000.

  @clause:MODIFYORDER
  Scenario: modifyOrder responds as the reference exchange after 5 commands
    Given the world "quiet" with seed "5"
    And "alice" is a trader
    And "bob" is a trader
    And "bob" has sent placeOrders:
      | orders | [{"symbol":"BTC-USDT","side":"buy","orderType":"limitGtc","price":"94000","quantity":"0.1"}] |
      | grouping | na |
    Then "statuses[0].resting.id" of the response is called "result1"
    Given the index of "BTC-USDT" is "95100"
    And 1500 ms pass
    When "alice" sends cancelAllOrders for "bob":
      | symbols | ["*"] |
      | top.expiresAfter | number {now + 5000 ms} |
    Then the response is 401 with:
      | error.code | UNAUTHORIZED |
    When "bob" sends modifyOrder:
      | orderId | {result1} |
      | price | 93000 |
    Then the response is ok with:
      | price | 93000 |
`;

describe('files of a difference', () => {
  const parent = mkdtempSync(join(tmpdir(), 'perpsim-explore-'));
  const written = writeFolder(parent, 1, FOUND, 'http://127.0.0.1:8700');
  const text = (name: string): string => readFileSync(join(written.folder, name), 'utf8');

  it('holds a feature in the sentences of the suite', () => {
    expect(text('explore.feature')).toBe(FEATURE);
    expect(written.notes).toEqual([]);
  });

  it('holds a feature that keeps the rules of features', () => {
    const catalogue = readFileSync(CONTRACT_FILES.clauses, 'utf8');
    const known = { clauses: clauseCatalogue(catalogue), transitions: new Set<string>() };
    const problems = lintFeature(text('explore.feature'), known).filter(({ warning }) => warning !== true);
    expect(problems).toEqual([]);
  });

  it('holds a scenario that can be loaded, with times and references of its own language', () => {
    const scenario = loadScenario(written.folder);
    expect(scenario.seed).toBe('5');
    expect(scenario.accounts.map(({ name, dev }) => [name, dev])).toEqual([
      ['alice', 0],
      ['bob', 1],
    ]);
    expect(scenario.timeline.map(({ kind, atMs }) => [kind, atMs])).toEqual([
      ['request', 0],
      ['control', 0],
      ['request', 1_500],
      ['request', 1_500],
    ]);
    const [, , refused, modify] = scenario.timeline;
    expect(refused).toMatchObject({
      account: 'alice',
      refused: 'UNAUTHORIZED',
      params: { subAccountId: '${bob.subAccountId}', expiresAfter: '${now + 5000ms}' },
    });
    expect(modify).toMatchObject({ params: { orderId: '${c3.statuses[0].resting.id}', price: '93000' } });
  });

  it('says which file is missing and why when a sequence has no words', () => {
    const steps: readonly NumberedCommand[] = [
      {
        id: 1,
        command: { kind: 'control', action: 'setWhitelisted', params: { wallet: '${bob address}', whitelisted: true } },
      },
      ...STEPS,
    ];
    const shrunk = FOUND.shrunk && {
      ...FOUND.shrunk,
      steps,
      outcomes: [outcome(200, null), ...OUTCOMES],
      difference: { ...FOUND.first, index: 5 },
    };
    const { notes, feature } = writeFolder(parent, 2, { ...FOUND, shrunk }, 'http://127.0.0.1:8700');
    expect(feature).toBeNull();
    expect(notes).toEqual(['No usable explore.feature: no sentence puts a wallet on the whitelist.']);
  });
});
