import { VARYING } from './varying-fields.ts';

/** Ids of one space are never those of another, whatever their digits. Of several that match, the first counts. */
const SPACES: readonly (readonly [RegExp, string])[] = [
  [/request_?id/i, 'request'],
  [/venueid|order_?ids?$/i, 'order'],
  [/trade_?id/i, 'trade'],
  [/position_?id/i, 'position'],
  [/sub_?account|masteraccount|^from$|^to$/i, 'subaccount'],
  [/hash$/i, 'hash'],
];

/**
 * Which values of two deployments stand for the same thing. Two values that meet in the same place of two responses become
 * counterparts if neither has one yet; from then on each may meet the other alone. So responses of equal structure agree, and a
 * response that names another order, however plausible, does not.
 */
export class Counterparts {
  readonly #hasClocks: boolean;
  readonly #rights = new Map<string, string>();
  readonly #lefts = new Map<string, string>();
  readonly #names = { left: new Map<string, string>(), right: new Map<string, string>() };
  readonly #counts = new Map<string, number>();
  /** Spaces in which something has a counterpart. */
  readonly #spaces = new Set<string>();

  /** @param hasClocks whether both move time by hand, so that moments can be held against each other as ids are */
  constructor(hasClocks: boolean) {
    this.#hasClocks = hasClocks;
  }

  /** Whether two values of a field, neither of which is an object or a list, say the same. */
  agree(field: string, left: unknown, right: unknown): boolean {
    const kind = VARYING.get(field);
    if (kind === 'signature' && typeof left === typeof right) return true;
    if (kind === 'moving' && typeof left === typeof right && !this.#hasClocks) return true;
    if (kind === 'time' && isName(left) && isName(right) && !this.#hasClocks) return true;
    if ((kind === 'id' || kind === 'address' || kind === 'time') && isName(left) && isName(right)) {
      return typeof left === typeof right && this.#pair(spaceOf(field), left, right);
    }
    return left === right || (typeof left === 'string' && typeof right === 'string' && this.#textsAgree(left, right));
  }

  /** A value as it reads with names in place of what varies: `<order 1>`. */
  named(side: 'left' | 'right', field: string, value: unknown): unknown {
    const kind = VARYING.get(field);
    if (kind === undefined || !isName(value)) return value;
    if (kind === 'time' && !this.#hasClocks) return '<time>';
    return this.#names[side].get(keyOf(spaceOf(field), value)) ?? value;
  }

  #pair(space: string, left: string | number, right: string | number): boolean {
    const [l, r] = [keyOf(space, left), keyOf(space, right)];
    const [known, knownBy] = [this.#rights.get(l), this.#lefts.get(r)];
    if (known !== undefined || knownBy !== undefined) return known === r && knownBy === l;
    const count = (this.#counts.get(space) ?? 0) + 1;
    this.#counts.set(space, count);
    this.#spaces.add(space);
    this.#rights.set(l, r);
    this.#lefts.set(r, l);
    this.#names.left.set(l, `<${space} ${count}>`);
    this.#names.right.set(r, `<${space} ${count}>`);
    return true;
  }

  /** Texts agree that differ in ids alone, if those are counterparts. */
  #textsAgree(left: string, right: string): boolean {
    const [lefts, rights] = [left.split(WORD), right.split(WORD)];
    return lefts.length === rights.length && lefts.every((word, place) => this.#wordsAgree(word, rights[place] ?? ''));
  }

  #wordsAgree(left: string, right: string): boolean {
    if (left === right) return true;
    if (ADDRESS.test(left) && ADDRESS.test(right)) return this.#pair('address', left, right);
    if (!/^\d+$/.test(left) || !/^\d+$/.test(right)) return false;
    if (!this.#hasClocks && left.length === 13 && right.length === 13) return true;
    return [...this.#spaces].some((space) => this.#rights.get(keyOf(space, left)) === keyOf(space, right));
  }
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
/** Splits a text so that every second part is an address or a whole number. */
const WORD = /(0x[0-9a-fA-F]{40}|(?<![\d.])\d+(?![\d.]))/;

/** Zero and the empty text say that there is no such thing; they have no counterpart but themselves. */
const isName = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '' && value !== '0') || (typeof value === 'number' && value !== 0);

/** Addresses are the same in every spelling. */
const keyOf = (space: string, value: string | number): string =>
  `${space} ${space === 'address' ? String(value).toLowerCase() : String(value)}`;

function spaceOf(field: string): string {
  const kind = VARYING.get(field);
  if (kind === 'address' || kind === 'time') return kind;
  return SPACES.find(([pattern]) => pattern.test(field))?.[1] ?? (field.replace(/_?ids?$/i, '').toLowerCase() || 'id');
}
