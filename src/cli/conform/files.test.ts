import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runOf, scenario } from '../../suite/results/run.test-helper.ts';
import { excuseFrom } from './files.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'perpsim-known-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

const RUN = runOf([scenario(12, { verdict: 'failed', error: 'no' })]);
const LIST = [
  '- scenario: features/trade/cancelOrders.feature:12',
  '  reason: is wrong',
  '  link: https://tracker.example/41',
  '  expires: 9999-12-31',
];
mkdirSync(join(FOLDER, 'staging'));
writeFileSync(join(FOLDER, 'staging', 'known-failing.yaml'), LIST.join('\n'));
writeFileSync(join(FOLDER, 'expired.yaml'), LIST.join('\n').replace('9999-12-31', '2001-01-01'));

test.each([
  ['a file', join(FOLDER, 'staging', 'known-failing.yaml'), undefined],
  ['the folder of a profile', undefined, join(FOLDER, 'staging.json')],
])('a list is found in %s', (_, file, profile) => {
  expect(excuseFrom(file, profile)(RUN).run.scenarios[0]?.verdict).toBe('expected-failure');
});

test.each([[undefined], ['full'], [join(FOLDER, 'other.json')]])(
  'profile %s has none, and nothing is excused',
  (profile) => {
    expect(excuseFrom(undefined, profile)(RUN)).toEqual({ run: RUN, remarks: [] });
  },
);

test('a file wins over the profile, and is held against the day of today', () => {
  const { run, remarks } = excuseFrom(join(FOLDER, 'expired.yaml'), join(FOLDER, 'staging.json'))(RUN);
  expect(run).toEqual(RUN);
  expect(remarks).toEqual([
    'known-failing list, expired: scenario features/trade/cancelOrders.feature:12: held until 2001-01-01',
  ]);
});
