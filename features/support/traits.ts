import type { Claim } from '../../src/suite/deployment.ts';
import { StepArgument } from '../../src/suite/steps/declaration.ts';
import { type SpokenScenario, STEPS } from '../../src/suite/steps/library.ts';
import { claimOf, ownersIn, unlistedIn } from '../../src/suite/run/claims.ts';

/** What the suite derives from the steps of a scenario before the first of them. */
export interface Traits extends SpokenScenario {
  readonly cells: readonly string[];
  /** What the scenario needs for itself while others run. */
  readonly claim: Claim;
  /** True when a step of the scenario compares facts. */
  readonly watchesFacts: boolean;
  /** True when the scenario states client ids. */
  readonly watchesClientIds: boolean;
  /** Owners of the second subaccounts that the scenario uses, one entry for each subaccount. */
  readonly owners: readonly string[];
  /** Names of wallets that the scenario takes off the whitelist. */
  readonly unlisted: readonly string[];
}

/** The parts of a compiled scenario that its traits depend on. */
interface Scenario {
  readonly steps: readonly ({ readonly text: string } & Parameters<typeof StepArgument.of>[0])[];
  readonly tags: readonly { readonly name: string }[];
}

export function traitsOf(pickle: Scenario): Traits {
  const tags = pickle.tags.map(({ name }) => name);
  const steps = pickle.steps.map((step) => ({ text: step.text, argument: StepArgument.of(step) }));
  const cells = steps.flatMap(({ argument }) => argument.cells);
  return {
    tags,
    steps,
    cells,
    claim: claimOf({ steps, tags }),
    watchesFacts: STEPS.readAll({ steps }).steps.some(({ cost }) => cost.comparesFacts),
    watchesClientIds: cells.some((cell) => /client(Order)?Id/.test(cell)),
    owners: ownersIn({ steps }),
    unlisted: unlistedIn({ steps }),
  };
}
