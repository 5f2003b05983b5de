import { AGGREGATOR_ROUTES } from '../../api/aggregator.ts';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../../api/catalogue.ts';
import type { StepArgument as Argument } from '../suite/plan.ts';

/** Requests that a sentence sends, as far as they show in it. */
export interface Asked {
  /** Their number. */
  readonly requests: number;
  /** Tokens of all of them together, out of the bucket of the address. */
  readonly tokens: number;
  /** False where they take tokens of the address alone. */
  readonly signed: boolean;
  /** The facts are looked at before, where the scenario speaks of facts. */
  readonly looked: boolean;
  /** Milliseconds that the sentence waits for, in real time. */
  readonly waitMs: number;
}

const NOTHING: Asked = { requests: 0, tokens: 0, signed: false, looked: false, waitMs: 0 };

const asking = (requests: number, tokens: number, more: Partial<Asked> = {}): Asked => ({
  ...NOTHING,
  requests,
  tokens,
  ...more,
});

/** A signed action and how often it is sent; its cost is that of the catalogue. */
function trade(action: string, times = 1, orders = 1, looked = true): Asked {
  const params = { orders: Array.from({ length: orders }, () => ({})) };
  const cost = TRADE_ACTIONS.get(action)?.cost(params) ?? OTHER;
  return asking(times, times * cost, { signed: true, looked });
}

/** About what a signed request costs, taken over the catalogue. */
const MEAN_COST = 30;

/** What is no request of the catalogue costs one token. */
const OTHER = 1;

const info = (action: string, times = 1): Asked =>
  asking(times, times * (INFO_ACTIONS.get(action)?.cost({}) ?? OTHER), { looked: true });

/** Orders that a table of params holds, as JSON or path by path. */
const ordersIn = ({ text }: Argument): number =>
  Math.max(1, text.match(/"side":/g)?.length ?? 0, new Set(text.match(/orders\[\d+\]/g)).size);

/** Rows of a table without its head, each as often as its column `times` says. */
function below({ rows, text }: Argument): number {
  const cells = text.split('\n');
  if (cells[0] !== 'times') return Math.max(1, rows - 1);
  const firsts = cells.filter((_, place) => place % (cells.length / rows) === 0);
  return firsts.slice(1).reduce((sum, count) => sum + times(count), 0);
}

/** Largest number of orders in one placeOrders request. */
export const ORDERS_PER_REQUEST = 20;

/** A placement of the orders of a table, in as many requests as they need. */
function placement(argument: Argument): Asked {
  const orders = below(argument);
  return { ...trade('placeOrders', 1, orders), requests: Math.ceil(orders / ORDERS_PER_REQUEST) };
}

/** An address that is run down pays as much as its bucket holds, and what comes back meanwhile. */
const ADDRESS_TOKENS = 10_000;
/** It takes as long until it is full again. */
const WINDOW_MS = 10_000;
/** Requests that run it down: by the 50 tokens that the cheapest one takes which is used for it. */
const RUNNING_DOWN = asking(ADDRESS_TOKENS / 50, ADDRESS_TOKENS, { waitMs: WINDOW_MS });
/** Before it must be full: a bucket that was used a while ago is half full, the others are. */
const UNTIL_FULL: Asked = asking(1, 50, { waitMs: WINDOW_MS / 2 });

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000 };

type Rule = readonly [RegExp, (match: readonly (string | undefined)[], argument: Argument) => Asked];

const times = (text: string | undefined): number => Number(text ?? 1);

/** Sentences that ask something of the target or wait; every other one only looks at what came. */
const RULES: readonly Rule[] = [
  [/^"[^"]+" has the open orders:$/, (_, argument) => trade('placeOrders', below(argument), 1, false)],
  [
    /^"[^"]+" (?:has placed|places|places with grouping "\w+"|places within the same second):$/,
    (_, argument) => placement(argument),
  ],
  [/^"[^"]+" has the TWAP "|^"[^"]+" places the TWAP:$/, () => trade('placeOrders')],
  [/^"[^"]+" is \w+ "[^"]+" \S+ at "[^"]+" against "/, () => trade('placeOrders', 2, 1, false)],
  [
    /^"[^"]+" (?:buys|sells) "[^"]+" \S+ at "[^"]+"(?: (\d+) times)?$/,
    ([, often]) => trade('placeOrders', times(often)),
  ],
  [/^"[^"]+" opens and closes "[^"]+" \S+ (\d+) times$/, ([, often]) => trade('placeOrders', 2 * times(often))],
  [/^the \S+ position of "[^"]+" is called /, () => trade('getPositions', 1, 1, false)],
  [/^"[^"]+" is a wallet with an order cancelled /, () => trade('getOrderHistory', 1, 1, false)],
  [
    /^"[^"]+" tries (\w+) with .*, where \S+ is each of (.*)$/,
    ([, action = '', list = '[]']) => trade(action, (JSON.parse(list) as unknown[]).length),
  ],
  [
    /^anyone tries (\w+) with .*, where \S+ is each of (.*)$/,
    ([, action = '', list = '[]']) => info(action, (JSON.parse(list) as unknown[]).length),
  ],
  [
    /^"[^"]+" presents the signature(?: and nonce)? of each request for each other:$/,
    (_found, { rows }) =>
      asking((rows - 1) * (rows - 2), (rows - 1) * (rows - 2) * MEAN_COST, { signed: true, looked: true }),
  ],
  [/^"[^"]+" tries (\w+) with .*, changed in one way at a time:$/, ([, action = ''], { rows }) => trade(action, rows)],
  [
    /^"[^"]+" tries (\w+) with .*, changed after signing in one of (.*)$/,
    ([, action = '', changes = '']) => trade(action, Math.max(1, changes.match(/"[^"]+":/g)?.length ?? 0)),
  ],
  [/^this request is sent until it is refused:$/, () => RUNNING_DOWN],
  [/^the address (?:is run down by:|has been run down)$/, () => RUNNING_DOWN],
  [
    /^the bucket of "[^"]+" is full$/,
    () => ({ ...UNTIL_FULL, ...trade('getOpenOrders', 1, 1, false), waitMs: WINDOW_MS / 2 }),
  ],
  [/^the bucket of the address is full$/, () => UNTIL_FULL],
  [
    /^"[^"]+" (?:sends|has sent|posts) (\w+)(?!.* \d+ times)/,
    ([, action = ''], argument) => trade(action, 1, ordersIn(argument)),
  ],
  [/^"[^"]+" sends (\w+) (\d+) times$/, ([, action = '', often]) => trade(action, times(often))],
  [/^the same request is sent again$/, () => asking(1, TYPICAL, { signed: true, looked: true })],
  [/^anyone asks getExchangeStatus (\d+) times$/, ([, often]) => info('getExchangeStatus', times(often))],
  [/^anyone asks (\w+)/, ([, action = '']) => info(action)],
  [
    /^anyone gets "([^"?]+)/,
    ([, path = '']) =>
      asking(1, AGGREGATOR_ROUTES.find((one) => path.endsWith(one.path))?.cost ?? OTHER, { looked: true }),
  ],
  [/^anyone (?:calls|posts to) /, () => asking(1, OTHER, { looked: true })],
  [/^"[^"]+" is (?:a|the) (?:session|full|delegate|session)\b.*? of "/, () => trade('addDelegatedSigner')],
  [/^"[^"]+" is the removed-delegate of "/, () => trade('addDelegatedSigner', 2)],
  [/^"[^"]+" has transferred .*?(?: (\d+) times)?$/, ([, often]) => trade('transferCollateral', times(often))],
  [/^"[^"]+" has withdrawn "/, () => trade('withdrawCollateral')],
  [/^"[^"]+" (?:follows |subscribes to |logs in)/, () => asking(2, 2 * OTHER)],
  [/^a connection "|^over "[^"]+" is sent/, () => asking(1, OTHER)],
  [/^another connection to info/, () => asking(1, OTHER)],
  [
    /^(\d+) more connections to info, with (\d+) subscriptions each$/,
    ([, count, each]) => asking(times(count) * (1 + times(each)), times(count) * (1 + times(each))),
  ],
  // As long as it may take: until the end of the hour.
  [/^the next funding is settled$/, () => asking(0, 0, { waitMs: 3_600_000 })],
  [/^(\d+) (ms|s) pass$/, ([, amount, unit = '']) => asking(0, 0, { waitMs: times(amount) * (UNITS[unit] ?? 0) })],
];

/** A signed read of a subaccount, as most of those that are sent twice. */
const TYPICAL = 20;

/** What one step asks. */
export function askedBy(step: string, argument: Argument): Asked {
  for (const [sentence, asked] of RULES) {
    const match = sentence.exec(step);
    if (match) return asked(match, argument);
  }
  return NOTHING;
}
