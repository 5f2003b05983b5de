import { expect, test } from 'vitest';
import { differencesBetween, isRepeatable } from '../scripts/repeat/compare.ts';
import { readOptions } from '../scripts/repeat/options.ts';
import { pageOf, rowOf } from '../scripts/repeat/table.ts';
import { runOf as runWith, scenario } from '../src/suite/results/run.test-helper.ts';
import type { Run, ScenarioResult } from '../src/suite/results/run.ts';

const runOf = (...scenarios: Partial<ScenarioResult>[]): Run =>
  runWith(
    scenarios.map((of) => scenario(1, { name: 'a title', ...of })),
    { wallMs: 210_000, spentTokens: 4_200 },
  );
const skipped = (reason: string) => ({ verdict: 'skipped', reason }) as const;

test('scenarios with the same verdict in every run do not differ', () => {
  const run = runOf({ id: 'a:1', verdict: 'passed' }, { id: 'a:2', ...skipped('needs clock: no') });
  expect(differencesBetween([run, run, run])).toEqual([]);
});

test('a scenario that fails in any run differs, and the reason is its error in one line', () => {
  const differences = differencesBetween([
    runOf({ id: 'a:1', verdict: 'passed' }),
    runOf({ id: 'a:1', verdict: 'failed', error: 'Then the response is ok\n\n  401 !== 200\n' }),
  ]);
  expect(differences).toEqual([
    {
      id: 'a:1',
      name: 'a title',
      kind: 'failed',
      verdicts: ['passed', 'failed'],
      why: 'Then the response is ok 401 !== 200',
    },
  ]);
  expect(isRepeatable(differences)).toBe(false);
});

test('a scenario that fails every time is no repeatable success', () => {
  const run = runOf({ id: 'a:1', verdict: 'error', error: 'harness' });
  expect(differencesBetween([run, run]).map(({ kind }) => kind)).toEqual(['failed']);
});

test('a scenario that passed and is skipped later differs', () => {
  const differences = differencesBetween([
    runOf({ id: 'a:1', verdict: 'passed' }),
    runOf({ id: 'a:1', ...skipped('too few wallets pay the fees of tier_1: trading lifts them out of it') }),
  ]);
  expect(differences.map(({ kind, why }) => [kind, why])).toEqual([
    ['changed', 'too few wallets pay the fees of tier_1: trading lifts them out of it'],
  ]);
  expect(isRepeatable(differences)).toBe(false);
});

test.each([
  'needs trading-hours: WTI-USDT is closed at this hour; it trades on weekdays until 22:00 UTC',
  'there are no candles of 10 minutes ago',
])('what the hour or the age decides is listed and excused: %s', (reason) => {
  const differences = differencesBetween([
    runOf({ id: 'a:1', ...skipped(reason) }),
    runOf({ id: 'a:1', verdict: 'passed' }),
  ]);
  expect(differences.map(({ kind }) => kind)).toEqual(['hour']);
  expect(isRepeatable(differences)).toBe(true);
});

test('what others left unsettled in one run is listed and excused', () => {
  const unsettled = { ...skipped('the market has moved: mid was 1, and is 2'), lacks: ['moved'] };
  const differences = differencesBetween([runOf({ id: 'a:1', verdict: 'passed' }), runOf({ id: 'a:1', ...unsettled })]);
  expect(differences).toMatchObject([{ kind: 'moved', why: 'the market has moved: mid was 1, and is 2' }]);
  expect(isRepeatable(differences)).toBe(true);
});

test('a scenario that one run lacks differs', () => {
  expect(differencesBetween([runOf({ id: 'a:1', verdict: 'passed' }), runOf()])).toMatchObject([
    { kind: 'changed', verdicts: ['passed', null], why: 'one of the runs lacks it' },
  ]);
});

test('the page has a line for each run, the reasons of what was skipped, and the differences', () => {
  const first = runOf(
    { id: 'a:1', verdict: 'passed', tags: ['clause:A'] },
    { id: 'a:2', ...skipped('needs clock: no') },
  );
  const second = runOf({ id: 'a:1', verdict: 'failed', error: 'no' }, { id: 'a:2', ...skipped('needs clock: no') });
  const rows = [first, second].map((run, index) =>
    rowOf(run, { start: 'sunday', transport: 'ws', run: index + 1, exit: index }),
  );
  const differences = differencesBetween([first, second]);
  expect(pageOf([{ start: 'sunday', transport: 'ws', rows, differences }])).toEqual([
    '| start | transport | run | verdict | scenarios run | failed | skipped | unsettled | clauses proven | tokens | minutes |',
    '|---|---|---:|---|---:|---:|---:|---:|---:|---:|---:|',
    '| sunday | ws | 1 | conformant | 1 | 0 | 1 | 0 | 1 of 1300 | 4200 | 3.5 |',
    '| sunday | ws | 2 | not-conformant | 1 | 1 | 1 | 0 | 0 of 1300 | 4200 | 3.5 |',
    '',
    '| skipped, start sunday, ws | run 1 | run 2 |',
    '|---|---:|---:|',
    '| needs clock: no | 1 | 1 |',
    '',
    '- failed, start sunday, ws: a:1 a title: passed, failed: no',
  ]);
});

test('flags are read, and a wrong one is named', () => {
  const flags = [
    '--runs',
    '2',
    '--starts',
    'sunday,2026-01-07T21:58:00Z',
    '--transport',
    'ws',
    '--tags',
    '@auth',
    'features/auth',
  ];
  expect(readOptions(flags)).toEqual({
    selection: ['features/auth', '--tags', '@auth'],
    runs: 2,
    starts: [
      { name: 'sunday', time: '2026-01-11T10:00:00Z', world: 'quiet', seed: '1' },
      { name: '2026-01-07T21:58:00Z', time: '2026-01-07T21:58:00Z', world: 'quiet', seed: '1' },
    ],
    transports: ['ws'],
    allLeave: false,
    rateLimits: false,
    folder: 'reports/latest/repeat',
    json: false,
    help: false,
  });
  const foreign = readOptions(['--worlds', 'default,foreign', '--seeds', '1,2', '--starts', 'weekday']).starts;
  expect(foreign.map(({ name }) => name)).toEqual(
    ['default', 'foreign-large', 'foreign-small', 'foreign-thin', 'foreign-busy'].flatMap((world) => [
      `${world} 1 weekday`,
      `${world} 2 weekday`,
    ]),
  );
  expect(foreign[2]).toMatchObject({ world: 'fixtures/worlds/foreign-large.yaml', seed: '1' });
  expect(() => readOptions(['--runs', '0'])).toThrow('--runs must be a whole number from 1 to 99 (got "0")');
  expect(() => readOptions(['--transport', 'fix'])).toThrow('--transport must be rest, ws or rest,ws (got "fix")');
  expect(() => readOptions(['--starts', 'noon'])).toThrow(/^--starts must list ISO times or .* \(got "noon"\)$/);
});
