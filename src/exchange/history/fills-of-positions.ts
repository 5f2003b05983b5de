import type { PositionNo } from '../../kernel/ids.ts';
import { dropBeside, NumberLog, Places, type SavedLog } from './number-log.ts';

/** Columns of a fill: those for small integers, those that rise, and those for large amounts. */
export const FILL = {
  ...{ order: 0, position: 1, direction: 2, price: 3, quantity: 4, feeRate: 5, mark: 6, entryLots: 7 },
  ...{ backOfOrder: 8, backOfPosition: 9, nthOfPosition: 10 },
  ...{ at: 0, row: 1 },
  ...{ realizedPnl: 0, fee: 1, entryCost: 2 },
} as const;

/** Beside a fill that turned a position around. */
const CLOSED = { position: 0, backOfPosition: 1, fill: 0 } as const;

/** A position with so many fills has a list of them; others are a chain. */
const LISTED_FILLS = 32;

/** Stands for no place where 0 is one. */
const NONE = -1;

/** The fills of each position, as places of a log of fills: a list for a position with many, a chain for others. */
export class FillsOfPositions {
  readonly #log: () => NumberLog;
  #closed = new NumberLog({ ints: 2, rising: 1, numbers: 0 });
  /** Places of the last fills of positions. */
  #lastFills = new Map<PositionNo, number>();
  #fillsOfLarge = new Map<PositionNo, Places>();

  constructor(log: () => NumberLog) {
    this.#log = log;
  }

  /** Returns the same for a copy of the log of fills; each goes its own way from here on. */
  copy(log: () => NumberLog): FillsOfPositions {
    const copy = new FillsOfPositions(log);
    copy.#closed = this.#closed.copy();
    copy.#lastFills = new Map(this.#lastFills);
    copy.#fillsOfLarge = new Map(Array.from(this.#fillsOfLarge, ([position, places]) => [position, places.copy()]));
    return copy;
  }

  save(): SavedLog {
    return this.#closed.save();
  }

  /** Takes over what is beside saved fills, which the log has, and finds the fills of each position again. */
  restore(closed: SavedLog, oldest: number): void {
    this.#closed = NumberLog.from(closed);
    const fills = this.#log();
    let beside = this.#closed.first;
    for (let place = fills.first; place < fills.count; place += 1) {
      const position = fills.int(place, FILL.position);
      this.#lastFills.set(position, place);
      this.#list(position, place, fills.int(place, FILL.nthOfPosition), oldest);
      if (!this.#isTurn(place)) continue;
      while (this.#closed.rising(beside, CLOSED.fill) < place) beside += 1;
      const turned = this.#closed.int(beside, CLOSED.position);
      this.#lastFills.set(turned, place);
      this.#fillsOfLarge.get(turned)?.add(place);
    }
  }

  /** Adds a fill of a position, which may have closed another one by turning it around. Fills before `oldest` are no longer kept. */
  add(place: number, position: PositionNo, closed: PositionNo | null, oldest: number): void {
    const fills = this.#log();
    const before = this.#lastFills.get(position) ?? NONE;
    const nth = before === NONE ? 1 : fills.int(before, FILL.nthOfPosition) + 1;
    fills.setInt(place, FILL.nthOfPosition, nth);
    fills.setInt(place, FILL.backOfPosition, this.#backOf(position, place));
    this.#list(position, place, nth, oldest);
    if (closed !== null) this.#addClosed(closed, place);
  }

  /** The list of the fills of a position that has one. */
  listOf(position: PositionNo): Places | undefined {
    return this.#fillsOfLarge.get(position);
  }

  /** Places of the fills of a position that are kept, the newest first. */
  placesOf(position: PositionNo, oldest: number): number[] {
    const fills = this.#log();
    return chainOf(this.#lastFills.get(position) ?? NONE, oldest, (place) =>
      fills.int(place, FILL.position) === position
        ? fills.int(place, FILL.backOfPosition)
        : this.#closed.int(this.#closedBeside(place), CLOSED.backOfPosition),
    );
  }

  isOf(place: number, position: PositionNo): boolean {
    return this.#log().int(place, FILL.position) === position || this.closedBy(place) === position;
  }

  /** The position that a fill closed by turning it around. */
  closedBy(place: number): PositionNo | null {
    return this.#isTurn(place) ? this.#closed.int(this.#closedBeside(place), CLOSED.position) : null;
  }

  /** Forgets the oldest fill. */
  drop(place: number): void {
    this.#dropOf(this.#log().int(place, FILL.position), place);
    const closed = this.closedBy(place);
    if (closed !== null) this.#dropOf(closed, place);
  }

  /** Drops what is beside fills before the one at `first`. */
  dropBefore(first: number): void {
    dropBeside(this.#closed, CLOSED.fill, first);
  }

  #isTurn(place: number): boolean {
    return this.#log().int(place, FILL.direction) % 2 === 1;
  }

  #closedBeside(place: number): number {
    return this.#closed.firstFrom(this.#closed.first, CLOSED.fill, place);
  }

  /** Puts a fill, the last one of its position so far, into the list of that position where it has one or needs one. */
  #list(position: PositionNo, place: number, nth: number, oldest: number): void {
    const list = this.#fillsOfLarge.get(position);
    if (list) return list.add(place);
    if (nth < LISTED_FILLS) return;
    const all = new Places();
    for (const each of this.placesOf(position, oldest).reverse()) all.add(each);
    // Rows that are restored can be older than those that are kept, and have no place in a list.
    if (all.length > 0) this.#fillsOfLarge.set(position, all);
  }

  #addClosed(position: PositionNo, place: number): void {
    const beside = this.#closed.add();
    this.#closed.setRising(beside, CLOSED.fill, place);
    this.#closed.setInt(beside, CLOSED.position, position);
    this.#closed.setInt(beside, CLOSED.backOfPosition, this.#backOf(position, place));
    this.#fillsOfLarge.get(position)?.add(place);
  }

  /** How far back the last fill of a position is; from now on that is the one at `place`. */
  #backOf(position: PositionNo, place: number): number {
    const before = this.#lastFills.get(position) ?? place;
    this.#lastFills.set(position, place);
    return place - before;
  }

  #dropOf(position: PositionNo, place: number): void {
    const list = this.#fillsOfLarge.get(position);
    if (list?.at(0) === place) list.shift();
    if (list?.length === 0) this.#fillsOfLarge.delete(position);
    if (this.#lastFills.get(position) === place) this.#lastFills.delete(position);
  }
}

/** Places of kept fills, each found from the one after it; `backOf` says how far back the one before is, 0 for none. */
export function chainOf(last: number, oldest: number, backOf: (place: number) => number): number[] {
  const places: number[] = [];
  for (let place = last, back = 1; back > 0 && place >= oldest; place -= back) {
    places.push(place);
    back = backOf(place);
  }
  return places;
}
