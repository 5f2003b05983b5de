import { invariant } from '../../kernel/assert.ts';
import type { Cell, Row } from './database.ts';

/**
 * The conditions of one read. Their texts are fixed in the source; values of a caller are passed only as parameters,
 * so no value can become SQL.
 */
export class Filter {
  readonly params: Record<string, Cell> = {};
  readonly #conditions: string[] = [];

  /** Adds a condition on `:name`, or nothing when there is no value to compare with. */
  and(condition: string, name: string, value: Cell | undefined): this {
    if (value === undefined) return this;
    this.#conditions.push(condition);
    this.params[`:${name}`] = value;
    return this;
  }

  /** Rows between two moments, both inclusive. */
  between(column: string, from: number, to: number): this {
    return this.and(`${column} >= :from`, 'from', from).and(`${column} <= :to`, 'to', to);
  }

  /** Rows of one market; of an unknown one there are none. */
  symbol(symbol: string | undefined): this {
    return this.and('market = (SELECT row FROM markets WHERE symbol = :symbol)', 'symbol', symbol);
  }

  get where(): string {
    return this.#conditions.join(' AND ');
  }
}

/** A TEXT column of a row. */
export function text(row: Row, column: string): string {
  const value = row[column];
  invariant(typeof value === 'string', `${column} is text`);
  return value;
}

/** A TEXT column that may be empty. */
export const textOrNull = (row: Row, column: string): string | null =>
  row[column] === null ? null : text(row, column);

/** An INTEGER column of a row. */
export function integer(row: Row, column: string): number {
  const value = row[column];
  invariant(typeof value === 'number' && Number.isSafeInteger(value), `${column} is an integer`);
  return value;
}

/** An INTEGER column that may be empty. */
export const integerOrNull = (row: Row, column: string): number | null =>
  row[column] === null ? null : integer(row, column);
