import { testConfig, testMarket } from '../config.test-helper.ts';
import type { ExchangeConfig, MarketSpec } from '../config.ts';
import type { ActivityProfile, StochasticSpec, VolatilitySpec } from './dynamics-spec.ts';

/** Equally lively at all times. */
export const FLAT: ActivityProfile = {
  hours: new Array<number>(24).fill(1_000_000),
  weekdays: new Array<number>(7).fill(1_000_000),
};

/** A volatility of 0.4 a year in steps of a second, of which the jumps make a seventh of the variance. */
export const VOLATILITY: VolatilitySpec = {
  stepMs: 1_000,
  volatilityPpb: 65_648,
  fastPpm: 500_000,
  fastDecayPpb: 1_110_494,
  slowPpm: 300_000,
  slowDecayPpb: 23_148,
  intensityPpb: 92_593,
  branchingPpb: 500_000_000,
  decayPpb: 16_528_546,
  jumpPpb: 2_026_000,
  profile: FLAT,
};

/** A process that does not move by itself. */
export const STILL: VolatilitySpec = { ...VOLATILITY, volatilityPpb: 0, intensityPpb: 0 };

export const stochastic = (change: Partial<StochasticSpec> = {}): StochasticSpec => ({
  kind: 'stochastic',
  ...VOLATILITY,
  betaPpm: 1_000_000,
  driftPpb: 0,
  ...change,
});

/** An exchange with a common factor and the market BTC-USDT. */
export const dynamicConfig = (
  process: Partial<StochasticSpec> = {},
  change: Partial<ExchangeConfig> = {},
  market: Partial<MarketSpec> = {},
): ExchangeConfig =>
  testConfig({
    factor: VOLATILITY,
    markets: [testMarket('BTC-USDT', { process: stochastic(process), ...market })],
    ...change,
  });
