import { invariant } from '../../kernel/errors.ts';
import type { Units } from '../../kernel/units.ts';
import { stateDigest } from '../canonical-state.ts';
import type { Input } from '../command.ts';
import type { ExchangeConfig } from '../config.ts';
import { Engine, type InputOutcome } from '../engine.ts';
import { evolve } from '../evolve.ts';
import { genesis } from '../genesis.ts';
import { checkInvariants } from '../invariants.ts';
import { notionalOf } from '../risk/margin.ts';
import type { Market, State } from '../state.ts';
import { watchBystanders } from './watch-bystanders.test-helper.ts';
import { watchClearance } from './watch-clearance.test-helper.ts';
import { watchDeleveraging } from './watch-deleveraging.test-helper.ts';
import { checkFiguresNaively } from './watch-figures.test-helper.ts';
import { watchFunding } from './watch-funding.test-helper.ts';
import { watchFunds } from './watch-funds.test-helper.ts';
import { watchLiquidation } from './watch-liquidation.test-helper.ts';
import { watchSteps } from './watch-steps.test-helper.ts';
import { watchTrades } from './watch-trades.test-helper.ts';
import { agree, type Watcher } from './watcher.test-helper.ts';

/**
 * An engine under watch. A second state is folded from its events alone: watchers see each event with the state as it
 * was before it, and in the end both states are one (INV-49).
 */
export class WatchedEngine {
  readonly engine: Engine;
  readonly #folded: State;
  readonly #watchers: readonly Watcher[];

  constructor(config: ExchangeConfig, extra: readonly Watcher[] = []) {
    this.engine = new Engine(genesis(config).state);
    this.#folded = genesis(config).state;
    this.#watchers = [
      watchTrades(),
      watchFunding(this.#folded),
      watchLiquidation(),
      watchClearance(),
      watchDeleveraging(),
      watchFunds(),
      watchBystanders(),
      watchSteps(),
      ...extra,
    ];
  }

  /** Throws on the first thing that must not be. */
  apply(input: Input): InputOutcome {
    const folded = this.#folded;
    for (const watcher of this.#watchers) watcher.begin?.(folded);
    const outcome = this.engine.apply(input);
    for (const event of outcome.events) {
      for (const watcher of this.#watchers) watcher.before?.(folded, event);
      evolve(folded, event);
      for (const watcher of this.#watchers) watcher.after?.(folded, event);
    }
    folded.inputSeq = this.engine.state.inputSeq;
    for (const watcher of this.#watchers) watcher.end?.(folded);
    return outcome;
  }

  /** The whole state recounted, and every figure of every account with it. */
  check(): void {
    checkInvariants(this.engine.state);
    checkFiguresNaively(this.engine.state);
  }

  finish(): void {
    this.check();
    const { state } = this.engine;
    for (const factor of [0, 1, 3])
      agree(
        'INV-30',
        pnlImbalance(state, (market) => market.mark * factor),
        0n,
      );
    agree('INV-49 the state is the fold of its events', stateDigest(this.#folded), stateDigest(state));
  }
}

/** INV-30: per market, realized plus unrealized PnL of all subaccounts is zero at any price. */
export function pnlImbalance(state: State, price: (market: Market) => number): Units {
  let sum = -[...state.house.clearing.values()].reduce((total, amount) => total + amount, 0n);
  for (const account of state.accounts.values()) {
    for (const position of account.positions.values()) {
      const market = state.markets.get(position.symbol);
      invariant(market, 'a position is in a market');
      sum += notionalOf(market, position.lots, price(market)) - position.cost;
    }
  }
  return sum;
}
