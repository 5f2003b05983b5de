import { STANDARD_RISK } from '../../engine/config.test-helper.ts';
import { describe, expect, test } from 'vitest';
import type { ExchangeConfig } from '../../engine/config.ts';
import { isIndexStale } from '../../engine/prices.ts';
import { loadWorld, worldToConfig } from './world-file.ts';
import { MINUTE_MS, OPTIONS, Story } from './story.test-helper.ts';

const configOf = (name: string): ExchangeConfig => worldToConfig(loadWorld(name).file, OPTIONS);

describe('the worlds with a story', () => {
  // The table of fixtures/worlds/README.md.
  test.each([
    [
      'crash',
      'BTC-USDT',
      'ETH-USDT',
      [95_000, 94_768, 88_810, 83_470, 77_655, 72_362, 66_500],
      [3_300, 3_295.2, 3_088.3, 2_899.5, 2_694.2, 2_510.3, 2_310],
    ],
    [
      'squeeze',
      'BTC-USDT',
      'SOL-USDT',
      [95_000, 95_642, 102_810, 110_595, 117_905, 125_738, 133_000],
      [190, 191.47, 205.81, 221.19, 235.62, 251.28, 266],
    ],
    [
      'gap',
      'BTC-USDT',
      'ETH-USDT',
      [95_000, 76_000, 76_000, 76_000, 76_000, 76_000, 76_000],
      [3_300, 2_640, 2_640, 2_640, 2_640, 2_640, 2_640],
    ],
  ])('%s goes as written, and the books go along', (name, first, second, ofFirst, ofSecond) => {
    const story = new Story(name);
    const seen = [1, 2, 3, 4, 5, 6, 7].map((minutes) => [story.at(minutes).index(first), story.index(second)]);
    expect(seen).toEqual(ofFirst.map((price, place) => [price, ofSecond[place]]));
    const { book, mark, spec } = story.market(first);
    const end = ofFirst.at(-1) ?? 0;
    for (const price of [book.bestBid(), book.bestAsk(), mark]) {
      expect(Math.abs((price * spec.tickUnits) / 100_000_000 / end - 1)).toBeLessThan(0.01);
    }
    expect(story.market('XRP-USDT').index).not.toBe(230_000_000);
  });

  test('gap falls in one step', () => {
    const story = new Story('gap').at(1.99);
    expect([story.index('BTC-USDT'), story.at(2).index('BTC-USDT')]).toEqual([95_000, 76_000]);
  });

  test('depeg takes from WETH alone, and gives it back in the end', () => {
    const story = new Story('depeg');
    const pegs = [1, 2, 3, 4, 5, 6, 10].map((minutes) => story.at(minutes).peg());
    const expected = [1, 0.98, 0.88, 0.8, 0.6, 0.6, 0.75];
    for (const [place, peg] of pegs.entries()) expect(peg).toBeCloseTo(expected[place] ?? 0, 6);
    expect(Math.abs(story.index('ETH-USDT') / 3_300 - 1)).toBeLessThan(0.1);
    const weth = configOf('depeg').collaterals.find(({ asset }) => asset === 'WETH');
    expect(weth?.pegSteps?.at(-1)).toEqual({ afterMs: 1_800_000, peg: 100_000_000 });
  });

  test('stale stops, is stale after a minute, and comes back far away', () => {
    const story = new Story('stale').at(2);
    const seen = (): unknown[] => [story.index('BTC-USDT'), isIndexStale(story.engine.state, story.market('BTC-USDT'))];
    expect(seen()).toEqual([94_900, false]);
    story.engine.apply({ kind: 'clock', at: story.start + 3 * MINUTE_MS - 1 });
    expect(seen()).toEqual([94_900, false]);
    story.at(3);
    expect(seen()).toEqual([94_900, true]);
    expect(story.market('BTC-USDT').book.bestBid()).toBeGreaterThan(94_000);
    story.at(6);
    expect(seen()).toEqual([80_750, false]);
    story.at(7);
    expect(seen()).toEqual([82_000, false]);
    expect(story.market('BTC-USDT').book.bestAsk()).toBeLessThan(83_000);
  });
});

describe('the risk section', () => {
  test('is that of the specification where a world says nothing', () => {
    expect(configOf('default').risk).toEqual(STANDARD_RISK);
    expect(configOf('quiet').risk).toEqual(STANDARD_RISK);
  });

  test('changes figure by figure, through every world on the way', () => {
    const file = { extends: 'quiet', risk: { vaultFunds: '2500.5', takeoverShare: '0.25', deleveraging: false } };
    expect(worldToConfig(file, OPTIONS).risk).toEqual({
      ...STANDARD_RISK,
      vaultFunds: 250_050_000_000n,
      takeoverShare: 25_000_000,
      deleveraging: false,
    });
    const every = {
      vaultFunds: '0',
      takeoverShare: '0',
      sliceAbove: '1',
      sliceShare: '1',
      pauseMs: 1,
      indexMaxAgeMs: 2,
      liquidation: false,
      deleveraging: false,
      forcedExchange: false,
    };
    expect(worldToConfig({ extends: 'quiet', risk: every }, OPTIONS).risk).toEqual({
      ...every,
      vaultFunds: 0n,
      takeoverShare: 0,
      sliceAbove: 100_000_000n,
      sliceShare: 100_000_000,
    });
  });
});
