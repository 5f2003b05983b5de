import { citedBy } from '../coverage/citations.ts';
import { ADDITION_NAMES, type AdditionName, isGiven } from './additions.ts';

/** A scenario that was chosen, as far as an outlook needs it. */
export interface Prospect {
  /** Without `@`. */
  readonly tags: readonly string[];
  /** What it needs and the target does not offer; empty for one that can run. */
  readonly lacks: readonly string[];
}

/** How many scenarios, and how many clauses that nothing else proves. */
export interface Gain {
  readonly scenarios: number;
  readonly clauses: number;
}

/** What chosen scenarios can prove on a target, what they cannot, and what would let them prove more. */
export interface Outlook {
  readonly scenarios: { readonly chosen: number; readonly runnable: number };
  readonly clauses: {
    /** Of the whole contract. */
    readonly contract: number;
    /** Cited by the chosen scenarios. */
    readonly cited: number;
    /** Cited by one that can run. */
    readonly provable: number;
  };
  /** Clauses that no scenario can prove here, each with what the scenario that comes nearest lacks. */
  readonly unprovable: readonly { readonly clause: string; readonly lacks: readonly string[] }[];
  /** What holds back most comes first; a scenario or a clause that lacks several things counts under each. */
  readonly lacking: readonly ({ readonly lack: string } & Gain)[];
  /** What each addition would add by itself; additions that would add nothing are left out. */
  readonly additions: readonly ({ readonly name: AdditionName } & Gain)[];
  /** What all of them but the control plane would add together. */
  readonly together: Gain;
}

/** @param contract number of clauses of the contract */
export function outlookOf(prospects: readonly Prospect[], contract: number): Outlook {
  const blocked = prospects.filter(({ lacks }) => lacks.length > 0);
  const provable = clausesIn(prospects.filter(({ lacks }) => lacks.length === 0));
  const nearest = nearestLacks(blocked, provable);
  const gainOf = (names: readonly AdditionName[]): Gain => {
    const freed = blocked.filter(({ lacks }) => isGiven(lacks, names));
    return { scenarios: freed.length, clauses: [...clausesIn(freed)].filter((id) => !provable.has(id)).length };
  };
  return {
    scenarios: { chosen: prospects.length, runnable: prospects.length - blocked.length },
    clauses: { contract, cited: clausesIn(prospects).size, provable: provable.size },
    unprovable: [...nearest].map(([clause, lacks]) => ({ clause, lacks })),
    lacking: lackingIn(blocked, nearest),
    additions: ADDITION_NAMES.map((name) => ({ name, ...gainOf([name]) })).filter(({ scenarios }) => scenarios > 0),
    together: gainOf(ADDITION_NAMES.filter((name) => name !== 'control-plane')),
  };
}

const clausesIn = (prospects: readonly Prospect[]): ReadonlySet<string> =>
  new Set(prospects.flatMap(({ tags }) => citedBy(tags, 'clause')));

/** The least that the scenarios of a clause lack; of equals the first. */
function nearestLacks(blocked: readonly Prospect[], provable: ReadonlySet<string>): Map<string, readonly string[]> {
  const nearest = new Map<string, readonly string[]>();
  for (const { tags, lacks } of blocked) {
    for (const id of citedBy(tags, 'clause')) {
      const known = nearest.get(id);
      if (!provable.has(id) && (known === undefined || lacks.length < known.length)) nearest.set(id, lacks);
    }
  }
  return nearest;
}

function lackingIn(blocked: readonly Prospect[], nearest: ReadonlyMap<string, readonly string[]>): Outlook['lacking'] {
  const lacks = [...new Set(blocked.flatMap((one) => one.lacks))];
  return lacks
    .map((lack) => ({
      lack,
      scenarios: blocked.filter((one) => one.lacks.includes(lack)).length,
      clauses: [...nearest.values()].filter((one) => one.includes(lack)).length,
    }))
    .toSorted((a, b) => b.clauses - a.clauses || b.scenarios - a.scenarios);
}
