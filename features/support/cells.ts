import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Target } from '../../src/suite/targets/target.ts';
import { assertCell, valueOfCell } from '../../src/suite/values.ts';
import { amountIn } from '../../src/suite/amount.ts';
import type { MarketTerms } from './market-terms.ts';
import type { Principals } from './principals.ts';
import type { ScenarioTime } from './scenario-time.ts';
import { type Rows, write } from './signed-request.ts';
import { timeIn } from './times.ts';

/** Turns the cells of a scenario into values, with its names and times inserted. */
export class Cells {
  readonly #principals: Principals;
  readonly #time: ScenarioTime;
  readonly #terms: MarketTerms;
  readonly #target: () => Target;
  readonly #watchesClientIds: () => boolean;
  /** Number of orders that got a client id here. */
  #named = 0;

  constructor(
    principals: Principals,
    time: ScenarioTime,
    terms: MarketTerms,
    target: () => Target,
    watchesClientIds: () => boolean,
  ) {
    this.#principals = principals;
    this.#time = time;
    this.#terms = terms;
    this.#target = target;
    this.#watchesClientIds = watchesClientIds;
  }

  /** Returns the text of a cell with `{names}`, `{now + 5 s}` and terms of the market replaced. */
  text(cell: string, now?: number): string {
    const { ids } = this.#principals;
    return cell.replace(/\{([^{}"]+)\}/g, (whole, name: string) => {
      const time = timeIn(name, now ?? this.#time.told(), (named) => ids.get(named));
      if (time !== undefined) return time;
      const term = ids.has(name) ? undefined : this.#terms.text(name);
      if (term !== undefined) return term;
      const owner = /^(.+) (?:id|address|wallet|capitals)$/.exec(name)?.[1];
      if (owner !== undefined && !ids.has(name)) this.#principals.wallet(owner);
      return ids.get(name) ?? whole;
    });
  }

  /** Returns the value that a cell stands for. */
  value(cell: string, now?: number): unknown {
    return valueOfCell(this.text(cell, now));
  }

  /** Returns rows of path and cell as one object. */
  object(rows: Rows): Record<string, unknown> {
    return write({}, rows, (cell) => this.value(cell));
  }

  /** Returns order rows as items. An empty cell omits its key; the column `times` gives that many equal items. */
  orderItems(rows: readonly Readonly<Record<string, string>>[]): Record<string, unknown>[] {
    return rows.flatMap(({ times = '1', ...row }) => {
      const cells = Object.entries(row).filter(([, cell]) => cell !== '');
      return Array.from({ length: Number(times) }, () => this.object([['orderType', 'limitGtc'], ...cells]));
    });
  }

  /** Marks an order that only prepares the scenario with a client id of the suite, on a target that other clients use too. */
  ours<T extends object>(order: T): T {
    const { prefix } = this.#target();
    if (prefix === undefined || this.#watchesClientIds() || Object.hasOwn(order, 'clientOrderId')) return order;
    this.#named += 1;
    return { ...order, clientOrderId: `${prefix}-${this.#target().now()}-${this.#named}` };
  }

  /** Asserts that a value is what a cell says. With a real clock, a time may be later by the time that has really passed. */
  check(actual: unknown, cell: string, where: string): void {
    const { isReal } = this.#time;
    const time = isReal ? /^((number|text) \{now[^{}"]*\})(?: or absent)?$/.exec(cell) : null;
    const [, said = '', kind] = time ?? [];
    const value = kind === 'text' ? numberIn(actual) : actual;
    if (time && typeof value === 'number' && this.#isTimely(value, said)) return;
    // The hour may have changed since the scenario began.
    if (isReal && isDeepStrictEqual(actual, this.value(cell, this.#target().now()))) return;
    if (isReal && this.#isBetween(actual, cell)) return;
    try {
      assertCell(actual, this.text(cell), where);
    } catch (error) {
      if (isReal && this.#terms.couldMean(actual, cell)) this.#terms.excuse(error, [cell]);
      throw error;
    }
  }

  /** True for a figure that lies between those that a term of the market has had since the scenario began. */
  #isBetween(actual: unknown, cell: string): boolean {
    const bracket = this.#terms.bracket(cell);
    if (!bracket) return false;
    const isOfKind = cell.startsWith('number ') ? typeof actual === 'number' : typeof actual === 'string';
    const figure = isOfKind ? amountIn(String(actual)) : undefined;
    return figure !== undefined && figure.gte(bracket.least) && figure.lte(bracket.greatest);
  }

  #isTimely(actual: number, cell: string): boolean {
    const unit = /in microseconds\}$/.test(cell) ? 1_000 : 1;
    const expected = Number(this.text(cell.replace(/^(number|text) /, '')));
    const late = /in seconds\}$/.test(cell) ? 1 : this.#time.late() * unit;
    // A time in seconds is rounded down.
    const early = (actual % 1_000 === 0 ? 999 : 0) + this.#time.early() * unit;
    return actual >= expected - early && actual <= expected + late;
  }

  /** Asserts an exact text, in which each `{now}` may be as late as `check` allows. */
  checkText(actual: string, expected: string, where: string): void {
    const parts = expected.split('{now}').map((part) => this.text(part));
    const times = new RegExp(`^${parts.map(escaped).join('(\\d+)')}$`).exec(actual)?.slice(1);
    assert.ok(times, `${where} should be ${this.text(expected)}, is ${actual}`);
    for (const time of times) this.check(Number(time), 'number {now}', where);
  }
}

/** Returns the number of a text of digits; undefined for any other value. */
const numberIn = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
