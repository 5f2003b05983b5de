import { describe, expect, test } from 'vitest';
import { loadSteps } from '../../../../cli/conform/files.ts';
import { runOf, scenario } from '../../../../suite/results/run.test-helper.ts';
import { coverageOf } from '../../../../suite/coverage/count.ts';
import { pack } from '../pack.ts';
import { choices, EVERYTHING, type Filter, filtered, isEverything } from './filter.ts';
import { modelOf } from './model.ts';
import { actionRows } from './action-table.ts';

// The report lists what the steps of each scenario need.
await loadSteps();

const RUN = runOf([
  scenario(1, {
    name: 'an open order is cancelled',
    tags: ['trade', 'cancelOrders', 'clause:CANCELORDERS'],
    steps: [
      { text: 'Given the world "quiet"', line: 1, verdict: 'passed' },
      { text: 'When 60 minutes pass', line: 2, verdict: 'passed' },
    ],
  }),
  scenario(2, {
    name: 'an unknown id',
    tags: ['trade', 'negative', 'clause:ERR-NOT-FOUND'],
    verdict: 'failed',
    error: 'Expected 404',
  }),
  scenario(3, {
    name: 'markets are listed',
    uri: 'features/info/getMarkets.feature',
    area: 'info',
    transport: 'ws',
    tags: ['info', 'getMarkets', 'clause:ERR-RATE'],
    verdict: 'skipped',
    reason: 'streams: none',
  }),
]);
const clause = (id: string, action: string, kind: string): object => ({
  id,
  action,
  kind,
  surface: ['trade'],
  text: '',
  needs: [],
  status: 'stated',
});
const CONTRACT = {
  clauses: [
    clause('CANCELORDERS', 'cancelOrders', 'action'),
    clause('ERR-NOT-FOUND', 'cancelOrders', 'error'),
    clause('ERR-RATE', 'getMarkets', 'limit'),
  ] as Parameters<typeof coverageOf>[0]['clauses'],
  waivers: [],
  transitions: [],
  offered: [],
  codes: [],
};
const model = modelOf(pack(RUN, coverageOf(CONTRACT, [RUN])).data);
const left = (filter: Partial<Filter>): number[] =>
  filtered(model, { ...EVERYTHING, ...filter }).map(({ index }) => index);

describe('what is left', () => {
  test.each<[Partial<Filter>, number[]]>([
    [{}, [0, 1, 2]],
    [{ verdicts: ['failed', 'skipped'] }, [1, 2]],
    [{ verdicts: ['failed'], area: 'info' }, []],
    [{ area: 'trade' }, [0, 1]],
    [{ action: 'cancelOrders' }, [0, 1]],
    [{ action: 'cancelOrders', aspect: 'refused' }, [1]],
    [{ aspect: 'limits' }, [2]],
    [{ transport: 'ws' }, [2]],
    [{ needs: 'clock' }, [0]],
    [{ needs: 'nothing' }, [1, 2]],
    [{ tags: ['trade', 'negative'] }, [1]],
    [{ clause: 'ERR-*' }, [1, 2]],
    [{ clause: 'ERR-RATE' }, [2]],
    [{ clause: 'ERR' }, []],
    [{ id: 'features/trade/cancelOrders.feature:2' }, [1]],
  ])('of %j', (filter, expected) => {
    expect(left(filter)).toEqual(expected);
  });

  test.each<[string, number[]]>([
    ['ORDER cancelled', [0]],
    ['quiet', [0]],
    ['expected 404', [1]],
    ['streams', [2]],
    ['err-not', [1]],
    ['getMarkets.feature:3', [2]],
    ['order nowhere', []],
    ['  ', [0, 1, 2]],
  ])('of a search for %j', (text, expected) => {
    expect(left({ text })).toEqual(expected);
  });
});

test('a choice is counted under everything but its own list', () => {
  const filter: Filter = { ...EVERYTHING, verdicts: ['failed'], area: 'trade' };
  expect([...choices(model, filter, 'verdicts')]).toEqual([
    ['passed', 1],
    ['failed', 1],
  ]);
  expect([...choices(model, filter, 'area')]).toEqual([['trade', 1]]);
  expect([...choices(model, { ...filter, verdicts: [], tags: ['negative'] }, 'tags')]).toEqual([
    ['trade', 1],
    ['negative', 1],
  ]);
  expect([...choices(model, EVERYTHING, 'action')]).toEqual([
    ['cancelOrders', 2],
    ['getMarkets', 1],
  ]);
});

test('a filter that asks for nothing is everything', () => {
  expect(isEverything(EVERYTHING)).toBe(true);
  expect(isEverything({ ...EVERYTHING, tags: ['x'] })).toBe(false);
  expect(isEverything({ ...EVERYTHING, transport: 'ws' })).toBe(false);
});

test('each action with what the run shows of it', () => {
  expect(actionRows(model)).toEqual([
    {
      action: 'cancelOrders',
      surface: 'trade',
      clauses: { proven: 1, all: 2 },
      aspects: {
        served: { passed: 1, failed: 0, skipped: 0 },
        refused: { passed: 0, failed: 1, skipped: 0 },
        limits: { passed: 0, failed: 0, skipped: 0 },
        auth: { passed: 0, failed: 0, skipped: 0 },
      },
      transports: { rest: { passed: 1, failed: 1, skipped: 0 }, ws: { passed: 0, failed: 0, skipped: 0 } },
    },
    {
      action: 'getMarkets',
      surface: 'trade',
      clauses: { proven: 0, all: 1 },
      aspects: {
        served: { passed: 0, failed: 0, skipped: 1 },
        refused: { passed: 0, failed: 0, skipped: 0 },
        limits: { passed: 0, failed: 0, skipped: 1 },
        auth: { passed: 0, failed: 0, skipped: 0 },
      },
      transports: { rest: { passed: 0, failed: 0, skipped: 0 }, ws: { passed: 0, failed: 0, skipped: 1 } },
    },
  ]);
});
