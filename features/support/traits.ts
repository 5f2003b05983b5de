import { cellsOf, type Pickled, unlistedIn } from '../../src/harness/needs.ts';
import type { Claim } from '../../src/harness/deployment.ts';
import { claimOf, ownersIn } from '../../src/harness/suite/claims.ts';

/** Sentences that compare the facts with those before the last request, so that a scenario with one of them watches the facts. */
export const FACT_SENTENCES = { none: 'nothing changed', some: 'these facts changed, and no others:' } as const;

/** What the sentences and cells of a scenario show before its first step. */
export interface Traits {
  readonly tags: readonly string[];
  readonly steps: readonly string[];
  readonly cells: readonly string[];
  /** What the scenario takes for itself. */
  readonly claim: Claim;
  /** A step of the scenario speaks of facts. */
  readonly watchesFacts: boolean;
  /** The scenario speaks of client ids. */
  readonly watchesClientIds: boolean;
  /** Whose second subaccounts the scenario uses, a name for each of them. */
  readonly owners: readonly string[];
  /** Wallets that the scenario says are off the whitelist. */
  readonly unlisted: readonly string[];
}

/** A scenario as Cucumber compiles it, as far as its traits show in it. */
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
