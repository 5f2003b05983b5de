import { DIRECTIONS } from '../../contract/words.ts';
import { itemAt } from '../../kernel/errors.ts';
import { dropBeside, NumberLog, type SavedLog } from './number-log.ts';
import type { StateRow, TurnLeg, TurnLegs } from './row-sink.ts';

/** Beside a state whose order is no longer as it was at its first one. */
const CHANGED = { lots: 0, trimmed: 1, price: 2, trigger: 3, state: 0 } as const;
/** Beside a state whose fill turned a position around: a row for each leg. */
const LEG = {
  ...{ kind: 0, position: 1, quantity: 2, entryLots: 3 },
  ...{ state: 0 },
  ...{ trade: 0, fee: 1, closedPnl: 2, entryCost: 3 },
} as const;

/** What the terms of an order were at a state. */
export type Figures = Pick<StateRow, 'lots' | 'trimmed' | 'price' | 'triggerPrice'>;

/** Saved rows of what is beside states. */
export interface SavedBeside {
  readonly changed: SavedLog;
  readonly legs: SavedLog;
}

/** Rows beside few states of orders: figures that differ from those of the first state, and the legs of a fill that turned a position around. */
export class BesideStates {
  #changed = new NumberLog({ ints: 4, rising: 1, numbers: 0 });
  #legs = new NumberLog({ ints: 4, rising: 1, numbers: 4 });

  static from({ changed, legs }: SavedBeside): BesideStates {
    const beside = new BesideStates();
    beside.#changed = NumberLog.from(changed);
    beside.#legs = NumberLog.from(legs);
    return beside;
  }

  /** Returns what goes its own way from here on, and shares what neither changes. */
  copy(): BesideStates {
    const copy = new BesideStates();
    copy.#changed = this.#changed.copy();
    copy.#legs = this.#legs.copy();
    return copy;
  }

  save(): SavedBeside {
    return { changed: this.#changed.save(), legs: this.#legs.save() };
  }

  /** Drops what is beside states before the one at `first`. */
  dropBefore(first: number): void {
    dropBeside(this.#changed, CHANGED.state, first);
    dropBeside(this.#legs, LEG.state, first);
  }

  addChanged(state: number, { lots, trimmed, price, triggerPrice }: StateRow): void {
    const changed = this.#changed;
    const beside = changed.add();
    changed.setRising(beside, CHANGED.state, state);
    changed.setInt(beside, CHANGED.lots, lots);
    changed.setInt(beside, CHANGED.trimmed, trimmed);
    changed.setInt(beside, CHANGED.price, price);
    changed.setInt(beside, CHANGED.trigger, triggerPrice);
  }

  /** The figures of a state that says its own. */
  figuresOf(state: number): Figures {
    const rows = this.#changed;
    const place = rows.firstFrom(rows.first, CHANGED.state, state);
    return {
      lots: rows.int(place, CHANGED.lots),
      trimmed: rows.int(place, CHANGED.trimmed),
      price: rows.int(place, CHANGED.price),
      triggerPrice: rows.int(place, CHANGED.trigger),
    };
  }

  addTurn(state: number, { trade, isTaker, legs }: TurnLegs): void {
    const rows = this.#legs;
    for (const leg of legs) {
      const beside = rows.add();
      const kind = DIRECTIONS.indexOf(leg.direction) * 4 + Number(isTaker) * 2 + Number(leg.leg === 'close');
      rows.setRising(beside, LEG.state, state);
      rows.setInt(beside, LEG.kind, kind);
      rows.setInt(beside, LEG.position, leg.position);
      rows.setInt(beside, LEG.quantity, leg.quantity);
      rows.setInt(beside, LEG.entryLots, leg.entryLots);
      rows.setNumber(beside, LEG.trade, trade);
      rows.setBig(beside, LEG.fee, leg.fee);
      rows.setBig(beside, LEG.closedPnl, leg.closedPnl);
      rows.setBig(beside, LEG.entryCost, leg.entryCost);
    }
  }

  /** The legs of a state whose fill turned a position around. */
  turnOf(state: number): TurnLegs {
    const rows = this.#legs;
    const first = rows.firstFrom(rows.first, LEG.state, state);
    const legs: TurnLeg[] = [];
    for (let place = first; place < rows.count && rows.rising(place, LEG.state) === state; place += 1) {
      const kind = rows.int(place, LEG.kind);
      legs.push({
        leg: kind % 2 === 1 ? 'close' : 'open',
        position: rows.int(place, LEG.position),
        direction: itemAt(DIRECTIONS, Math.floor(kind / 4)),
        quantity: rows.int(place, LEG.quantity),
        fee: rows.big(place, LEG.fee),
        closedPnl: rows.big(place, LEG.closedPnl),
        entryCost: rows.big(place, LEG.entryCost),
        entryLots: rows.int(place, LEG.entryLots),
      });
    }
    return { trade: rows.number(first, LEG.trade), isTaker: rows.int(first, LEG.kind) % 4 >= 2, legs };
  }
}
