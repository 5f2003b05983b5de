import { formatAmount, formatLots, formatPrice } from '../../../contract/format.ts';
import type { MarketSpec } from '../../../engine/config.ts';
import type { FillSide, OrderFacts, TradedEvent } from '../../../engine/event.ts';
import { remainingOf, type Order } from '../../../engine/orders/order.ts';
import { summaryOf, unrealizedPnlIn } from '../../../engine/risk/margin.ts';
import type { Account, State } from '../../../engine/state.ts';
import { invariant } from '../../../kernel/assert.ts';
import { type AccountNo, type OrderNo, venueIdOf } from '../../../kernel/ids.ts';
import type { Lots, Units } from '../../../kernel/units.ts';
import type { PlacedOrder } from '../../statistics/orders.ts';
import type { Fill } from '../../strategy.ts';

/** Where a part of the PnL comes from, beside prices. Negative was paid or lost. */
export type Source = 'fees' | 'funding' | 'liquidation';

/** What a run collects of one account. */
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
  let value = summaryOf(state, account).accountValue;
  for (const [symbol, { margin }] of account.isolated) {
    const market = state.markets.get(symbol);
    value += margin + (market ? unrealizedPnlIn(market, account) : 0n);
  }
  return value;
}
