import type { EngineObserver } from '../../engine/engine.ts';
import type { EngineEvent } from '../../engine/event.ts';
import { remainingOf } from '../../engine/orders/order.ts';
import type { Side } from '../../engine/orders/order-terms.ts';
import type { State } from '../../engine/state.ts';
import { DumpError, type DumpHeader } from '../../exchange/journal/dump.ts';
import { type OrderNo, venueIdOf } from '../../kernel/ids.ts';
import type { Lots, Ticks, TimeMs } from '../../kernel/units.ts';
import { JournalReplay } from '../replay/journal-replay.ts';
import type { Exported } from './export.ts';
import type { ExportWindow } from './tables.ts';

/** A change of one order in the book of a market, in ticks and lots. */
export interface BookMessage {
  readonly time: TimeMs;
  readonly symbol: string;
  readonly event: 'add' | 'reduce' | 'remove' | 'execute';
  /** Venue id of the order. */
  readonly id: string;
  readonly side: Side;
  readonly price: Ticks;
  /** Of the message: what is added, taken away or executed. */
  readonly lots: Lots;
}

interface Resting {
  readonly symbol: string;
  readonly id: string;
  readonly side: Side;
  readonly price: Ticks;
  lots: Lots;
}

/**
 * Watches an engine and says, message by message, what happens to the orders of its books. The messages alone are enough to
 * build each book again, with the place of every order in its queue. An order that moves, or that grows as the last of its
 * level, is removed and added with the same id.
 */
export class BookMessages implements EngineObserver {
  readonly #take: (message: BookMessage) => void;
  readonly #resting = new Map<OrderNo, Resting>();

  constructor(take: (message: BookMessage) => void) {
    this.#take = take;
  }

  /** Adds all orders of the books of a state, in the order of their queues. */
  begin(state: State): void {
    for (const { book } of state.markets.values()) {
      for (const side of ['buy', 'sell'] as const) {
        for (const { no } of book.queue(side)) this.#add(state, no, state.now);
      }
    }
  }

  refused(): void {
    // A refusal changes no book.
  }

  happened(state: State, event: EngineEvent): void {
    const { at } = event;
    switch (event.type) {
      case 'OrderPlaced':
        if (event.rests) this.#add(state, event.order.no, at);
        return;
      case 'OrderRested':
        this.#add(state, event.order, at);
        return;
      case 'Traded':
        for (const { order } of [event.maker, event.taker]) this.#lessen(order, 'execute', event.quantity, at);
        return;
      case 'OrderCancelled':
        this.#remove(event.order, at);
        return;
      case 'OrderModified':
        this.#modified(state, event.order, event.keepsPlace, at);
        return;
      default:
    }
  }

  #modified(state: State, no: OrderNo, keepsPlace: boolean, at: TimeMs): void {
    const known = this.#resting.get(no);
    const order = state.orders.get(no);
    if (known && order?.resting && keepsPlace) {
      const lost = known.lots - remainingOf(order);
      if (lost > 0) this.#lessen(no, 'reduce', lost, at);
      if (lost >= 0) return;
    }
    this.#remove(no, at);
    if (order?.resting) this.#add(state, no, at);
  }

  #add(state: State, no: OrderNo, time: TimeMs): void {
    const order = state.orders.get(no);
    if (!order?.resting) return;
    const { symbol, side, price } = order;
    const known = { symbol, id: venueIdOf(no), side, price, lots: remainingOf(order) };
    this.#resting.set(no, known);
    this.#take({ time, event: 'add', ...known });
  }

  #remove(no: OrderNo, time: TimeMs): void {
    const known = this.#resting.get(no);
    if (!known) return;
    this.#resting.delete(no);
    this.#take({ time, event: 'remove', ...known });
  }

  #lessen(no: OrderNo, event: 'reduce' | 'execute', lots: Lots, time: TimeMs): void {
    const known = this.#resting.get(no);
    if (!known) return;
    known.lots -= lots;
    if (known.lots === 0) this.#resting.delete(no);
    this.#take({ time, event, ...known, lots });
  }
}

/** Takes the messages of a journal. */
export interface MessageSink {
  /** Called once, before any message, with the state at the start. */
  begin(state: State): Promise<void> | void;
  /** Takes messages in their order, those of all markets together. */
  add(messages: readonly BookMessage[]): Promise<void> | void;
}

export interface MessageExportOptions {
  readonly window: Pick<ExportWindow, 'to'>;
  readonly sink: MessageSink;
  /** Called after each input with its number. */
  readonly onInput?: (inputs: number) => void;
}

/** What an export of messages came to. */
export type ExportedMessages = Pick<Exported, 'header' | 'inputs' | 'at' | 'mismatch'>;

/**
 * Replays a journal up to the end of the window and gives out the messages of all books.
 *
 * @throws DumpError for lines that are no journal, or that start after the exchange
 */
export async function exportMessages(
  lines: AsyncIterable<string>,
  { window, sink, onInput }: MessageExportOptions,
): Promise<ExportedMessages> {
  let pending: BookMessage[] = [];
  const messages = new BookMessages((message) => pending.push(message));
  const replay = new JournalReplay({ observer: messages });
  const giveOut = async (): Promise<void> => {
    const due = pending;
    pending = [];
    const written = due.length > 0 ? sink.add(due) : undefined;
    if (written) await written;
  };
  let header: DumpHeader | null = null;
  for await (const line of lines) {
    const step = replay.read(line);
    if (step.kind === 'header') {
      header = step.header;
      if (header.start.seq > 0) throw new DumpError(replay.place, startsLater(header.start.seq));
      await sink.begin(replay.state);
      messages.begin(replay.state);
      await giveOut();
    } else if (step.kind === 'input') {
      replay.apply(step);
      await giveOut();
      onInput?.(step.seq);
      if (replay.state.now >= window.to) break;
    }
  }
  const { state, mismatch } = replay;
  return { header: replay.header, inputs: state.inputSeq, at: state.now, mismatch };
}

const startsLater = (seq: number): string =>
  `it starts after input ${seq}, and the books need all inputs: keep the exchange with --data, or give it a larger --journal-window`;
