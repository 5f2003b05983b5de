import { invariant } from '../../kernel/errors.ts';
import { type OrderNo, VAULT_NO } from '../../kernel/ids.ts';
import type { CancelCause } from '../event.ts';
import { accountOf } from '../orders/evolve-order.ts';
import { nextIsolatedRelease } from '../risk/isolated.ts';
import type { Account, State } from '../state.ts';
import { healthOf, type LiquidationCandidate, worstFirst, worthOf } from './health.ts';
import { LiquidationStates } from './liquidation-states.ts';
import {
  closeOnBook,
  isBelowSecondLevel,
  liquidationOf,
  type LiquidationStep,
  stepDue,
} from './stages/book-liquidation.ts';
import {
  coverDeficit,
  deleverage,
  isVaultEndangered,
  nextForcedExchange,
  sellCollateral,
  takeOver,
  unwindVault,
  VAULT,
  vaultSpare,
} from './stages/after-book.ts';
import type { EngineEffects } from './stages/liquidation-orders.ts';
import type { Liquidation, LiquidationStage, MarginAccount } from './terms.ts';

/** Finds the accounts that the risk update has to handle. */
export interface RiskCandidates {
  /** Exactly the margin accounts below maintenance whose prices are not stale; in any order. */
  readonly unhealthy: () => readonly MarginAccount[];
  /** Every account that owes the settlement asset, by number. */
  readonly debtors: () => readonly Account[];
}

/** The cancel cause of orders that were placed while a liquidation ran. */
const LATER: Readonly<Record<LiquidationStage, CancelCause>> = {
  partial: 'maintenance_breach',
  vault: 'vault_takeover',
  adl: 'adl',
};

/**
 * Takes the steps that follow from prices, debts and positions, one at a time: forced exchanges, liquidations, the
 * duties of the vault, and the release of unused isolated margin. Each margin account takes each step at most once in
 * an update, so the update ends within a bound set by the open positions and orders (INV-46).
 */
export class RiskUpdate {
  readonly #state: State;
  readonly #run: EngineEffects;
  readonly #candidates: RiskCandidates;
  readonly #liquidationStates: LiquidationStates;
  readonly #done = new Set<string>();
  #bound = 0;
  #unwinds = false;

  constructor(state: State, run: EngineEffects, candidates: RiskCandidates) {
    this.#state = state;
    this.#run = run;
    this.#candidates = candidates;
    this.#liquidationStates = new LiquidationStates(state, run.emit);
  }

  /** Begins an update. `unwinds`: in this one the vault offers its positions to the book. */
  begin(unwinds: boolean): void {
    if (this.#done.size > 0) this.#done.clear();
    this.#unwinds = unwinds;
  }

  /** Takes the next step that is due. False when there is none. */
  step(): boolean {
    if (this.#sellForDebt()) return true;
    if (this.#state.config.risk.liquidation) {
      if (this.#endNext() || this.#liquidateNext() || this.#tendVault()) return true;
    }
    const release = nextIsolatedRelease(this.#state);
    if (release) this.#run.emit(release);
    return release !== null;
  }

  #sellForDebt(): boolean {
    const sale = nextForcedExchange(this.#state, this.#candidates.debtors());
    if (sale) this.#run.emit(sale);
    return sale !== null;
  }

  #endNext(): boolean {
    if (this.#state.liquidations.size === 0) return false;
    for (const liquidation of this.#state.liquidations.values()) {
      if (this.#liquidationStates.endIfOver(liquidation)) return true;
    }
    return false;
  }

  /** Takes one step for the worst candidate that has a step due. */
  #liquidateNext(): boolean {
    const unhealthy = this.#candidates.unhealthy();
    if (unhealthy.length === 0) return false;
    for (const candidate of worstFirst(this.#state, unhealthy)) {
      const step = stepDue(this.#state, candidate, (tried) => this.#done.has(keyOf(candidate.marginAccount, tried)));
      if (step === null) continue;
      this.#take(candidate, step);
      return true;
    }
    return false;
  }

  #take(candidate: LiquidationCandidate, step: LiquidationStep): void {
    this.#mark(candidate.marginAccount, step);
    const liquidation = this.#begun(candidate, step);
    if (step === 'partial') this.#sell(liquidation);
    else if (step === 'vault') this.#handOver(liquidation);
    else if (step === 'adl') this.#deleverage(liquidation);
    else this.#liquidationStates.pause(liquidation);
  }

  /**
   * Returns the running liquidation or begins one, with all orders of the margin account pulled, so that a
   * liquidation order cannot meet them.
   */
  #begun({ marginAccount, health }: LiquidationCandidate, step: LiquidationStep): Liquidation {
    const running = liquidationOf(this.#state, marginAccount);
    if (running) {
      if (step !== 'wait') pullOrders(this.#state, this.#run, marginAccount, LATER[step]);
      return running;
    }
    const isBelow = isBelowSecondLevel(this.#state, health);
    const liquidation = this.#liquidationStates.begin(marginAccount, isBelow ? 'vault' : 'partial');
    pullOrders(this.#state, this.#run, marginAccount, isBelow ? 'takeover_breach' : 'maintenance_breach');
    return liquidation;
  }

  #sell(liquidation: Liquidation): void {
    closeOnBook(this.#state, this.#run, liquidation, () => this.#liquidationStates.announce(liquidation, 'partial'));
    if (this.#liquidationStates.endIfOver(liquidation)) return;
    // Below the second level the next step is due at once.
    if (!isBelowSecondLevel(this.#state, healthOf(this.#state, liquidation)))
      this.#liquidationStates.pause(liquidation);
  }

  #handOver(liquidation: Liquidation): void {
    this.#liquidationStates.announce(liquidation, 'vault');
    takeOver(this.#state, this.#run, liquidation);
    this.#liquidationStates.end(liquidation, 'takenOver');
  }

  /** Sells collateral first: without the haircut the value can turn out positive, and then no winner is deleveraged. */
  #deleverage(liquidation: Liquidation): void {
    const { no, account, symbol } = liquidation;
    this.#liquidationStates.announce(liquidation, 'adl');
    if (symbol === null) sellCollateral(this.#state, this.#run, account);
    if (worthOf(this.#state, liquidation).total > 0n) return;
    coverDeficit(this.#state, this.#run, no, liquidation);
    deleverage(this.#state, this.#run, liquidation);
    this.#liquidationStates.end(liquidation, this.#liquidationStates.isOpen(liquidation) ? 'healthy' : 'deleveraged');
  }

  /**
   * Takes a step for the vault when no other account has one due: deleverage it, pay uncovered debts, offer its
   * positions.
   */
  #tendVault(): boolean {
    if (isVaultEndangered(this.#state) && !this.#done.has(keyOf(VAULT, 'adl'))) {
      this.#mark(VAULT, 'adl');
      deleverageVault(this.#state, this.#run, this.#liquidationStates);
      return true;
    }
    if (payDebt(this.#state, this.#run, this.#candidates.debtors())) return true;
    if (this.#unwinds) {
      this.#unwinds = false;
      unwindVault(this.#state, this.#run);
      return true;
    }
    if (!mustArmUnwinding(this.#state)) return false;
    this.#liquidationStates.arm({ kind: 'vaultUnwind' });
    return true;
  }

  /** Notes a step as taken. The bound counts the positions that could exist or that orders could open. */
  #mark(marginAccount: MarginAccount, step: LiquidationStep): void {
    const key = keyOf(marginAccount, step);
    invariant(!this.#done.has(key), () => `INV-46 ${key} is tried once`);
    if (this.#done.size === 0) this.#bound = boundOf(this.#state);
    this.#done.add(key);
    invariant(this.#done.size <= this.#bound, () => `INV-46 a cascade ends within ${this.#bound} steps`);
  }
}

/** Book, vault, winners, pause. */
const STEPS = 4;

/** A position in every market for every account, because counting them would be a look at each; the vault is given more. */
function boundOf({ orders, accounts, markets }: State): number {
  return STEPS * (orders.size + (accounts.size + 1) * markets.size);
}

const keyOf = ({ account, symbol }: MarginAccount, step: LiquidationStep): string =>
  `${account}|${symbol ?? ''}|${step}`;

/** Marks a debt that is paid outside a liquidation. */
const NO_LIQUIDATION = 0;

/** Closes positions of the vault against the winners of the other side until the vault covers its maintenance. */
function deleverageVault(state: State, run: EngineEffects, liquidationStates: LiquidationStates): void {
  const liquidation = liquidationStates.begin(VAULT, 'adl');
  liquidationStates.announce(liquidation, 'adl');
  deleverage(state, run, liquidation);
  liquidationStates.end(liquidation, liquidationStates.isOpen(VAULT) ? 'healthy' : 'deleveraged');
}

/**
 * Pays the first debt of an account without other assets, up to what the vault can spare. Returns false when it pays
 * nothing.
 */
function payDebt(state: State, run: EngineEffects, debtors: Iterable<Account>): boolean {
  for (const debtor of debtors) {
    if (debtor.no === VAULT_NO || hasMore(debtor)) continue;
    if (vaultSpare(state) === 0n) return false;
    coverDeficit(state, run, NO_LIQUIDATION, { account: debtor.no, symbol: null });
    return true;
  }
  return false;
}

/** Returns true when an account has anything else that could still pay its debt. */
const hasMore = ({ positions, isolated, balances }: Account): boolean =>
  positions.size > 0 || isolated.size > 0 || [...balances.values()].some((amount) => amount > 0n);

/** Returns true while the vault has positions and no timer is armed to offer them to the book. */
const mustArmUnwinding = (state: State): boolean =>
  !state.vaultUnwinding && accountOf(state, VAULT_NO).positions.size > 0;

/** Returns the live orders of a margin account of every kind (resting, conditional, linked, TWAP), oldest first. */
export function ordersOf(state: State, { account: no, symbol }: MarginAccount): OrderNo[] {
  const account = accountOf(state, no);
  const orders: OrderNo[] = [];
  for (const [market, open] of account.open) {
    const own = symbol === null ? !account.isolated.has(market) : market === symbol;
    if (own) orders.push(...open.orders);
  }
  return orders.sort((a, b) => a - b);
}

/**
 * Cancels all live orders of a margin account. The end of an order can end orders linked to it, each with its own
 * cause.
 */
function pullOrders(state: State, run: EngineEffects, marginAccount: MarginAccount, cause: CancelCause): void {
  for (const order of ordersOf(state, marginAccount)) {
    if (state.orders.has(order)) run.emitAll([{ type: 'OrderCancelled', at: state.now, order, cause }]);
  }
}
