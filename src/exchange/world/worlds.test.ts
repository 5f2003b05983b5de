import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HDNodeWallet, Mnemonic } from 'ethers';
import { describe, expect, test } from 'vitest';
import type { CollateralSpec, ExchangeConfig } from '../../engine/config.ts';
import { genesis } from '../../engine/genesis.ts';
import { isMarketOpen } from '../../engine/prices.ts';
import { packageRoot } from '../package-root.ts';
import { loadWorld, worldNames, worldToConfig } from './world-file.ts';
import { parseWorldText } from './parse.ts';

const configOf = (name: string): ExchangeConfig =>
  worldToConfig(loadWorld(name).file, { seed: '7', nonceRule: 'increasing' });

describe('the worlds of the package', () => {
  test('are read strictly too: the quick reading skips only positions', () => {
    expect(worldNames()).toEqual([
      'bare',
      'calm',
      'capped',
      'crash',
      'default',
      'depeg',
      'gap',
      'quiet',
      'squeeze',
      'stale',
    ]);
    for (const name of worldNames()) {
      const text = readFileSync(join(packageRoot(), 'fixtures', 'worlds', `${name}.json`), 'utf8');
      expect(parseWorldText(text, name).kind).toBe('map');
      expect(loadWorld(name).file.name).toBe(name);
    }
  });

  test('start on a Monday at midnight with the prices of the rulings', () => {
    const config = configOf('default');
    expect(config.startTime).toBe(Date.UTC(2026, 0, 5));
    expect(config.markets.map(({ symbol, initialIndex }) => [symbol, initialIndex / 100_000_000])).toEqual([
      ['BTC-USDT', 95_000],
      ['ETH-USDT', 3_300],
      ['SOL-USDT', 190],
      ['XRP-USDT', 2.3],
      ['BNB-USDT', 690],
      ['HYPE-USDT', 25],
      ['AVAX-USDT', 38],
      ['SUI-USDT', 4.2],
      ['WTI-USDT', 72],
    ]);
    expect(
      config.markets.filter(({ session }) => session !== null).map(({ symbol, session }) => [symbol, session]),
    ).toEqual([['WTI-USDT', { weekdays: [1, 2, 3, 4, 5], openMinute: 0, closeMinute: 1_320 }]]);
  });

  test('compute margin deductions that keep maintenance continuous', () => {
    const deductions = configOf('default').markets[0]?.marginTiers.map(({ deduction }) => deduction);
    // 2,500.005, 102,500.015, 1,602,500.045 and 41,602,500.245 USDT.
    expect(deductions).toEqual([
      0n,
      250_000_500_000n,
      10_250_001_500_000n,
      160_250_004_500_000n,
      4_160_250_024_500_000n,
    ]);
  });

  test('compute value additions that keep haircut values continuous', () => {
    const [usdt, weth, btc] = configOf('default').collaterals;
    const additions = (spec: CollateralSpec | undefined) => spec?.tiers.map(({ valueAddition }) => valueAddition);
    expect(additions(usdt)).toEqual([0n]);
    expect(additions(weth)).toEqual([0n, 2_500_000_000_000n, 22_500_000_000_000n]);
    expect(additions(btc)).toEqual(additions(weth));
  });

  test('fill the subaccount bucket by tier', () => {
    expect(configOf('default').tiers.map(({ tierId, bucketCap }) => `${tierId} ${bucketCap}`)).toEqual([
      'tier_0 1000',
      'tier_1 1200',
      'tier_2 1400',
      'tier_3 1600',
      'tier_4 1800',
      'tier_5 2000',
      'tier_6 2200',
      'tier_7 2500',
      'top_tier 2500',
      'market_maker 5000',
    ]);
  });

  test('own ten accounts whose public keys follow from the public mnemonic', () => {
    const file = JSON.parse(readFileSync(join(packageRoot(), 'fixtures', 'accounts', 'dev-accounts.json'), 'utf8')) as {
      mnemonic: string;
      accounts: { index: number; address: string; privateKey: string }[];
    };
    const mnemonic = Mnemonic.fromPhrase('test test test test test test test test test test test junk');
    const wallets = Array.from({ length: 10 }, (_, index) => {
      const { address, privateKey } = HDNodeWallet.fromMnemonic(mnemonic, `m/44'/60'/0'/0/${index}`);
      return { index, address, privateKey };
    });
    expect(file.accounts).toEqual(wallets);
    expect(file.mnemonic).toBe(mnemonic.phrase);
    expect(wallets[0]?.privateKey).toBe('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
    const { devAccounts } = configOf('default');
    expect(devAccounts.map(({ address }) => address)).toEqual(wallets.map(({ address }) => address.toLowerCase()));
    expect(devAccounts.map(({ tierId }) => tierId)).toEqual([
      ...Array.from({ length: 6 }, () => 'tier_1'),
      'tier_5',
      'tier_5',
      'market_maker',
      'market_maker',
    ]);
    expect(devAccounts[9]?.balances).toEqual([
      { asset: 'USDT', amount: 100_000_000_000_000n },
      { asset: 'WETH', amount: 2_000_000_000n },
      { asset: 'BTC', amount: 100_000_000n },
    ]);
  });
});

describe('the quiet world', () => {
  test('has its ladders also when it begins on a Saturday, while a session market rests', () => {
    const { state } = genesis({ ...configOf('quiet'), startTime: Date.UTC(2026, 0, 10, 12) });
    const oil = state.markets.get('WTI-USDT');
    expect(oil && isMarketOpen(oil, state.now)).toBe(false);
    expect(oil?.spec.session).toEqual({ weekdays: [1, 2, 3, 4, 5], openMinute: 0, closeMinute: 1_320 });
    expect([...state.orders.values()].filter(({ symbol }) => symbol === 'WTI-USDT')).toHaveLength(40);
  });

  // The table of fixtures/worlds/README.md: best bid, best ask, last bid, last ask in ticks, and the size of a level.
  test.each([
    ['BTC-USDT', 94_990, 95_010, 94_800, 95_200, 100_000],
    ['ETH-USDT', 32_990, 33_010, 32_800, 33_200, 100_000],
    ['SOL-USDT', 18_990, 19_010, 18_800, 19_200, 100_000],
    ['XRP-USDT', 22_990, 23_010, 22_800, 23_200, 100_000],
    ['BNB-USDT', 6_890, 6_910, 6_700, 7_100, 100_000],
    ['HYPE-USDT', 24_990, 25_010, 24_800, 25_200, 100_000],
    ['AVAX-USDT', 37_990, 38_010, 37_800, 38_200, 100_000],
    ['SUI-USDT', 41_990, 42_010, 41_800, 42_200, 100_000],
    ['WTI-USDT', 7_190, 7_210, 7_000, 7_400, 100_000],
  ])('%s stands as documented', (symbol, bestBid, bestAsk, lastBid, lastAsk, lots) => {
    const { state } = genesis(configOf('quiet'));
    const market = state.markets.get(symbol);
    const bids = market?.book.depth('buy', 100) ?? [];
    const asks = market?.book.depth('sell', 100) ?? [];
    expect([bids.length, asks.length]).toEqual([20, 20]);
    expect([bids[0], asks[0]]).toEqual([
      [bestBid, lots],
      [bestAsk, lots],
    ]);
    expect([bids[1]?.[0], asks[1]?.[0]]).toEqual([bestBid - 10, bestAsk + 10]);
    expect([bids[19], asks[19]]).toEqual([
      [lastBid, lots],
      [lastAsk, lots],
    ]);
    expect(market?.spec.process).toEqual({ kind: 'still' });
  });
});
