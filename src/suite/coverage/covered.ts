import type { Citation, State } from './citations.ts';
import type { Clause, Transition } from './contract.ts';

export interface CoveredClause extends Clause {
  readonly state: State;
  readonly waiver: string | null;
  readonly scenarios: readonly Citation[];
}

export interface CoveredTransition extends Transition {
  readonly state: State;
  readonly scenarios: readonly Citation[];
}
