import type { AccountNo } from '../../../kernel/ids.ts';
import type { RandomStream } from '../../../kernel/random.ts';
import type { Lots } from '../../../kernel/units.ts';

/** The groups in the order in which they are armed at the start. */
export const GROUPS = ['makers', 'depth', 'flow', 'holders', 'arbitrage', 'hunters'] as const;
export type Group = (typeof GROUPS)[number];

/** What one group remembers between two looks; whole numbers, whose meaning is the group's own. */
export interface GroupState {
  readonly random: RandomStream;
  readonly memory: readonly number[];
}

/** The traders of one market. */
export interface PopulationState {
  readonly groups: Record<Group, GroupState>;
  readonly accounts: Record<Group, AccountNo[]>;
  /** Lots that takers have bought less those they have sold since the start of the market: what the tape shows. */
  takenLots: Lots;
}
