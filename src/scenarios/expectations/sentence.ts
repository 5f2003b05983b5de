import { CucumberExpression, ParameterType, ParameterTypeRegistry } from '@cucumber/cucumber-expressions';
import { Decimal } from 'decimal.js';
import type { Client } from '../../client/client.ts';
import type { OpenOrder, Position, SubAccount, Trade } from '../../client/records.ts';
import type { MarketSummary, StateSummary } from '../../exchange/steering.ts';
import { invariant } from '../../kernel/errors.ts';
import { memberAt, orderIdsIn } from '../format/references.ts';
import type { RunEvent } from '../run-result.ts';
import { isListOf, isNumber, isShape, isText } from '../../kernel/guards.ts';

export type Row = Readonly<Record<string, string>>;

/** What a sentence was written with: its parameters in their order, and the rows below it. */
export interface Given {
  readonly run: RunFacts;
  readonly args: readonly string[];
  readonly rows: readonly Row[];
}

/** Something that can be expected, in words. */
export interface Sentence {
  /** A cucumber expression; it ends in a colon when rows belong to it. */
  readonly text: string;
  /** What it means beyond its words, for the docs; empty where they say it all. */
  readonly means: string;
  /** Returns what was found instead, or an empty text when it holds. */
  readonly check: (given: Given) => string | Promise<string>;
}

export const sentence = (text: string, means: string, check: Sentence['check']): Sentence => ({ text, means, check });

/** A parameter as it stood in a text. */
export interface Argument {
  readonly parameter: string;
  readonly value: string;
}

const expressions = new Map<string, CucumberExpression>();

/** The parameters of a text, when it is of this sentence. */
export function argumentsOf({ text: source }: Sentence, text: string): readonly Argument[] | undefined {
  const expression = expressions.get(source) ?? new CucumberExpression(source, parameterTypes());
  expressions.set(source, expression);
  return expression.match(text)?.map((argument) => ({
    parameter: argument.getParameterType().name ?? '',
    value: String(argument.getValue(null)),
  }));
}

/** Empty when something holds, otherwise what was found. */
export const unless = (isTrue: boolean, found: string): string => (isTrue ? '' : found);

/** A count with its noun: `1 fill`, `no fills`, `3 fills`. */
export const many = (count: number, noun: string): string =>
  count === 1 ? `1 ${noun}` : `${count === 0 ? 'no' : count} ${noun}s`;

/** Words with a meaning in sentences, by name of the parameter; the docs list them in this order. */
export const WORDS = {
  price: ['index price', 'mark price', 'mid price', 'best bid', 'best ask', 'last price'],
  side: ['long', 'short'],
  compared: [...['is at least', 'is at most', 'is above', 'is below', 'is not', 'is']],
  fate: ['open', 'partially filled', 'filled', 'cancelled', 'rejected'],
  marginFigure: [
    ...['account value', 'available margin', 'initial margin', 'maintenance margin', 'withdrawable amount', 'debt'],
    'unrealized PnL',
  ],
  positionFigure: ['entry price', 'liquidation price', 'unrealized PnL', 'realized PnL', 'used margin', 'net funding'],
  marketStatus: ['open', 'closed', 'close-only'],
  exchangeStatus: ['running', 'degraded', 'draining', 'down'],
} as const;

/** Parameters in quotes whose text must name something of the scenario. */
export const NAMES = ['account', 'market', 'entry'] as const;

/** A row of the docs. */
export const PARAMETERS: readonly (readonly [name: string, takes: string])[] = [
  ['account', 'the name of an account in quotes'],
  ['market', 'the symbol of a market in quotes'],
  ['entry', 'the name of an entry of the timeline in quotes'],
  ['amount', 'a decimal number in quotes, such as "-0.5"'],
  ['asset', 'the name of an asset, such as USDT'],
  ['code', 'an error code of the API, such as INSUFFICIENT_MARGIN'],
  ['action', 'the name of an action of the API or of a channel'],
  ['int', 'a whole number'],
  ['string', 'a text in quotes'],
  ...Object.entries(WORDS).map(([name, words]) => [name, words.join(', ')] as const),
];

let registry: ParameterTypeRegistry | undefined;

/** The parameter types of all sentences. */
function parameterTypes(): ParameterTypeRegistry {
  if (registry) return registry;
  registry = new ParameterTypeRegistry();
  const define = (name: string, pattern: RegExp): void =>
    registry?.defineParameterType(new ParameterType(name, pattern, null, (text: string) => text, false, false));
  for (const name of NAMES) define(name, /"([^"]*)"/);
  define('amount', /"(-?\d+(?:\.\d+)?)"/);
  define('asset', /[A-Z0-9]{1,12}/);
  define('code', /[A-Z][A-Z_]+/);
  define('action', /[a-z][A-Za-z]+/);
  for (const [name, words] of Object.entries(WORDS)) define(name, new RegExp(words.join('|')));
  return registry;
}

/** Returns whether `found` stands to `expected` as the words say. */
export function holds(found: string, words: string, expected: string): boolean {
  const difference = new Decimal(found).comparedTo(expected);
  switch (words) {
    case 'is above':
      return difference > 0;
    case 'is below':
      return difference < 0;
    case 'is at least':
      return difference >= 0;
    case 'is at most':
      return difference <= 0;
    case 'is not':
      return difference !== 0;
    default:
      return difference === 0;
  }
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Equal texts, or texts of equal numbers: "1" is "1.00". */
export const isSame = (found: string, expected: string): boolean =>
  found === expected || (NUMBER.test(found) && NUMBER.test(expected) && new Decimal(found).equals(expected));

/** What expectations look at: a run that stands still at one moment, seen from outside. */
export interface RunFacts {
  /** Exchange time, Unix ms. */
  readonly now: number;
  readonly startTime: number;
  /** By name. Their clients read as the accounts themselves do. */
  readonly accounts: ReadonlyMap<string, AccountFacts>;
  /** Responses of the entries of the timeline so far, by name; the last one of an entry that is repeated. */
  readonly results: ReadonlyMap<string, unknown>;
  /** Every request of the timeline so far, in order. */
  readonly requests: readonly RequestFact[];
  /** What has happened so far: liquidations, deleveraging, funding, refusals. */
  readonly events: readonly RunEvent[];
  /** By account; the streams that the timeline has opened, also those that have broken since. */
  readonly streams: ReadonlyMap<string, StreamFacts>;
  /** The exchange in short, as the control plane tells it. */
  summary(): StateSummary;
}

interface AccountFacts {
  readonly subAccountId: string;
  readonly address: string;
  readonly client: Client;
}

export interface RequestFact {
  readonly time: number;
  readonly account: string;
  readonly action: string;
  /** Name of the entry. */
  readonly name: string | null;
  /** Code of the refusal of the request or of its first refused item; null when all of it was accepted. */
  readonly code: string | null;
}

/** All streams of one account together, one after the other. */
export interface StreamFacts {
  readonly isOpen: boolean;
  /** How often the account has connected. */
  readonly connections: number;
  /** Pushes as they came, without replies to subscriptions. */
  readonly pushes: readonly StreamPush[];
}

export interface StreamPush {
  /** Exchange time at which it arrived. */
  readonly time: number;
  /** Name of the channel as a subscription calls it. */
  readonly channel: string;
  /** The frame as it came. */
  readonly frame: Readonly<Record<string, unknown>>;
}

/** The text of a value at a path such as `statuses[0].filled.avgPrice`; empty where there is none, JSON for what is no text. */
export function cellOf(value: unknown, path: string): string {
  const found = path === '.' ? value : memberAt(value, path.match(/[^.[\]]+/g) ?? []);
  if (found === undefined) return '';
  return typeof found === 'string' ? found : JSON.stringify(found);
}

const fits = (row: Row, found: unknown): boolean =>
  Object.entries(row).every(([path, expected]) => isSame(cellOf(found, path), expected));

/** Says what is there instead when these are not exactly the rows, in any order. */
export function sameRows(rows: readonly Row[], found: readonly unknown[], what: string): string {
  const left = [...found];
  for (const row of rows) {
    const index = left.findIndex((each) => fits(row, each));
    if (index < 0) return shownRows(rows, found, what);
    left.splice(index, 1);
  }
  return left.length === 0 ? '' : shownRows(rows, found, what);
}

/** Says what is there instead when the rows do not come in this order; others may stand between them. */
export function rowsInOrder(rows: readonly Row[], found: readonly unknown[], what: string): string {
  let from = 0;
  for (const row of rows) {
    const index = found.findIndex((each, at) => at >= from && fits(row, each));
    if (index < 0)
      return `found no ${what} ${written(row)}${from > 0 ? ' after the rows before it' : ''}, but ${shown(rows, found, what)}`;
    from = index + 1;
  }
  return '';
}

const SHOWN_MAX = 20;

const shownRows = (rows: readonly Row[], found: readonly unknown[], what: string): string =>
  `found ${shown(rows, found, what)}`;

/** The named columns of what was found. */
function shown(rows: readonly Row[], found: readonly unknown[], what: string): string {
  if (found.length === 0) return `no ${what}s`;
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = found
    .slice(0, SHOWN_MAX)
    .map((each) => written(Object.fromEntries(columns.map((path) => [path, cellOf(each, path)]))));
  const more = found.length > SHOWN_MAX ? ` and ${found.length - SHOWN_MAX} more` : '';
  return `${many(found.length, what)}: ${lines.join(', ')}${more}`;
}

const written = (row: Row): string =>
  `{ ${Object.entries(row)
    .map(([column, cell]) => `${column}: ${cell}`)
    .join(', ')} }`;

/** As many rows as a list of the API gives at once. */
const ROWS_MAX = 1_000;
/** The same of public trades. */
export const TRADES_MAX = 100;

/** Returns what sentences read of a run. The format has checked every name before. */
export function accountOf({ accounts }: RunFacts, name: string): AccountFacts {
  const account = accounts.get(name);
  invariant(account, `the format has checked the account ${name}`);
  return account;
}

/** Public data are read by the first account; every other would get the same. */
export function infoOf(
  { accounts }: RunFacts,
  action: string,
  params: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const [first] = accounts.values();
  invariant(first, 'public data is read by an account of the scenario');
  return first.client.info(action, params);
}

/** What sentences read of a public trade; a table may name its other fields. */
export interface PublicTrade {
  readonly tradeId: string;
  readonly timestamp: number;
}

const isTrades = isShape({ trades: isListOf(isShape<PublicTrade>({ tradeId: isText, timestamp: isNumber })) });

/** The trades of a response to `getLastTrades`, the newest first. */
export function tradesIn(response: unknown): readonly PublicTrade[] {
  invariant(isTrades(response), 'getLastTrades gives trades with their ids and times');
  return response.trades;
}

export function marketOf(run: RunFacts, symbol: string): MarketSummary {
  const market = run.summary().markets.find((each) => each.symbol === symbol);
  invariant(market, `the format has checked the market ${symbol}`);
  return market;
}

export const subAccountOf = (run: RunFacts, account: string): Promise<SubAccount> =>
  accountOf(run, account).client.getSubAccount();

export const positionsOf = (run: RunFacts, account: string): Promise<readonly Position[]> =>
  accountOf(run, account).client.getPositions({ status: 'open', limit: ROWS_MAX });

export async function positionIn(run: RunFacts, account: string, symbol: string): Promise<Position | undefined> {
  return (await positionsOf(run, account)).find((position) => position.symbol === symbol);
}

/** With a market only those in it. */
export async function openOrdersOf(run: RunFacts, account: string, symbol?: string): Promise<readonly OpenOrder[]> {
  const orders = await accountOf(run, account).client.getOpenOrders({ limit: ROWS_MAX });
  return symbol === undefined ? orders : orders.filter((order) => order.symbol === symbol);
}

export async function tradesOf(
  run: RunFacts,
  account: string,
  query: { readonly orderId?: string } = {},
): Promise<readonly Trade[]> {
  return (await accountOf(run, account).client.getTrades({ ...query, limit: ROWS_MAX })).trades;
}

/** The order of an entry that placed one. */
export interface PlacedOrder {
  readonly account: string;
  /** Empty when it was refused. */
  readonly orderId: string;
}

/** The first order of an entry, or what is there instead. */
export function orderOf(run: RunFacts, entry: string): PlacedOrder | string {
  const request = run.requests.findLast(({ name }) => name === entry);
  if (!request) return `the entry ${entry} has not been carried out yet`;
  const [orderId = ''] = orderIdsIn(run.results.get(entry));
  if (orderId === '' && request.code === null) return `the entry ${entry} placed no order: it was ${request.action}`;
  return { account: request.account, orderId };
}
