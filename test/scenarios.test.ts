import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testInFull } from '../src/kernel/test-budget.test-helper.ts';
import { findScenario, libraryFolder, libraryNames } from '../src/scenarios/format/library.ts';
import { loadScenario } from '../src/scenarios/format/load.ts';
import { runScenario } from '../src/scenarios/run/run-scenario.ts';

/** Every scenario of the library, run as `perpsim run` does it. `npx tsx scripts/scenarios.ts` runs each once more, and with another seed. */

const NAMES = libraryNames();

test('the library holds a scenario for each lesson that it promises', () => {
  expect(NAMES).toEqual([
    'access/delegate-revoked',
    'basics/calm-day',
    'funding/squeeze',
    'limits/rate-limit-storm',
    'market-making/informed-taker',
    'operations/lost-replies',
    'operations/maintenance-window',
    'operations/stream-gap',
    'orders/dead-man-switch',
    'orders/take-profit-ladder',
    'orders/twap-through-a-gap',
    'risk/cascade-to-deleveraging',
    'risk/collateral-depeg',
    'risk/flash-crash',
    'risk/stale-feed',
    'sessions/oil-over-a-weekend',
  ]);
});

/** Its population trades for hours: a tenth of the time of a whole quick run. */
const LONG = new Set(['market-making/informed-taker']);

describe.each(NAMES)('%s', (name) => {
  const testRun = LONG.has(name) ? testInFull : test;

  testRun('it meets its expectations and gives its digest', async () => {
    const result = await runScenario(loadScenario(name));
    expect(result.expectations.filter(({ passed }) => !passed)).toEqual([]);
    expect(result.verdict).toBe('passed');
    const files = findScenario(name);
    if (typeof files === 'string') throw new Error(files);
    expect(`${result.digest}\n`).toBe(readFileSync(files.digest, 'utf8'));
  });

  test('it tells its story and its lesson', () => {
    const page = join(libraryFolder(), name, 'README.md');
    expect(existsSync(page)).toBe(true);
    const text = readFileSync(page, 'utf8');
    expect(text).toMatch(/^# \S/);
    expect(text).toContain('**What to learn.**');
  });
});
