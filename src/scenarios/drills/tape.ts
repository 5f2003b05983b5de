import { INFO_ACTIONS } from '../../contract/catalogue.ts';
import { formatLots, formatPrice } from '../../contract/format.ts';
import type { FaultEffect } from '../../engine/fault-terms.ts';
import type { EngineObserver } from '../../engine/engine.ts';
import type { EngineEvent, FillSide, TradedEvent } from '../../engine/event.ts';
import { isTakeProfit, type Order } from '../../engine/orders/order.ts';
import type { State } from '../../engine/state.ts';
import type { HttpRequest, HttpResponse } from '../../exchange/http/http.ts';
import { isPushFrame } from '../../exchange/stream/source.ts';
import { isList, isRecord } from '../../kernel/entries.ts';
import { type AccountNo, accountNoOf, type OrderNo } from '../../kernel/ids.ts';
import type { BotWatcher, WatchedStream } from '../run/bot-server.ts';

/** One order of a placement, as the bot wrote it. */
export interface SentOrder {
  readonly symbol: string;
  readonly side: string;
  readonly price: string;
  readonly quantity: string;
  readonly clientId: string;
  readonly isReducing: boolean;
  /** Whether it may stay in the book. */
  readonly rests: boolean;
}

/** A request of the bot and what it got. Numbers count everything on the tape, so that things of one millisecond have an order. */
export interface WireRequest {
  readonly no: number;
  readonly at: number;
  readonly transport: 'rest' | 'ws';
  /** The action, or the path of a GET. */
  readonly action: string;
  readonly orders: readonly SentOrder[];
  /** Ids, the bot's own or the exchange's, of orders that it cancels. */
  readonly cancels: readonly string[];
  /** Time up to which it is good; 0 for ever. */
  readonly deadline: number;
  readonly nonce: number | null;
  sent: string;
  /** Place on the tape and time of its end; null while nothing has come. */
  doneNo: number | null;
  doneAt: number | null;
  /** Nothing came, and nothing will: the response was lost, or the connection broke. */
  isLost: boolean;
  status: number | null;
  /** Of the request itself; null when it was accepted. */
  code: string | null;
  message: string;
  /** Of each order of a placement; null for one that was accepted. */
  items: readonly (string | null)[];
  /** Exchange time that the response carries. */
  timestamp: number | null;
  got: string;
}

/** A frame that was pushed to the bot. */
export interface WireFrame {
  readonly no: number;
  readonly at: number;
  /** `orderbook`, `trades`, `marketPrices`, `candles`, `liquidations` or `subAccountUpdates`. */
  readonly channel: string;
  readonly symbol: string;
  readonly isSnapshot: boolean;
  readonly timestamp: number;
  /** Of a push about the subaccount: what it is, and the client id of its order. */
  readonly event: string;
  readonly clientId: string;
  /** Maintenance margin in percent of the account's value, where the push says it. */
  readonly marginUse: number | null;
  /** Of a push of prices. */
  readonly fundingRate: string;
}

interface WireConnection {
  readonly no: number;
  readonly at: number;
  readonly endpoint: string;
  /** Places on the tape at which the bot subscribed. */
  readonly subscriptions: {
    readonly no: number;
    readonly at: number;
    readonly channel: string;
    readonly format: string;
  }[];
  closedAt: number | null;
  /** Whether the exchange ended it. */
  byExchange: boolean;
}

/** What became of an order of the account. */
export interface OrderRecord {
  readonly no: OrderNo;
  readonly at: number;
  readonly symbol: string;
  readonly side: string;
  readonly price: string;
  readonly quantity: string;
  readonly clientId: string;
  /** It may only make a position smaller. */
  readonly isReducing: boolean;
  /** Price at which it fires as a stop; empty for any other order. */
  readonly stop: string;
  /** Mark of its market when it was placed. */
  readonly mark: string;
  /** Live orders of the account that were the same but for their ids, when it was placed. */
  twins: number;
  /** When the oldest of them was placed; null without any. */
  twinAt: number | null;
  /** Live orders of its market and side that may open a position, when it was placed, and whether one of them was filled in part. */
  beside: number;
  isBesidePart: boolean;
  /** Something of it was filled. */
  isPart: boolean;
  endedAt: number | null;
  /** `filled`, or why it was cancelled. */
  end: string;
}

interface FillRecord {
  readonly at: number;
  readonly symbol: string;
  readonly side: string;
  readonly quantity: string;
  readonly price: string;
  /** Signed lots afterwards, as a decimal text of the base asset. */
  readonly position: string;
}

/** A rule of faults that struck. */
export interface FaultRecord {
  readonly no: number;
  readonly at: number;
  readonly rule: string;
  readonly effect: FaultEffect['kind'];
  readonly target: string;
}

/** What was done to the program, or what it did. */
export interface ProcessRecord {
  readonly no: number;
  readonly at: number;
  readonly what: 'started' | 'killed' | 'terminated' | 'exited' | 'hung' | 'flooded' | 'raced';
  readonly text: string;
  /** Open orders of the account at that time. */
  readonly open: number;
}

/** What the processes of the bot took up at a time. */
export interface UsageRecord {
  readonly at: number;
  readonly bytes: number;
  /** Open files and sockets. */
  readonly handles: number;
  /** Processor time since they were started, in ms. */
  readonly cpuMs: number;
}

interface ChargeRecord {
  readonly at: number;
  readonly tokens: number;
}

/** Everything that is kept of a bot in a drill. */
export interface Tape {
  readonly requests: readonly WireRequest[];
  readonly frames: readonly WireFrame[];
  readonly connections: readonly WireConnection[];
  readonly orders: readonly OrderRecord[];
  readonly fills: readonly FillRecord[];
  readonly faults: readonly FaultRecord[];
  readonly process: readonly ProcessRecord[];
  /** Number of open orders from each time on at which it changed, and of those that may open a position. */
  readonly open: readonly OpenSample[];
  /** Marks of the markets in which the account has had orders. */
  readonly marks: readonly MarkRecord[];
  /** Orders that the exchange placed for the account, because it liquidated it. */
  readonly forced: readonly { readonly at: number }[];
  /** Positions that the exchange closed against a bankrupt account. */
  readonly deleveraged: readonly { readonly at: number }[];
  readonly usage: readonly UsageRecord[];
  /** What its requests took of the rate limits. */
  readonly charges: readonly ChargeRecord[];
  /** Steps of time whose clock was not that of the exchange. */
  readonly wrongClocks: number;
}

export interface OpenSample {
  readonly no: number;
  readonly at: number;
  readonly count: number;
  readonly quotes: number;
}

interface MarkRecord {
  readonly at: number;
  readonly symbol: string;
  readonly mark: string;
}

/** Requests at one moment of exchange time after which a bot does not wait for anything any more. */
export const FLOOD = 400;
/** Of a request and of a response: more is cut off. */
const KEPT = 1_500;
/** The texts of so many requests are kept: a day of a bot has hundreds of thousands. */
const TEXTS = 5_000;

/** Watches one bot: what it sends and gets, and what becomes of its account. */
export class Recorder implements Tape, BotWatcher, EngineObserver {
  readonly requests: WireRequest[] = [];
  readonly frames: WireFrame[] = [];
  readonly connections: WireConnection[] = [];
  readonly orders: OrderRecord[] = [];
  readonly fills: FillRecord[] = [];
  readonly faults: FaultRecord[] = [];
  readonly process: ProcessRecord[] = [];
  readonly open: OpenSample[] = [];
  readonly marks: MarkRecord[] = [];
  readonly forced: { at: number }[] = [];
  readonly deleveraged: { at: number }[] = [];
  readonly usage: UsageRecord[] = [];
  readonly charges: ChargeRecord[] = [];
  wrongClocks = 0;
  readonly #account: AccountNo;
  readonly #state: Readonly<State>;
  readonly #onFlood: () => void;
  /** Where it sends from. */
  readonly #addresses = new Set<string>();
  readonly #live = new Map<OrderNo, OrderRecord>();
  #no = 0;
  #burst = { at: 0, count: 0 };

  constructor(state: Readonly<State>, subAccountId: string, onFlood: () => void) {
    const account = accountNoOf(BigInt(subAccountId));
    if (account === undefined) throw new Error(`${subAccountId} is the id of a subaccount`);
    this.#account = account;
    this.#state = state;
    this.#onFlood = onFlood;
  }

  /** Number of its open orders now. */
  get openNow(): number {
    return this.#live.size;
  }

  /** Notes what was done to the program. */
  mark(what: ProcessRecord['what'], text: string): void {
    this.process.push({ no: this.#next(), at: this.#now(), what, text, open: this.#live.size });
  }

  /** Notes what the processes of the bot take up. */
  measured(usage: Omit<UsageRecord, 'at'>): void {
    this.usage.push({ at: this.#now(), ...usage });
  }

  requested(request: HttpRequest): (response: HttpResponse) => void {
    const sent = Buffer.from(request.body).toString('utf8');
    const body = parsed(sent);
    this.#addresses.add(request.ip);
    const entry = this.#request('rest', memberOf(body, 'params'), body, sent, request.path);
    return (response) => {
      if (response.lost) this.#lost(entry);
      else this.#replied(entry, response.status, parsed(response.body), response.body);
    };
  }

  opened(endpoint: string): WatchedStream {
    const connection: WireConnection = {
      ...{ no: this.#next(), at: this.#now(), endpoint, subscriptions: [], closedAt: null, byExchange: false },
    };
    this.connections.push(connection);
    this.#count();
    const pending = new Map<string, WireRequest>();
    return {
      received: (text) => this.#received(connection, pending, text),
      sent: (frames) => {
        for (const frame of frames) this.#sent(pending, frame);
      },
      gone: (byExchange) => {
        if (connection.closedAt !== null) return;
        connection.closedAt = this.#now();
        connection.byExchange = byExchange;
        for (const entry of pending.values()) this.#lost(entry);
        pending.clear();
      },
    };
  }

  /** Posts whose reply never came are lost, though their connection stayed. */
  finish(): void {
    for (const entry of this.requests) if (entry.doneNo === null) this.#lost(entry);
  }

  refused(): void {
    // A refusal shows in the response of the request.
  }

  happened(_state: State, event: EngineEvent): void {
    switch (event.type) {
      case 'OrderPlaced':
        if (event.order.account !== this.#account) return;
        if (event.order.triggeredByLiquidation) this.forced.push({ at: event.at });
        else this.#placed(event.at, event.order.no);
        return;
      case 'IndexMoved':
      case 'MarkMoved':
        return this.#marked(event.at, event.symbol);
      case 'Deleveraged':
        if (event.winner === this.#account) this.deleveraged.push({ at: event.at });
        return;
      case 'OrderCancelled':
        return this.#ended(event.at, event.order, event.cause);
      case 'OrderModified':
        return this.#modified(event.order);
      case 'Traded':
        for (const side of [event.maker, event.taker]) if (side.account === this.#account) this.#traded(event, side);
        return;
      case 'NonceUsed':
        if (event.account === this.#account && event.charge) this.#charged(event.at, event.charge);
        return;
      case 'Charged':
        // A read of the market names no account: it is the address that pays.
        if (event.account === this.#account || (event.account === null && this.#addresses.has(event.ip)))
          this.#charged(event.at, event);
        return;
      case 'FaultMet':
        if (event.fired) this.#struck(event.at, event.rule);
        return;
      default:
    }
  }

  #charged(at: number, { tokens }: { readonly tokens: number }): void {
    this.charges.push({ at, tokens });
  }

  #placed(at: number, no: OrderNo): void {
    const order = this.#state.orders.get(no);
    if (!order) return;
    const { spec, mark } = this.#market(order.symbol);
    const stop = isTakeProfit(order.kind) ? null : order.trigger;
    const record: OrderRecord = {
      ...{ no, at, ...this.#terms(order), isReducing: order.reduceOnly || order.closePosition },
      ...{ stop: stop ? formatPrice(spec, stop.price) : '', mark: formatPrice(spec, mark) },
      ...{ twins: 0, twinAt: null, beside: 0, isBesidePart: false, isPart: false, endedAt: null, end: '' },
    };
    const live = [...this.#live.values()];
    const twins = live.filter((other) => isTwin(other, record));
    record.twins = twins.length;
    record.twinAt = twins[0]?.at ?? null;
    const beside = record.isReducing ? [] : live.filter((other) => isBeside(other, record));
    record.beside = beside.length;
    record.isBesidePart = beside.some(({ isPart }) => isPart);
    this.orders.push(record);
    this.#live.set(no, record);
    this.#sample();
  }

  #terms(order: Order): Pick<OrderRecord, 'symbol' | 'side' | 'price' | 'quantity' | 'clientId'> {
    const { spec } = this.#market(order.symbol);
    const { symbol, side, clientId } = order;
    return {
      ...{ symbol, side, clientId },
      price: formatPrice(spec, order.trigger && order.price === 0 ? 0 : order.price),
      quantity: formatLots(spec, order.quantity),
    };
  }

  /** The order goes on under other terms, so that it can be the twin of none by the old ones. */
  #modified(no: OrderNo): void {
    const record = this.#live.get(no);
    const order = this.#state.orders.get(no);
    if (record && order) this.#live.set(no, Object.assign(record, this.#terms(order)));
  }

  #ended(at: number, no: OrderNo, end: string): void {
    const record = this.#live.get(no);
    if (!record) return;
    record.endedAt = at;
    record.end = end;
    this.#live.delete(no);
    this.#sample();
  }

  #traded(event: TradedEvent, side: FillSide): void {
    const { spec } = this.#market(event.symbol);
    this.fills.push({
      at: event.at,
      symbol: event.symbol,
      side: side.side,
      quantity: formatLots(spec, event.quantity),
      price: formatPrice(spec, event.price),
      position: formatLots(spec, side.position?.lots ?? 0),
    });
    const record = this.#live.get(side.order);
    if (record) record.isPart = true;
    if (side.complete) this.#ended(event.at, side.order, 'filled');
  }

  #struck(at: number, name: string): void {
    const armed = this.#state.faults.rules.find(({ rule }) => rule.name === name);
    if (!armed) return;
    const { effect, target } = armed.rule;
    this.faults.push({ no: this.#next(), at, rule: name, effect: effect.kind, target: target ?? '' });
  }

  #sample(): void {
    const [at, count] = [this.#now(), this.#live.size];
    const quotes = [...this.#live.values()].filter(({ isReducing }) => !isReducing).length;
    this.open.push({ no: this.#next(), at, count, quotes });
  }

  #marked(at: number, symbol: string): void {
    const { spec, mark } = this.#market(symbol);
    this.marks.push({ at, symbol, mark: formatPrice(spec, mark) });
  }

  #received(connection: WireConnection, pending: Map<string, WireRequest>, text: string): void {
    // Nothing of a ping is kept, and a bot in lockstep sends some at each step.
    if (PING.test(text)) return;
    const frame = parsed(text);
    const params = memberOf(frame, 'params');
    const method = memberOf(frame, 'method');
    if (method === 'subscribe') {
      connection.subscriptions.push({
        ...{ no: this.#next(), at: this.#now() },
        channel: textOf(memberOf(params, 'type')),
        format: textOf(memberOf(params, 'format')) || 'diff',
      });
    }
    if (method === 'post') {
      pending.set(textOf(memberOf(frame, 'id')), this.#request('ws', params, params, text, '/v1/ws'));
    }
  }

  #sent(pending: Map<string, WireRequest>, text: string): void {
    // Of responses only those to posts are kept.
    if (pending.size === 0 && !isPushFrame(text)) return;
    const frame = parsed(text);
    const channel = CHANNELS[textOf(memberOf(frame, 'channel'))];
    if (channel !== undefined) return this.#pushed(channel, frame);
    const id = textOf(memberOf(frame, 'requestId'));
    const entry = pending.get(id);
    if (!entry) return;
    pending.delete(id);
    const body = memberOf(frame, 'result') ?? frame;
    const timestamp = memberOf(frame, 'timestamp');
    this.#replied(entry, numberOf(memberOf(frame, 'status')), { ...asRecord(body), timestamp }, text);
  }

  #pushed(channel: string, frame: unknown): void {
    const data = memberOf(frame, 'data');
    this.frames.push({
      ...{ no: this.#next(), at: this.#now(), channel },
      symbol: textOf(memberOf(data, 'symbol')),
      isSnapshot: memberOf(frame, 'type') === 'snapshot',
      timestamp: numberOf(memberOf(frame, 'timestamp')) ?? this.#now(),
      event: textOf(memberOf(data, 'eventType')),
      clientId: textOf(memberOf(memberOf(data, 'order'), 'clientId')),
      marginUse: marginUseOf(memberOf(data, 'crossMarginSummary')),
      fundingRate: textOf(memberOf(data, 'fundingRate')),
    });
  }

  #request(
    transport: WireRequest['transport'],
    params: unknown,
    envelope: unknown,
    sent: string,
    path: string,
  ): WireRequest {
    this.#count();
    const orders = memberOf(params, 'orders');
    const entry: WireRequest = {
      ...{ no: this.#next(), at: this.#now(), transport, sent: sent.slice(0, KEPT) },
      action: textOf(memberOf(params, 'action')) || path.replace(/\?.*$/, ''),
      orders: isList(orders) ? orders.map(sentOrder) : [],
      cancels: ['clientOrderIds', 'orderIds'].flatMap((name) => {
        const ids = memberOf(params, name);
        return isList(ids) ? ids.map(textOf) : [];
      }),
      deadline: Number(memberOf(envelope, 'expiresAfter') ?? 0),
      nonce: numberOf(memberOf(envelope, 'nonce')),
      ...{ doneNo: null, doneAt: null, isLost: false, status: null, code: null, message: '' },
      ...{ items: [], timestamp: null, got: '' },
    };
    this.requests.push(entry);
    const old = this.requests[this.requests.length - TEXTS];
    if (old) old.sent = old.got = '';
    return entry;
  }

  #replied(entry: WireRequest, status: number | null, body: unknown, got: string): void {
    const error = memberOf(body, 'error');
    entry.doneNo = this.#next();
    entry.doneAt = this.#now();
    entry.status = status;
    entry.got = got.slice(0, KEPT);
    entry.timestamp = numberOf(memberOf(body, 'timestamp'));
    if (isRecord(error)) {
      entry.code = textOf(error['code']) || 'UNKNOWN';
      entry.message = textOf(error['message']);
    } else if (status !== null && status >= 400) entry.code = 'UNKNOWN';
    entry.items = codesIn(memberOf(body, 'response'));
  }

  #lost(entry: WireRequest): void {
    entry.doneNo = this.#next();
    entry.doneAt = this.#now();
    entry.isLost = true;
  }

  /** The clock stands still while a bot thinks: one that only sends never comes further. */
  #count(): void {
    const at = this.#now();
    this.#burst = this.#burst.at === at ? { at, count: this.#burst.count + 1 } : { at, count: 1 };
    if (this.#burst.count === FLOOD) this.#onFlood();
  }

  #market(symbol: string) {
    const market = this.#state.markets.get(symbol);
    if (!market) throw new Error(`there is no market ${symbol}`);
    return market;
  }

  #now(): number {
    return this.#state.now;
  }

  #next(): number {
    this.#no += 1;
    return this.#no;
  }
}

const PING = /^\{"id": ?"[^"]*", ?"method": ?"ping"/;

/** Channels by the word that their frames carry. */
const CHANNELS: Readonly<Record<string, string>> = {
  orderbookUpdate: 'orderbook',
  subAccountUpdate: 'subAccountUpdates',
  trade: 'trades',
  marketPriceUpdate: 'marketPrices',
  priceUpdate: 'marketPrices',
  candleUpdate: 'candles',
  liquidation: 'liquidations',
};

const isTwin = (one: OrderRecord, other: OrderRecord): boolean =>
  one.symbol === other.symbol &&
  one.side === other.side &&
  one.price === other.price &&
  one.quantity === other.quantity;

const isBeside = (one: OrderRecord, other: OrderRecord): boolean =>
  one.symbol === other.symbol && one.side === other.side && !one.isReducing;

function sentOrder(order: unknown): SentOrder {
  return {
    symbol: textOf(memberOf(order, 'symbol')),
    side: textOf(memberOf(order, 'side')),
    price: textOf(memberOf(order, 'price')),
    quantity: textOf(memberOf(order, 'quantity')),
    clientId: textOf(memberOf(order, 'clientOrderId')),
    isReducing: memberOf(order, 'reduceOnly') === true || memberOf(order, 'closePosition') === true,
    rests: !/^(market|limitIoc|limitFok)$/i.test(textOf(memberOf(order, 'orderType'))),
  };
}

/** Maintenance margin in percent of what the account is worth. */
function marginUseOf(summary: unknown): number | null {
  const value = Number(textOf(memberOf(summary, 'adjustedAccountValue')));
  return value > 0 ? (100 * Number(textOf(memberOf(summary, 'maintenanceMargin')))) / value : null;
}

/** The code of each item of a response; null for one that was accepted. */
function codesIn(response: unknown): readonly (string | null)[] {
  const statuses = memberOf(response, 'statuses');
  const items = [statuses, response].find(isList) ?? [response];
  return items.map((item) => textOf(memberOf(item, 'errorCode')) || null);
}

/** Returns true for a request that only reads. */
export const isRead = ({ action }: Pick<WireRequest, 'action'>): boolean => /^(get|\/)/.test(action);

/** Reads of the bot's own orders, fills and positions. */
const OWN_READS = /^get(OpenOrders|OrderHistory|Positions|Trades|SubAccount|Portfolio)$/;

/** Returns true for a request that asks what has become of the bot's own orders and positions. */
export const asksForOwn = ({ action }: Pick<WireRequest, 'action'>): boolean => OWN_READS.test(action);

/** Returns true for a request that asks what rests: a position does not say. */
export const asksForOrders = ({ action }: Pick<WireRequest, 'action'>): boolean =>
  /^get(OpenOrders|OrderHistory|Trades)$/.test(action);

/** Returns true for a request that shows the market. */
export const showsMarket = ({ action }: Pick<WireRequest, 'action'>): boolean =>
  MARKET_READS.has(action) && INFO_ACTIONS.has(action);

const MARKET_READS: ReadonlySet<string> = new Set([
  'getOrderbook',
  'getMids',
  'getMarketPrices',
  'getLastTrades',
  'getCandles',
]);

/** Returns true for a request that was carried out in whole. */
export const isAccepted = ({ doneNo, isLost, code, items }: WireRequest): boolean =>
  doneNo !== null && !isLost && code === null && items.every((item) => item === null);

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    // What is no JSON has no members: the exchange refuses it, and that stands on the tape.
    return null;
  }
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
const memberOf = (value: unknown, name: string): unknown => asRecord(value)[name];
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
