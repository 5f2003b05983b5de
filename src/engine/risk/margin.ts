import { absBig, divCeil, divFloor, divHalfEven, maxBig, minBig } from '../../kernel/decimal.ts';
import { broken, invariant } from '../../kernel/errors.ts';
import type { FewMap } from '../../kernel/tables.ts';
import { gridOf, settlementOf } from '../../kernel/terms.ts';
import { type Lots, type Ratio, type Ticks, UNIT, UNIT_BIG, type Units } from '../../kernel/units.ts';
import type { CollateralSpec, HaircutTier, MarginTier, MarketSpec } from '../config.ts';
import type { Account, Market, Position, State } from '../state.ts';

/** The figures of `crossMarginSummary` (wire 6.3), all in the settlement currency. Isolated markets are no part of it. */
interface AccountSummary {
  readonly accountValue: Units;
  readonly adjustedAccountValue: Units;
  /** Adjusted value less initial margin of positions and orders; may be negative. */
  readonly availableMargin: Units;
  readonly totalUnrealizedPnl: Units;
  readonly maintenanceMargin: Units;
  readonly initialMargin: Units;
  /** Available margin that does not rest on unrealized gains; negative when the account needs more than it has. */
  readonly freeValue: Units;
  /** Of the settlement asset: never more than is held. */
  readonly withdrawable: Units;
  readonly debt: Units;
}

interface PositionRisk {
  readonly unrealizedPnl: Units;
  /** What an isolated market holds; else initial margin of the position. */
  readonly usedMargin: Units;
  readonly maintenanceMargin: Units;
  /** Estimated, to the tick; 0 when no price liquidates it. */
  readonly liquidationPrice: Ticks;
}

/** lots x price, exact. */
export function notionalOf(market: Market, lots: Lots, price: Ticks): Units {
  const product = price * lots;
  // Where the product is a safe integer it is exact, and one bigint does instead of three.
  const whole = Number.isSafeInteger(product) ? BigInt(product) : BigInt(price) * BigInt(lots);
  return whole * market.spec.notionalPerTickLot;
}

/** Value at the mark less what was paid. */
export const unrealizedPnlOf = (market: Market, position: Position): Units =>
  notionalOf(market, position.lots, market.mark) - position.cost;

/** Chosen leverage of an account in a market. */
export const leverageOf = (market: Market, account: Account): number =>
  account.leverage.get(market.spec.symbol) ?? market.spec.defaultLeverage;

/** The larger of the two sizes the account would have if all orders of one side filled: what margin is reserved for. */
export const worstLots = (lots: Lots, buyLots: Lots, sellLots: Lots): Lots => Math.max(lots + buyLots, sellLots - lots);

/** What an account without orders in a market reserves. */
export const NO_ORDERS: { readonly buyLots: Lots; readonly sellLots: Lots } = { buyLots: 0, sellLots: 0 };

/** Initial margin of one market: position and open orders at the mark, worst side. */
export function marketInitialMargin(market: Market, account: Account, extra = NO_ORDERS): Units {
  const symbol = market.spec.symbol;
  const lots = account.positions.get(symbol)?.lots ?? 0;
  const open = account.open.get(symbol) ?? NO_ORDERS;
  const worst = worstLots(lots, open.buyLots + extra.buyLots, open.sellLots + extra.sellLots);
  return initialMarginOfLots(market, account, worst);
}

/** Initial margin of a number of lots at the mark. */
export const initialMarginOfLots = (market: Market, account: Account, lots: Lots): Units =>
  lots === 0 ? 0n : initialMarginOf(market.spec, notionalOf(market, lots, market.mark), leverageOf(market, account));

/**
 * Sum of initial margins over every market the account has a position or an order in, `except` one that the caller
 * counts itself; isolated ones have their own.
 */
export function totalInitialMargin(state: State, account: Account, except?: string): Units {
  let total = 0n;
  if (except !== undefined && isNoneBut(account.positions, except) && isNoneBut(account.open, except)) return total;
  for (const symbol of account.positions.keys()) {
    if (symbol === except || account.isolated.has(symbol)) continue;
    total += marketInitialMargin(marketOf(state, symbol), account);
  }
  for (const symbol of account.open.keys()) {
    if (symbol === except || account.positions.has(symbol) || account.isolated.has(symbol)) continue;
    total += marketInitialMargin(marketOf(state, symbol), account);
  }
  return total;
}

const isNoneBut = (bySymbol: FewMap<string, unknown>, symbol: string): boolean =>
  bySymbol.size === 0 || (bySymbol.size === 1 && bySymbol.has(symbol));

/** Positions that share the account's collateral: all but those of isolated markets. */
function crossPositionsOf(account: Account): Iterable<Position> {
  if (account.isolated.size === 0) return account.positions.values();
  return [...account.positions.values()].filter(({ symbol }) => !account.isolated.has(symbol));
}

/** Unrealized PnL of an account in one market. */
export function unrealizedPnlIn(market: Market, account: Account): Units {
  const position = account.positions.get(market.spec.symbol);
  return position ? unrealizedPnlOf(market, position) : 0n;
}

function adjustedHoldings(state: State, account: Account): Units {
  let total = 0n;
  for (const spec of state.config.collaterals) total += adjustedHolding(state, account, spec);
  return total;
}

/** Returns collateral after haircuts plus unrealized PnL, the figure that every margin check uses. */
export function adjustedAccountValue(state: State, account: Account): Units {
  let total = cashAlone(state, account) ?? adjustedHoldings(state, account);
  if (account.positions.size === 0) return total;
  for (const position of crossPositionsOf(account))
    total += unrealizedPnlOf(marketOf(state, position.symbol), position);
  return total;
}

/** Returns all collateral at its full value plus unrealized PnL, the first figure of `summaryOf`. */
export function accountValueOf(state: State, account: Account): Units {
  let total = 0n;
  for (const spec of state.config.collaterals) total += valueOfHolding(state, account, spec).value;
  for (const position of crossPositionsOf(account))
    total += unrealizedPnlOf(marketOf(state, position.symbol), position);
  return total;
}

/** Returns the margin figures of an account: values, margins and what is free, in the settlement asset at mark and index. */
export function summaryOf(state: State, account: Account): AccountSummary {
  let value = 0n;
  let adjusted = 0n;
  for (const spec of state.config.collaterals) {
    const holding = valueOfHolding(state, account, spec);
    value += holding.value;
    adjusted += holding.adjusted;
  }
  let unrealized = 0n;
  let gains = 0n;
  let maintenance = 0n;
  for (const position of crossPositionsOf(account)) {
    const market = marketOf(state, position.symbol);
    const pnl = unrealizedPnlOf(market, position);
    unrealized += pnl;
    gains += maxBig(pnl, 0n);
    maintenance += maintenanceMarginOf(market.spec, absBig(notionalOf(market, position.lots, market.mark)));
  }
  const initial = totalInitialMargin(state, account);
  const available = adjusted + unrealized - initial;
  const settlement = account.balances.get(settlementAsset(state)) ?? 0n;
  const free = available - gains - isolatedDeficit(state, account);
  return {
    accountValue: value + unrealized,
    adjustedAccountValue: adjusted + unrealized,
    availableMargin: available,
    totalUnrealizedPnl: unrealized,
    maintenanceMargin: maintenance,
    initialMargin: initial,
    freeValue: free,
    withdrawable: maxBig(minBig(free, settlement), 0n),
    // A negative balance counts as debt only as far as open gains do not cover it (wire 6.3).
    debt: maxBig(-(settlement + maxBig(unrealized, 0n)), 0n),
  };
}

/**
 * Returns the losses of isolated markets beyond their margin: until these are covered nothing may leave the account
 * (INV-47).
 */
function isolatedDeficit(state: State, account: Account): Units {
  let deficit = 0n;
  for (const [symbol, { margin }] of account.isolated) {
    deficit += maxBig(0n, -(margin + unrealizedPnlIn(marketOf(state, symbol), account)));
  }
  return deficit;
}

/** Returns the margin figures of one position at the mark. */
export function positionRiskOf(state: State, account: Account, position: Position): PositionRisk {
  const market = marketOf(state, position.symbol);
  const notional = absBig(notionalOf(market, position.lots, market.mark));
  return {
    unrealizedPnl: unrealizedPnlOf(market, position),
    usedMargin:
      account.isolated.get(position.symbol)?.margin ??
      initialMarginOf(market.spec, notional, leverageOf(market, account)),
    maintenanceMargin: maintenanceMarginOf(market.spec, notional),
    liquidationPrice: liquidationOf(state, account, position)?.price ?? 0,
  };
}

/**
 * Returns where a position is liquidated: an isolated one by the margin of its market, a cross one by the whole
 * account.
 */
export function liquidationOf(state: State, account: Account, position: Position): LiquidationPoint | null {
  const { lots, symbol } = position;
  const { spec, mark } = marketOf(state, symbol);
  const isolated = account.isolated.get(symbol);
  if (isolated) {
    const equity = isolated.margin + unrealizedPnlIn(marketOf(state, symbol), account);
    return liquidationPointOf(spec, { lots, mark, equity, others: 0n });
  }
  const { adjustedAccountValue: equity, maintenanceMargin } = summaryOf(state, account);
  const own = maintenanceMarginOf(spec, absBig(notionalOf(marketOf(state, symbol), lots, mark)));
  return liquidationPointOf(spec, { lots, mark, equity, others: maintenanceMargin - own });
}

/** The row of one asset, with what of it could be withdrawn alone. */
export function collateralValueOf(state: State, account: Account, spec: CollateralSpec): CollateralValue {
  return collateralRowOf(state, account, spec, summaryOf(state, account).freeValue);
}

/** The settlement balance of an account that holds no other asset, like nearly all; null for any other account. */
export function cashAlone(state: State, { balances }: Account): Units | null {
  return balances.size === 1 ? (balances.get(settlementAsset(state)) ?? null) : null;
}

/** Returns the asset of PnL, fees and margin. */
export function settlementAsset(state: State): string {
  return settlementOf(state.config).asset;
}

/** Returns a market; throws InvariantError when there is none with this symbol. */
export function marketOf(state: State, symbol: string): Market {
  const market = state.markets.get(symbol);
  if (!market) broken(`market ${symbol} exists`);
  return market;
}

/** A position, with the equity and other requirements of its margin account at the present mark. */
interface Stake {
  readonly lots: Lots;
  readonly mark: Ticks;
  /** Adjusted account value; of an isolated market its own. */
  readonly equity: Units;
  /** Maintenance margin of the other positions that share the equity. */
  readonly others: Units;
}

/** Where a position is liquidated: the mark, to the tick, and the tier whose rate and deduction decide there. */
interface LiquidationPoint {
  readonly price: Ticks;
  readonly tier: MarginTier;
}

/**
 * The mark at which equity meets total maintenance margin, all else fixed (wire 6.3); null when no price above 0 does.
 * Tier by tier from the present notional, the way that hurts, each by its own ratio r and deduction d:
 * long (q m - A + M - d) / (q (1 - r)), short (A + q m - M + d) / (q (1 + r)).
 * Between two tiers the requirement leaps; a leap over the equity is met at the edge itself. What is below its
 * maintenance already is looked for the other way: where it would be healthy again.
 */
function liquidationPointOf(spec: MarketSpec, stake: Stake): LiquidationPoint | null {
  const size = BigInt(Math.abs(stake.lots)) * spec.notionalPerTickLot;
  const { marginTiers: tiers } = spec;
  let at = size * BigInt(stake.mark);
  let index = tiers.indexOf(marginTierOf(spec, at));
  const healthy = isHealthy(stake, size, tiers[index], at);
  const falls = stake.lots > 0 === healthy;
  for (let tier = tiers[index]; tier; tier = tiers[index]) {
    if (isHealthy(stake, size, tier, at) !== healthy) return pointAt(at, size, tier);
    const end = falls ? (tiers[index - 1]?.maxNotional ?? 0n) : tier.maxNotional;
    if (end === null || isHealthy(stake, size, tier, end) !== healthy) return meetingIn(stake, size, tier);
    at = end;
    index += falls ? -1 : 1;
  }
  return null;
}

/** Returns whether equity covers maintenance at another notional, by the terms of one tier. */
function isHealthy(stake: Stake, size: Units, tier: MarginTier | undefined, at: Units): boolean {
  if (!tier) return true;
  const grown = at - size * BigInt(stake.mark);
  const equity = stake.equity + (stake.lots > 0 ? grown : -grown);
  return (equity - stake.others + tier.deduction) * UNIT_BIG >= at * BigInt(tier.maintenanceRate);
}

/** Returns the price at which equity equals maintenance within a tier. */
function meetingIn({ lots, mark, equity, others }: Stake, size: Units, tier: MarginTier): LiquidationPoint | null {
  const notional = size * BigInt(mark);
  const free = equity - others + tier.deduction;
  const [value, rate] = lots > 0 ? [notional - free, -tier.maintenanceRate] : [notional + free, tier.maintenanceRate];
  return pointAt(value * UNIT_BIG, size * (UNIT_BIG + BigInt(rate)), tier);
}

function pointAt(value: Units, size: Units, tier: MarginTier): LiquidationPoint | null {
  return value <= 0n ? null : { price: Number(divHalfEven(value, size)), tier };
}

/** The tier that holds a notional; bounds count in on both ends, and the gap of 1 above an end belongs to the next (wire 6.3). */
export function marginTierOf(spec: MarketSpec, notional: Units): MarginTier {
  for (const tier of spec.marginTiers) if (tier.maxNotional === null || notional <= tier.maxNotional) return tier;
  broken(`${spec.symbol} has an unbounded last tier`);
}

/** notional / leverage, where leverage is the lower of the chosen one and the tier's; rounded up (wire 6.3). */
export function initialMarginOf(spec: MarketSpec, notional: Units, leverage: number): Units {
  const lower = Math.min(leverage, marginTierOf(spec, notional).maxLeverage);
  return divCeil(notional, BigInt(lower));
}

/** notional x maintenance rate less the tier's deduction, rounded half to even, never negative (wire 6.3). */
export function maintenanceMarginOf(spec: MarketSpec, notional: Units): Units {
  const tier = marginTierOf(spec, notional);
  const margin = divHalfEven(notional * BigInt(tier.maintenanceRate), UNIT_BIG) - tier.deduction;
  return margin > 0n ? margin : 0n;
}

/** One row of an account's collateral, in the settlement currency unless it says otherwise. */
interface CollateralValue {
  /** Held, in the asset; withdrawals in flight are not in it. */
  readonly quantity: Units;
  /** Per whole asset. */
  readonly price: Units;
  readonly value: Units;
  /** Value after the haircut. */
  readonly adjustedValue: Units;
  readonly haircut: Ratio;
  /** The tier's continuity constant. */
  readonly adjustment: Units;
  readonly pendingWithdraw: Units;
  /** In the asset. */
  readonly withdrawable: Units;
}

/** Returns the price of an asset: 1 for the settlement asset, else the index of its market, times the peg. */
export function collateralPriceOf(state: State, spec: CollateralSpec): Units {
  if (spec.priceMarket === null) return UNIT_BIG;
  const market = state.markets.get(spec.priceMarket);
  invariant(market, `collateral ${spec.asset} is priced by a market`);
  const peg = state.pegs.get(spec.asset);
  return peg === undefined ? BigInt(market.index) : divHalfEven(BigInt(market.index) * BigInt(peg), UNIT_BIG);
}

/** Value of an account's holding of one asset. */
export const valueOfHolding = (state: State, account: Account, spec: CollateralSpec): HoldingValue =>
  valueOfQuantity(state, spec, account.balances.get(spec.asset) ?? 0n);

/** The value after the haircut alone. Nearly every account holds the settlement asset, which has none. */
function adjustedHolding(state: State, account: Account, spec: CollateralSpec): Units {
  const quantity = account.balances.get(spec.asset) ?? 0n;
  return spec.priceMarket === null || quantity === 0n ? quantity : valueOfQuantity(state, spec, quantity).adjusted;
}

interface HoldingValue {
  readonly value: Units;
  readonly adjusted: Units;
}

/** Value of a quantity held by one account. Haircuts apply to holdings, never to a debt. */
export function valueOfQuantity(state: State, spec: CollateralSpec, quantity: Units): HoldingValue {
  if (quantity === 0n) return NOTHING;
  if (spec.priceMarket === null) return { value: quantity, adjusted: quantity };
  const value = divHalfEven(quantity * collateralPriceOf(state, spec), UNIT_BIG);
  return { value, adjusted: adjustedValueOf(value, haircutTierOf(spec, value)) };
}

const NOTHING = { value: 0n, adjusted: 0n } as const;

/** The band a value falls in: closed below, open above (wire 3.7). */
export function haircutTierOf(spec: CollateralSpec, value: Units): HaircutTier {
  const tier = spec.tiers.find(({ maxValue }) => maxValue === null || value < maxValue);
  invariant(tier, `collateral ${spec.asset} has an unbounded last tier`);
  return tier;
}

/** value x (1 - haircut) + addition, rounded down: rounding never lifts what backs a position. */
export function adjustedValueOf(value: Units, tier: HaircutTier): Units {
  if (value <= 0n) return value;
  return divFloor(value * BigInt(UNIT - tier.haircut), UNIT_BIG) + tier.valueAddition;
}

/** The whole row; `freeValue` as in `AccountSummary`. */
export function collateralRowOf(
  state: State,
  account: Account,
  spec: CollateralSpec,
  freeValue: Units,
): CollateralValue {
  const quantity = account.balances.get(spec.asset) ?? 0n;
  const price = collateralPriceOf(state, spec);
  const { value, adjusted } = valueOfHolding(state, account, spec);
  const tier = haircutTierOf(spec, maxBig(value, 0n));
  return {
    quantity,
    price,
    value,
    adjustedValue: adjusted,
    haircut: tier.haircut,
    adjustment: tier.valueAddition,
    pendingWithdraw: account.pendingWithdraw.get(spec.asset) ?? 0n,
    withdrawable: withdrawableOf(state, account, spec, freeValue),
  };
}

/** Returns the adjusted value that an account loses with a part of a holding: by haircut bands, not at the average. */
export function adjustedGivenUp(state: State, account: Account, spec: CollateralSpec, amount: Units): Units {
  const held = account.balances.get(spec.asset) ?? 0n;
  return valueOfQuantity(state, spec, held).adjusted - valueOfQuantity(state, spec, held - amount).adjusted;
}

/** Returns true when an account still covers its positions and orders without an amount that it holds. */
export function canPart(
  state: State,
  account: Account,
  spec: CollateralSpec,
  amount: Units,
  freeValue: Units,
): boolean {
  const held = account.balances.get(spec.asset) ?? 0n;
  if (freeValue < 0n || amount > held) return false;
  return adjustedGivenUp(state, account, spec, amount) <= freeValue;
}

/** Returns the largest amount of an asset, on its grid, that `canPart` allows: one step more is refused (INV-40). */
function withdrawableOf(state: State, account: Account, spec: CollateralSpec, freeValue: Units): Units {
  const held = account.balances.get(spec.asset) ?? 0n;
  if (held <= 0n || freeValue < 0n) return 0n;
  const grid = gridOf(spec);
  return largestThat(held / grid, (steps) => canPart(state, account, spec, steps * grid, freeValue)) * grid;
}

/** The largest of 0 to `most` that fits, where everything below one that fits does too. */
export function largestThat(most: bigint, fits: (candidate: bigint) => boolean): bigint {
  if (fits(most)) return most;
  let low = 0n;
  let high = most;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}
