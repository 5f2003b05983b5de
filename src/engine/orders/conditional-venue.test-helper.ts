import type { CommandOutcome } from '../engine.ts';
import type { EngineEvent } from '../event.ts';
import { TestVenue } from '../venue.test-helper.ts';
import type { ConditionalType, PlaceConditional } from './conditional-terms.ts';
import type { PlaceOrder } from './order-terms.ts';
import type { Order } from './order.ts';

/**
 * A sell of 0.5 BTC at market once the mark is at or below 94,000: the stop of a long, unless `change` says
 * otherwise.
 */
export const conditional = (change: Partial<PlaceConditional> = {}): PlaceConditional => ({
  type: 'PlaceConditional',
  account: 0,
  symbol: 'BTC-USDT',
  side: 'sell',
  orderType: 'triggerSl',
  price: '',
  triggerPrice: '94000',
  triggerPriceType: 'mark',
  quantity: '0.5',
  reduceOnly: true,
  closePosition: false,
  clientId: '',
  source: '',
  ...change,
});

/** A buy of 1 BTC at 95,000, good till cancelled, unless `change` says otherwise. */
export const plain = (change: Partial<PlaceOrder> = {}): PlaceOrder => ({
  type: 'PlaceOrder',
  account: 0,
  symbol: 'BTC-USDT',
  side: 'buy',
  orderType: 'limitGtc',
  price: '95000',
  quantity: '1',
  reduceOnly: false,
  postOnly: false,
  clientId: '',
  expiresAt: null,
  source: '',
  ...change,
});

/** A test exchange with methods for conditional orders. Index, mark and last begin at 95,000; account 1 makes the market. */
export class ConditionalVenue extends TestVenue {
  conditional(change: Partial<PlaceConditional> = {}): CommandOutcome {
    return this.run(conditional(change));
  }

  group(main: PlaceOrder | null, ...pairs: readonly (readonly PlaceConditional[])[]): CommandOutcome {
    return this.run({ type: 'PlaceGroup', account: 0, symbol: 'BTC-USDT', main, pairs });
  }

  /** Account 0 buys from account 1, which offers bids far below and asks far above afterwards. */
  longOf(quantity: string): void {
    this.place(1, 'sell', quantity, '95000');
    this.place(0, 'buy', quantity, '95000', { orderType: 'limitIoc' });
  }

  /** Bids and asks of account 1 at these prices, 5 BTC each. */
  quote(bid: string, ask: string): void {
    this.place(1, 'buy', '5', bid);
    this.place(1, 'sell', '5', ask);
  }

  /** Moves the index, and the mark with it. */
  markTo(price: number): CommandOutcome {
    return this.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: price * 100_000_000 });
  }

  order(no: number): Order | undefined {
    return this.engine.state.orders.get(no);
  }

  /** Lots of account 0, signed. */
  get held(): number {
    return this.account(0).positions.get('BTC-USDT')?.lots ?? 0;
  }

  /** Orders that ended by rule among the events, with their causes. */
  static ended(outcome: CommandOutcome): [number, string][] {
    return outcome.events.flatMap((event): [number, string][] =>
      event.type === 'OrderCancelled' ? [[event.order, event.cause]] : [],
    );
  }

  /** Orders that fired among the events, with the price that fired them and what they went to market with. */
  static fired(outcome: { readonly events: readonly EngineEvent[] }): [number, number, number][] {
    return outcome.events.flatMap((event): [number, number, number][] =>
      event.type === 'OrderTriggered' ? [[event.order, event.price, event.quantity - event.trimmed]] : [],
    );
  }
}

export const takeProfit = (change: Partial<PlaceConditional> = {}): PlaceConditional =>
  conditional({ orderType: 'triggerTp' satisfies ConditionalType, triggerPrice: '96000', ...change });
