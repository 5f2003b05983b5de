import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SweepError } from '../sweep.ts';
import { planOf } from '../sweep.test-helper.ts';
import { readParameters, readSeeds } from './plan.ts';
import { scenarioFiles } from './scenario-files.ts';

describe('readSeeds', () => {
  test.each([
    ['1..4', ['1', '2', '3', '4']],
    ['7..7', ['7']],
    ['1,5,9', ['1', '5', '9']],
    ['1..3,9,night', ['1', '2', '3', '9', 'night']],
  ])('%s', (text, seeds) => {
    expect(readSeeds(text)).toEqual(seeds);
  });

  test.each([
    ['', '--seeds must be seeds such as 1..1000 or 1,5,9 (got "")'],
    ['1,,2', '--seeds must be seeds such as 1..1000 or 1,5,9 (got "1,,2")'],
    ['1..', '--seeds must be seeds such as 1..1000 or 1,5,9 (got "1..")'],
    ['9..1', '--seeds has a range that ends before it starts: 9..1 (got "9..1")'],
    ['1..3,2', '--seeds seed 2 comes twice (got "1..3,2")'],
    ['1..1000001', '--seeds has more than 1000000 seeds (got "1..1000001")'],
    ['1..99999999999999999999', '--seeds has a number that is too large (got "1..99999999999999999999")'],
  ])('refuses %j', (text, message) => {
    expect(() => readSeeds(text)).toThrow(new SweepError(message));
  });

  test('takes a million seeds', () => {
    expect(readSeeds('1..1000000')).toHaveLength(1_000_000);
  });
});

describe('readParameters', () => {
  test('reads paths with their values', () => {
    expect(readParameters(['strategy.spread=2,4,8', 'duration=1h', String.raw`title=a\,b,c`])).toEqual([
      { path: 'strategy.spread', values: ['2', '4', '8'] },
      { path: 'duration', values: ['1h'] },
      { path: 'title', values: ['a,b', 'c'] },
    ]);
  });

  test.each([
    ['spread', '--set must be PATH=VALUE,VALUE, such as strategy.spread=2,4,8 (got "spread")'],
    ['=2', '--set must be PATH=VALUE,VALUE, such as strategy.spread=2,4,8 (got "=2")'],
    ['a=1,', '--set a has an empty value (got "a=1,")'],
    ['a=', '--set a has an empty value (got "a=")'],
    ['a=1,2,1', '--set a has the value 1 twice'],
    ['seed=1,2', '--set cannot set the seed: use --seeds'],
  ])('refuses %j', (text, message) => {
    expect(() => readParameters([text])).toThrow(new SweepError(message));
  });

  test('refuses a path that comes twice', () => {
    expect(() => readParameters(['a=1', 'a=2'])).toThrow(
      new SweepError("--set names a twice: write its values in one, as in --set 'a=2,4,8'"),
    );
  });
});

describe('makePlan', () => {
  test('orders jobs by parameters, the first one changing slowest, and then by seed', () => {
    const plan = planOf({
      seeds: ['5', '6'],
      parameters: [
        { path: 'a', values: ['1', '2'] },
        { path: 'b', values: ['x', 'y'] },
      ],
    });
    expect(plan.jobs.map(({ index, seed, set }) => [index, seed, set['a'], set['b']])).toEqual([
      [0, '5', '1', 'x'],
      [1, '6', '1', 'x'],
      [2, '5', '1', 'y'],
      [3, '6', '1', 'y'],
      [4, '5', '2', 'x'],
      [5, '6', '2', 'x'],
      [6, '5', '2', 'y'],
      [7, '6', '2', 'y'],
    ]);
  });

  test('equal inputs give equal ids, and anything that changes a result gives another', () => {
    const { id } = planOf();
    expect(id).toMatch(/^[0-9a-f]{64}$/);
    expect(planOf().id).toBe(id);
    const files = { root: '/elsewhere', entry: '', files: [{ path: 'scenario.yaml', bytes: 12, sha256: 'aa' }] };
    expect(planOf({ files }).id).toBe(id);
    const others = [
      planOf({ seeds: ['1', '2'] }),
      planOf({ parameters: [{ path: 'strategy.spread', values: ['4', '2'] }] }),
      planOf({ packageVersion: '0.1.1' }),
      planOf({ scenario: 'wild-day' }),
      planOf({ files: { ...files, files: [{ path: 'scenario.yaml', bytes: 12, sha256: 'bb' }] } }),
    ];
    expect(new Set([id, ...others.map((plan) => plan.id)]).size).toBe(6);
  });

  test('refuses more jobs than a sweep can have', () => {
    const values = Array.from({ length: 1001 }, (_, place) => String(place));
    expect(() => planOf({ seeds: values, parameters: [{ path: 'a', values }] })).toThrow(
      new SweepError('the sweep would have 1002001 runs, at most 1000000 are possible'),
    );
  });
});

describe('scenarioFiles', () => {
  let folder: string;
  const write = (path: string, text: string): string => {
    const file = join(folder, path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'perpsim-plan-'));
    write('mine/day/scenario.yaml', 'title: A day\n');
    write('mine/day/data/trades.csv', 'time\n');
    write('mine/day/README.md', 'Story\n');
    write('mine/day/.cache/x', 'x');
    write('mine/day/out/plan.json', '{}');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('takes all of the folder that can change a run', async () => {
    const day = join(folder, 'mine/day');
    expect(await scenarioFiles(join(day, 'scenario.yaml'), [], join(day, 'out'))).toEqual({
      root: day,
      entry: '',
      files: [
        {
          path: 'data/trades.csv',
          bytes: 5,
          sha256: '6e0447537050cf871f9ab6a3fec5715f9c6fff5212f6666993f1fc46b1f717a3',
        },
        {
          path: 'scenario.yaml',
          bytes: 13,
          sha256: '948dcfde545db4841973aba922bbe8901c17e3cc57f9f9bcbc1992e1a1780490',
        },
      ],
    });
  });

  test('takes what these files and the overrides name elsewhere, and what that names', async () => {
    write('mine/week/scenario.yaml', 'title: A week\nworld: ../worlds/mine.yaml\nstrategy: { use: ../maker.mjs }\n');
    write('mine/worlds/mine.yaml', 'extends: base.json\n');
    write('mine/worlds/base.json', '{"name": "base", "none": "nothing.csv"}\n');
    write('mine/maker.mjs', "import { skew } from './parts/skew.mjs';\nimport 'node:fs';\nexport default skew;\n");
    write('mine/parts/skew.mjs', 'export const skew = 1;\n');
    write('mine/other.mjs', 'export default 1;\n');
    const week = join(folder, 'mine/week/scenario.yaml');
    const files = await scenarioFiles(week, ['2', '../other.mjs'], join(folder, 'out'));
    expect(files).toMatchObject({ root: join(folder, 'mine'), entry: 'week' });
    expect(files.files.map(({ path }) => path)).toEqual([
      'maker.mjs',
      'other.mjs',
      'parts/skew.mjs',
      'week/scenario.yaml',
      'worlds/base.json',
      'worlds/mine.yaml',
    ]);
  });

  test('takes a scenario that is no folder with its expectations and digest', async () => {
    const night = write('mine/night.yaml', 'title: A night\n');
    write('mine/night.expect.yaml', '[]\n');
    const files = await scenarioFiles(night, [], join(folder, 'out'));
    expect(files).toMatchObject({ root: join(folder, 'mine'), entry: 'night.yaml' });
    expect(files.files.map(({ path }) => path)).toEqual(['night.expect.yaml', 'night.yaml']);
  });
});
