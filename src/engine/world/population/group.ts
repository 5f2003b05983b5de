import type { AccountNo } from '../../../kernel/ids.ts';
import type { Draw } from '../../../kernel/random.ts';
import type { Lots, Ticks, TimeMs, Units } from '../../../kernel/units.ts';
import type { Command } from '../../command.ts';
import type { MarketSpec } from '../../config.ts';
import type { Market, State } from '../../state.ts';
import type { PopulationSpec } from './population-spec.ts';
import type { PopulationState } from './population-state.ts';

/** What a group sees when it looks at its market. */
export interface Look {
  readonly state: State;
  readonly market: Market;
  readonly spec: PopulationSpec;
  readonly population: PopulationState;
  /** The accounts of the group. */
  readonly accounts: readonly AccountNo[];
  readonly memory: readonly number[];
  /** Draws from the group's own stream. */
  readonly draw: Draw;
}

/** What a group does: its commands in order, what it remembers, and when it looks again. */
export interface Act {
  readonly commands: readonly Command[];
  readonly memory: readonly number[];
  /** Milliseconds until the next look, at least 1. */
  readonly afterMs: TimeMs;
}

/** What the accounts of a group have at the start. */
export interface GroupStart {
  /** In the order of the group's accounts. */
  readonly accounts: readonly AccountStart[];
  readonly positions: readonly SeededPair[];
}

export interface AccountStart {
  readonly funds: Units;
  readonly leverage: number;
}

/** A long and a short that were opened against each other before the start, by the places of their accounts in the group. */
export interface SeededPair {
  readonly long: number;
  readonly short: number;
  readonly price: Ticks;
  readonly lots: Lots;
}

/** One group of traders. A refused command is simply missing from the state of its next look. */
export interface GroupRules {
  /** Names of its accounts. */
  accounts(spec: PopulationSpec): readonly string[];
  /** What it remembers before its first look. */
  memory(spec: PopulationSpec): readonly number[];
  act(look: Look): Act;
  /** What its accounts have at the start; without it they are rich and hold nothing. Draws from a stream of the start. */
  start?(market: MarketSpec, spec: PopulationSpec, draw: Draw): GroupStart;
}
