import { type Static, Type } from '@sinclair/typebox';
import { ControlError } from '../control-error.ts';
import { type EventLog, type LogPage, type LogQuery, plain, plainContent } from '../event-log/event-log.ts';
import { placeText, readPlace } from '../event-log/log-row.ts';
import { LOG_KINDS, type LogKind } from '../../contract/log-shapes.ts';
import { accountNoOf, orderNoOf, parseUint64 } from '../../kernel/ids.ts';
import { type Beside, type ControlRoute, getBy } from './route.ts';
import { AnyResponse, SubAccountId, Symbol } from '../../contract/control-fields.ts';

/** Routes that read what happened: inputs, their events, and what was refused. */

const MOST_ROWS = 1_000;
const USUAL_ROWS = 200;

const PlaceField = Type.String({
  pattern: '^(0|[1-9][0-9]{0,14})[.](0|[1-9][0-9]{0,14})$',
  description: 'the id of a row or the "next" of an earlier response, such as "12.3"',
});
const Flag = Type.Union([Type.Literal('true'), Type.Literal('false')], { description: '"true" or "false"' });
const Counter = Type.String({ pattern: '^(0|[1-9][0-9]{0,14})$', description: 'a number from 0' });

const LogFields = Type.Object({
  after: Type.Optional(PlaceField),
  before: Type.Optional(PlaceField),
  limit: Type.Optional(Type.String({ pattern: '^([1-9][0-9]{0,2}|1000)$', description: 'a number from 1 to 1000' })),
  kind: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'kinds of rows, parted by commas' })),
  account: Type.Optional(SubAccountId),
  order: Type.Optional(
    Type.String({ pattern: '^[1-9][0-9]{0,19}$', description: 'the id of an order as a string of digits' }),
  ),
  market: Type.Optional(Symbol),
  liquidation: Type.Optional(Counter),
  text: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'a part of the text of a row' })),
  world: Type.Optional(Flag),
  whole: Type.Optional(Flag),
});

const Row = Type.Object({
  id: Type.String({ description: 'the place of the row: number of the input, and a place among its rows' }),
  input: Type.Integer({ description: 'number of the input; of a refusal that of the input before it' }),
  event: Type.Union([Type.Integer(), Type.Null()], { description: 'sequence of the event; null for all else' }),
  at: Type.Integer({ description: 'exchange time, Unix milliseconds' }),
  kind: Type.Union(LOG_KINDS.map((kind) => Type.Literal(kind))),
  name: Type.String({ description: 'name of the event, action or control command, or code of the refusal' }),
  text: Type.String(),
  market: Type.Union([Type.String(), Type.Null()]),
  accounts: Type.Array(Type.String()),
  orders: Type.Array(Type.String()),
  liquidation: Type.Union([Type.Integer(), Type.Null()]),
  why: Type.Union([Type.String(), Type.Null()], { description: 'what explains it, below /sim/v1/why' }),
});

const LogResponse = Type.Object({
  life: Type.Integer({ description: 'counts resets and reverts; after one the places are those of another run' }),
  now: Type.Integer(),
  inputs: Type.Integer({ description: 'inputs so far' }),
  keptFrom: Type.Integer({ description: 'from this input on no row is missing; 1 is the first, 0 the start' }),
  rows: Type.Array(Row),
  next: Type.String({ description: 'the "after" of the next request' }),
  more: Type.Boolean({ description: 'there are further rows in the direction that was read' }),
});

const InputResponse = Type.Object({
  input: AnyResponse,
  rows: Type.Array(Type.Object({ ...Row.properties, data: AnyResponse })),
});

export const LOG_ROUTES: readonly ControlRoute[] = [
  getBy(
    '/log',
    'What happened: the latest inputs with their events, and refusals; "whole" works the run out again from its start',
    LogFields,
    LogResponse,
    async (_exchange, fields, beside) => {
      const log = logOf(beside);
      const query = queryOf(fields);
      return responseOf(log, fields.whole === 'true' ? await log.readAll(query) : log.read(query));
    },
  ),
  getBy(
    '/log/{input}',
    'One input with all its events as plain data, by its number',
    Type.Object({ input: Counter }),
    InputResponse,
    async (_exchange, { input }, beside) => {
      const log = logOf(beside);
      const rows = await log.rowsOf(Number(input));
      if (!rows) throw new ControlError('NOT_FOUND', 'input', `input ${input} is not known, or not any more`, 404);
      return {
        input: plain(log.input(Number(input)) ?? {}),
        rows: rows.map((row) => ({ ...log.record(row), data: plainContent(row) })),
      };
    },
  ),
];

function logOf({ log }: Beside): EventLog {
  if (log) return log;
  throw new ControlError('INVALID_VALUE', 'path', 'no log is kept here: start the exchange with perpsim serve', 409);
}

function responseOf(log: EventLog, { rows, next, more, keptFrom }: LogPage): Static<typeof LogResponse> {
  const { life, now, inputs } = log;
  const records = rows.map((row) => {
    const { accounts, orders, ...record } = log.record(row);
    return { ...record, accounts: [...accounts], orders: [...orders] };
  });
  return { life, now, inputs, keptFrom, rows: records, next: placeText(next), more };
}

function queryOf(fields: Static<typeof LogFields>): LogQuery {
  const { after, before, limit, kind, account, order, market, liquidation, text, world } = fields;
  const [afterPlace, beforePlace] = [after, before].map((place) =>
    place === undefined ? undefined : readPlace(place),
  );
  if (afterPlace && beforePlace) {
    throw new ControlError('INVALID_VALUE', 'before', 'give after or before, not both');
  }
  return {
    limit: limit === undefined ? USUAL_ROWS : Math.min(Number(limit), MOST_ROWS),
    world: world === 'true',
    ...(afterPlace && { after: afterPlace }),
    ...(beforePlace && { before: beforePlace }),
    ...(kind !== undefined && { kinds: kindsIn(kind) }),
    ...(account !== undefined && { account: counterIn('account', account, accountNoOf) }),
    ...(order !== undefined && { order: counterIn('order', order, orderNoOf) }),
    ...(market !== undefined && { market }),
    ...(liquidation !== undefined && { liquidation: Number(liquidation) }),
    ...(text !== undefined && { text }),
  };
}

function kindsIn(text: string): ReadonlySet<LogKind> {
  const kinds = text.split(',').map((name) => {
    const kind = LOG_KINDS.find((one) => one === name);
    if (kind) return kind;
    throw new ControlError('INVALID_VALUE', 'kind', `kind must be some of ${LOG_KINDS.join(', ')}, parted by commas`);
  });
  return new Set(kinds);
}

function counterIn(field: string, id: string, read: (id: bigint) => number | undefined): number {
  const id64 = parseUint64(id);
  const no = id64 === undefined ? undefined : read(id64);
  if (no !== undefined) return no;
  throw new ControlError('INVALID_VALUE', field, `no ${field} of this exchange can have the id ${id}`);
}
