import { cellsOf, type Pickled, unlistedIn } from '../../src/harness/needs.ts';
import type { Claim } from '../../src/harness/deployment.ts';
import { claimOf, ownersIn } from '../../src/harness/suite/claims.ts';

/** Sentences that compare the facts with those before the last request. A scenario with one of them records the facts. */
export const FACT_SENTENCES = { none: 'nothing changed', some: 'these facts changed, and no others:' } as const;

/** What the suite derives from the sentences and cells of a scenario before its first step. */
export interface Traits {
  readonly tags: readonly string[];
  readonly steps: readonly string[];
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
  readonly steps: readonly ({ readonly text: string } & Pickled)[];
  readonly tags: readonly { readonly name: string }[];
}

export function traitsOf(pickle: Scenario): Traits {
  const steps = pickle.steps.map(({ text }) => text);
  const cells = cellsOf(pickle.steps);
  const tags = pickle.tags.map(({ name }) => name);
  return {
    tags,
    steps,
    cells,
    claim: claimOf({ steps, cells, tags }),
    watchesFacts: steps.some((text) => text === FACT_SENTENCES.none || text === FACT_SENTENCES.some),
    watchesClientIds: cells.some((cell) => /client(Order)?Id/.test(cell)),
    owners: ownersIn(steps),
    unlisted: unlistedIn(steps),
  };
}
