import { STANDARD_RISK } from '../engine/config.test-helper.ts';
import { STANDARD_LIMITS } from '../engine/admission.ts';
import type { Side } from '../engine/orders/order-terms.ts';
import type { MarketSpec, TierSpec } from '../engine/config.ts';
import { emptyState } from '../engine/genesis.ts';
import { limitOrder } from '../engine/orders/limit-order.test-helper.ts';
import { newOrder } from '../engine/orders/evolve-order.ts';
import { noVolume } from '../engine/fees/volume.ts';
import type { Market, State, Wallet } from '../engine/state.ts';
import type { Lots, Ticks } from '../kernel/units.ts';
import { JsonText } from './json.ts';
import type { Views } from './views.ts';

/** A small exchange written by hand, so that tests of reads need no engine. Monday 2026-01-05, noon UTC. */
export const NOON = Date.UTC(2026, 0, 5, 12);

/** Tick 1 USDT, lot 0.00001 BTC. */
export const BTC: MarketSpec = {
  symbol: 'BTC-USDT',
  description: 'Bitcoin perpetual',
  baseAsset: 'BTC',
  quoteAsset: 'USDT',
  settleAsset: 'USDT',
  priceExponent: 0,
  quantityExponent: 5,
  tickUnits: 100_000_000,
  lotUnits: 1_000,
  notionalPerTickLot: 1_000n,
  minLots: 100,
  maxMarketLots: 1_000_000,
  maxLimitLots: 10_000_000,
  minPriceTicks: 1,
  limitCap: 5_000_000,
  limitFloor: 5_000_000,
  marketCap: 3_000_000,
  marketFloor: 2_000_000,
  minNotional: 1_000_000_000n,
  clearanceFee: 500_000,
  largePositionPenalty: '0.1',
  contractSize: 1,
  defaultLeverage: 10,
  fundingCap: 2_000_000,
  fundingFloor: -2_000_000,
  impactNotional: 2_000_000_000_000n,
  marginTiers: [
    {
      minNotional: 0n,
      maxNotional: 50_000_000_000_000n,
      maxLeverage: 100,
      initialRate: 1_000_000,
      maintenanceRate: 500_000,
      deduction: 0n,
    },
    {
      minNotional: 50_000_100_000_000n,
      maxNotional: null,
      maxLeverage: 50,
      initialRate: 2_000_000,
      maintenanceRate: 1_000_000,
      deduction: 250_000_500_000n,
    },
  ],
  openInterestCap: 0n,
  session: null,
  initialIndex: 9_500_000_000_000,
  process: { kind: 'still' },
  liquidity: { kind: 'none' },
};

/** Tick 0.01 USDT, lot 0.01, trades from Monday to Friday, 08:00 to 20:00 UTC. */
export const WTI: MarketSpec = {
  ...BTC,
  symbol: 'WTI-USDT',
  description: 'Crude oil perpetual',
  baseAsset: 'WTI',
  priceExponent: 2,
  quantityExponent: 2,
  tickUnits: 1_000_000,
  lotUnits: 1_000_000,
  notionalPerTickLot: 10_000n,
  session: { weekdays: [1, 2, 3, 4, 5], openMinute: 480, closeMinute: 1_200 },
  initialIndex: 7_200_000_000,
};

/** Listed last but first by code unit, for orders of lists. */
export const ADA: MarketSpec = {
  ...WTI,
  symbol: 'ADA-USDT',
  baseAsset: 'ADA',
  session: null,
  initialIndex: 40_000_000,
};

const TIER: TierSpec = {
  tierId: 'tier_0',
  tierType: 'volume',
  tierName: 'Regular User',
  minVolume: 0n,
  makerRate: 20_000,
  takerRate: 50_000,
  maxOrdersPerMarket: 10,
  maxTotalOrders: 50,
  maxSubAccounts: 1,
  maxBorrowCapacity: 0n,
  bucketCap: 1_000,
};

/** Out of order on purpose. */
const TIERS: readonly TierSpec[] = [
  {
    ...TIER,
    tierId: 'market_maker',
    tierType: 'custom',
    tierName: 'Market Maker',
    makerRate: -5_000,
    takerRate: 17_000,
  },
  {
    ...TIER,
    tierId: 'tier_2',
    tierName: 'Tier 2',
    minVolume: 500_000_000_000_000n,
    makerRate: 16_000,
    takerRate: 40_000,
  },
  TIER,
];

export function handMadeState(markets: readonly MarketSpec[] = [BTC, WTI, ADA]): State {
  return emptyState({
    seed: '7',
    startTime: NOON,
    historyDays: 0,
    markets,
    collaterals: [],
    collateralPriceMaxAgeMs: 60_000,
    tiers: TIERS,
    devAccounts: [],
    nonceRule: 'increasing',
    limits: STANDARD_LIMITS,
    risk: STANDARD_RISK,
  });
}

/** The market of a symbol that the state is known to have. */
export function marketIn(state: State, symbol: string): Market {
  const market = state.markets.get(symbol);
  if (!market) throw new Error(`no market ${symbol}`);
  return market;
}

export function addWallet(state: State, wallet: Partial<Wallet> & Pick<Wallet, 'address'>): void {
  const blank = {
    whitelisted: false,
    tierId: 'tier_0',
    customTier: false,
    startTier: 'tier_0',
    reviewing: false,
    volume: noVolume(),
    referral: null,
    accounts: [],
    managers: new Set<string>(),
  };
  state.wallets.set(wallet.address, { ...blank, ...wallet });
}

/** Puts an order on the book without any of the rules of placing one. */
export function rest(state: State, symbol: string, side: Side, price: Ticks, quantity: Lots): void {
  const facts = limitOrder({ no: state.counters.order, account: 0, symbol, side, price, quantity });
  state.counters.order += 1;
  marketIn(state, symbol).book.add(newOrder(facts, NOON));
}

/** Views of an exchange in which nothing has happened, save what is given. */
export function handMadeViews(given: Partial<Views> = {}): Views {
  return {
    orderRecords: () => JsonText.of([]),
    tradeRecords: () => ({ records: JsonText.of([]), total: 0 }),
    closedPositions: () => [],
    performance: () => ({ samples: [], volume: '0' }),
    balanceUpdates: () => [],
    transfers: () => ({ rows: [], total: 0 }),
    fundingPayments: () => ({ rows: [], received: '0', paid: '0', net: '0', count: 0, averageSize: '0' }),
    fundingRates: () => [],
    candles: () => [],
    lastTrades: () => [],
    dayStats: () => ({ prevDayPrice: '', volume: '0', quoteVolume: '0', high: '', low: '' }),
    ...given,
  };
}
