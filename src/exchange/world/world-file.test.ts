import { describe, expect, test } from 'vitest';
import { CALM, OPTIONS, problemsIn, problemsOf, write } from './world-file.test-helper.ts';
import { loadWorld, worldToConfig } from './world-file.ts';

describe('extends', () => {
  const HEAD = 'name: mine\ndescription: A world of mine.\n';

  test('changes only what it names, from YAML too', () => {
    const path = write(
      'mine.yaml',
      `extends: quiet\n${HEAD}everyMarket:\n  minNotionalValue: "0"\nmarkets:\n  - symbol: ETH-USDT\n    initialIndexPrice: "4000"\n    minNotionalValue: "5"\n`,
    );
    const { markets, name } = loadWorld(path).file;
    expect(name).toBe('mine');
    expect(
      markets.map(
        ({ symbol, initialIndexPrice, minNotionalValue }) => `${symbol} ${initialIndexPrice} ${minNotionalValue}`,
      ),
    ).toEqual([
      'BTC-USDT 95000 0',
      'ETH-USDT 4000 5',
      'SOL-USDT 190 0',
      'XRP-USDT 2.3 0',
      'BNB-USDT 690 0',
      'HYPE-USDT 25 0',
      'AVAX-USDT 38 0',
      'SUI-USDT 4.2 0',
      'WTI-USDT 72 0',
    ]);
    expect(markets[1]?.liquidity.kind).toBe('static');
  });

  test('names the file and line of the layer that is wrong, once', () => {
    const text = `extends: quiet\n${HEAD}everyMarket:\n  minNotionalValue: ten\nmarkets:\n  - symbol: ETH-USDT\n    size: 4\n`;
    const found = problemsIn(text, 'layer.yaml');
    expect(found[0]).toBe('5:21 everyMarket.minNotionalValue: must be a decimal text in quotes, such as "0.05"');
    expect(found[1]).toContain('8:11 markets[0].size: is not a field here; remove it, or use one of symbol, ');
    expect(found).toHaveLength(2);
  });

  test('refuses a circle', () => {
    write('a.yaml', `extends: ./b.yaml\n${HEAD}`);
    const path = write('b.yaml', `extends: ./a.yaml\n${HEAD}`);
    const [problem, ...others] = problemsOf(() => loadWorld(path));
    expect(problem?.message).toMatch(/^leads back to .*b\.yaml; let one of them stand alone$/);
    expect(problem).toMatchObject({ line: 1, column: 10, path: 'extends' });
    expect(others).toEqual([]);
  });

  test('refuses a world that is not there', () => {
    expect(problemsIn(`extends: nowhere\n${HEAD}`, 'lost.yaml')).toEqual([
      '1:10 extends: there is no world nowhere; use bare, calm, capped, crash, default, depeg, gap, quiet, squeeze, stale or the name of a file',
    ]);
  });

  test('refuses a ladder that the tier of the agents does not allow', () => {
    const ladder = '{ kind: static, levels: 101, firstTicks: 1, stepTicks: 1, lotsPerLevel: 100000 }';
    expect(
      problemsIn(`extends: quiet\n${HEAD}markets:\n  - { symbol: BTC-USDT, liquidity: ${ladder} }\n`, 'deep.yaml'),
    ).toEqual([
      '5:60 markets[0].liquidity.levels: must be at most 100: tier market_maker allows 200 orders per market',
    ]);
  });
});

describe('worldToConfig', () => {
  test('checks a world given as an object, and names the path', () => {
    const world = { extends: 'quiet', name: 'mine', markets: [{ symbol: 'BTC-USDT', priceExponent: 9 }] };
    expect(() => worldToConfig(world, OPTIONS)).toThrow(
      'world: markets[0].priceExponent: must be a whole number from 0 to 8, without quotes',
    );
  });

  test('takes seed, nonce rule and start time from its options', () => {
    const world = { extends: 'quiet', name: 'mine' };
    expect(worldToConfig(world, { seed: '9', nonceRule: 'unique', startTime: 1_000 })).toMatchObject({
      seed: '9',
      nonceRule: 'unique',
      startTime: 1_000,
    });
  });

  test('the age of a stale price is written, or a minute', () => {
    expect(worldToConfig(loadWorld('quiet').file, OPTIONS).collateralPriceMaxAgeMs).toBe(60_000);
    const { collateralPriceMaxAgeMs: written, ...silent } = JSON.parse(CALM) as Record<string, unknown>;
    expect([written, worldToConfig(silent, OPTIONS).collateralPriceMaxAgeMs]).toEqual([60_000, 60_000]);
    const slow = { extends: 'quiet', name: 'slow', collateralPriceMaxAgeMs: 86_400_000 };
    expect(worldToConfig(slow, OPTIONS).collateralPriceMaxAgeMs).toBe(86_400_000);
  });

  test('only the living world has a past', () => {
    expect(worldToConfig(loadWorld('default').file, OPTIONS).historyDays).toBe(30);
    expect(worldToConfig(loadWorld('quiet').file, OPTIONS).historyDays).toBe(0);
  });

  test('turns decimals into units, ticks and lots', () => {
    const { markets } = worldToConfig(loadWorld('default').file, OPTIONS);
    expect(markets[2]).toMatchObject({
      symbol: 'SOL-USDT',
      tickUnits: 1_000_000,
      lotUnits: 100_000,
      notionalPerTickLot: 1_000n,
      minLots: 100,
      maxMarketLots: 5_000_000,
      maxLimitLots: 50_000_000,
      minPriceTicks: 1,
      limitCap: 10_000_000,
      clearanceFee: 1_000_000,
      fundingCap: 4_000_000,
      fundingFloor: -4_000_000,
      minNotional: 1_000_000_000n,
      impactNotional: 1_000_000_000_000n,
      initialIndex: 19_000_000_000,
      session: null,
    });
  });
});
