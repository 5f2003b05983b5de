import { formatAmount, formatLots, formatPrice, formatPriceUnits, formatRatio } from '../../contract/format.ts';
import type { MarketSpec } from '../../engine/config.ts';
import type { EngineObserver } from '../../engine/engine.ts';
import type { EngineEvent, FillSide, OrderFacts, TradedEvent } from '../../engine/event.ts';
import type { Side } from '../../engine/orders/order-terms.ts';
import { type Order, remainingOf } from '../../engine/orders/order.ts';
import { accountValueOf, unrealizedPnlIn } from '../../engine/risk/margin.ts';
import type { Account, Market, State } from '../../engine/state.ts';
import type { RunView } from '../../exchange/run-view.ts';
import { invariant, itemAt } from '../../kernel/errors.ts';
import { formatUnits } from '../../kernel/decimal.ts';
import { type AccountNo, accountNoOf, type OrderNo, venueIdOf } from '../../kernel/ids.ts';
import type { Lots, PriceUnits, Ratio, Ticks, Units } from '../../kernel/units.ts';
import type { DepthSample, MarketResult, RunEvent } from '../run-result.ts';
import type { PlacedOrder } from '../statistics.ts';
import type { Fill } from '../strategy.ts';
import { began, covered, deleveraged, ended, fundingPaid, sold } from './event-texts.ts';

export interface CollectorParts {
  readonly view: RunView;
  readonly startTime: number;
  readonly durationMs: number;
  /** Subaccount ids of the accounts of the run, by name. */
  readonly accounts: ReadonlyMap<string, string>;
  readonly report: (event: RunEvent) => void;
}

/** Watches an exchange and keeps what the result of a run shows. It reads and never writes, so no digest changes. */
export class Collector implements EngineObserver {
  readonly accounts = new Map<string, AccountRecord>();
  readonly markets = new Map<string, MarketRecord>();
  readonly #parts: CollectorParts;
  readonly #state: Readonly<State>;
  readonly #byNo = new Map<AccountNo, { readonly name: string; readonly record: AccountRecord }>();
  /** What a withdrawal under way took, by number, should it come back. */
  readonly #withdrawals = new Map<number, Units>();
  readonly #rows: Boundaries;
  readonly #depths: Boundaries;
  readonly #leave: () => void;

  constructor(parts: CollectorParts) {
    this.#parts = parts;
    const { view, startTime, durationMs, accounts } = parts;
    this.#state = view.state;
    for (const [name, id] of accounts) {
      const no = accountNoOf(BigInt(id));
      invariant(no !== undefined, 'an account of a run has an id of the exchange');
      const record = new AccountRecord(no);
      this.accounts.set(name, record);
      this.#byNo.set(no, { name, record });
    }
    for (const symbol of this.#state.markets.keys()) this.markets.set(symbol, new MarketRecord(this.#state, symbol));
    const { rows, depth } = intervalsFor(durationMs);
    this.#rows = new Boundaries(startTime, rows, (times) => this.#takeRows(times));
    this.#depths = new Boundaries(startTime, depth, (times) => this.#takeDepth(times.slice(-1)));
    this.#rows.passing(startTime);
    this.#depths.passing(startTime);
    this.#leave = view.observe(this);
  }

  /** Takes the last figures and lets go of the exchange. */
  finish(): void {
    this.#leave();
    const { now } = this.#state;
    this.#takeRows([now]);
    this.#takeDepth([now]);
  }

  refused(): void {
    // A refusal shows in the response of the request.
  }

  passing(to: number): void {
    this.#rows.passing(to);
    this.#depths.passing(to);
  }

  quiescent(): void {
    for (const market of this.markets.values()) market.quiescent(this.#state.now);
  }

  happened(_state: State, event: EngineEvent): void {
    switch (event.type) {
      case 'Traded':
        return this.#traded(event);
      case 'OrderPlaced':
        this.#byNo
          .get(event.order.account)
          ?.record.placed(event.at, this.#market(event.order.symbol).spec, event.order);
        return event.rests ? this.#rested(event.order.no) : undefined;
      case 'OrderModified':
        return event.rests ? this.#rested(event.order) : undefined;
      case 'OrderRested':
        return this.#rested(event.order);
      case 'FundingSettled':
        return this.#market(event.symbol).settled(event.at, event.rate);
      case 'Deposited':
        return this.#byNo.get(event.account)?.record.paid(event.at, event.value);
      case 'Transferred':
        this.#byNo.get(event.from)?.record.paid(event.at, -event.value);
        return this.#byNo.get(event.to)?.record.paid(event.at, event.value);
      case 'WithdrawalRequested':
        this.#withdrawals.set(event.transfer, event.value);
        return this.#byNo.get(event.account)?.record.paid(event.at, -event.value);
      case 'WithdrawalSettled':
        if (event.outcome === 'success') return;
        return this.#byNo.get(event.account)?.record.paid(event.at, this.#withdrawals.get(event.transfer) ?? 0n);
      default:
        return this.#forced(event);
    }
  }

  /** What the exchange does by itself to accounts of the run. */
  #forced(event: EngineEvent): void {
    switch (event.type) {
      case 'FundingPaid':
        return this.#to(event.account, (record, tell) => {
          record.earn('funding', event.amount);
          tell('funding', event.symbol, fundingPaid(event));
        });
      case 'LiquidationBegan':
        return this.#to(event.account, (record, tell) => {
          record.liquidations += 1;
          tell('liquidation', event.symbol, began(event));
        });
      case 'LiquidationEnded':
        return this.#to(event.account, (_, tell) => tell('liquidation', event.symbol, ended(event)));
      case 'TakenOver':
        return this.#to(event.account, (record) => {
          for (const { value } of event.assets) record.earn('liquidation', -value);
        });
      case 'DeficitCovered':
        return this.#to(event.account, (record, tell) => {
          record.earn('liquidation', event.amount);
          tell('liquidation', event.symbol, covered(event));
        });
      case 'Deleveraged':
        return this.#to(event.winner, (_, tell) =>
          tell('deleveraging', event.market, deleveraged(this.#market(event.market).spec, event)),
        );
      case 'CollateralExchanged':
        return this.#to(event.account, (record, tell) => {
          record.earn(event.forced ? 'liquidation' : 'fees', event.received - event.takenValue);
          if (event.forced) tell('liquidation', null, sold(event));
        });
      default:
    }
  }

  #to(no: AccountNo, act: (record: AccountRecord, tell: Tell) => void): void {
    const account = this.#byNo.get(no);
    if (!account) return;
    const { name, record } = account;
    act(record, (kind, symbol, text) =>
      this.#parts.report({ time: this.#state.now, kind, account: name, symbol, text }),
    );
  }

  #traded(event: TradedEvent): void {
    const market = this.#market(event.symbol);
    market.traded(event);
    for (const side of [event.maker, event.taker] satisfies FillSide[]) {
      const account = this.#byNo.get(side.account);
      if (!account) continue;
      market.followMid();
      account.record.filled(market.spec, event, side);
    }
  }

  #rested(no: number): void {
    const order = this.#state.orders.get(no);
    if (order) this.#byNo.get(order.account)?.record.rested(this.#market(order.symbol).spec, order);
  }

  #takeRows(times: readonly number[]): void {
    for (const record of this.accounts.values()) record.takeValue(this.#state, times);
    for (const market of this.markets.values()) market.takePrices(times);
  }

  #takeDepth(times: readonly number[]): void {
    for (const time of times) for (const market of this.markets.values()) market.takeDepth(time);
  }

  #market(symbol: string): MarketRecord {
    const market = this.markets.get(symbol);
    invariant(market, () => `a market ${symbol}`);
    return market;
  }
}

type Tell = (kind: RunEvent['kind'], symbol: string | null, text: string) => void;

const TRADES_MAX = 5_000;
const LEVELS = 20;

type PriceRow = MarketResult['prices'][number];

interface TradeRow {
  readonly no: number;
  readonly time: number;
  readonly price: Ticks;
  readonly lots: Lots;
  readonly side: Side;
}

/** What a run collects of one market. */
class MarketRecord {
  readonly spec: MarketSpec;
  readonly #market: Market;
  /** Written as text at the end: most charts need fewer rows, and a price that stands still is written once. */
  readonly #prices: (readonly [number, Prices])[] = [];
  readonly #depth: DepthSample[] = [];
  readonly #funding: [number, Ratio][] = [];
  #trades: TradeRow[] = [];
  #tradeCount = 0;
  #volume: Lots = 0;
  /** Twice the mid at each change, from the first fill of an account of the run on. */
  readonly #mids: [number, number][] = [];
  #followsMid = false;

  constructor(state: Readonly<State>, symbol: string) {
    const market = state.markets.get(symbol);
    invariant(market, () => `a market ${symbol}`);
    this.#market = market;
    this.spec = market.spec;
  }

  takePrices(times: readonly number[]): void {
    const { index, mark, book, openInterest } = this.#market;
    if (this.#prices.at(-1)?.[0] === times[0]) this.#prices.pop();
    const prices: Prices = [index, mark, book.bestBid(), book.bestAsk(), openInterest];
    for (const time of times) this.#prices.push([time, prices]);
  }

  takeDepth(time: number): void {
    const { spec, book } = this.#market;
    if (this.#depth.at(-1)?.time === time) this.#depth.pop();
    const levels = (side: Side): [string, string][] =>
      book.depth(side, LEVELS).map(([price, lots]) => [formatPrice(spec, price), formatLots(spec, lots)]);
    this.#depth.push({ time, bids: levels('buy'), asks: levels('sell') });
  }

  settled(time: number, rate: Ratio): void {
    this.#funding.push([time, rate]);
  }

  /** Trades between orders are public; takeovers and deleveraging are not. */
  traded({ cause, at, price, quantity, takerSide }: TradedEvent): void {
    if (cause !== 'match') return;
    this.#tradeCount += 1;
    this.#volume += quantity;
    this.#trades.push({ no: this.#tradeCount, time: at, price, lots: quantity, side: takerSide });
    if (this.#trades.length >= 4 * TRADES_MAX) this.#keepLargest();
  }

  /** Keeps each change of the mid from now on. */
  followMid(): void {
    this.#followsMid = true;
  }

  quiescent(now: number): void {
    if (!this.#followsMid) return;
    const { book } = this.#market;
    const [bid, ask] = [book.bestBid(), book.bestAsk()];
    if (bid === 0 || ask === 0) return;
    const last = this.#mids.at(-1);
    if (last?.[1] === bid + ask) return;
    if (last?.[0] === now) last[1] = bid + ask;
    else this.#mids.push([now, bid + ask]);
  }

  mids(): (readonly [number, string])[] {
    const half = BigInt(this.spec.tickUnits) / 2n;
    return this.#mids.map(([time, twice]) => [time, formatUnits(BigInt(twice) * half)]);
  }

  result(): MarketResult {
    const { spec } = this;
    this.#keepLargest();
    return {
      symbol: spec.symbol,
      prices: rowsOf(spec, thinned(this.#prices)),
      depth: this.#depth,
      trades: this.#trades.map(({ time, price, lots, side }) => [
        time,
        formatPrice(spec, price),
        formatLots(spec, lots),
        side,
      ]),
      tradeCount: this.#tradeCount,
      volume: formatLots(spec, this.#volume),
      funding: this.#funding.map(([time, rate]) => [time, formatRatio(rate)]),
    };
  }

  /** The largest stay, the earlier of two equal ones, in order of time. */
  #keepLargest(): void {
    if (this.#trades.length <= TRADES_MAX) return;
    const largest = [...this.#trades].sort((a, b) => b.lots - a.lots || a.no - b.no).slice(0, TRADES_MAX);
    this.#trades = largest.sort((a, b) => a.no - b.no);
  }
}

/** Index, mark, best bid, best ask and open interest; 0 for a side without orders. */
type Prices = readonly [PriceUnits, Ticks, Ticks, Ticks, Lots];

function rowsOf(spec: MarketSpec, rows: readonly (readonly [number, Prices])[]): PriceRow[] {
  const priceOf = (price: Ticks): string => (price === 0 ? '0' : formatPrice(spec, price));
  const index = remembered((price: PriceUnits) => formatPriceUnits(spec, price));
  const [mark, bid, ask] = [remembered(priceOf), remembered(priceOf), remembered(priceOf)];
  const interest = remembered((lots: Lots) => formatLots(spec, lots));
  return rows.map(([time, prices]) => [
    time,
    index(prices[0]),
    mark(prices[1]),
    bid(prices[2]),
    ask(prices[3]),
    interest(prices[4]),
  ]);
}

/** The same, but for a figure that is the one before. */
function remembered(write: (figure: number) => string): (figure: number) => string {
  let last: number | undefined;
  let text = '';
  return (figure) => {
    if (figure !== last) text = write(figure);
    last = figure;
    return text;
  };
}

/** Where a part of the PnL comes from, beside prices. Negative was paid or lost. */
export type Source = 'fees' | 'funding' | 'liquidation';

/** Figures that a run collects of one account. */
export class AccountRecord {
  readonly no: AccountNo;
  readonly equity: [number, Units][] = [];
  readonly payments: [number, Units][] = [];
  readonly fills: Fill[] = [];
  readonly orders: PlacedOrder[] = [];
  readonly earned: Record<Source, Units> = { fees: 0n, funding: 0n, liquidation: 0n };
  liquidations = 0;
  readonly #clientIds = new Map<OrderNo, string>();
  /** Place of a placed order in `orders`. */
  readonly #places = new Map<OrderNo, number>();

  constructor(no: AccountNo) {
    this.no = no;
  }

  takeValue(state: Readonly<State>, times: readonly number[]): void {
    const value = valueOf(state, this.no);
    if (this.equity.at(-1)?.[0] === times[0]) this.equity.pop();
    for (const time of times) this.equity.push([time, value]);
  }

  /** Money that came from outside, or went there: no profit or loss. */
  paid(time: number, amount: Units): void {
    this.payments.push([time, amount]);
  }

  earn(source: Source, amount: Units): void {
    this.earned[source] += amount;
  }

  placed(time: number, spec: MarketSpec, order: OrderFacts): void {
    this.#clientIds.set(order.no, order.clientId);
    this.#places.set(order.no, this.orders.length);
    const quantity = formatLots(spec, order.quantity);
    this.orders.push({ time, symbol: order.symbol, orderId: venueIdOf(order.no), quantity, queue: null });
  }

  /** The order has just come to rest, behind what its level already held. */
  rested(spec: MarketSpec, order: Order): void {
    const place = this.#places.get(order.no);
    const placed = place === undefined ? undefined : this.orders[place];
    if (place === undefined || !placed || placed.queue) return;
    let ahead: Lots = 0;
    for (let other = order.previous; other; other = other.previous) ahead += remainingOf(other);
    const queue = { resting: formatLots(spec, remainingOf(order)), ahead: formatLots(spec, ahead) };
    this.orders[place] = { ...placed, queue };
  }

  filled(spec: MarketSpec, trade: TradedEvent, side: FillSide): void {
    this.earn(side.feeTo === 'clearanceFees' ? 'liquidation' : 'fees', -side.fee);
    const clientId = this.#clientIds.get(side.order) ?? '';
    this.fills.push({
      time: trade.at,
      symbol: trade.symbol,
      tradeId: String(trade.trade),
      orderId: venueIdOf(side.order),
      clientOrderId: clientId === '' ? null : clientId,
      side: side.side,
      price: formatPrice(spec, trade.price),
      quantity: formatLots(spec, trade.quantity),
      fee: formatAmount(side.fee),
      liquidity: side === trade.maker ? 'maker' : 'taker',
    });
  }
}

/** Returns what an account is worth: collateral without haircut, isolated margin, and the PnL of open positions. */
export function valueOf(state: Readonly<State>, no: AccountNo): Units {
  const account: Account | undefined = state.accounts.get(no);
  invariant(account, 'an account of a run stays open');
  let value = accountValueOf(state, account);
  for (const [symbol, { margin }] of account.isolated) {
    const market = state.markets.get(symbol);
    value += margin + (market ? unrealizedPnlIn(market, account) : 0n);
  }
  return value;
}

/** Rows that a chart needs: no more are kept. */
const ROWS_MAX = 2_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const DEPTHS_MAX = 60;

/** How often figures of a run are taken, in exchange ms. */
export interface Intervals {
  /** Prices and account values: at most one a second, at least one a minute. */
  readonly rows: number;
  readonly depth: number;
}

/** Returns how often figures are taken in a run of this length. */
function intervalsFor(durationMs: number): Intervals {
  const rows = wholeSeconds(durationMs / (ROWS_MAX - 2));
  return { rows: Math.min(rows, MINUTE_MS), depth: wholeSeconds(durationMs / (DEPTHS_MAX - 2)) };
}

/** Calls back at each whole interval since the start that the clock comes to. */
class Boundaries {
  readonly #intervalMs: number;
  readonly #take: (times: readonly number[]) => void;
  #next: number;

  constructor(startTime: number, intervalMs: number, take: (times: readonly number[]) => void) {
    this.#next = startTime;
    this.#intervalMs = intervalMs;
    this.#take = take;
  }

  /** All that happens before `to` has happened: the boundaries up to it find the same figures. */
  passing(to: number): void {
    if (this.#next > to) return;
    const times: number[] = [];
    for (; this.#next <= to; this.#next += this.#intervalMs) times.push(this.#next);
    this.#take(times);
  }
}

/** Returns at most 2,000 of the rows, evenly spread, with the first and the last. */
export function thinned<T>(rows: readonly T[], most = ROWS_MAX): readonly T[] {
  if (rows.length <= most) return rows;
  const step = (rows.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, place) => itemAt(rows, Math.round(place * step)));
}

const wholeSeconds = (ms: number): number => Math.max(SECOND_MS, Math.ceil(ms / SECOND_MS) * SECOND_MS);
