import type { Ratio, Ticks, Units } from '../../kernel/units.ts';
import type { CollateralSpec, MarginTier, MarketSpec } from '../config.ts';
import type { Health, MarginAccount } from '../liquidation/terms.ts';
import type { Account, Market, Position, State } from '../state.ts';
import { fraction, plus, rounded, roundedDown, roundedUp, times } from './fraction.test-helper.ts';

/**
 * The slow model of the risk engine: wire 6.3 over exact fractions, rounded only where it says so. From the state it
 * reads only sizes, costs, prices, orders, and haircuts and tiers of the configuration. It computes sums that the
 * engine keeps, and derived constants, itself.
 */

const ONE = 100_000_000n;

const ratio = (value: Ratio | bigint) => fraction(BigInt(value), ONE);

export interface NaiveSummary {
  readonly accountValue: Units;
  readonly adjustedAccountValue: Units;
  readonly availableMargin: Units;
  readonly totalUnrealizedPnl: Units;
  readonly maintenanceMargin: Units;
  readonly initialMargin: Units;
  readonly freeValue: Units;
  readonly withdrawable: Units;
  readonly debt: Units;
}

export function naiveMarket(state: State, symbol: string): Market {
  const market = state.markets.get(symbol);
  if (!market) throw new Error(`no market ${symbol}`);
  return market;
}

export function naiveAccount(state: State, no: number): Account {
  const account = state.accounts.get(no);
  if (!account) throw new Error(`no account ${no}`);
  return account;
}

export const naiveBalance = (account: Account, asset: string): Units => account.balances.get(asset) ?? 0n;

export const naiveCash = (state: State, account: Account): Units =>
  naiveBalance(account, state.config.collaterals[0]?.asset ?? '');

/** Size times price, in 1e-8 quote; a market's grid makes it whole. */
export function naiveNotional({ lotUnits, tickUnits }: MarketSpec, lots: number, price: Ticks): Units {
  const size = fraction(BigInt(lots) * BigInt(lotUnits), ONE);
  return rounded(times(size, fraction(BigInt(price) * BigInt(tickUnits))));
}

/** Settlement asset for one whole collateral asset: its index, times its peg. */
export function naivePrice(state: State, spec: CollateralSpec): Units {
  if (spec.priceMarket === null) return ONE;
  const index = fraction(BigInt(naiveMarket(state, spec.priceMarket).index));
  return rounded(times(index, ratio(state.pegs.get(spec.asset) ?? ONE)));
}

/** What a quantity is worth, and after the haircut: each band of the value keeps its own share, a debt counts in full. */
export function naiveValue(state: State, spec: CollateralSpec, quantity: Units): { value: Units; adjusted: Units } {
  const value = rounded(times(fraction(quantity), ratio(naivePrice(state, spec))));
  if (value <= 0n || spec.priceMarket === null) return { value, adjusted: value };
  let adjusted = fraction(0n);
  for (const { minValue, maxValue, haircut } of spec.tiers) {
    const top = maxValue !== null && maxValue < value ? maxValue : value;
    if (top > minValue) adjusted = plus(adjusted, times(fraction(top - minValue), ratio(ONE - BigInt(haircut))));
  }
  return { value, adjusted: roundedDown(adjusted) };
}

/** The tier of a notional: bounds count in at the top. */
function tierIndexOf(tiers: readonly MarginTier[], notional: Units): number {
  return tiers.findIndex(({ maxNotional }) => maxNotional === null || notional <= maxNotional);
}

export function naiveInitialMargin(spec: MarketSpec, notional: Units, leverage: number): Units {
  const most = spec.marginTiers[tierIndexOf(spec.marginTiers, notional)]?.maxLeverage ?? 1;
  return roundedUp(fraction(notional, BigInt(leverage < most ? leverage : most)));
}

/** The deduction is summed up from tier to tier: minimum times the step of the maintenance rate. */
export function naiveMaintenance({ marginTiers }: MarketSpec, notional: Units): Units {
  const last = tierIndexOf(marginTiers, notional);
  let deduction = fraction(0n);
  let rate = 0;
  for (const [index, tier] of marginTiers.slice(0, last + 1).entries()) {
    if (index > 0) deduction = plus(deduction, times(fraction(tier.minNotional), ratio(tier.maintenanceRate - rate)));
    rate = tier.maintenanceRate;
  }
  const margin = rounded(times(fraction(notional), ratio(rate))) - rounded(deduction);
  return margin > 0n ? margin : 0n;
}

export const naiveUnrealized = ({ spec, mark }: Market, { lots, cost }: Pick<Position, 'lots' | 'cost'>): Units =>
  naiveNotional(spec, lots, mark) - cost;

export function naivePositionMaintenance({ spec, mark }: Market, lots: number): Units {
  return naiveMaintenance(spec, naiveNotional(spec, Math.abs(lots), mark));
}

/** Initial margin of one market: the larger of the two sizes the account has when all orders of a side fill. */
export function naiveMarketInitial(state: State, account: Account, { spec, mark }: Market): Units {
  let ifBought = account.positions.get(spec.symbol)?.lots ?? 0;
  let ifSold = -ifBought;
  for (const order of state.orders.values()) {
    if (order.account !== account.no || order.symbol !== spec.symbol || order.reduceOnly) continue;
    if (order.twap !== null || order.phase !== 'working') continue;
    if (order.side === 'buy') ifBought += order.quantity - order.filled;
    else ifSold += order.quantity - order.filled;
  }
  const worst = ifBought > ifSold ? ifBought : ifSold;
  const leverage = account.leverage.get(spec.symbol) ?? spec.defaultLeverage;
  return worst === 0 ? 0n : naiveInitialMargin(spec, naiveNotional(spec, worst, mark), leverage);
}

/** The figures of `crossMarginSummary`. */
export function naiveSummary(state: State, account: Account): NaiveSummary {
  let value = 0n;
  let adjusted = 0n;
  for (const spec of state.config.collaterals) {
    const held = naiveValue(state, spec, naiveBalance(account, spec.asset));
    value += held.value;
    adjusted += held.adjusted;
  }
  let pnl = 0n;
  let gains = 0n;
  let maintenance = 0n;
  let initial = 0n;
  let missing = 0n;
  for (const market of state.markets.values()) {
    const alone = account.isolated.get(market.spec.symbol);
    if (alone) {
      const held = account.positions.get(market.spec.symbol);
      const worth = alone.margin + (held ? naiveUnrealized(market, held) : 0n);
      if (worth < 0n) missing -= worth;
      continue;
    }
    initial += naiveMarketInitial(state, account, market);
    const position = account.positions.get(market.spec.symbol);
    if (!position) continue;
    const own = naiveUnrealized(market, position);
    pnl += own;
    if (own > 0n) gains += own;
    maintenance += naivePositionMaintenance(market, position.lots);
  }
  const cash = naiveCash(state, account);
  const available = adjusted + pnl - initial;
  const free = available - gains - missing;
  const withdrawable = free < cash ? free : cash;
  const owed = pnl > 0n ? cash + pnl : cash;
  return {
    accountValue: value + pnl,
    adjustedAccountValue: adjusted + pnl,
    availableMargin: available,
    totalUnrealizedPnl: pnl,
    maintenanceMargin: maintenance,
    initialMargin: initial,
    freeValue: free,
    withdrawable: withdrawable > 0n ? withdrawable : 0n,
    debt: owed < 0n ? -owed : 0n,
  };
}

/** Equity and requirement of what is liquidated as one. */
export function naiveHealth(state: State, { account: no, symbol }: MarginAccount): Health {
  const account = naiveAccount(state, no);
  if (symbol === null) {
    const { adjustedAccountValue, maintenanceMargin } = naiveSummary(state, account);
    return { equity: adjustedAccountValue, maintenance: maintenanceMargin };
  }
  const market = naiveMarket(state, symbol);
  const position = account.positions.get(symbol);
  const margin = account.isolated.get(symbol)?.margin ?? 0n;
  if (!position) return { equity: margin, maintenance: 0n };
  return {
    equity: margin + naiveUnrealized(market, position),
    maintenance: naivePositionMaintenance(market, position.lots),
  };
}

/** Returns the positions of a margin account in the order in which they were opened. */
export function naivePositions(state: State, { account: no, symbol }: MarginAccount): Position[] {
  const account = naiveAccount(state, no);
  return [...account.positions.values()].filter((position) =>
    symbol === null ? !account.isolated.has(position.symbol) : position.symbol === symbol,
  );
}

/** Returns every margin account that has a position. */
export function naiveMarginAccounts(state: State): MarginAccount[] {
  const found: MarginAccount[] = [];
  for (const { no, positions, isolated } of state.accounts.values()) {
    const symbols = [...positions.keys()];
    if (symbols.some((symbol) => !isolated.has(symbol))) found.push({ account: no, symbol: null });
    for (const symbol of symbols) if (isolated.has(symbol)) found.push({ account: no, symbol });
  }
  return found;
}

/**
 * Returns true when the index of one of the margin account's markets, or of one that prices its collateral, is stale.
 */
export function naiveStale(state: State, marginAccount: MarginAccount): boolean {
  const account = naiveAccount(state, marginAccount.account);
  const symbols = new Set(naivePositions(state, marginAccount).map(({ symbol }) => symbol));
  for (const { asset, priceMarket } of state.config.collaterals) {
    if (marginAccount.symbol === null && priceMarket !== null && naiveBalance(account, asset) > 0n)
      symbols.add(priceMarket);
  }
  return [...symbols].some((symbol) => naiveStaleMarket(state, symbol));
}

export function naiveStaleMarket(state: State, symbol: string): boolean {
  const { frozenAt, indexAt } = naiveMarket(state, symbol);
  if (frozenAt === null) return false;
  return state.now - (frozenAt > indexAt ? frozenAt : indexAt) >= state.config.risk.indexMaxAgeMs;
}
