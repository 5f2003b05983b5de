import type { Bound } from './statistics.ts';

export type Unit = '' | 'x' | 'ms' | 's' | 'MiB' | 'us';

/** One line of the result: what is measured, in which part, and what is asked of it. */
export interface Row {
  readonly id: string;
  readonly work: string;
  /** The part that measures it. */
  readonly part: string;
  readonly unit: Unit;
  /** Null for a figure that only explains others. */
  readonly budget: Bound | null;
  readonly stretch: Bound | null;
}

type Asked = Partial<Pick<Row, 'budget' | 'stretch'>>;

const row =
  (part: string) =>
  (id: string, work: string, unit: Unit, { budget = null, stretch = null }: Asked = {}): Row => ({
    id,
    work,
    part,
    unit,
    budget,
    stretch,
  });

/** What 10,000 and 100,000 of something may cost against 1,000 if the cost is logarithmic. */
const LOGARITHMIC = { '10k': { atMost: 1.33 }, '100k': { atMost: 1.67 } } as const;

/** What they may cost if it is flat, with room for caches that no longer hold them all. */
const FLAT = { '10k': { atMost: 1.25 }, '100k': { atMost: 1.25 } } as const;

/**
 * What a full page took against Y8 when the budget was set at 0.15 of it: the code of that day is gone, the yardstick
 * stays.
 */
const TODAY_Y8 = { orderHistory: 1.17 } as const;

/** A row for each of the larger sizes. */
const grown = (part: string, id: string, work: string, budgets: Readonly<Record<'10k' | '100k', Bound>>): Row[] =>
  (['10k', '100k'] as const).map((size) =>
    row(part)(`${id}-${size}`, `${work.replace('#', size)}, against 1k`, 'x', { budget: budgets[size] }),
  );

const engine = row('engine');
const engineLengths = row('engine-lengths');
const digest = row('digest');
const replay = row('replay');
const hour = row('hour');
const reads = row('reads');
const create = row('create');
const memory = row('memory');
const rest = row('rest');
const batch = row('batch');
const ws = row('ws');
const start = row('start');
const commands = row('commands');
const fanOut = row('fan-out');
const signatures = row('signatures');
const living = row('living');
const journal = row('journal');
const large = row('large-reads');
const inConsole = row('console');

/** Rows that a full run measures, in the order in which they are shown. Ratios are against a yardstick of the same run. */
const MEASURED: readonly Row[] = [
  engine('engine', 'engine in process, full risk and events, 200k commands, against Y4', 'x', {
    budget: { atLeast: 1.2 },
    stretch: { atLeast: 2 },
  }),
  engineLengths('engine-50k', 'engine in process, full risk and events, 50k commands, against Y4', 'x'),
  engineLengths('engine-400k', 'engine in process, full risk and events, 400k commands, against Y4', 'x'),
  engine('engine-p99-fill', 'p99 of a command per fill, against Y4', 'x', { budget: { atMost: 1 } }),
  engine('engine-p99', 'p99 of a command, against Y4', 'x'),
  engine('engine-cpu', 'processor time of a command, against Y4', 'x'),
  engine('engine-y7', 'processor time of a command, against Y7', 'x', {
    budget: { atMost: 6 },
    stretch: { atMost: 3 },
  }),
  engine('bare', 'bare matching with ids and events, no accounts, against Y4', 'x', { budget: { atLeast: 4 } }),
  engine('y7', 'Y7, a prototype of a book without ids and events, against Y4', 'x'),
  digest('digest-share', 'digest of a command, against the time of the engine', 'x', {
    budget: { atMost: 0.4 },
    stretch: { atMost: 0.2 },
  }),
  digest('digest-us', 'digest of a command', 'us'),
  replay('replay', 'replay of a journal to the same digest, in lines, against Y5', 'x', {
    budget: { atLeast: 0.25 },
    stretch: { atLeast: 0.5 },
  }),
  hour('hour-default', 'processor time of a simulated hour of the default world, history on', 's', {
    budget: { atMost: 2.5 },
    stretch: { atMost: 1 },
  }),
  hour('hour-event', 'the same for each of its events', 'us', {
    budget: { atMost: 6.4 },
    stretch: { atMost: 2.6 },
  }),
  hour('hour-calm', 'processor time of a simulated hour of the calm world, history on', 's'),
  reads('order-history', 'full page of getOrderHistory in process, signature and JSON included', 'ms', {
    budget: { atMost: 2 },
    stretch: { atMost: 1 },
  }),
  reads('order-history-y8', 'the same against Y8', 'x', {
    budget: { atMost: Math.round(TODAY_Y8.orderHistory * 15) / 100 },
  }),
  reads('trades', 'full page of getTrades in process', 'ms'),
  reads('trades-y8', 'the same against Y8', 'x'),
  create('create-quiet', 'createExchange of quiet and its genesis, in a running process', 'ms', {
    budget: { atMost: 5 },
    stretch: { atMost: 2 },
  }),
  create('create-calm', 'createExchange of calm and its genesis, in a running process', 'ms', {
    budget: { atMost: 20 },
    stretch: { atMost: 5 },
  }),
  create('create-default', 'createExchange of default and its genesis, in a running process', 'ms', {
    budget: { atMost: 20 },
    stretch: { atMost: 10 },
  }),
  create('create-alone-quiet', 'createExchange of quiet, whose genesis waits', 'ms'),
  create('create-alone-default', 'createExchange of default, whose genesis waits', 'ms'),
  create('revert-quiet', 'revert to a snapshot of quiet', 'ms', { budget: { atMost: 5 } }),
  memory('memory-orders', 'resident memory of 100k open orders', 'MiB', { budget: { atMost: 65 } }),
  memory('memory-trades', 'resident memory of 1M trades', 'MiB', { budget: { atMost: 190 } }),
  rest('rest-y2', 'signed order over REST, 50 connections, history on, journal on, against Y2', 'x', {
    budget: { atLeast: 0.65 },
    stretch: { atLeast: 0.8 },
  }),
  rest('rest-y3', 'the same against Y3', 'x', { budget: { atLeast: 14 } }),
  rest('rest-p99', 'p99 of it, against Y2', 'x', { budget: { atMost: 1.5 } }),
  rest('rest-cpu', 'processor time of the server for it, against Y2', 'x', {
    budget: { atMost: 1.6 },
    stretch: { atMost: 1.3 },
  }),
  rest('rest-first', 'processor time of the server for each of its first 1,000 requests, against Y2', 'x'),
  rest('journal', 'journal on against off, group commit', 'x', {
    budget: { atLeast: 0.8 },
    stretch: { atLeast: 0.95 },
  }),
  rest('rest-errors', 'errors in all responses over REST', '', { budget: { atMost: 0 } }),
  rest('rest-first-errors', 'errors in the responses to first requests', '', { budget: { atMost: 0 } }),
  rest('y1', 'Y1, unsigned POST, a second', ''),
  batch('batch-y3', 'requests of 10 orders over REST, in orders, against Y3', 'x', {
    budget: { atLeast: 14 },
    stretch: { atLeast: 20 },
  }),
  batch('batch-cpu', 'processor time of the server for a request of 10 orders, against Y3', 'x'),
  batch('batch-errors', 'errors in all responses to requests of 10', '', { budget: { atMost: 0 } }),
  ws('ws-y2', 'signed order over WebSocket, 50 sockets, history on, journal on, against Y2', 'x', {
    budget: { atLeast: 0.65 },
    stretch: { atLeast: 0.8 },
  }),
  ws('ws-y3', 'the same against Y3', 'x', { budget: { atLeast: 15 } }),
  ws('ws-p99', 'p99 of it, against Y2', 'x'),
  ws('ws-cpu', 'processor time of the server for it, against Y2', 'x'),
  ws('ws-errors', 'errors in all replies over WebSocket', '', { budget: { atMost: 0 } }),
  start('start', 'start to ready, against Y6', 'x', { budget: { atMost: 2.5 }, stretch: { atMost: 2 } }),
  start('start-first', 'start to the first response, genesis included, against Y6', 'x'),
  start('idle-memory', 'resident memory of an idle server', 'MiB', { budget: { atMost: 130 } }),
  commands('run-quiet', 'processor time of perpsim run of ten quiet minutes, whole process', 's', {
    budget: { atMost: 0.4 },
    stretch: { atMost: 0.25 },
  }),
  commands('sweep-run', 'processor time of a sweep of five quiet minutes, for each run', 's', {
    budget: { atMost: 0.5 },
    stretch: { atMost: 0.2 },
  }),
  commands('y6', 'Y6, processor time of an empty node process', 'ms'),
  fanOut('fan-out', 'deliveries to 100 subscribers, single messages, against bare sends', 'x', {
    budget: { atLeast: 0.6 },
  }),
  fanOut('fan-out-burst', 'deliveries to 100 subscribers, 20 messages a turn, against bare sends', 'x', {
    budget: { atLeast: 3 },
  }),
  row('conform')('conform', 'whole conformance suite, against a trivial suite of equal size', 'x', {
    budget: { atMost: 3 },
  }),
  signatures('signature-native', 'signature check, native module, against ethers', 'x', { budget: { atLeast: 20 } }),
  signatures('signature-portable', 'signature check, portable module, against ethers', 'x', {
    budget: { atLeast: 5 },
  }),
  ...grown('growth', 'growth-accounts', 'command at # accounts with positions', LOGARITHMIC),
  ...grown('growth', 'growth-index', 'move of the index at # accounts with positions', LOGARITHMIC),
  ...grown('growth', 'growth-position', 'position record at # accounts', LOGARITHMIC),
  ...grown(
    'growth',
    'growth-moved-position',
    'position record at # accounts, after each move of the index',
    LOGARITHMIC,
  ),
  row('growth')('position-100k', 'position record at 100k accounts', 'us'),
  ...grown('growth', 'growth-orders', 'command at # open orders of 1k accounts', LOGARITHMIC),
  ...grown('growth', 'growth-fill', 'fill of an account with # open orders', LOGARITHMIC),
  ...grown('reads', 'growth-order-history', 'page of getOrderHistory at # trades', FLAT),
  ...grown('reads', 'growth-trades', 'page of getTrades at # trades', FLAT),
];

/** Rows of parts that only run when they are named. */
const EXTRA: readonly Row[] = [
  row('ws-one')('ws-one-y2', 'signed order over WebSocket, 1 socket, against Y2', 'x'),
  row('ws-one')('ws-one-p99', 'p99 of it, against Y2', 'x'),
  row('paused')('paused-p99', 'p99 of trades at 99 readers while one stands still, against none standing', 'x'),
  row('paused')('paused-waiting', 'bytes that wait for a reader that stands still', 'MiB', {
    // Twice what may wait in the socket, and what may wait beside it (`STREAM_LIMITS`).
    budget: { atMost: 4.5 },
  }),
  living('hour-default-calm', 'processor time of a simulated hour of the default world at liveliness calm', 's'),
  living('hour-default-busy', 'processor time of a simulated hour of the default world at liveliness busy', 's'),
  living('live-share', 'share of a core that a live server takes', '', { budget: { atMost: 0.15 } }),
  ...['batch', 'sync', 'none'].flatMap((mode) => [
    journal(`durability-${mode}`, `signed order over REST with --durability ${mode}, against in memory`, 'x'),
    journal(`durability-${mode}-p99`, 'p99 of it, against in memory', 'x'),
  ]),
  journal('recovery', 'start from a journal of 100k orders', 's'),
  journal('journal-bytes', 'journal for each order, in bytes', ''),
  large('large-first', 'processor time of the first read after 1M trades, the newest 100', 'ms', {
    budget: { atMost: 5 },
  }),
  large('large-newest', 'processor time of the newest 1,000 of 1M trades', 'ms'),
  large('large-oldest', 'processor time of page 1,000 of 1M trades', 'ms'),
  large('large-filtered', 'processor time of 1,000 of 1M trades of one market and one time, with their total', 'ms'),
  row('history')('history-rows', 'rows of recorded depth and trades played, a second', ''),
  inConsole('console-paint', 'first paint of the console on loopback', 'ms', { budget: { atMost: 200 } }),
  inConsole('console-row', 'first row of the book on its market page', 'ms', { budget: { atMost: 300 } }),
  inConsole('console-shift', 'layout shift of that page until it has settled', '', { budget: { atMost: 0.02 } }),
  inConsole('console-frames', 'frames a second of its market page, nine busy markets', '', { budget: { atLeast: 59 } }),
  inConsole('console-missed', 'share of its frames that came late', ''),
  inConsole('console-cpu', 'share of a core that the browser takes for it', ''),
  inConsole('console-server-cpu', 'share of a core that the server takes for it', ''),
  row('test')('npm-test', 'processor time of npm test', 's', { budget: { atMost: 480 }, stretch: { atMost: 300 } }),
];

/** Every row of the tables of budgets, whether its part runs or not, and those of the extra parts that run. */
export const rowsFor = (parts: readonly { readonly name: string }[]): Row[] => [
  ...MEASURED,
  ...EXTRA.filter((extra) => parts.some(({ name }) => name === extra.part)),
];
