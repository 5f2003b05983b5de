import { absBig, divCeil, maxBig, minBig } from '../../../kernel/decimal.ts';
import { type AccountNo, VAULT_NO } from '../../../kernel/ids.ts';
import { type Lots, type Ticks, UNIT_BIG, type Units } from '../../../kernel/units.ts';
import { exchanged, fewestSteps } from '../../accounts/funds.ts';
import { FREE, tradeOf } from '../../book/matching.ts';
import type { CollateralSpec } from '../../config.ts';
import type { EngineEvent, TradedEvent } from '../../event.ts';
import { feeOf, feeRateOf, tierOfAccount } from '../../fees/fee-rates.ts';
import { accountOf, liveOrder } from '../../orders/evolve-order.ts';
import { oppositeOf } from '../../orders/order-terms.ts';
import {
  marketOf,
  notionalOf,
  settlementAsset,
  summaryOf,
  valueOfHolding,
  valueOfQuantity,
} from '../../risk/margin.ts';
import type { Account, Market, Position, State } from '../../state.ts';
import { type Ranked, rankedWinners } from '../adl-ranking.ts';
import { healthOf, isUnhealthy, maintenanceOf, positionsOf, restsOnStalePrice, worthOf } from '../health.ts';
import type { Health, Liquidation, MarginAccount, TakenAsset, TradeCause } from '../terms.ts';
import { closingSideOf, type EngineEffects, offerTo, placedAgainst, placedFor } from './liquidation-orders.ts';
import { closingOf, healthAfter, mostThat, sliceOf } from './slice.ts';

/** The margin account of the insurance vault, which has no isolated markets. */
export const VAULT: MarginAccount = { account: VAULT_NO, symbol: null };

/** Returns true when the vault would still cover its maintenance after a takeover of the margin account. */
export function staysSoundWith(state: State, marginAccount: MarginAccount): boolean {
  const equity = worthOf(state, VAULT).total + worthOf(state, marginAccount).total;
  if (equity < 0n) return false;
  const lots = new Map<string, Lots>();
  for (const { symbol, lots: held } of [...positionsOf(state, VAULT), ...positionsOf(state, marginAccount)]) {
    lots.set(symbol, (lots.get(symbol) ?? 0) + held);
  }
  let maintenance = 0n;
  for (const [symbol, held] of lots) maintenance += maintenanceOf(marketOf(state, symbol), { lots: held });
  return equity >= maintenance;
}

/** Returns the cash that the vault can pay for others and still cover its maintenance; never negative. */
export function vaultSpare(state: State): Units {
  const { equity, maintenance } = healthOf(state, VAULT);
  return maxBig(minBig(equity - maintenance, worthOf(state, VAULT).cash), 0n);
}

/**
 * Returns true when the vault is below maintenance and no price behind it is stale; its positions are then
 * deleveraged.
 */
export function isVaultEndangered(state: State): boolean {
  const { positions } = accountOf(state, VAULT_NO);
  if (positions.size === 0) return false;
  const { liquidation, deleveraging } = state.config.risk;
  return liquidation && deleveraging && isUnhealthy(healthOf(state, VAULT)) && !restsOnStalePrice(state, VAULT);
}

/**
 * Offers each position of the vault to the book, whole or in a slice, as far as the vault still covers its
 * maintenance at the price.
 */
export function unwindVault(state: State, run: EngineEffects): void {
  if (restsOnStalePrice(state, VAULT)) return;
  for (const position of positionsOf(state, VAULT)) {
    const { account, symbol } = position;
    const quantity = sliceOf(state, position);
    const side = closingSideOf(position);
    const offer = offerTo(state, { symbol, side, quantity });
    if (!offer || affordable(state, symbol, offer.price, offer.lots) === 0) continue;
    const placed = placedFor(state, {
      account,
      symbol,
      side,
      quantity,
      reduceOnly: true,
      triggeredByLiquidation: false,
      source: 'vault',
    });
    run.emit(placed);
    run.match(placed.order.no, (_market, _taker, maker, offered) => {
      const lots = affordable(state, symbol, maker.price, offered);
      return lots === 0 ? null : { lots, terms: null };
    });
  }
}

/** Returns how many lots of an offer the vault can take and still cover its maintenance after the fee. */
function affordable(state: State, symbol: string, price: Ticks, offered: Lots): Lots {
  const vault = accountOf(state, VAULT_NO);
  const position = vault.positions.get(symbol);
  if (!position) return 0;
  const closing = closingOf(state, VAULT, position);
  const rate = feeRateOf(state, vault, 'taker');
  return mostThat(offered, (lots) => {
    const health = healthAfter(closing, lots, price);
    const fee = feeOf(notionalOf(closing.market, lots, price), rate);
    return staysSound({ ...health, equity: health.equity - fee });
  });
}

const staysSound = (health: Health): boolean => health.equity >= 0n && !isUnhealthy(health);

/**
 * Moves a margin account to the vault: its positions at the mark, then its balances and debts, asset by asset. The
 * vault sells other collateral at once, so that positions are its only risk.
 */
export function takeOver(state: State, run: EngineEffects, { no: liquidation, account, symbol }: Liquidation): void {
  const marginAccount = { account, symbol };
  for (const position of positionsOf(state, marginAccount)) hand(state, run, position);
  const assets = symbol === null ? balancesOf(state, account) : marginOf(state, account, symbol);
  run.emit({ type: 'TakenOver', at: state.now, liquidation, ...marginAccount, assets });
  sellCollateral(state, run, VAULT_NO);
}

/** Moves one position to the vault at the mark. */
function hand(state: State, run: EngineEffects, position: Position): void {
  const { symbol } = position;
  const quantity = Math.abs(position.lots);
  const given = placedAgainst(state, position, quantity);
  run.emit(given);
  const side = oppositeOf(closingSideOf(position));
  const taken = placedFor(state, {
    account: VAULT_NO,
    symbol,
    side,
    quantity,
    reduceOnly: false,
    triggeredByLiquidation: false,
    source: 'vault',
  });
  run.emit(taken);
  const market = marketOf(state, symbol);
  const sides = { taker: given.order.no, maker: taken.order.no, lots: quantity, price: market.mark };
  run.emit(privateTrade(state, symbol, 'takeover', sides));
}

/** Returns a fill outside the book, free of fees; a liquidated account is the taker. */
export function privateTrade(
  state: State,
  symbol: string,
  cause: Exclude<TradeCause, 'match'>,
  { taker, maker, lots, price }: { taker: number; maker: number; lots: Lots; price: Ticks },
): TradedEvent {
  const terms = { cause, price, maker: FREE, taker: FREE };
  return tradeOf(state, marketOf(state, symbol), liveOrder(state, taker), liveOrder(state, maker), lots, terms);
}

function balancesOf(state: State, no: AccountNo): TakenAsset[] {
  const { balances } = accountOf(state, no);
  const assets: TakenAsset[] = [];
  for (const spec of state.config.collaterals) {
    const amount = balances.get(spec.asset) ?? 0n;
    if (amount === 0n) continue;
    const { value } = valueOfQuantity(state, spec, amount);
    assets.push({ asset: spec.asset, amount, value, transfer: state.counters.transfer + assets.length + 1 });
  }
  return assets;
}

function marginOf(state: State, no: AccountNo, symbol: string): TakenAsset[] {
  const amount = accountOf(state, no).isolated.get(symbol)?.margin ?? 0n;
  if (amount === 0n) return [];
  return [{ asset: settlementAsset(state), amount, value: amount, transfer: state.counters.transfer + 1 }];
}

/**
 * Returns what a margin account owes beyond its value, once only the settlement asset is left in it; never negative.
 */
const deficitOf = (state: State, marginAccount: MarginAccount): Units =>
  maxBig(-worthOf(state, marginAccount).total, 0n);

/** Lets the vault cover a deficit, up to what it can spare. */
export function coverDeficit(
  state: State,
  run: EngineEffects,
  liquidation: number,
  marginAccount: MarginAccount,
): void {
  const amount = minBig(deficitOf(state, marginAccount), vaultSpare(state));
  if (amount <= 0n) return;
  const transfer = state.counters.transfer + 1;
  const { account, symbol } = marginAccount;
  run.emit({ type: 'DeficitCovered', at: state.now, liquidation, account, symbol, amount, transfer });
}

/**
 * Closes positions of a margin account against the winners of the other side, in order of rank, at the bankruptcy
 * price: the price at which it loses exactly what it has. Ends when the margin account covers its maintenance.
 */
export function deleverage(state: State, run: EngineEffects, { no, account, symbol }: Liquidation): void {
  const marginAccount = { account, symbol };
  for (const position of positionsOf(state, marginAccount)) {
    if (!isUnhealthy(healthOf(state, marginAccount))) return;
    const market = marketOf(state, position.symbol);
    const deficit = shareOf(state, marginAccount, market, position);
    closeAgainstWinners(state, run, { liquidation: no, marginAccount, market, position, deficit });
  }
}

/**
 * Returns the part of the deficit that falls on one position, by notional among those still open; the last takes the
 * rest.
 */
function shareOf(state: State, marginAccount: MarginAccount, market: Market, { lots }: Position): Units {
  const deficit = deficitOf(state, marginAccount);
  if (deficit === 0n) return 0n;
  let open = 0n;
  for (const other of positionsOf(state, marginAccount)) open += sizeOf(marketOf(state, other.symbol), other);
  return divCeil(deficit * sizeOf(market, { lots }), open);
}

const sizeOf = (market: Market, { lots }: Pick<Position, 'lots'>): Units =>
  absBig(notionalOf(market, lots, market.mark));

/**
 * Returns the mark, moved in the position's favour by its part of the deficit and rounded in its favour to the tick.
 */
function bankruptcyPrice(market: Market, { lots }: Pick<Position, 'lots'>, deficit: Units): Ticks {
  const ticks = Number(divCeil(deficit, notionalOf(market, Math.abs(lots), 1)));
  return lots > 0 ? market.mark + ticks : Math.max(1, market.mark - ticks);
}

interface Closure {
  readonly liquidation: number;
  readonly marginAccount: MarginAccount;
  readonly market: Market;
  readonly position: Position;
  readonly deficit: Units;
}

function closeAgainstWinners(state: State, run: EngineEffects, closure: Closure): void {
  const { market, position, deficit } = closure;
  const price = bankruptcyPrice(market, position, deficit);
  const { first, count } = rankedWinners(state, market, closingSideOf(position), Math.abs(position.lots));
  const placed = placedAgainst(state, position, Math.abs(position.lots));
  run.emit(placed);
  let left = placed.order.quantity;
  for (const [index, winner] of first.entries()) {
    if (left === 0) return;
    // The vault closes at the mark, so that it loses nothing and never falls below zero (INV-42).
    const paid = winner.position.account === VAULT_NO ? market.mark : price;
    const lots = Math.min(left, Math.abs(winner.position.lots));
    left -= lots;
    takeFrom(state, run, closure, {
      winner,
      lots,
      price: paid,
      taker: placed.order.no,
      rank: index + 1,
      of: count,
    });
  }
}

interface Taking {
  readonly winner: Ranked;
  readonly lots: number;
  readonly price: Ticks;
  readonly taker: number;
  readonly rank: number;
  readonly of: number;
}

/** Closes a part of one winner's position, and ends reduce-only orders that no longer fit. */
function takeFrom(state: State, run: EngineEffects, closure: Closure, taking: Taking): void {
  const { market, marginAccount, liquidation, deficit } = closure;
  const { winner, lots, price, taker, rank, of } = taking;
  const { position, unrealizedPnl, cost, leverage } = winner;
  const { symbol } = market.spec;
  const placed = placedFor(state, {
    account: position.account,
    symbol,
    side: closingSideOf(position),
    quantity: lots,
    reduceOnly: true,
    triggeredByLiquidation: false,
    source: 'adl',
  });
  run.emit(placed);
  run.emit(privateTrade(state, symbol, 'adl', { taker, maker: placed.order.no, lots, price }));
  run.emit({
    type: 'Deleveraged',
    at: state.now,
    liquidation,
    ...marginAccount,
    market: symbol,
    winner: position.account,
    position: position.no,
    order: placed.order.no,
    lots,
    price,
    mark: market.mark,
    rank,
    ranked: of,
    unrealizedPnl,
    cost,
    leverage,
    deficit,
  });
  run.applyStandingRules(position.account, symbol, 'adl');
}

/**
 * The next sale of collateral that the exchange makes to bring a debt down (wire 6.3, 6.9), or null when none is due.
 *
 * A debt beyond `lltv` of what backs it is brought to `ltv`, one beyond the borrow capacity of the owner's tier down to
 * that. Collateral goes in the order of the configuration, in the fewest steps of the asset's grid, at the index price
 * without a haircut. Each sale takes an asset off or ends the matter, so this ends (INV-46). What rests on a stale price
 * waits; the vault sells by rules of its own.
 */
export function nextForcedExchange(state: State, candidates: readonly Account[]): EngineEvent | null {
  if (!state.config.risk.forcedExchange || (candidates.length === 0 && state.unfinishedSales.size === 0)) return null;
  for (const [no, since] of state.unfinishedSales) {
    const account = state.accounts.get(no);
    const sale = since === state.now && account ? saleOf(state, account, true) : null;
    if (sale) return sale;
  }
  for (const account of candidates) {
    const sale = saleOf(state, account, false);
    if (sale) return sale;
  }
  return null;
}

function saleOf(state: State, account: Account, begun: boolean): EngineEvent | null {
  // Nearly all accounts have no debt, and their balance shows it.
  if (account.no === VAULT_NO || (account.balances.get(settlementAsset(state)) ?? 0n) >= 0n) return null;
  const { debt } = summaryOf(state, account);
  const target = debt === 0n ? null : targetOf(state, account, debt, begun);
  if (target === null || restsOnStalePrice(state, { account: account.no, symbol: null })) return null;
  const [spec, ...others] = saleable(state, account);
  if (!spec) return null;
  const held = account.balances.get(spec.asset) ?? 0n;
  const paid = (taken: Units): Units => paidFor(state, account, spec, taken);
  const isEnough = (taken: Units): boolean =>
    isMet(state, account, target, debt - paid(taken), { spec, left: held - taken });
  const taken = fewestSteps(spec, held, isEnough);
  const sale = exchanged(state, account, spec, { taken, received: paid(taken), haircut: 0, forced: true });
  // A debt beyond capacity says so again by itself; one that has come within lltv on its way to ltv does not.
  return target.overLent && others.length > 0 && !isEnough(taken) ? { ...sale, unfinished: true } : sale;
}

/** What a debt is brought down to: `ltv` of what then backs it, a capacity, or both. */
interface Target {
  readonly overLent: boolean;
  readonly capacity: Units | null;
}

/** Null when the debt is within its limits. */
function targetOf(state: State, account: Account, debt: Units, begun: boolean): Target | null {
  const { maxBorrowCapacity } = tierOfAccount(state, account);
  const capacity = maxBorrowCapacity > 0n && debt > maxBorrowCapacity ? maxBorrowCapacity : null;
  const overLent = !isBacked(state, account, debt, begun ? 'ltv' : 'lltv');
  return overLent || capacity !== null ? { overLent, capacity } : null;
}

/** What an account would have left of one asset. */
interface Rest {
  readonly spec: CollateralSpec;
  readonly left: Units;
}

function isMet(state: State, account: Account, { overLent, capacity }: Target, debt: Units, rest: Rest): boolean {
  if (capacity !== null && debt > capacity) return false;
  return !overLent || isBacked(state, account, debt, 'ltv', rest);
}

/** True when the collateral beside the settlement asset carries a debt at one of the two levels; nothing is rounded. */
function isBacked(state: State, account: Account, debt: Units, level: 'ltv' | 'lltv', rest?: Rest): boolean {
  let carried = 0n;
  for (const spec of state.config.collaterals) {
    if (spec.priceMarket === null) continue;
    const quantity = rest?.spec === spec ? rest.left : (account.balances.get(spec.asset) ?? 0n);
    carried += valueOfQuantity(state, spec, quantity).value * BigInt(spec[level]);
  }
  return debt * UNIT_BIG <= carried;
}

/** Assets that would bring something in, in the order they are sold. */
const saleable = (state: State, account: Account): CollateralSpec[] =>
  state.config.collaterals.filter(
    (spec) => spec.priceMarket !== null && valueOfHolding(state, account, spec).value > 0n,
  );

/** Returns the exact value that the account gives up, so that a sale does not change its total value. */
function paidFor(state: State, account: Account, spec: CollateralSpec, taken: Units): Units {
  const held = account.balances.get(spec.asset) ?? 0n;
  return valueOfQuantity(state, spec, held).value - valueOfQuantity(state, spec, held - taken).value;
}

/** Sells all that an account holds besides the settlement asset, at the index price without a haircut. */
export function sellCollateral(state: State, run: EngineEffects, no: AccountNo): void {
  const account = accountOf(state, no);
  for (const spec of state.config.collaterals.slice(1)) {
    const taken = account.balances.get(spec.asset) ?? 0n;
    if (taken <= 0n) continue;
    const received = valueOfHolding(state, account, spec).value;
    run.emit(exchanged(state, account, spec, { taken, received, haircut: 0, forced: true }));
  }
}
