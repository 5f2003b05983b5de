import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { isRecord } from '../records.ts';

/** What scenarios are held against: the texts of docs/contract, read strictly, since a report is only as good as they are. */
export interface Contract {
  readonly clauses: readonly Clause[];
  readonly waivers: readonly Waiver[];
  readonly transitions: readonly Transition[];
}

/** The part of a clause that is counted by (docs/contract/README.md). */
export interface Clause {
  readonly id: string;
  readonly kind: string;
  readonly surface: readonly string[];
  readonly action?: string;
  readonly text: string;
  readonly needs: readonly string[];
  readonly status: string;
}

/** A clause that no scenario proves, or a code that no response carries, and why a reader should accept that. */
export type Waiver = { readonly reason: string } & ({ readonly clause: string } | { readonly code: string });

/** A cell of a state machine, with what comes of the event. */
export interface Transition {
  /** `order/resting/cancel`, which scenarios cite as `@transition:order/resting/cancel`. */
  readonly id: string;
  readonly machine: string;
  readonly from: string;
  readonly event: string;
  readonly outcome: TransitionOutcome;
  readonly clauses: readonly string[];
}

export type TransitionOutcome =
  | { readonly kind: 'to'; readonly state: string }
  /** The request is rejected with this code. */
  | { readonly kind: 'refused'; readonly code: string }
  /** The event does not occur in this state, so no scenario can show it. */
  | { readonly kind: 'cannot'; readonly why: string };

/** Where the texts stand below the root of the package. */
export const CONTRACT_FILES = {
  clauses: 'docs/contract/clauses.yaml',
  waivers: 'docs/contract/waivers.yaml',
  transitions: 'docs/contract/transitions.yaml',
} as const;

/**
 * @param texts of the three files; undefined for one that is not there, which lists nothing
 * @throws ContractError that names file and entry
 */
export function readContract(texts: {
  readonly clauses: string;
  readonly waivers: string | undefined;
  readonly transitions: string | undefined;
}): Contract {
  return {
    clauses: readClauses(texts.clauses),
    waivers: readWaivers(texts.waivers ?? ''),
    transitions: readTransitions(texts.transitions ?? ''),
  };
}

/** @throws ContractError for an entry without its fields, and for an id that stands twice */
export const readClauses = (text: string): Clause[] => listIn(text, CONTRACT_FILES.clauses, ['id'], clauseOf);

/** @throws ContractError for an entry without its fields, and for what is waived twice */
export const readWaivers = (text: string): Waiver[] => listIn(text, CONTRACT_FILES.waivers, WAIVED, waiverOf);

/** @throws ContractError for an entry without its fields or with two outcomes, and for an id that stands twice */
export const readTransitions = (text: string): Transition[] =>
  listIn(text, CONTRACT_FILES.transitions, ['id'], transitionOf);

/** What an entry of the waivers can be about; it is about one of them. */
const WAIVED = ['clause', 'code'];

function clauseOf(entry: Entry): Clause {
  entry.allow('id', 'kind', 'surface', 'action', 'text', 'expect', 'needs', 'status', 'note');
  const action = entry.optionalText('action');
  return {
    id: entry.text('id'),
    kind: entry.text('kind'),
    surface: entry.texts('surface'),
    ...(action !== undefined && { action }),
    text: entry.text('text'),
    needs: entry.texts('needs'),
    status: entry.text('status'),
  };
}

function waiverOf(entry: Entry): Waiver {
  entry.allow('clause', 'code', 'reason');
  const clause = entry.optionalText('clause');
  const code = entry.optionalText('code');
  if (clause !== undefined && code !== undefined) throw entry.error('waives a clause and a code at once');
  const reason = entry.text('reason');
  return clause === undefined ? { code: entry.text('code'), reason } : { clause, reason };
}

function transitionOf(entry: Entry): Transition {
  entry.allow('id', 'machine', 'from', 'event', 'to', 'refused', 'cannot', 'clauses', 'note');
  const [id, machine, from, event] = [entry.text('id'), entry.text('machine'), entry.text('from'), entry.text('event')];
  if (id !== `${machine}/${from}/${event}`) throw entry.error(`should be called ${machine}/${from}/${event}`);
  return { id, machine, from, event, outcome: outcomeOf(entry), clauses: entry.optionalTexts('clauses') };
}

function outcomeOf(entry: Entry): TransitionOutcome {
  const state = entry.optionalText('to');
  const code = entry.optionalText('refused');
  const why = entry.optionalText('cannot');
  if ([state, code, why].filter((outcome) => outcome !== undefined).length !== 1) {
    throw entry.error('needs exactly one of "to", "refused" and "cannot"');
  }
  if (state !== undefined) return { kind: 'to', state };
  return code === undefined ? { kind: 'cannot', why: why ?? '' } : { kind: 'refused', code };
}

/** A text of the contract that is not written as its README says. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
}

/** The entries of a file, which is a list or holds nothing; each is called by the first of these fields that it has. */
function listIn<T>(text: string, file: string, keys: readonly string[], read: (entry: Entry) => T): T[] {
  const list = valueOf(text) ?? [];
  if (!Array.isArray(list)) throw new ContractError(`${file} should be a list`);
  const seen = new Set<string>();
  return list.map((fields: unknown, index) => {
    if (!isRecord(fields)) throw new ContractError(`${file}: entry ${index + 1} should be a map`);
    const key = keys.find((one) => fields[one] !== undefined) ?? keys[0] ?? '';
    const id = new Entry(file, `entry ${index + 1}`, fields).text(key);
    if (seen.has(id)) throw new ContractError(`${file} repeats ${id}`);
    seen.add(id);
    return read(new Entry(file, id, fields));
  });
}

/** Fields of one entry, and where they stand. */
class Entry {
  readonly #file: string;
  readonly #name: string;
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(file: string, name: string, fields: Readonly<Record<string, unknown>>) {
    this.#file = file;
    this.#name = name;
    this.#fields = fields;
  }

  error(problem: string): ContractError {
    return new ContractError(`${this.#file}: ${this.#name} ${problem}`);
  }

  allow(...known: readonly string[]): void {
    const strange = Object.keys(this.#fields).find((field) => !known.includes(field));
    if (strange !== undefined) throw this.error(`has a field "${strange}" that the contract does not know`);
  }

  text(field: string): string {
    const text = this.optionalText(field);
    if (text === undefined) throw this.error(`has no "${field}"`);
    return text;
  }

  optionalText(field: string): string | undefined {
    const value = this.#fields[field];
    if (value === undefined) return undefined;
    if (typeof value !== 'string' || value.trim() === '') throw this.error(`has a "${field}" that is no text`);
    return value;
  }

  texts(field: string): readonly string[] {
    if (this.#fields[field] === undefined) throw this.error(`has no "${field}"`);
    return this.optionalTexts(field);
  }

  optionalTexts(field: string): readonly string[] {
    const value = this.#fields[field] ?? [];
    if (!Array.isArray(value)) throw this.error(`has a "${field}" that is no list`);
    return value.map((one: unknown) => {
      if (typeof one !== 'string') throw this.error(`has a "${field}" with something else than texts`);
      return one;
    });
  }
}

/** What the build has read (scripts/prepare-contract.mjs): the value of each text by its SHA-256. */
const PREPARED = ['./contract.json', '../contract.json'].map((file) => new URL(file, import.meta.url));

/** Values of texts by their SHA-256: those of the build, and those that were read here. */
let values: Map<string, unknown> | undefined;

/** Returns the value of a YAML text, which is read once: clauses.yaml takes half a second. */
export function valueOf(text: string): unknown {
  values ??= prepared();
  const digest = createHash('sha256').update(text).digest('hex');
  if (!values.has(digest)) values.set(digest, parse(text));
  return values.get(digest);
}

/** Only a bundle has the file beside it. */
function prepared(): Map<string, unknown> {
  const file = PREPARED.map((url) => fileURLToPath(url)).find((path) => existsSync(path));
  const read: unknown = file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8'));
  return new Map(isRecord(read) ? Object.entries(read) : []);
}
