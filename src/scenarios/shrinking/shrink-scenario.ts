import type { ExpectationResult } from '../run-result.ts';
import { minimize } from './minimize.ts';
import {
  happenings,
  type Part,
  simplerForms,
  surroundings,
  withHappenings,
  withSurroundings,
  type Written,
} from './scenario-parts.ts';

/** A scenario and what it expects, as their files have them. */
export interface WrittenScenario {
  readonly scenario: Written;
  readonly expectations: readonly Written[];
}

/** Runs a scenario and returns what was checked; null for one that cannot be run. */
export type RunWritten = (written: WrittenScenario) => Promise<readonly ExpectationResult[] | null>;

export interface ShrinkOptions {
  /** The sentence that must still fail. Left out: the first that fails. */
  readonly sentence?: string;
  /** True when it may fail in any way; otherwise what is found instead must stay the same. */
  readonly isAnyFailure?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ShrinkProgress) => void;
  readonly maxTries?: number;
}

export interface ShrinkProgress {
  /** Runs so far. */
  readonly tries: number;
  /** Entries, agents and accounts that are left. */
  readonly parts: number;
}

export interface Shrunk extends WrittenScenario {
  /** What fails, before and after. */
  readonly failure: Failure;
  /** Runs that it took. */
  readonly tries: number;
  readonly before: Size;
  readonly after: Size;
  /** False when the tries or the signal ended the search before no part could be left out any more. */
  readonly isMinimal: boolean;
}

export interface Failure {
  readonly sentence: string;
  readonly message: string;
}

export interface Size {
  readonly timeline: number;
  readonly agents: number;
  readonly accounts: number;
  /** Milliseconds. */
  readonly duration: number;
}

const DEFAULT_TRIES = 2_000;

/**
 * Returns the smallest scenario found that still fails the same expectation in the same way: entries of the timeline,
 * agents and orders first, then accounts and market fields, then its duration. Equal scenarios shrink to equal ones.
 * Null when nothing fails, or not what was asked for.
 */
export async function shrinkScenario(
  written: WrittenScenario,
  run: RunWritten,
  options: ShrinkOptions & { readonly durationOf: (scenario: Written) => number },
): Promise<Shrunk | null> {
  const failure = failureIn(await run(written), options);
  if (!failure) return null;
  const search = new Search(run, failure, options);
  const size = (scenario: Written): Size => sizeOf(scenario, options.durationOf(scenario));
  const only = await search.onlyExpectation(written);
  const acting = await search.leaveOut(only, happenings, withHappenings);
  const around = await search.leaveOut(acting, surroundings, withSurroundings);
  const after = await search.shorten(around, options.durationOf(around.scenario));
  const { tries, isMinimal } = search;
  return {
    ...after,
    failure,
    tries: tries + 1,
    isMinimal,
    before: size(written.scenario),
    after: size(after.scenario),
  };
}

function failureIn(results: readonly ExpectationResult[] | null, { sentence }: ShrinkOptions): Failure | null {
  const failed = results?.find((one) => !one.passed && (sentence === undefined || one.sentence === sentence));
  return failed ? { sentence: failed.sentence, message: failed.message } : null;
}

/** Tries of one shrink, counted together. */
class Search {
  tries = 0;
  isMinimal = true;
  readonly #run: RunWritten;
  readonly #failure: Failure;
  readonly #options: ShrinkOptions;

  constructor(run: RunWritten, failure: Failure, options: ShrinkOptions) {
    this.#run = run;
    this.#failure = failure;
    this.#options = options;
  }

  /** Leaves out all expectations but the one that fails. */
  async onlyExpectation(written: WrittenScenario): Promise<WrittenScenario> {
    const { sentence } = this.#failure;
    const expectations = written.expectations.flatMap((entry) => {
      const that = (Array.isArray(entry['that']) ? entry['that'] : []).filter(
        (one: unknown) => sentenceOf(one) === sentence,
      );
      return that.length > 0 ? [{ ...entry, that }] : [];
    });
    const shorter = { ...written, expectations };
    return (await this.#fails(shorter, 0)) ? shorter : written;
  }

  async leaveOut(
    written: WrittenScenario,
    partsOf: (scenario: Written) => Part[],
    withParts: (scenario: Written, parts: readonly Part[]) => Written,
  ): Promise<WrittenScenario> {
    const { signal, maxTries = DEFAULT_TRIES } = this.#options;
    const having = (parts: readonly Part[]): WrittenScenario => ({
      ...written,
      scenario: withParts(written.scenario, parts),
    });
    const parts = partsOf(written.scenario);
    const found = await minimize(parts, (left) => this.#fails(having(left), left.length), {
      maxTries: Math.max(1, maxTries - this.tries),
      simplify: simplerForms,
      ...(signal && { signal }),
    });
    this.isMinimal &&= found?.isMinimal ?? false;
    return found ? having(found.items) : written;
  }

  /** Cuts what comes after the last thing that matters; halves of the duration, then single seconds. */
  async shorten(written: WrittenScenario, durationMs: number): Promise<WrittenScenario> {
    let shortest = written;
    let longest = Math.ceil(durationMs / 1_000);
    let tooShort = 0;
    while (longest - tooShort > 1 && !this.#isOver()) {
      const seconds = Math.floor((longest + tooShort) / 2);
      const shorter = { ...written, scenario: { ...written.scenario, duration: `${seconds}s` } };
      if (await this.#fails(shorter, 0)) {
        shortest = shorter;
        longest = seconds;
      } else tooShort = seconds;
    }
    return shortest;
  }

  #isOver(): boolean {
    const { signal, maxTries = DEFAULT_TRIES } = this.#options;
    return signal?.aborted === true || this.tries >= maxTries;
  }

  async #fails(written: WrittenScenario, parts: number): Promise<boolean> {
    this.tries += 1;
    this.#options.onProgress?.({ tries: this.tries, parts });
    const results = (await this.#run(written)) ?? [];
    const { sentence, message } = this.#failure;
    return results.some(
      (one) =>
        !one.passed && one.sentence === sentence && (this.#options.isAnyFailure === true || one.message === message),
    );
  }
}

/** A sentence stands alone, or as the key of its rows. */
function sentenceOf(written: unknown): string | undefined {
  if (typeof written === 'string') return written;
  return typeof written === 'object' && written !== null ? Object.keys(written)[0] : undefined;
}

const countOf = (value: unknown): number =>
  Array.isArray(value) ? value.length : typeof value === 'object' && value !== null ? Object.keys(value).length : 0;

const sizeOf = ({ timeline, agents, strategy, accounts }: Written, duration: number): Size => ({
  timeline: countOf(timeline),
  agents: countOf(agents) + (strategy ? 1 : 0),
  accounts: countOf(accounts),
  duration,
});
