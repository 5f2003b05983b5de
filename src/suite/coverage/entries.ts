import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { isRecord } from '../records.ts';

/** A text of the contract that is not written as its README says. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
}

/** The entries of a file, which is a list or holds nothing; each is called by the first of these fields that it has. */
export function listIn<T>(text: string, file: string, keys: readonly string[], read: (entry: Entry) => T): T[] {
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
export class Entry {
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
  if (!values.has(digest)) values.set(digest, parse(text) as unknown);
  return values.get(digest);
}

/** Only a bundle has the file beside it. */
function prepared(): Map<string, unknown> {
  const file = PREPARED.map((url) => fileURLToPath(url)).find((path) => existsSync(path));
  return new Map(
    file === undefined ? [] : Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>),
  );
}
