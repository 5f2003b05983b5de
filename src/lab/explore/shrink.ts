import { isList } from '../../kernel/entries.ts';
import { minimize } from '../../scenarios/minimize.ts';
import { type Command, type Difference, isRead, type Params, type NumberedCommand, type Value } from './command.ts';
import type { Found, Pair, RunningPair } from './pair.ts';
import type { Beginning } from './parties/party.ts';
import type { Outcome } from './session.ts';

export interface Shrunk {
  /** How the exchanges began: under the limits of the specification wherever the difference shows under them too. */
  readonly beginning: Beginning;
  readonly steps: readonly NumberedCommand[];
  /** What the reference responded to each of them. */
  readonly outcomes: readonly Outcome[];
  /** Its index counts in the shortened sequence. */
  readonly difference: Difference;
  readonly tries: number;
  /** False when the tries or a signal ended the search before every command was needed. */
  readonly isMinimal: boolean;
}

export interface ShrinkOptions {
  readonly beginning: Beginning;
  readonly accounts: readonly string[];
  readonly signal: AbortSignal;
  readonly maxTries: number;
  readonly onTry: (tries: number, length: number) => void;
}

/** Sequences of this length are what a reader takes in. A longer one is shrunk again, to whatever difference it shows. */
const SHORT = 10;

/**
 * Runs shorter sequences on fresh exchanges until each command of what is left is needed for the difference. Null when the
 * sequence does not show the difference again.
 */
export async function shrink(
  pair: Pair,
  steps: readonly NumberedCommand[],
  refused: ReadonlySet<number>,
  found: Found,
  options: ShrinkOptions,
): Promise<Shrunk | null> {
  const whole = withRead(steps, found);
  const last = whole.at(-1);
  const replay = async (list: readonly NumberedCommand[], beginning = options.beginning): Promise<Replayed> =>
    replayed(await pair.begin(beginning, options.accounts), list);
  const run = async (list: readonly NumberedCommand[]): Promise<Difference | null> => (await replay(list)).difference;
  const wanted = keyOf(whole, { ...found.difference, index: whole.length - 1 });
  const shows = async (list: readonly NumberedCommand[]): Promise<boolean> => {
    const difference = await run(list);
    return difference !== null && keyOf(list, difference) === wanted;
  };
  const limits = { signal: options.signal, maxTries: options.maxTries, simplify: simplerForms };
  const search = (
    list: readonly NumberedCommand[],
    fails: typeof shows,
  ): ReturnType<typeof minimize<NumberedCommand>> =>
    minimize(list, fails, { ...limits, onProgress: ({ tries, length }) => options.onTry(tries, length) });
  const start = await firstOf(
    [
      whole.filter((step) => step === last || (!changesNothing(step.command) && !refused.has(step.id))),
      whole.filter((step) => step === last || !changesNothing(step.command)),
      whole,
    ],
    shows,
  );
  if (!start) return null;
  let result = await search(start, shows);
  if (result && result.items.length > SHORT && result.isMinimal) {
    const again = await search(result.items, async (list) => (await run(list)) !== null);
    if (again) result = { ...again, tries: result.tries + again.tries };
  }
  if (!result) return null;
  const standard = { ...options.beginning, limits: {} };
  for (const beginning of [standard, options.beginning]) {
    const { difference, outcomes } = await replay(result.items, beginning);
    if (difference === null || (beginning === standard && keyOf(result.items, difference) !== wanted)) continue;
    // What comes after the difference shows nothing.
    const steps = result.items.slice(0, difference.index + 1);
    return { beginning, steps, outcomes, difference, tries: result.tries, isMinimal: result.isMinimal };
  }
  return null;
}

/** The sequence as it is run again: the read that showed the difference is its last command. */
function withRead(steps: readonly NumberedCommand[], { read }: Found): readonly NumberedCommand[] {
  if (read === null) return steps;
  const id = 1 + Math.max(0, ...steps.map((step) => step.id));
  return [...steps, { id, command: read }];
}

interface Replayed {
  readonly difference: Difference | null;
  /** Responses of the reference, the differing one included. */
  readonly outcomes: readonly Outcome[];
}

/** Sends commands to both exchanges up to the first response that differs. */
async function replayed(pair: RunningPair, steps: readonly NumberedCommand[]): Promise<Replayed> {
  const outcomes: Outcome[] = [];
  for (const [index, step] of steps.entries()) {
    const { parting, reference } = await pair.perform(step);
    outcomes.push(reference);
    if (parting) return { difference: { index, ...parting }, outcomes };
  }
  return { difference: null, outcomes };
}

/** Which difference it is, wherever it occurs in a sequence or in a list. */
function keyOf(steps: readonly NumberedCommand[], { index, path }: Difference): string {
  const command = steps[index]?.command;
  return `${command ? nameOf(command) : ''} ${path.replaceAll(/\[\d+\]/g, '[]')}`;
}

export function nameOf(command: Command): string {
  switch (command.kind) {
    case 'signed':
    case 'public':
    case 'control':
      return command.action;
    case 'raw':
      return `${command.method} ${command.path}`;
    case 'again':
    case 'advance':
      return command.kind;
  }
}

async function firstOf(
  lists: readonly (readonly NumberedCommand[])[],
  fails: (list: readonly NumberedCommand[]) => Promise<boolean>,
): Promise<readonly NumberedCommand[] | undefined> {
  for (const list of lists) if (await fails(list)) return list;
  return undefined;
}

/** The same step with a shorter wait, fewer orders, or without one of the params that orders need not have. */
function simplerForms(step: NumberedCommand): readonly NumberedCommand[] {
  const { command } = step;
  if (command.kind === 'advance') {
    return [1, 1_000, 60_000].flatMap((ms) => (ms < command.ms ? [{ ...step, command: { ...command, ms } }] : []));
  }
  if (command.kind !== 'signed' && command.kind !== 'public') return [];
  const withParams = (params: Readonly<Record<string, Value>>): NumberedCommand => ({
    ...step,
    command: { ...command, params },
  });
  const { orders } = command.params;
  const fewer = isList(orders) && orders.length > 1 ? fewerOrders(orders) : [];
  const optional = Object.keys(command.params).filter((name) => !NEEDED.has(name));
  return [
    ...fewer.map((list) => withParams({ ...command.params, orders: list })),
    ...plainerOrders(orders).map((list) => withParams({ ...command.params, orders: list })),
    ...optional.map((name) => withParams(without(command.params, name))),
  ];
}

const NEEDED = new Set(['orders', 'order', 'grouping', 'symbol', 'orderId', 'symbols']);
/** Fields of an order that change what it is less than what it carries. */
const ORNAMENTS = [
  'clientOrderId',
  'postOnly',
  'triggerPriceType',
  'reduceOnly',
  'sizeVarianceBps',
  'intervalVarianceBps',
];

/** Each order alone first, then all but one. */
function fewerOrders(orders: readonly Value[]): readonly (readonly Value[])[] {
  const single = orders.map((order) => [order]);
  const allButOne = orders.length > 2 ? orders.map((_, index) => orders.toSpliced(index, 1)) : [];
  return [...single, ...allButOne];
}

function plainerOrders(orders: Value | undefined): readonly (readonly Value[])[] {
  if (!isList(orders)) return [];
  return orders.flatMap((order, index) => {
    if (typeof order !== 'object' || order === null || isList(order)) return [];
    return ORNAMENTS.filter((name) => Object.hasOwn(order, name)).map((name) =>
      orders.with(index, without(order, name)),
    );
  });
}

const without = (fields: Readonly<Record<string, Value>>, name: string): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));

/** Every so many steps the histories of an account are read too. */
const HISTORY_EVERY = 8;
const BOOK = 'BTC-USDT';

const AFTER_A_WRITE = ['getOpenOrders', 'getPositions', 'getSubAccount'] as const;
const HISTORIES = [
  'getTrades',
  'getOrderHistory',
  'getPositionHistory',
  'getBalanceUpdates',
  'getTransfers',
  'getFundingPayments',
] as const;

/** The reads that show what a step has done. A sequence without the step before it has the same ones. */
export function followUpsOf({ id, command }: NumberedCommand, accounts: readonly string[]): readonly Command[] {
  const account = accountOf(command) ?? turn(accounts, id);
  if (account === undefined || (command.kind === 'signed' && isRead(command.action)) || command.kind === 'public') {
    return [];
  }
  const owner = accounts.includes(account) ? account : (turn(accounts, id) ?? account);
  const signed = (action: string): Command => ({
    kind: 'signed',
    account: owner,
    on: null,
    action,
    params: {},
    changes: {},
  });
  const symbol = symbolOf(command);
  const histories = id % HISTORY_EVERY === 0 ? [turn(HISTORIES, id / HISTORY_EVERY) ?? 'getTrades'] : [];
  return [
    ...[...AFTER_A_WRITE, ...histories].map(signed),
    { kind: 'public', action: 'getOrderbook', params: { symbol, limit: 20 } },
    { kind: 'public', action: 'getLastTrades', params: { symbol, limit: 5 } },
    ...(id % 2 === 0 ? [{ kind: 'public' as const, action: 'getMarketPrices', params: {} }] : []),
  ];
}

/** True for a command after which nothing can have changed. */
export const changesNothing = (command: Command): boolean =>
  command.kind === 'public' || command.kind === 'raw' || (command.kind === 'signed' && isRead(command.action));

function accountOf(command: Command): string | undefined {
  if (command.kind !== 'signed') return undefined;
  return command.on ?? command.account;
}

function symbolOf(command: Command): string {
  const params: Params = 'params' in command ? command.params : {};
  const { orders } = params;
  const [first] = isList(orders) ? orders : [];
  const order = first ?? params['order'];
  const inner = typeof order === 'object' && order !== null && 'symbol' in order ? order.symbol : params['symbol'];
  return typeof inner === 'string' && /^[A-Z]+-USDT$/.test(inner) ? inner : BOOK;
}

const turn = <T>(list: readonly T[], count: number): T | undefined => list[Math.floor(count) % list.length];
