import { describe, expect, test } from 'vitest';
import type { JobAsked } from '../../contract/jobs.ts';
import { jobCommand, jobVariables } from './job-command.ts';

const SURROUNDINGS = {
  scenarios: [
    { name: 'risk/flash-crash', numbers: [{ path: 'accounts.careless.leverage.BTC-USDT' }] },
    { name: 'market-making/informed-taker', numbers: [{ path: 'strategy.spread' }, { path: 'strategy.size' }] },
  ],
  features: [
    { path: 'features/auth/authority.feature', title: 'authority', scenarios: 3 },
    { path: 'features/trade/cancelOrders.feature', title: 'cancel', scenarios: 8 },
  ],
  folder: '/reports/console/job',
  origin: 'http://127.0.0.1:8700',
  workers: 3,
};
const command = (asked: JobAsked): string => jobCommand(asked, SURROUNDINGS).join(' ');

test('runs a scenario of the library', () => {
  expect(command({ kind: 'scenario', scenario: 'risk/flash-crash' })).toBe(
    'run risk/flash-crash --progress-json --journal /reports/console/job/journal.jsonl --html /reports/console/job/report.html',
  );
  expect(command({ kind: 'scenario', scenario: 'risk/flash-crash', seed: '7' })).toContain(' --seed 7 ');
  const set = ['accounts.careless.leverage.BTC-USDT=20'];
  expect(command({ kind: 'scenario', scenario: 'risk/flash-crash', set })).toContain(
    'run risk/flash-crash --set accounts.careless.leverage.BTC-USDT=20 --progress-json',
  );
});

test('sweeps a scenario over seeds and numbers', () => {
  const set = ['strategy.spread=2,4', 'strategy.size=0.05'];
  expect(command({ kind: 'sweep', scenario: 'market-making/informed-taker', seeds: 5, set })).toBe(
    'sweep market-making/informed-taker --seeds 1..5 --out /reports/console/job/sweep --workers 3 --set strategy.spread=2,4 --set strategy.size=0.05 --progress-json --html /reports/console/job/report.html',
  );
});

test('runs the suite on fresh exchanges, or on that of the server', () => {
  expect(command({ kind: 'conformance' })).toBe(
    'conform --profile full --workers 3 --progress-json --quiet --report /reports/console/job/report',
  );
  const features = ['features/auth', 'features/trade/cancelOrders.feature'];
  expect(command({ kind: 'conformance', features, profile: 'ws', target: 'this', reset: true })).toBe(
    'conform features/auth features/trade/cancelOrders.feature --profile ws --target=http://127.0.0.1:8700 --reset-target --progress-json --quiet --report /reports/console/job/report',
  );
});

test('runs one scenario by its line', () => {
  expect(command({ kind: 'conformance', features: ['features/auth/authority.feature:12'] })).toContain(
    'conform features/auth/authority.feature:12 --profile full',
  );
});

test('runs the suite on another deployment, with texts that stay the values of their flags', () => {
  const target = 'https://api.example.org';
  expect(
    jobCommand(
      { kind: 'conformance', profile: 'core', tags: '--json', clause: 'GETTRADES-*', target, serviceName: '--quiet' },
      SURROUNDINGS,
    ).slice(0, 7),
  ).toEqual([
    'conform',
    '--profile',
    'core',
    '--tags=--json',
    '--clause=GETTRADES-*',
    '--target=https://api.example.org',
    '--service-name=--quiet',
  ]);
});

test('a job has the keys of the environment, and no flags of the server', () => {
  const variables = { PATH: '/bin', PERPSIM_KEY_1: '0x1', PERPSIM_PORT: '8700', PERPSIM_CONTROL_TOKEN: 'secret' };
  const own = { PATH: '/bin', PERPSIM_KEY_1: '0x1' };
  expect(jobVariables({ kind: 'conformance' }, variables, 'secret')).toEqual(own);
  expect(jobVariables({ kind: 'conformance', target: 'https://api.example.org' }, variables, 'secret')).toEqual(own);
  expect(jobVariables({ kind: 'conformance', target: 'this' }, variables, 'secret')).toEqual({
    ...own,
    PERPSIM_CONTROL_TOKEN: 'secret',
  });
});

describe('refuses what is on no list', () => {
  const sweep = { kind: 'sweep', scenario: 'market-making/informed-taker', seeds: 10 } as const;
  test.each<[string, JobAsked, string]>([
    ['a file as a scenario', { kind: 'scenario', scenario: '/etc/passwd' }, 'scenario'],
    ['a flag as a scenario', { kind: 'scenario', scenario: '--bot=sh' }, 'scenario'],
    ['no scenario', { kind: 'scenario' }, 'scenario'],
    ['a field of another kind', { kind: 'scenario', scenario: 'risk/flash-crash', seeds: 3 }, 'seeds'],
    ['a strategy from a file', { ...sweep, set: ['strategy.use=/tmp/evil.mjs'] }, 'set'],
    [
      'several numbers for one run',
      { kind: 'scenario', scenario: 'market-making/informed-taker', set: ['strategy.spread=2,4'] },
      'set',
    ],
    ['a number of another scenario', { ...sweep, set: ['accounts.careless.leverage.BTC-USDT=5'] }, 'set'],
    ['a value that is no number', { ...sweep, set: ['strategy.spread=2,x'] }, 'set'],
    ['a value with a second sign of equality', { ...sweep, set: ['strategy.spread=2=3'] }, 'set'],
    ['no values', { ...sweep, set: ['strategy.spread='] }, 'set'],
    ['too many runs', { ...sweep, seeds: 1_000, set: ['strategy.spread=1,2,3'] }, 'seeds'],
    ['a feature outside the suite', { kind: 'conformance', features: ['/tmp/own.feature'] }, 'features'],
    ['a line of an area', { kind: 'conformance', features: ['features/auth:12'] }, 'features'],
    ['a file as a target', { kind: 'conformance', target: 'file:///etc/passwd' }, 'target'],
    ['a flag as a target', { kind: 'conformance', target: '--json' }, 'target'],
    ['a restart of fresh exchanges', { kind: 'conformance', reset: true }, 'reset'],
    ['a flag as a feature', { kind: 'conformance', features: ['--target=http://example.org'] }, 'features'],
  ])('%s', (_, asked, field) => {
    expect(() => command(asked)).toThrow(expect.objectContaining({ field, code: 'INVALID_VALUE' }) as Error);
  });
});
