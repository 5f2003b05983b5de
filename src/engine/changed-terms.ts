import { refuse } from '../kernel/errors.ts';
import { UNIT } from '../kernel/units.ts';
import type { ChangedTerms, ExchangeConfig, MarketSpec, MarketTerms, TierSpec } from './config.ts';
import type { Deciders, Decision, Handlers } from './handlers.ts';
import type { EngineEvent, TermsEvent } from './event.ts';
import { adlMoved } from './liquidation/adl-ranking.ts';
import { leverageOf, marketOf } from './risk/margin.ts';
import type { State } from './state.ts';
import type { TermsControl } from './command.ts';

type ControlOf<T extends TermsControl['type']> = Extract<TermsControl, { type: T }>;

export const TERMS_DECIDERS: Deciders<TermsControl['type']> = {
  SetFees: setFees,
  SetMargin: setMargin,
  SetOpenInterestCap: (state, { symbol, cap }) =>
    state.markets.has(symbol)
      ? [{ type: 'OpenInterestCapSet', at: state.now, symbol, cap }]
      : refuse('MARKET_NOT_FOUND'),
};

export const TERMS_HANDLERS: Handlers<TermsEvent['type']> = {
  FeesSet: (state, { tierId, makerRate, takerRate }) => {
    termsOf(state).fees.set(tierId, { makerRate, takerRate });
    layTerms(state);
  },
  MarginSet: (state, { symbol, tiers, defaultLeverage }) => {
    changeMarket(state, symbol, { marginTiers: tiers, defaultLeverage });
    // Ranks of deleveraging go by leverage, and that of an account which has chosen none has changed.
    const market = marketOf(state, symbol);
    for (const { no, positions } of state.accounts.values()) if (positions.has(symbol)) adlMoved(market, no);
  },
  OpenInterestCapSet: (state, { symbol, cap }) => changeMarket(state, symbol, { openInterestCap: cap }),
};

/** The configuration of the start with what has changed laid over it. */
export function inForce(config: ExchangeConfig, terms: ChangedTerms | undefined): ExchangeConfig {
  if (!terms) return config;
  return {
    ...config,
    markets: config.markets.map((spec): MarketSpec => ({ ...spec, ...terms.markets.get(spec.symbol) })),
    tiers: config.tiers.map((tier): TierSpec => ({ ...tier, ...terms.fees.get(tier.tierId) })),
  };
}

/** INV-33: no maker gets back more than the lowest fee of a taker brings in, discounts included. */
function setFees(state: State, { tierId, makerRate, takerRate }: ControlOf<'SetFees'>): Decision {
  const { tiers } = state.config;
  if (!tiers.some((tier) => tier.tierId === tierId)) {
    return refuse('INVALID_VALUE', `tierId must be one of: ${tiers.map((tier) => tier.tierId).join(', ')}`);
  }
  if (takerRate < 0) return refuse('INVALID_VALUE', 'takerFeeRate must be at least 0');
  const after = tiers.map((tier) => (tier.tierId === tierId ? { makerRate, takerRate } : tier));
  const rebate = Math.max(0, ...after.map((tier) => -tier.makerRate));
  const lowest = Math.min(...after.map((tier) => tier.takerRate));
  const discount = Math.min(UNIT, ...[...state.wallets.values()].map(({ referral }) => referral?.discount ?? UNIT));
  if (BigInt(rebate) * BigInt(UNIT) > BigInt(lowest) * BigInt(discount)) {
    return refuse('INVALID_VALUE', 'makerFeeRate would give back more than the lowest takerFeeRate brings in');
  }
  return [{ type: 'FeesSet', at: state.now, tierId, makerRate, takerRate }];
}

/** Whoever has chosen more leverage than there is now gets the most that there is. */
function setMargin(state: State, { symbol, tiers }: ControlOf<'SetMargin'>): Decision {
  const market = state.markets.get(symbol);
  if (!market) return refuse('MARKET_NOT_FOUND');
  const most = tiers[0]?.maxLeverage ?? 1;
  const defaultLeverage = Math.min(market.spec.defaultLeverage, most);
  const events: EngineEvent[] = [{ type: 'MarginSet', at: state.now, symbol, tiers, defaultLeverage }];
  for (const account of state.accounts.values()) {
    if ((account.leverage.get(symbol) ?? 0) <= most) continue;
    const previous = leverageOf(market, account);
    events.push({ type: 'LeverageSet', at: state.now, account: account.no, symbol, previous, leverage: most });
  }
  return events;
}

const termsOf = (state: State): ChangedTerms => (state.terms ??= { fees: new Map(), markets: new Map() });

function changeMarket(state: State, symbol: string, change: MarketTerms): void {
  const { markets } = termsOf(state);
  markets.set(symbol, { ...markets.get(symbol), ...change });
  layTerms(state);
}

function layTerms(state: State): void {
  state.config = inForce(state.config, state.terms);
  for (const spec of state.config.markets) marketOf(state, spec.symbol).spec = spec;
}
