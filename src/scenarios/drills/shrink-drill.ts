import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse, stringify } from 'yaml';
import { makeFolder } from '../../exchange/data/make-folder.ts';
import { isList, isRecord } from '../../kernel/entries.ts';
import { durationMs } from '../format/times.ts';
import { plural, span } from '../../kernel/words.ts';
import { minimize } from '../minimize.ts';
import { ScenarioFileError } from '../scenario.ts';
import { moved, simplerEntries, type Written } from '../shrink-scenario.ts';
import { type Drill, loadDrill } from './drill.ts';

/** The shortest script found that still fails a drill in the same way. */
export interface ShrunkDrill {
  /** The drill as a file has it, for `--only`. */
  readonly script: string;
  /** File that it was written to; null where nobody asked for one. */
  readonly file: string | null;
  /** The invariant that still does not hold, and what is said of it in the shrunk run. */
  readonly invariant: string;
  readonly violation: string;
  readonly before: ScriptSize;
  readonly after: ScriptSize;
  /** Runs that it took. */
  readonly tries: number;
  /** False when the time for it ended the search before no part could be left out any more. */
  readonly isMinimal: boolean;
}

export interface ScriptSize {
  /** Entries of the timeline, each fault for itself, and what is done to the program. */
  readonly entries: number;
  readonly durationMs: number;
}

/** What came out of one run, as far as shrinking is concerned. */
export interface TriedDrill {
  readonly bites: readonly { readonly found: number; readonly needed: number }[];
  readonly invariants: readonly {
    readonly id: string;
    readonly violations: readonly { readonly at: number; readonly text: string }[];
  }[];
}

export interface ShrinkDrillOptions {
  /** Runs a drill; null when the run was stopped. */
  readonly run: (drill: Drill) => Promise<TriedDrill | null>;
  /** Folder for the drills that are tried; each has a folder of its own there until the search is over. */
  readonly workFolder: string;
  /** Ends the search after the run under way; the shortest so far is the result. */
  readonly signal: AbortSignal;
  readonly onProgress?: (tries: number, entries: number) => void;
}

/**
 * Shrinks a drill that has failed: what happens after the failure goes first, then entries of its timeline, faults and what is done
 * to the program, then its end. A shorter drill counts only where the same invariant is broken in the same way, whatever the numbers.
 * Null when the whole drill, run again, does not fail like that: the bot does not repeat itself.
 */
export async function shrinkDrill(
  drill: Drill,
  failed: TriedDrill,
  options: ShrinkDrillOptions,
): Promise<ShrunkDrill | null> {
  const failure = firstFailure(failed);
  if (!failure) return null;
  const written = asMap(parse(readFileSync(drill.file, 'utf8')));
  const search = new Search(drill, failure, options);
  try {
    return await search.shrunk(written);
  } finally {
    search.close();
  }
}

/** Writes a shrunk drill into a folder, which is made, and returns its file. */
export function writeShrunk(folder: string, { name, file }: Drill, seed: string, script: string): string {
  const target = join(folder, `${name.replaceAll(/[^\w-]+/g, '-')}-${seed.replaceAll(/[^\w-]+/g, '-')}.yaml`);
  makeFolder(folder);
  const [, comment = '', body = script] = /^((?:#.*\n)*)([\s\S]*)$/.exec(script) ?? [];
  writeFileSync(target, `${comment}${yamlOf(elsewhere(asMap(parse(body)), dirname(file), folder))}`);
  return target;
}

/** Says how much shorter a shrunk drill is. */
export function shrunkText({ before, after, tries, isMinimal }: ShrunkDrill): string {
  const sizeOf = ({ entries, durationMs: ms }: ScriptSize): string =>
    `${plural(entries, 'entry', 'entries')} in ${span(ms)}`;
  const end = isMinimal ? 'none of them can be left out' : 'the time for it ended the search';
  return `shrunk from ${sizeOf(before)} to ${sizeOf(after)}, with ${plural(tries, 'run')}; ${end}`;
}

interface Failure {
  readonly id: string;
  readonly at: number;
  readonly text: string;
}

/** What is broken first in a run. */
function firstFailure({ invariants }: TriedDrill): Failure | undefined {
  return invariants
    .flatMap(({ id, violations }) => violations.map(({ at, text }) => ({ id, at, text })))
    .sort((a, b) => a.at - b.at)[0];
}

/** A text without its numbers: those of a shorter run are others. */
const shapeOf = (text: string): string => text.replaceAll(/[\d.]+/g, '#');

/** One thing that may be left out. */
interface Part {
  readonly of: 'timeline' | 'program';
  readonly entry: Written;
}

class Search {
  readonly #drill: Drill;
  readonly #failure: Failure;
  readonly #options: ShrinkDrillOptions;
  readonly #folder: string;
  #tries = 0;
  /** What came out of the latest run that failed in the same way. */
  #latest: TriedDrill | null = null;

  constructor(drill: Drill, failure: Failure, options: ShrinkDrillOptions) {
    this.#drill = drill;
    this.#failure = failure;
    this.#options = options;
    makeFolder(options.workFolder);
    this.#folder = mkdtempSync(join(options.workFolder, 'perpsim-shrink-'));
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async shrunk(written: Written): Promise<ShrunkDrill | null> {
    const { signal } = this.#options;
    const whole = this.#drill.scenario.durationMs;
    const all = partsOf(written);
    // What comes after the failure is cut off first, because each try after that takes less time.
    const early = shortened(written, Math.ceil((this.#failure.at + 1) / 1_000));
    const hasEarly = this.#failure.at + 1_000 < whole && (await this.#fails(early, all.length));
    const start = hasEarly ? early : written;
    const parts = partsOf(start);
    const found = await minimize(parts, (left) => this.#fails(withParts(start, left), left.length), {
      signal,
      simplify: ({ of, entry }) => (of === 'timeline' ? simplerEntries(entry).map((one) => ({ of, entry: one })) : []),
    });
    if (!found && !hasEarly) return null;
    const left = found?.items ?? parts;
    const least = await this.#shortened(withParts(start, left), left.length);
    const met = this.#latest;
    const violation = met?.invariants.find(({ id }) => id === this.#failure.id)?.violations[0]?.text ?? '';
    return {
      script: this.#scriptOf(least, met),
      file: null,
      ...{ invariant: this.#failure.id, violation },
      before: { entries: all.length, durationMs: whole },
      after: { entries: left.length, durationMs: this.#load(least)?.scenario.durationMs ?? whole },
      ...{ tries: this.#tries, isMinimal: found?.isMinimal === true && !signal.aborted },
    };
  }

  /** Cuts off seconds at the end, by halves of what is left. */
  async #shortened(written: Written, entries: number): Promise<Written> {
    let shortest = written;
    let [longest, tooShort] = [Math.ceil((this.#load(written)?.scenario.durationMs ?? 0) / 1_000), 0];
    while (longest - tooShort > 1 && !this.#options.signal.aborted) {
      const seconds = Math.floor((longest + tooShort) / 2);
      const shorter = shortened(written, seconds);
      if (await this.#fails(shorter, entries)) [shortest, longest] = [shorter, seconds];
      else tooShort = seconds;
    }
    return shortest;
  }

  async #fails(written: Written, entries: number): Promise<boolean> {
    const { run, signal, onProgress } = this.#options;
    const drill = signal.aborted ? null : this.#load(written);
    if (!drill) return false;
    this.#tries += 1;
    onProgress?.(this.#tries, entries);
    const result = await run(drill);
    if (!result || signal.aborted) return false;
    const { id, text } = this.#failure;
    const isSame = result.invariants.some(
      (one) => one.id === id && one.violations.some((violation) => shapeOf(violation.text) === shapeOf(text)),
    );
    if (isSame) this.#latest = result;
    return isSame;
  }

  /** Null for one with problems, such as an entry that refers to one that is left out. */
  #load(written: Written): Drill | null {
    const file = join(this.#folder, 'drill.yaml');
    writeFileSync(file, yamlOf(elsewhere(written, dirname(this.#drill.file), this.#folder)));
    try {
      return loadDrill(file);
    } catch (error) {
      if (error instanceof ScenarioFileError) return null;
      throw error;
    }
  }

  /** The script, with the proofs that were met in it: one that needs what was left out would be met by no bot. */
  #scriptOf(written: Written, met: TriedDrill | null): string {
    const bites = asList(written['bites']).filter((_bite, place) => {
      const one = met?.bites[place];
      return one === undefined || one.found >= one.needed;
    });
    const script = { ...written, bites: bites.length > 0 ? bites : [{ requests: 1 }] };
    return `# The shortest script found that still fails ${this.#drill.name}: ${this.#failure.id}\n${yamlOf(script)}`;
  }
}

const yamlOf = (value: unknown): string => stringify(value, { lineWidth: 140 });
const asList = (value: unknown): readonly Written[] => (isList(value) ? value.filter(isRecord) : []);
const asMap = (value: unknown): Written => (isRecord(value) ? value : {});
const elsewhere = (scenario: Written, from: string, to: string): Written =>
  moved({ scenario, expectations: [] }, from, to).scenario;

const partsOf = (written: Written): Part[] => [
  ...asList(written['timeline'])
    .flatMap(eachFault)
    .map((entry): Part => ({ of: 'timeline', entry })),
  ...asList(written['program']).map((entry): Part => ({ of: 'program', entry })),
];

/** An entry that sets several faults as an entry for each. */
function eachFault(entry: Written): readonly Written[] {
  const faults = asList(entry['faults']);
  return faults.length < 2 ? [entry] : faults.map((fault) => ({ ...entry, faults: [fault] }));
}

function withParts(written: Written, parts: readonly Part[]): Written {
  const { timeline: _timeline, program: _program, ...rest } = written;
  const entriesOf = (of: Part['of']): Written[] => parts.flatMap((part) => (part.of === of ? [part.entry] : []));
  const [timeline, program] = [entriesOf('timeline'), entriesOf('program')];
  return { ...rest, ...(timeline.length > 0 && { timeline }), ...(program.length > 0 && { program }) };
}

const durationMsOf = (value: unknown): number | undefined =>
  typeof value === 'string' ? durationMs(value) : undefined;

/** A drill that ends sooner. Its fault is over by then. */
function shortened(written: Written, seconds: number): Written {
  const end = `${seconds}s`;
  const atMost = (name: string): Written => {
    const ms = durationMsOf(written[name]);
    return ms !== undefined && ms > seconds * 1_000 ? { [name]: end } : {};
  };
  const isBefore = (entry: Written): boolean => (durationMsOf(entry['at']) ?? 0) < seconds * 1_000;
  const before = (name: string): Written =>
    isList(written[name]) ? { [name]: asList(written[name]).filter(isBefore) } : {};
  return {
    ...written,
    ...before('timeline'),
    ...before('program'),
    ...atMost('from'),
    ...atMost('until'),
    duration: end,
  };
}
