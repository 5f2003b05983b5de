import { isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { TSchema } from '@sinclair/typebox';
import type { InfoContext } from '../action.ts';
import { integer } from './fields.ts';
import { checked, type Field, type FieldTable, fieldTable, optional, type SchemasOf, type ValuesOf } from './table.ts';
import { foldAliases, type SentAliases, type SentBounds, type TimeWindow } from './time-window.ts';
import { Type } from '@sinclair/typebox';

/** What the list reads have in common: pages, time windows, and their errors. */

export const PAGE_MAX = 1000;

export interface Page {
  /** Undefined: every match. */
  readonly limit: number | undefined;
  readonly offset: number;
}

/** One page of a list that is already in order. */
export const pageOf = <T>(rows: readonly T[], page: Page): T[] =>
  rows.slice(page.offset, page.limit === undefined ? undefined : page.offset + page.limit);

/**
 * The size of a page; 0 and absent both mean `standard`, or every match when there is none (wire 2.18).
 * Errors: VALIDATION_ERROR.
 */
export const limit = <const D extends number | undefined = undefined>(standard?: D) =>
  checked(
    optional(integer({ minimum: 0, maximum: PAGE_MAX, ...(standard !== undefined && { default: standard }) })),
    (sent = 0): number | D | Refusal => {
      if (sent > PAGE_MAX) return invalid(`limit cannot exceed ${PAGE_MAX}`);
      if (sent < 0) return invalid('limit must be non-negative');
      return sent === 0 ? (standard as D) : sent;
    },
  );

/** Number of matches to leave out. Errors: VALIDATION_ERROR. */
export const offset = (longest?: number) =>
  checked(
    optional(integer({ minimum: 0, ...(longest !== undefined && { maximum: longest }), default: 0 })),
    (sent = 0): number | Refusal => {
      if (sent < 0) return invalid('offset must be non-negative');
      return longest !== undefined && sent > longest ? invalid(`offset cannot exceed ${longest}`) : sent;
    },
  );

/** A time or a length of time as it is sent. */
export const SentTime = Type.Integer({ minimum: 0 });
/** A time or a length of time as it is read, in Unix milliseconds. */
export const sentTime = () => integer({ minimum: 0 });

const BOUNDS = { startTime: optional(sentTime()), endTime: optional(sentTime()) };
const OLD_BOUNDS = {
  fromTime: optional(integer({ deprecated: true })),
  toTime: optional(integer({ deprecated: true })),
};

/** From the bounds of a request to the window that is served, or what is wrong with them. */
export type WindowRule = (sent: SentBounds, now: TimeMs) => TimeWindow | Refusal;

interface HistoryRules {
  readonly window: WindowRule;
  /** Takes `fromTime` and `toTime` as well. */
  readonly oldBounds?: true;
  /** Text of INVALID_FORMAT. */
  readonly undecodable?: string;
}

/**
 * The params of a history: filters and page as given, in the order in which they are checked, and last the window of time.
 */
export function pagedHistory<
  C extends InfoContext,
  const F extends Readonly<Record<string, Field<TSchema, unknown, C>>>,
>(
  fields: F,
  rules: HistoryRules,
): FieldTable<SchemasOf<F & typeof BOUNDS>, ValuesOf<F> & { readonly window: TimeWindow }, C> {
  // Fields keep the order in which they are given; a history may read its bounds in a manner of its own.
  const all = { ...fields, ...BOUNDS, ...(rules.oldBounds && OLD_BOUNDS), ...fields };
  const table = fieldTable<C, Readonly<Record<string, Field>>>(all as never, rules.undecodable);
  const windowed: unknown = table.refine((values, { now }: C) => {
    const { startTime, endTime, fromTime, toTime, ...others } = values as Readonly<Record<string, unknown>> &
      SentAliases;
    const bounds = foldAliases({ startTime, endTime, fromTime, toTime });
    const window = isRefusal(bounds) ? bounds : rules.window(bounds, now);
    return isRefusal(window) ? window : { ...others, window };
  });
  return windowed as FieldTable<SchemasOf<F & typeof BOUNDS>, ValuesOf<F> & { readonly window: TimeWindow }, C>;
}

/** The filters that a request gave: views take absent ones for no filter. */
export function given<T extends object>(filters: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

const invalid = (message: string): Refusal => refuse('VALIDATION_ERROR', message);
