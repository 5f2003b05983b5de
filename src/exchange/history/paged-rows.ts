import {
  type Codec,
  CodecError,
  count,
  int,
  nullable,
  oneOf,
  type Plain,
  text,
  within,
} from '../../kernel/codec/codec.ts';
import { readonlyList, record } from '../../kernel/codec/collections.ts';
import { recordOf } from '../../kernel/entries.ts';
import type { SavedLog } from './number-log.ts';
import { type AboutOrders, OrderLog } from './order-log.ts';
import { type Kind, KINDS, RecordLog } from './record-log.ts';
import type { AboutRows } from './row-log.ts';
import { type EndRow, OUTCOMES } from './row-sink.ts';
import type { ColumnCounts } from './segment.ts';

const ORDER_LOGS = ['orders', 'states', 'changed', 'legs', 'fills', 'closed'] as const;

/** The logs of a history, in the order in which files have them. */
export const LOGS = [...ORDER_LOGS, ...KINDS] as const;
export type LogName = (typeof LOGS)[number];

type Name = string | number;

/** What a history has beside the segments of its logs. */
interface AboutHistory {
  readonly markets: readonly (readonly Name[])[];
  readonly accounts: readonly (readonly Name[])[];
  readonly terms: readonly (readonly Name[])[];
  readonly orders: AboutOrders;
  readonly records: Readonly<Record<Kind, AboutRows>>;
  readonly ends: readonly EndRow[];
}

/** Rows of a history as they are kept: segments of its logs, which files have as they are, and what is beside them. */
export class PagedRows {
  readonly logs: Readonly<Record<LogName, SavedLog>>;
  readonly #about: AboutHistory;

  constructor(logs: Readonly<Record<LogName, SavedLog>>, about: AboutHistory) {
    this.logs = logs;
    this.#about = about;
  }

  /** What is beside the segments, as plain data. */
  about(): Plain {
    return ABOUT.encode(this.#about);
  }

  /** Puts the rows into logs that have none. */
  restore(orders: OrderLog, records: RecordLog): void {
    const { logs } = this;
    const { markets, accounts, terms, orders: about, ends, records: kinds } = this.#about;
    const names = { markets, accounts, order_terms: terms } as const;
    for (const table of ['markets', 'accounts', 'order_terms'] as const) {
      for (const cells of names[table]) {
        records.named(table, cells);
        orders.named(table, cells);
      }
    }
    orders.restoreLog({ logs, about });
    for (const kind of KINDS) records.restoreLog(kind, { log: logs[kind], about: kinds[kind] });
    for (const end of ends) records.end(end);
  }
}

/** Returns the rows of logs as they are; the logs go their own way from here on. */
export function pagedRows(orders: OrderLog, records: RecordLog): PagedRows {
  const ordered = orders.save();
  const { logs, ends } = records.save();
  const names = records.names();
  return new PagedRows(
    { ...ordered.logs, ...recordOf(KINDS, (kind) => logs[kind].log) },
    { ...names, orders: ordered.about, records: recordOf(KINDS, (kind) => logs[kind].about), ends },
  );
}

/**
 * Returns rows from the segments of each log and what stood beside them.
 *
 * @throws CodecError that names the part that is not what it must be
 */
export function pagedRowsFrom(logs: Readonly<Record<LogName, SavedLog>>, about: unknown): PagedRows {
  for (const name of LOGS) {
    if (!isSame(logs[name].counts, COUNTS[name]))
      throw new CodecError(`logs.${name}`, 'has the columns of another version of perpsim');
  }
  return new PagedRows(
    logs,
    within('about', () => ABOUT.decode(about)),
  );
}

/** Columns of the logs of this version. */
const COUNTS: Readonly<Record<LogName, ColumnCounts>> = countsOfLogs();

function countsOfLogs(): Readonly<Record<LogName, ColumnCounts>> {
  const options = { markets: new Map(), kept: 1, isLive: () => false };
  const { logs } = pagedRows(new OrderLog(options), new RecordLog(options));
  return recordOf(LOGS, (name) => logs[name].counts);
}

const isSame = (one: ColumnCounts, other: ColumnCounts): boolean =>
  one.ints === other.ints &&
  one.numbers === other.numbers &&
  (one.rising ?? 0) === (other.rising ?? 0) &&
  (one.texts ?? 0) === (other.texts ?? 0);

const cell: Codec<Name> = {
  encode: (value) => value,
  decode: (plain) => (typeof plain === 'string' ? plain : int.decode(plain)),
};
const names = readonlyList(readonlyList(cell));

const aboutRows = record<AboutRows>({ first: count, words: readonlyList(readonlyList(text)) });

const ABOUT = record<AboutHistory>({
  markets: names,
  accounts: names,
  terms: names,
  orders: record<AboutOrders>({
    reasons: readonlyList(text),
    before: int,
    firstState: count,
    firstFill: count,
    goneState: int,
    goneFill: int,
  }),
  records: record<Readonly<Record<Kind, AboutRows>>>(recordOf(KINDS, () => aboutRows)),
  ends: readonlyList(record<EndRow>({ row: count, status: oneOf(...OUTCOMES), txHash: nullable(text) })),
});
