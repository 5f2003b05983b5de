import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parse, stringify } from 'yaml';
import { makeFolder } from '../exchange/data/make-folder.ts';
import { findScenario } from './format/library.ts';
import { loadScenario } from './format/load.ts';
import { minimize } from './minimize.ts';
import type { ExpectationResult } from './run-result.ts';
import { type Scenario, ScenarioFileError } from './scenario.ts';
import { isList, isRecord } from '../kernel/entries.ts';

/** A scenario and what it expects, as their files have them. */
interface WrittenScenario {
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

/** A scenario as its file has it, before anything is checked: what shrinking takes parts from. */
export type Written = Readonly<Record<string, unknown>>;

/** One thing that may be left out of a scenario, or made smaller. */
type Part =
  | { readonly of: 'timeline' | 'agents' | 'strategy'; readonly entry: Written }
  | { readonly of: 'accounts' | 'markets'; readonly name: string; readonly value: unknown };

const asList = (value: unknown): readonly Written[] => (isList(value) ? value.filter(isRecord) : []);
const asMap = (value: unknown): Written => (isRecord(value) ? value : {});

/** What happens in a scenario, and who trades in it: the parts that are tried first. */
const happenings = (written: Written): Part[] => [
  ...asList(written['agents']).map((entry): Part => ({ of: 'agents', entry })),
  ...(written['strategy'] ? [{ of: 'strategy', entry: asMap(written['strategy']) } as const] : []),
  ...asList(written['timeline']).map((entry): Part => ({ of: 'timeline', entry })),
];

/** What happenings need: accounts, and fields laid over markets. */
const surroundings = (written: Written): Part[] =>
  (['accounts', 'markets'] as const).flatMap((of) =>
    Object.entries(asMap(written[of])).map(([name, value]): Part => ({ of, name, value })),
  );

/** The scenario with these happenings and no others. */
function withHappenings(written: Written, parts: readonly Part[]): Written {
  const { timeline: _timeline, agents: _agents, strategy: _strategy, ...rest } = written;
  const entriesOf = (of: Part['of']): Written[] =>
    parts.flatMap((part) => (part.of === of && 'entry' in part ? [part.entry] : []));
  const [timeline, agents, [strategy]] = [entriesOf('timeline'), entriesOf('agents'), entriesOf('strategy')];
  return {
    ...rest,
    ...(agents.length > 0 && { agents }),
    ...(strategy && { strategy }),
    ...(timeline.length > 0 && { timeline }),
  };
}

/** The scenario with these accounts and market fields and no others. */
function withSurroundings(written: Written, parts: readonly Part[]): Written {
  const { accounts: _accounts, markets: _markets, ...rest } = written;
  const mapOf = (of: Part['of']): Written =>
    Object.fromEntries(parts.flatMap((part) => (part.of === of && 'name' in part ? [[part.name, part.value]] : [])));
  const [accounts, markets] = [mapOf('accounts'), mapOf('markets')];
  return {
    ...rest,
    ...(Object.keys(accounts).length > 0 && { accounts }),
    ...(Object.keys(markets).length > 0 && { markets }),
  };
}

/** Simpler forms of a part: a request without a word of its refusal or with fewer orders, an entry that is repeated less often. */
function simplerForms(part: Part): readonly Part[] {
  if (!('entry' in part)) return [];
  return simplerEntries(part.entry).map((entry) => ({ of: part.of, entry }));
}

/** Returns simpler forms of an entry of a timeline, the simplest of each kind first. */
export const simplerEntries = (entry: Written): readonly Written[] => [
  ...withoutRefusal(entry),
  ...lessOften(entry),
  ...fewerOrders(entry),
];

function withoutRefusal({ refused, ...entry }: Written): Written[] {
  return refused === undefined ? [] : [entry];
}

function lessOften(entry: Written): Written[] {
  const { every, count, until, ...rest } = entry;
  // The end of a condition stays: without it another moment could meet it.
  const once = rest['when'] === undefined || until === undefined ? rest : { ...rest, until };
  const ofUntil = every !== undefined && until !== undefined ? [once] : [];
  if (typeof count !== 'number' || count < 2) return ofUntil;
  const half = Math.floor(count / 2);
  return half < 2 ? [once] : [once, { ...entry, count: half }];
}

function fewerOrders(entry: Written): Written[] {
  const given = asMap(entry['with']);
  const orders = asList(given['orders']);
  if (orders.length < 2) return [];
  return orders.map((_order, left) => ({
    ...entry,
    with: { ...given, orders: orders.filter((_one, index) => index !== left) },
  }));
}

/** A scenario as its files have it, and the folder that names of files in it start from. */
export interface FoundScenario extends WrittenScenario {
  readonly name: string;
  readonly folder: string;
}

/**
 * Reads the files of a scenario as they are, once they have been found to be sound.
 *
 * @throws ScenarioFileError with every problem of its files
 */
export function readWritten(nameOrPath: string): FoundScenario {
  const { name, folder } = loadScenario(nameOrPath);
  const files = findScenario(nameOrPath);
  if (typeof files === 'string') throw new Error(files);
  const scenario = asMap(parse(readFileSync(files.scenario, 'utf8')));
  const expectations = existsSync(files.expectations) ? asList(parse(readFileSync(files.expectations, 'utf8'))) : [];
  return { name, folder, scenario, expectations };
}

/** Writes the files of a scenario into a folder, which is made. */
export function writeScenario(folder: string, { scenario, expectations }: WrittenScenario, readme?: string): void {
  makeFolder(folder);
  writeFileSync(join(folder, 'scenario.yaml'), yamlOf(scenario));
  if (expectations.length > 0) writeFileSync(join(folder, 'expect.yaml'), yamlOf(expectations));
  if (readme !== undefined) writeFileSync(join(folder, 'README.md'), readme);
}

const yamlOf = (value: unknown): string => stringify(value, { lineWidth: 140 });

/** Loads scenarios that are written nowhere else, through a folder of their own. */
export class ScratchScenarios {
  readonly #folder: string;

  /** @param folder is made, and removed by `close` */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Null for one with problems, such as a reference to an entry that is left out. */
  load(written: WrittenScenario, from: string): Scenario | null {
    rmSync(join(this.#folder, 'expect.yaml'), { force: true });
    writeScenario(this.#folder, moved(written, from, this.#folder));
    try {
      return loadScenario(this.#folder);
    } catch (error) {
      if (error instanceof ScenarioFileError) return null;
      throw error;
    }
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The same scenario for another folder: texts that name a file beside it name the same file from there. */
export function moved({ scenario, expectations }: WrittenScenario, from: string, to: string): WrittenScenario {
  const named = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const file = /^[\w./-]+\.[a-z]+$/.test(value) ? resolve(from, value) : '';
      return file !== '' && existsSync(file) ? relative(to, file) : value;
    }
    if (Array.isArray(value)) return value.map(named);
    return isRecord(value) ? membersOf(value) : value;
  };
  const membersOf = (value: Written): Written =>
    Object.fromEntries(Object.entries(value).map(([key, member]) => [key, named(member)]));
  return { scenario: membersOf(scenario), expectations };
}
