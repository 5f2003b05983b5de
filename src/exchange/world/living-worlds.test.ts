import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { StochasticSpec } from '../../engine/world/dynamics-spec.ts';
import { packageRoot } from '../package-root.ts';
import { OPTIONS, problemsIn } from './world-file.test-helper.ts';
import { loadWorld, worldToConfig } from './world-file.ts';

/** A world of one living market; `top` and the fields of the market are YAML. */
const world = (market: string, top = 'factor: { volatility: "0.42" }'): string =>
  `extends: quiet\nname: mine\ndescription: Mine.\n${top}\nmarkets:\n  - symbol: BTC-USDT\n    ${market}\n`;
const process = (fields: string): string => world(`process: { kind: stochastic, ${fields} }`);
const population = (fields: string): string => world(`liquidity: { kind: population, ${fields} }`);

describe('a stochastic process in a world file', () => {
  test('is converted to deviations of one step, without the parts of jumps and of the factor', () => {
    const config = worldToConfig(loadWorld('default').file, OPTIONS);
    // The factor gives 0.43 of 0.5, and jumps a tenth of the rest: sqrt(0.9 * (0.5^2 - 0.43^2) / 31,536,000) is 43,103e-9.
    // 24 jumps a day that make the tenth: sqrt(0.1 * (0.5^2 - 0.43^2) / 8,760) is 862,062e-9.
    expect(config.markets[0]?.process).toMatchObject({
      stepMs: 1000,
      volatilityPpb: 43_103,
      jumpPpb: 862_062,
      betaPpm: 1_000_000,
    });
    expect(config.factor).toMatchObject({ stepMs: 1000, volatilityPpb: 72_642, jumpPpb: 1_452_835 });
  });

  test('has half-lives as shares that fade in one step, and jumps with all their followers', () => {
    const { factor } = worldToConfig(loadWorld('default').file, OPTIONS);
    // 1 - 2^(-1/624); 24 jumps a day of which half follow others: 12 / 86,400.
    expect(factor).toMatchObject({ fastDecayPpb: 1_110_196, intensityPpb: 138_889, branchingPpb: 500_000_000 });
  });

  test('may say how large its jumps are', () => {
    const { file } = loadWorld('default');
    if (!file.factor) throw new Error('the world has a factor');
    const factor = { ...file.factor, volatility: '0.42', jumpsPerDay: '8', jumpSize: '0.002' };
    // sqrt((0.42^2 - 8 * 365 * 0.002^2) / 31,536,000) is 72,272e-9.
    expect(worldToConfig({ ...file, factor }, OPTIONS).factor).toMatchObject({
      volatilityPpb: 72_272,
      jumpPpb: 2_000_000,
    });
  });

  test('has profiles whose mean is a million', () => {
    const config = worldToConfig(loadWorld('default').file, OPTIONS);
    const profiles = config.markets.map(({ process }) => (process as StochasticSpec).profile);
    const sum = (list: readonly number[] = []): number => list.reduce((total, item) => total + item, 0);
    for (const { hours, weekdays } of profiles) {
      expect(hours).toHaveLength(24);
      expect(weekdays).toHaveLength(7);
      expect(Math.abs(sum(hours) - 24_000_000)).toBeLessThan(24);
      expect(Math.abs(sum(weekdays) - 7_000_000)).toBeLessThan(7);
    }
  });

  test.each([
    ['beta: "1"', 'volatility: is missing; add it'],
    ['volatility: 0.5', 'volatility: must be a decimal text in quotes, such as "0.05"'],
    ['volatility: "11"', 'volatility: must be at most 10'],
    ['volatility: "0.5", vol: 1', 'vol: is not a field here; remove it, or use one of kind, volatility, stepMs'],
    [
      'volatility: "0.5", beta: "1.5"',
      'volatility: must be at least 0.63, which its jumps and beta times the volatility',
    ],
    ['volatility: "0.1", jumpSize: "0.01"', 'volatility: must be at least 0.936, which its jumps move'],
    ['volatility: "0.5", beta: "11"', 'beta: must be at most 10'],
    [
      'volatility: "10", stepMs: 86400000, jumpsPerDay: "1"',
      'volatility: moves the price by more than a tenth in one step',
    ],
    ['volatility: "1", stepMs: 86400000, jumpsPerDay: "3"', 'jumpsPerDay: asks for more than one jump in each step'],
    ['volatility: "0.5", profile: weekend', 'profile: must be one of "crypto", "commodity", "flat"'],
    [
      'volatility: "0.5", profile: { hours: [1], weekdays: [1, 1, 1, 1, 1, 1, 1] }',
      'profile.hours: must be a list of 24 whole numbers',
    ],
  ])('refuses { %s }', (fields, expected) => {
    expect(problemsIn(process(fields), 'mine.yaml')).toEqual([
      expect.stringMatching(new RegExp(`^7:\\d+ markets\\[0\\]\\.process\\.${escaped(expected)}`)),
    ]);
  });

  test('with a beta needs a factor', () => {
    const text = world('process: { kind: stochastic, volatility: "0.5", beta: "1" }', '');
    expect(problemsIn(text, 'mine.yaml')).toEqual([
      '7:59 markets[0].process.beta: follows a factor that the world does not have; add "factor" to the world or write "0"',
    ]);
  });

  test('has a factor whose figures are checked where they stand', () => {
    expect(problemsIn(world('openInterestCap: "0"', 'factor: { beta: "1" }'), 'mine.yaml')).toEqual([
      '4:9 factor.volatility: is missing; add it',
      expect.stringMatching(/^4:17 factor\.beta: is not a field here; remove it, or use one of volatility, stepMs/),
    ]);
  });
});

describe('a population in a world file', () => {
  test('is converted to lots, ticks and milliseconds', () => {
    const liquidity = worldToConfig(loadWorld('default').file, OPTIONS).markets[0]?.liquidity;
    // 300 million a day in 54,720 orders are 5,482 USDT: 5,771 lots of 0.00001 BTC at 95,000.
    expect(liquidity).toMatchObject({
      kind: 'population',
      fair: { impactLots: 5_771 },
      makers: { count: 3, halfSpreadPpb: 12_000 },
      depth: { levels: 275, lots: 10_638, farLots: 2_075_254, farTicks: 4_275 },
      flow: { everyMs: 1579, metaPpm: 900_000 },
      holders: { lots: 104_211, openLots: 157_894_737 },
    });
  });

  test.each([
    ['calm', 5_263, 19_237],
    ['normal', 1_579, 5_771],
    ['busy', 526, 1_924],
  ])('trades the same turnover at liveliness %s in other sizes', (liveliness, everyMs, lots) => {
    const { file } = loadWorld('default');
    const markets = file.markets.map((market) => ({
      ...market,
      liquidity: { ...market.liquidity, liveliness } as typeof market.liquidity,
    }));
    const config = worldToConfig({ ...file, markets }, OPTIONS);
    expect(config.markets[0]?.liquidity).toMatchObject({ flow: { everyMs }, fair: { impactLots: lots } });
  });

  test.each([
    ['spread: "1"', 'turnover: is missing; add it'],
    ['turnover: "1000000", liveliness: wild', 'liveliness: must be one of "calm", "normal", "busy"'],
    ['turnover: "1000000", width: 3', 'width: is not a field here; remove it, or use one of kind, liveliness'],
    [
      'turnover: "1000000", depth: "1000000", position: "1000", ordersPerMinute: 600',
      'turnover: gives taker orders of 0.0000121832 in the mean, below the smallest order 0.001; raise it or lower',
    ],
    [
      'turnover: "900000000000", depth: "1000000"',
      'turnover: gives taker orders of 328.947 in the mean, above maxMarketOrderSize 10; lower it or raise',
    ],
    [
      'turnover: "30000000", depth: "1000", levels: 100',
      'depth: gives orders of 0.000112517 near the touch, below the smallest order 0.001; raise it or lower levels',
    ],
    [
      'turnover: "30000000", depth: "9000000000"',
      'depth: gives orders of 675.101 near the touch, above maxLimitOrderSize 100; lower it or raise levels',
    ],
    [
      'turnover: "30000000", position: "50"',
      'position: gives positions of 0.000526316, below the smallest order 0.001',
    ],
    [
      'turnover: "30000000", reach: "0.001", levels: 96',
      'levels: must be at most 95, the ticks within reach 0.001 of the price',
    ],
    ['turnover: "30000000", reach: "0.05"', 'reach: must be below 0.05, the price band of limit orders'],
    ['turnover: "30000000", leverageLow: 96', 'leverageHigh: must be at least leverageLow 96'],
    ['turnover: "30000000", leverageHigh: 101', 'leverageHigh: must be at most 100, the leverage of the first'],
    ['turnover: "30000000", informed: "1.1"', 'informed: must be at most 1'],
    ['turnover: "30000000", foresightMs: 999', 'foresightMs: must be a whole number from 1000 to 60000'],
    ['turnover: "30000000", makersKnow: 1', 'makersKnow: must be a decimal text in quotes, such as "0.05"'],
    ['turnover: "30000000", reading: "21"', 'reading: must be at most 20'],
    ['turnover: "30000000", roundFigures: "-0.1"', 'roundFigures: must be'],
    ['turnover: "30000000", promptPositions: "2"', 'promptPositions: must be at most 1'],
    ['turnover: "30000000", thinning: "0.95"', 'thinning: must be at most 0.9'],
    ['turnover: "30000000", thinMinutes: 31', 'thinMinutes: must be a whole number from 1 to 30'],
    ['turnover: "30000000", quoteRate: "51"', 'quoteRate: must be at most 50'],
  ])('refuses { %s }', (fields, expected) => {
    expect(problemsIn(population(fields), 'mine.yaml')).toEqual([
      expect.stringMatching(new RegExp(`^7:\\d+ markets\\[0\\]\\.liquidity\\.${escaped(expected)}`)),
    ]);
  });

  test('carries information in the default world and those above it, and none where a file asks for none', () => {
    const specOf = (path: string) =>
      worldToConfig(loadWorld(path).file, OPTIONS).markets.map(({ liquidity }) =>
        liquidity.kind === 'population' ? liquidity.signals : 'no population',
      );
    const [bitcoin, ether, ...others] = specOf('default');
    expect(bitcoin).toEqual({
      informedPpm: 250_000,
      foresightMs: 4_000,
      makersKnowPpm: 300_000,
      readingPpm: 4_000_000,
      roundPpm: 200_000,
      positionsPpm: 60_000,
      thinPpm: 200_000,
      thinMs: 600_000,
      // 12 a second.
      requoteMs: 83,
    });
    expect(ether).toMatchObject({ informedPpm: 250_000, requoteMs: 1_000 });
    expect(others.at(-1)).toMatchObject({ informedPpm: 250_000, requoteMs: 10_000 });
    expect(specOf('crash')).toHaveLength(9);
    expect(specOf('crash')).toContainEqual(bitcoin);
    expect(specOf(join(packageRoot(), 'fixtures', 'worlds', 'foreign-large.yaml'))).not.toContainEqual(
      expect.objectContaining({ informedPpm: 250_000 }),
    );
    expect(specOf('calm')).toEqual(Array(9).fill('no population'));
  });

  test('holds no more than the market lets it', () => {
    const text = world('openInterestCap: "20000"\n    liquidity: { kind: population, turnover: "30000000" }');
    expect(problemsIn(text, 'mine.yaml')).toEqual([
      '8:16 markets[0].liquidity.openInterest: gives positions above openInterestCap 20000; lower it',
    ]);
  });

  test('needs accounts of the tier market_maker, with room for the quotes of a maker', () => {
    const text = `${population('turnover: "30000000", makerLevels: 11')}tiers:\n  - tierId: market_maker\n    maxOrdersPerMarket: 20\n`;
    expect(problemsIn(text, 'mine.yaml').at(0)).toBe(
      '7:71 markets[0].liquidity.makerLevels: must be at most 10: tier market_maker allows 20 orders per market',
    );
  });
});

describe('figures without a kind', () => {
  test('change single figures of what stands below', () => {
    const path = 'extends: default\nname: mine\ndescription: Mine.\nmarkets:\n';
    const own = '  - symbol: BTC-USDT\n    liquidity: { liveliness: busy }\n    process: { volatility: "0.9" }\n';
    expect(problemsIn(path + own, 'mine.yaml')).toEqual([]);
  });

  test('are refused where they do not fit the kind below', () => {
    const text = 'extends: quiet\nname: mine\ndescription: Mine.\nmarkets:\n  - symbol: BTC-USDT\n';
    expect(problemsIn(`${text}    liquidity: { liveliness: busy }\n`, 'mine.yaml')).toEqual([
      expect.stringMatching(/^6:30 markets\[0\]\.liquidity\.liveliness: is not a field here; remove it/),
    ]);
  });
});

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
