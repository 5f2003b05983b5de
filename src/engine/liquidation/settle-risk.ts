import { invariant } from '../../kernel/assert.ts';
import { VAULT_NO } from '../../kernel/ids.ts';
import type { CancelCause } from '../event.ts';
import { accountOf } from '../evolve-order.ts';
import { nextIsolatedRelease } from '../isolated/isolated.ts';
import type { Account, State } from '../state.ts';
import { sellToBook } from './book-liquidation.ts';
import { coverDeficit, deleverage } from './deleverage.ts';
import type { Execution } from './execution.ts';
import { nextForcedExchange } from './forced-exchange.ts';
import { healthOf, worthOf } from './health.ts';
import { Proceedings } from './proceedings.ts';
import { pullOrders } from './pull-orders.ts';
import { sellCollateral } from './sell-collateral.ts';
import { isBelowSecondLevel, liquidationOf, type Step, stepDue } from './stages.ts';
import { takeOver } from './takeover.ts';
import type { Liquidation, LiquidationStage, RiskDomain } from './terms.ts';
import { isVaultEndangered, unwindVault, VAULT } from './vault.ts';
import { deleverageVault, mustArmUnwinding, payDebt } from './vault-duties.ts';
import { type Victim, worstFirst } from './victims.ts';

/** Where those are found who may have too little. */
export interface RiskCandidates {
  /** Every domain below its requirement by prices that count, and no other; in any order. */
  readonly unhealthy: () => readonly RiskDomain[];
  /** Every account that owes the settlement asset, by number. */
  readonly debtors: () => Iterable<Account>;
}

/** Why orders are pulled that were placed while a liquidation ran. */
const LATER: Readonly<Record<LiquidationStage, CancelCause>> = {
  partial: 'maintenance_breach',
  vault: 'vault_takeover',
  adl: 'adl',
};

/**
 * What follows from prices, debts and positions, one step at a time: sales of collateral for debts, liquidations, what
 * the vault owes to others and to itself, and isolated margin that nothing needs any more. Each domain takes each step
 * once in a settling, so that it ends within a bound set by what there is to close and to pull (INV-46).
 */
export class RiskSettling {
  readonly #state: State;
  readonly #run: Execution;
  readonly #candidates: RiskCandidates;
  readonly #proceedings: Proceedings;
  readonly #done = new Set<string>();
  #bound = 0;
  #unwinds = false;

  constructor(state: State, run: Execution, candidates: RiskCandidates) {
    this.#state = state;
    this.#run = run;
    this.#candidates = candidates;
    this.#proceedings = new Proceedings(state, run.emit);
  }

  /** A settling begins; in this one the vault may have positions to work off. */
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
    for (const liquidation of this.#state.liquidations.values()) {
      if (this.#proceedings.endIfOver(liquidation)) return true;
    }
    return false;
  }

  /** One step for the worst domain that has one due. */
  #liquidateNext(): boolean {
    const unhealthy = this.#candidates.unhealthy();
    if (unhealthy.length === 0) return false;
    for (const victim of worstFirst(this.#state, unhealthy)) {
      const step = stepDue(this.#state, victim, (tried) => this.#done.has(keyOf(victim.domain, tried)));
      if (step === null) continue;
      this.#take(victim, step);
      return true;
    }
    return false;
  }

  #take(victim: Victim, step: Step): void {
    this.#mark(victim.domain, step);
    const liquidation = this.#begun(victim, step);
    if (step === 'partial') this.#sell(liquidation);
    else if (step === 'vault') this.#handOver(liquidation);
    else if (step === 'adl') this.#deleverage(liquidation);
    else this.#proceedings.pause(liquidation);
  }

  /** The liquidation of a victim, all its orders pulled: what it offers itself must not stand in its way. */
  #begun({ domain, health }: Victim, step: Step): Liquidation {
    const running = liquidationOf(this.#state, domain);
    if (running) {
      if (step !== 'wait') pullOrders(this.#state, this.#run, domain, LATER[step]);
      return running;
    }
    const isBelow = isBelowSecondLevel(this.#state, health);
    const liquidation = this.#proceedings.begin(domain, isBelow ? 'vault' : 'partial');
    pullOrders(this.#state, this.#run, domain, isBelow ? 'takeover_breach' : 'maintenance_breach');
    return liquidation;
  }

  #sell(liquidation: Liquidation): void {
    sellToBook(this.#state, this.#run, liquidation, () => this.#proceedings.announce(liquidation, 'partial'));
    if (this.#proceedings.endIfOver(liquidation)) return;
    // Below the second level the next step is due at once.
    if (!isBelowSecondLevel(this.#state, healthOf(this.#state, liquidation))) this.#proceedings.pause(liquidation);
  }

  #handOver(liquidation: Liquidation): void {
    this.#proceedings.announce(liquidation, 'vault');
    takeOver(this.#state, this.#run, liquidation);
    this.#proceedings.end(liquidation, 'takenOver');
  }

  /** What is sold without a haircut may be worth more than nothing after all: then nobody is to give up anything. */
  #deleverage(liquidation: Liquidation): void {
    const { no, account, symbol } = liquidation;
    this.#proceedings.announce(liquidation, 'adl');
    if (symbol === null) sellCollateral(this.#state, this.#run, account);
    if (worthOf(this.#state, liquidation).total > 0n) return;
    coverDeficit(this.#state, this.#run, no, liquidation);
    deleverage(this.#state, this.#run, liquidation);
    this.#proceedings.end(liquidation, this.#proceedings.isOpen(liquidation) ? 'healthy' : 'deleveraged');
  }

  /** What the vault has to do once nobody else is due: stay sound, pay debts that have nothing behind them, work off. */
  #tendVault(): boolean {
    if (isVaultEndangered(this.#state) && !this.#done.has(keyOf(VAULT, 'adl'))) {
      this.#mark(VAULT, 'adl');
      deleverageVault(this.#state, this.#run, this.#proceedings);
      return true;
    }
    if (payDebt(this.#state, this.#run, this.#candidates.debtors())) return true;
    if (this.#unwinds) {
      this.#unwinds = false;
      unwindVault(this.#state, this.#run);
      return true;
    }
    if (!mustArmUnwinding(this.#state)) return false;
    this.#proceedings.arm({ kind: 'vaultUnwind' });
    return true;
  }

  /** Remembers a step. The bound counts what could be liquidated at most: what is held, and what orders could open. */
  #mark(domain: RiskDomain, step: Step): void {
    const key = keyOf(domain, step);
    invariant(!this.#done.has(key), () => `INV-46 ${key} is tried once`);
    if (this.#done.size === 0) this.#bound = boundOf(this.#state);
    this.#done.add(key);
    invariant(this.#done.size <= this.#bound, () => `INV-46 a cascade ends within ${this.#bound} steps`);
  }
}

/** Book, vault, winners, pause. */
const STEPS = 4;

function boundOf(state: State): number {
  let exposures = state.orders.size + accountOf(state, VAULT_NO).positions.size;
  for (const { positions } of state.accounts.values()) exposures += positions.size;
  return STEPS * exposures;
}

const keyOf = ({ account, symbol }: RiskDomain, step: Step): string => `${account}|${symbol ?? ''}|${step}`;
