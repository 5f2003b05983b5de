import { ControlError } from '../control-error.ts';
import { type EventLog, type LogPage, type LogQuery, plain, plainContent } from '../event-log/event-log.ts';
import { placeText, readPlace } from '../event-log/log-row.ts';
import { LOG_KINDS, type LogKind } from '../../contract/log-shapes.ts';
import { accountNoOf, orderNoOf, parseUint64 } from '../../kernel/ids.ts';
import type { ControlFields, ControlResponse } from '../../contract/control.ts';
import type { Moment } from '../moments.ts';
import type { Beside, Branches, Handlers } from './route.ts';

const MOST_ROWS = 1_000;
const USUAL_ROWS = 200;
const USUAL_BUCKETS = 240;

/** Reads what happened: inputs, their events, and what was refused. */
export const LOG_HANDLERS: Handlers<'log' | 'loggedInput' | 'timeline' | 'moment'> = {
  log: async (_exchange, fields, beside) => {
    const log = logOf(beside);
    const query = queryOf(fields);
    return responseOf(log, fields.whole === 'true' ? await log.readAll(query) : log.read(query));
  },
  loggedInput: async (_exchange, { input }, beside) => {
    const log = logOf(beside);
    const rows = await log.rowsOf(Number(input));
    if (!rows) throw new ControlError('NOT_FOUND', 'input', `input ${input} is not known, or not any more`, 404);
    return {
      input: plain(log.input(Number(input)) ?? {}),
      rows: rows.map((row) => ({ ...log.record(row), data: plainContent(row) })),
    };
  },
  timeline: async (exchange, { from, to, buckets = `${USUAL_BUCKETS}`, whole }, beside) => {
    const log = logOf(beside);
    if (whole === 'true') await log.countAll();
    const { life, start, inputs, countedFrom, reach } = log;
    // The clock may have gone on since the last input.
    const now = exchange.clock.now();
    const window = { from: Number(from ?? start), to: Number(to ?? now) };
    if (window.to < window.from) throw new ControlError('INVALID_VALUE', 'to', 'to must not be before from');
    return {
      ...{ life, start, now, inputs, countedFrom, reach, ...window },
      ...log.timeline({ ...window, most: Number(buckets) }),
      snapshots: exchange.snapshots().map(({ name, inputs: upTo, time }) => ({ name, inputs: upTo, time })),
    };
  },
  moment: async (_exchange, { input, at, market, account, branch }, beside) => {
    const moment = momentOf({
      ...(input !== undefined && { input: Number(input) }),
      ...(at !== undefined && { at: Number(at) }),
    });
    const log = branch === undefined ? logOf(beside) : branchesOf(beside).logOf(Number(branch));
    return log.moment({ moment, ...(market !== undefined && { market }), ...(account !== undefined && { account }) });
  },
};

/** Reads a moment that is given by one of two fields. */
export function momentOf({ input, at }: { readonly input?: number; readonly at?: number }): Moment {
  if (input !== undefined && at === undefined) return { input };
  if (at !== undefined && input === undefined) return { at };
  throw new ControlError('INVALID_VALUE', 'at', 'give the moment as input or as at');
}

function branchesOf({ branches }: Beside): Branches {
  if (branches) return branches;
  throw new ControlError('INVALID_VALUE', 'branch', 'there is no server that could have a branch', 409);
}

function logOf({ log }: Beside): EventLog {
  if (log) return log;
  throw new ControlError('INVALID_VALUE', 'path', 'no log is kept here: start the exchange with perpsim serve', 409);
}

function responseOf(log: EventLog, { rows, next, more, keptFrom }: LogPage): ControlResponse<'log'> {
  const { life, now, inputs } = log;
  const records = rows.map((row) => {
    const { accounts, orders, ...record } = log.record(row);
    return { ...record, accounts: [...accounts], orders: [...orders] };
  });
  return { life, now, inputs, keptFrom, rows: records, next: placeText(next), more };
}

function queryOf(fields: ControlFields<'log'>): LogQuery {
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
