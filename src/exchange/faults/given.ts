import { ControlError } from '../control-error.ts';
import { nearestAside } from '../../kernel/nearest.ts';

/**
 * Fields of an object that a person wrote by hand, each read once. Whatever is wrong is a ControlError that names the
 * field by its whole path; `end` finds unknown fields.
 */
export class Given {
  readonly #path: string;
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #read = new Set<string>();

  constructor(value: unknown, path: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(path, 'an object');
    this.#path = path;
    this.#fields = value as Readonly<Record<string, unknown>>;
  }

  has(name: string): boolean {
    return this.#fields[name] !== undefined;
  }

  pathOf(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`;
  }

  /** Any value; undefined when there is none. */
  take(name: string): unknown {
    this.#read.add(name);
    return this.#fields[name];
  }

  object(name: string): Given {
    return new Given(this.take(name) ?? {}, this.pathOf(name));
  }

  /** One of some words or numbers. Without `otherwise` there must be one. */
  word<T extends string | number>(name: string, words: readonly T[], otherwise?: T): T {
    const value = this.take(name) ?? otherwise;
    const known = words.find((word) => word === value);
    if (known === undefined) {
      const hint = typeof value === 'string' ? nearestAside(value, words.map(String)) : '';
      throw wrong(this.pathOf(name), `one of ${words.join(', ')}${hint}`);
    }
    return known;
  }

  whole(name: string, least: number, most: number, otherwise?: number): number {
    const value = this.take(name) ?? otherwise;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most) return value;
    throw wrong(this.pathOf(name), `a whole number from ${least} to ${most}`);
  }

  /** A text of 1 to 200 characters; undefined when there is none. */
  text(name: string): string | undefined {
    const value = this.take(name);
    if (value === undefined) return undefined;
    if (typeof value === 'string' && value !== '' && value.length <= TEXT_MAX) return value;
    throw wrong(this.pathOf(name), `a text of 1 to ${TEXT_MAX} characters`);
  }

  /** Nothing more is read. */
  end(): void {
    const unknown = Object.keys(this.#fields).find((name) => this.has(name) && !this.#read.has(name));
    if (unknown === undefined) return;
    const takes = this.#read.size === 0 ? 'nothing' : [...this.#read].join(', ');
    throw new ControlError(
      'INVALID_FORMAT',
      this.pathOf(unknown),
      `unknown field "${unknown}"${nearestAside(unknown, [...this.#read])}; the fields here are ${takes}`,
    );
  }
}

const TEXT_MAX = 200;

/** What a field takes, as every refusal of the control plane says it. */
export const wrong = (field: string, takes: string): ControlError =>
  new ControlError('INVALID_VALUE', field, `${field} must be ${takes}`);
