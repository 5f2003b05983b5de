import { unitsOf } from '../../kernel/decimal.ts';
import { collateralConfig } from '../accounts/collateral.test-helper.ts';
import { testConfig } from '../config.test-helper.ts';
import type { DevAccountSpec, ExchangeConfig, MarginTier, TierSpec } from '../config.ts';
import type { RiskSpec } from '../liquidation/terms.ts';
import type { Temper } from '../liquidation/random-risk.test-helper.ts';

/** A kind of run: what the world is like and what happens in it (DET-19). */
export interface Preset {
  readonly name: string;
  readonly config: (seed: string) => ExchangeConfig;
  readonly temper: Temper;
  /** Chance in a million that time passes before a command, and how much of it at most, in ms: less than an order lives. */
  readonly idle: number;
  readonly idleMs: number;
}

const CALM: Temper = {
  leveraged: 0,
  quotes: 0,
  indexMoves: 0,
  fall: 0,
  rise: 0,
  markMoves: 0,
  pegMoves: 0,
  feeds: 0,
  refills: 0,
  exchanges: 0,
};
const ROUGH: Temper = {
  ...CALM,
  leveraged: 350,
  quotes: 150,
  indexMoves: 60,
  fall: 200,
  rise: 200,
  markMoves: 10,
  refills: 60,
  exchanges: 5,
};

const preset = (
  name: string,
  config: Preset['config'],
  temper: Partial<Temper> = {},
  time: Partial<Preset> = {},
): Preset => ({
  name,
  config,
  temper: { ...ROUGH, ...temper },
  idle: 200_000,
  idleMs: 5_000,
  ...time,
});

/** Alternating, in this order, from seed 0 on. */
export const PRESETS: readonly Preset[] = [
  preset('calm', unequalConfig, CALM),
  preset('crash', (seed) => riskyConfig(seed, { vaultFunds: unitsOf('100000') }), { fall: 900, rise: 250 }),
  preset('squeeze', (seed) => riskyConfig(seed, { vaultFunds: unitsOf('20000') }), {
    fall: 250,
    rise: 900,
    markMoves: 60,
  }),
  preset('depeg', depegConfig, { pegMoves: 60, exchanges: 10, refills: 8 }),
  preset('gap', (seed) => riskyConfig(seed, { vaultFunds: unitsOf('1000') }), {
    indexMoves: 12,
    fall: 2_000,
    rise: 2_000,
  }),
  preset(
    'stale',
    (seed) => riskyConfig(seed, { vaultFunds: unitsOf('10000') }),
    { feeds: 25, fall: 400, rise: 400 },
    { idle: 400_000, idleMs: 9_000 },
  ),
  preset('thinBook', (seed) => riskyConfig(seed, { vaultFunds: unitsOf('3000') }), {
    quotes: 15,
    fall: 400,
    rise: 400,
  }),
  preset('manyAccounts', (seed) => riskyConfig(seed, { vaultFunds: unitsOf('50000') }, 30), {
    quotes: 80,
    fall: 500,
    rise: 500,
  }),
  preset('tinyLimits', tinyConfig, { fall: 400, rise: 400 }),
  preset('patient', (seed) => riskyConfig(seed, { vaultFunds: 0n, deleveraging: false }), { fall: 600, rise: 600 }),
];

/** The preset of a seed. */
export function presetOf(seed: number): Preset {
  const found = PRESETS[seed % PRESETS.length];
  if (!found) throw new Error('seeds are whole numbers from 0');
  return found;
}

/** Three wealthy accounts, one of which goes by volume and one holds ether too, and one that soon runs out of margin. */
function unequalConfig(seed: string): ExchangeConfig {
  const config = testConfig({ seed });
  const { collaterals } = collateralConfig();
  const mixed = [
    { asset: 'USDT', amount: 100_000_000_000_000n },
    { asset: 'WETH', amount: 1_000_000_000n },
  ];
  const poor = [{ asset: 'USDT', amount: 200_000_000_000n }];
  const [first, custom] = tiersOf(config);
  const second = { ...custom, tierId: 'tier_2', tierType: 'volume', minVolume: 20_000_000_000_000n } as const;
  return {
    ...config,
    startTime: beforeTheHour(config),
    collaterals,
    tiers: [first, second, custom],
    devAccounts: config.devAccounts.map((dev, index) =>
      index === 3
        ? { ...dev, balances: poor }
        : index === 2
          ? { ...dev, balances: mixed }
          : index === 1
            ? { ...dev, tierId: first.tierId }
            : dev,
    ),
  };
}

/** Ten minutes before a full hour, so that every run crosses a settlement of funding. */
const beforeTheHour = ({ startTime }: ExchangeConfig): number => startTime - 600_000;

function tiersOf({ tiers }: ExchangeConfig): [TierSpec, TierSpec] {
  const [first, custom] = tiers;
  if (!first || !custom) throw new Error('the test world has two tiers');
  return [first, custom];
}

/** 100x for the first 50,000, then 50x, then 25x; each deduction makes the step between two tiers none. */
const STEEP: readonly MarginTier[] = [
  tier('0', '50000', 100, 500_000, '0'),
  tier('50001', '500000', 50, 1_000_000, '250.005'),
  tier('500001', null, 25, 2_000_000, '5250.015'),
];

function tier(
  from: string,
  to: string | null,
  maxLeverage: number,
  maintenanceRate: number,
  deduction: string,
): MarginTier {
  return {
    minNotional: unitsOf(from),
    maxNotional: to === null ? null : unitsOf(to),
    maxLeverage,
    initialRate: maintenanceRate * 2,
    maintenanceRate,
    deduction: unitsOf(deduction),
  };
}

/** One account that can carry everything, and others that have little and want much. */
function riskyConfig(seed: string, risk: Partial<RiskSpec>, accounts = 6): ExchangeConfig {
  const config = unequalConfig(seed);
  return {
    ...config,
    markets: config.markets.map((spec) => ({ ...spec, marginTiers: STEEP, defaultLeverage: 25 })),
    risk: { ...config.risk, sliceAbove: unitsOf('50000'), ...risk },
    devAccounts: Array.from({ length: accounts }, (_, index) => gambler(index)),
  };
}

function gambler(index: number): DevAccountSpec {
  const usdt = index === 0 ? '50000000' : String(1_000 * (1 + (index % 7)));
  const weth = { asset: 'WETH', amount: unitsOf(String(index)) };
  return {
    address: `0x${String(index).padStart(40, 'a')}`,
    tierId: index === 0 ? 'market_maker' : 'tier_1',
    balances: [{ asset: 'USDT', amount: unitsOf(usdt) }, ...(index % 3 === 2 ? [weth] : [])],
  };
}

/**
 * Little USDT and much ether: losses become debts, and collateral is sold long before a liquidation; two accounts
 * have a borrow capacity.
 */
function depegConfig(seed: string): ExchangeConfig {
  const config = riskyConfig(seed, { vaultFunds: unitsOf('30000') });
  const [first] = tiersOf(config);
  const capped = { ...first, tierId: 'capped', tierType: 'custom', maxBorrowCapacity: unitsOf('1500') } as const;
  return {
    ...config,
    tiers: [...config.tiers, capped],
    collaterals: config.collaterals.map((spec) =>
      spec.priceMarket === null ? spec : { ...spec, ltv: 50_000_000, lltv: 60_000_000 },
    ),
    devAccounts: config.devAccounts.map((dev, index) =>
      index === 0
        ? dev
        : {
            ...dev,
            tierId: index < 3 ? 'capped' : dev.tierId,
            balances: [
              { asset: 'USDT', amount: unitsOf('100') },
              { asset: 'WETH', amount: unitsOf(String(4 * index)) },
            ],
          },
    ),
  };
}

/** Few orders, small slices, short pauses, a vault that has next to nothing. */
function tinyConfig(seed: string): ExchangeConfig {
  const config = riskyConfig(seed, {
    vaultFunds: unitsOf('50'),
    sliceAbove: unitsOf('2000'),
    pauseMs: 3_000,
    indexMaxAgeMs: 20_000,
  });
  const tiers = config.tiers.map((own) => ({ ...own, maxOrdersPerMarket: 4, maxTotalOrders: 6 }));
  return { ...config, tiers };
}
