import { Type } from '@sinclair/typebox';
import { isRefusal, type Refusal, refuse } from '../../../../kernel/errors.ts';
import { compareKeys } from '../../../../kernel/canonical-json.ts';
import { type ActionContext, defineTradeRead, EVERY_ROLE, type ReadContext } from '../../../action.ts';
import {
  closedPositionRecord,
  openPositionRecord,
  type PositionRecord,
  PositionRecords,
} from '../../../records/position-record.ts';
import {
  type Decoded,
  decode,
  OneOf,
  PAGE_MAX,
  type Page,
  pageOf,
  readPage,
  SubAccountParams,
  SentTime,
} from '../../../primitives.ts';
import { readMarket } from '../../../symbols.ts';
import { foldAliases, refuseBadBounds, type TimeWindow, untilNow } from '../../../fields/time-window.ts';

const LIMIT_DEFAULT = 50;
const STATUSES = ['open', 'close', 'update'] as const;
const SORT_KEYS = ['updatedAt', 'createdAt', 'symbol'] as const;
const SORT_ORDERS = ['asc', 'desc'] as const;

const SHAPE = {
  status: 'text',
  startTime: 'integer',
  endTime: 'integer',
  fromTime: 'integer',
  toTime: 'integer',
  limit: 'integer',
  offset: 'integer',
  sortBy: 'text',
  sortOrder: 'text',
} as const;

interface Query {
  readonly status: (typeof STATUSES)[number];
  /** Undefined: every market. */
  readonly symbol: string | undefined;
  /** Of the latest update, inclusive. */
  readonly window: TimeWindow;
  readonly page: Page;
  readonly sortBy: (typeof SORT_KEYS)[number];
  readonly descending: boolean;
}

/**
 * Positions of a subaccount; the open ones when no status is asked for. `update` is a state positions pass
 * through while an input is applied, so a read meets only one that is stored so.
 *
 * Cost:   10 tokens.
 * Errors: 400 VALIDATION_ERROR for words, page and times; INVALID_FORMAT for the symbol.
 * Source: clauses GETPOSITIONS, POSITION-FIELD-*; wire 2.18, sort keys of wire 8 row 13.
 */
export const getPositions = defineTradeRead<Query, readonly PositionRecord[]>({
  name: 'getPositions',
  summary: 'List the positions of a subaccount.',
  params: Type.Object({
    ...SubAccountParams,
    status: Type.Optional(OneOf(STATUSES)),
    symbol: Type.Optional(Type.String()),
    startTime: Type.Optional(SentTime),
    endTime: Type.Optional(SentTime),
    fromTime: Type.Optional(Type.Integer({ deprecated: true })),
    toTime: Type.Optional(Type.Integer({ deprecated: true })),
    limit: Type.Optional(Type.Integer({ minimum: 0, maximum: PAGE_MAX, default: LIMIT_DEFAULT })),
    offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
    sortBy: Type.Optional(OneOf(SORT_KEYS)),
    sortOrder: Type.Optional(OneOf(SORT_ORDERS)),
  }),
  result: PositionRecords,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 10,
  usesHistory: true,
  parse: (params, context) => {
    const sent = decode(params, SHAPE);
    if (isRefusal(sent)) return sent;
    const { status = 'open', sortBy = 'updatedAt', sortOrder = 'desc' } = sent;
    if (!isWord(STATUSES, status)) return invalid('invalid status');
    const named = params.symbol !== undefined && params.symbol !== null;
    const market = named ? readMarket(params.symbol, context.state) : undefined;
    if (isRefusal(market)) return market;
    if (!isWord(SORT_KEYS, sortBy)) return invalid('invalid sort field');
    if (!isWord(SORT_ORDERS, sortOrder)) return invalid('invalid sort order');
    const page = readPage(sent, LIMIT_DEFAULT);
    if (isRefusal(page)) return page;
    const window = readWindow(sent, context);
    if (isRefusal(window)) return window;
    return { status, symbol: market?.spec.symbol, window, page, sortBy, descending: sortOrder === 'desc' };
  },
  read: (query, context) => {
    const found = recordsOf(query, context);
    return pageOf(
      found.sort((a, b) => compare(query, a, b)),
      query.page,
    );
  },
});

function readWindow(sent: Decoded<typeof SHAPE>, { now }: ActionContext): TimeWindow | Refusal {
  const { startTime, endTime, fromTime, toTime } = sent;
  const folded = foldAliases({ startTime, endTime, fromTime, toTime });
  if (isRefusal(folded)) return folded;
  const bounds = untilNow(folded, now);
  return refuseBadBounds(bounds) ?? { from: bounds.startTime ?? 0, to: bounds.endTime ?? now };
}

function recordsOf({ status, symbol, window }: Query, context: ReadContext): PositionRecord[] {
  const { state, account, views } = context;
  if (status === 'close') {
    const filter = symbol === undefined ? {} : { symbol };
    const rows = views.closedPositions({ account: account.no, ...window, ...filter });
    return rows.map((row) => closedPositionRecord(account, row));
  }
  return [...account.positions.values()]
    .filter((position) => symbol === undefined || position.symbol === symbol)
    .filter(({ updatedAt }) => updatedAt >= window.from && updatedAt <= window.to)
    .map((position) => openPositionRecord(state, account, position))
    .filter((record) => record.status === status);
}

/** Equal keys fall back on the position id, in the same direction, so that pages never overlap (INV-50). */
function compare({ sortBy, descending }: Query, a: PositionRecord, b: PositionRecord): number {
  const ascending = compareKeys(a[sortBy], b[sortBy]) || compareKeys(BigInt(a.positionId), BigInt(b.positionId));
  return descending ? -ascending : ascending;
}

const isWord = <T extends string>(words: readonly T[], text: string): text is T =>
  (words as readonly string[]).includes(text);

const invalid = (message: string): Refusal => refuse('VALIDATION_ERROR', message);
