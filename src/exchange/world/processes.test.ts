import { describe, expect, test } from 'vitest';
import { CALM, OPTIONS, problemsIn } from './world-file.test-helper.ts';
import { loadWorld, worldToConfig } from './world-file.ts';

const OU = {
  kind: 'ou',
  stepMs: 1000,
  level: '95000',
  reversionPpb: 1_154_577,
  volatilityPpb: 89_036,
  driftPpb: -5,
} as const;
const HAWKES = {
  kind: 'hawkes',
  stepMs: 1000,
  volatilityPpb: 89_036,
  driftPpb: 0,
  intensityPpb: 20_000,
  branchingPpb: 700_000_000,
  decayPpb: 10_000_000,
  jumpPpb: 1_500_000,
} as const;

const withProcess = (process: object): string =>
  CALM.replace(/"process": \{[^}]*\}/, `"process": ${JSON.stringify(process)}`);

describe('the processes of an index in a world file', () => {
  test('are converted to the units of the engine', () => {
    const { file } = loadWorld('quiet');
    const processes = [OU, HAWKES] as const;
    const markets = file.markets.slice(0, 2).map((market, at) => ({ ...market, process: processes[at] ?? OU }));
    const config = worldToConfig(
      { ...file, collaterals: file.collaterals.slice(0, 1), devAccounts: [], markets },
      OPTIONS,
    );
    expect(config.markets.map(({ process }) => process)).toEqual([{ ...OU, level: 9_500_000_000_000 }, HAWKES]);
  });

  test('stand beside a liquidity of history', () => {
    const { file } = loadWorld('quiet');
    const [first] = file.markets;
    if (!first) throw new Error('quiet has markets');
    const market = { ...first, liquidity: { kind: 'history', queue: 'proportional' } } as const;
    const config = worldToConfig(
      { ...file, collaterals: file.collaterals.slice(0, 1), devAccounts: [], markets: [market] },
      OPTIONS,
    );
    expect(config.markets[0]?.liquidity).toEqual({ kind: 'history', queue: 'proportional' });
  });

  test.each([
    [{ ...OU, level: '0.5' }, 'level: must be at least minOrderPrice 1'],
    [{ ...OU, level: 95000 }, 'level: must be a decimal text in quotes, such as "0.05"'],
    [{ ...OU, reversionPpb: 0 }, 'reversionPpb: must be a whole number from 1 to 1000000000, without quotes'],
    [
      { ...OU, reversionPpb: 1_000_000_001 },
      'reversionPpb: must be a whole number from 1 to 1000000000, without quotes',
    ],
    [{ ...OU, driftPpb: 100_000_001 }, 'driftPpb: must be a whole number from -100000000 to 100000000, without quotes'],
    [
      { ...HAWKES, branchingPpb: 1_000_000_000 },
      'branchingPpb: must be a whole number from 0 to 999999999, without quotes',
    ],
    [{ ...HAWKES, decayPpb: 0 }, 'decayPpb: must be a whole number from 1 to 1000000000, without quotes'],
    [{ ...HAWKES, intensityPpb: -1 }, 'intensityPpb: must be a whole number from 0 to 1000000000, without quotes'],
    [{ ...HAWKES, jumpPpb: 100_000_001 }, 'jumpPpb: must be a whole number from 0 to 100000000, without quotes'],
  ])('%j is refused', (process, expected) => {
    expect(problemsIn(withProcess(process)).map((it) => it.replace(/^\d+:\d+ /, ''))).toEqual([
      `markets[0].process.${expected}`,
    ]);
  });
});
