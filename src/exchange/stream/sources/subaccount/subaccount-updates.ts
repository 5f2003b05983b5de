import { type SubAccountParams, subAccountUpdates } from '../../../../contract/channels/subAccountUpdates.ts';
import type { SubAccountEvent } from '../../../../contract/channels/subaccount-events.ts';
import { formatLots, formatPrice } from '../../../../contract/format.ts';
import type { Command } from '../../../../engine/command.ts';
import type { EngineEvent, FillSide, TradedEvent } from '../../../../engine/event.ts';
import { accountOf } from '../../../../engine/evolve-order.ts';
import { marketOf } from '../../../../engine/risk/margin.ts';
import type { Refusal } from '../../../../kernel/errors.ts';
import type { AccountNo } from '../../../../kernel/ids.ts';
import { pushFrame } from '../../push-frame.ts';
import type { SourceContext, SourceFactory, StreamSource } from '../../source.ts';
import { isMeasuredBy, MarginNews, movesMargin } from './margin-news.ts';
import { accountEventsOf, takeoverEvent, withdrawalEnd } from './money-events.ts';
import { OrderNews } from './order-news.ts';
import { rejectionsOf } from './rejection.ts';

export const subAccountUpdatesSource: SourceFactory<SubAccountParams> = (params, context) =>
  new SubAccountStream(params, context);

/**
 * Everything that happens to one subaccount, in the order of wire 4.8: what an operation does first, executions before
 * the state they left the order in, and what it all means for margin last. Margin is sent once for an operation, or for
 * all that falls due at one moment, however many orders and prices that moves.
 */
class SubAccountStream implements StreamSource {
  readonly #account: AccountNo;
  readonly #context: SourceContext;
  readonly #orders: OrderNews;
  /** Request ids of pending withdrawals, which their ends do not name. */
  readonly #withdrawals = new Map<number, string>();
  readonly #takenOver: { symbol: string; side: 'buy' | 'sell'; quantity: string; price: string }[] = [];
  readonly #margin: MarginNews;
  /** Figures may have changed; an update is owed even if none has. */
  #marginMoved = false;
  #marginDue = false;

  constructor({ account }: SubAccountParams, context: SourceContext) {
    const { state } = context;
    this.#account = account;
    this.#context = context;
    this.#margin = new MarginNews(state, account);
    this.#orders = new OrderNews(state, account, context.provenance, (data, envelope) => this.#push(data, envelope));
    for (const { transfer, account: holder, requestId } of state.withdrawals.values()) {
      if (holder === account) this.#withdrawals.set(transfer, requestId);
    }
  }

  first(): readonly string[] {
    return [];
  }

  emitted(event: EngineEvent, seq: number): void {
    switch (event.type) {
      case 'OrderPlaced':
        this.#marginDue = this.#orders.placed(event, seq) === 'asks' || this.#marginDue;
        return;
      case 'Traded':
        for (const side of [event.maker, event.taker])
          if (side.account === this.#account) this.#traded(event, side, seq);
        return;
      case 'OrderRested':
        this.#marginMoved = this.#orders.rested(event) || this.#marginMoved;
        return;
      case 'OrderModified':
        this.#marginMoved = this.#orders.modified(event, seq) || this.#marginMoved;
        return;
      case 'OrderTriggered':
        return this.#orders.triggered(event, seq);
      case 'TwapFilled':
        return this.#orders.parentFilled(event, seq);
      case 'OrderCancelled':
        this.#marginDue = this.#orders.cancelled(event, seq) || this.#marginDue;
        return;
      case 'IndexMoved':
      case 'MarkMoved':
      case 'PegSet':
        this.#marginMoved ||= isMeasuredBy(this.#context.state, accountOf(this.#context.state, this.#account), event);
        return;
      default:
        this.#other(event);
    }
  }

  /** Orders that the engine would not take; they never were orders, so nothing in the engine stands behind them. */
  refused(command: Command, refusal: Refusal): void {
    for (const data of rejectionsOf(this.#context.state, this.#account, command, refusal)) {
      this.#push(data, this.#context.provenance.missing());
    }
  }

  quiescent(): void {
    this.#orders.quiescent();
  }

  passing(): void {
    this.#tellMargin();
  }

  applied(): void {
    this.#tellMargin();
  }

  #tellMargin(): void {
    if (!this.#marginMoved && !this.#marginDue) return;
    const news = this.#margin.next(this.#marginDue);
    this.#marginMoved = false;
    this.#marginDue = false;
    if (news) this.#push(news);
  }

  #traded(trade: TradedEvent, side: FillSide, seq: number): void {
    const order = this.#orders.traded(trade, side, seq);
    if (trade.cause === 'takeover' && order?.facts.triggeredByLiquidation) this.#handedOver(trade, side);
    this.#marginDue = true;
  }

  #handedOver(trade: TradedEvent, { side }: FillSide): void {
    const { spec } = marketOf(this.#context.state, trade.symbol);
    this.#takenOver.push({
      symbol: trade.symbol,
      side,
      quantity: formatLots(spec, trade.quantity),
      price: formatPrice(spec, trade.price),
    });
  }

  #other(event: EngineEvent): void {
    for (const data of accountEventsOf(this.#context.state, this.#account, event)) this.#push(data);
    this.#marginDue ||= movesMargin(event, this.#account);
    if (!('account' in event) || event.account !== this.#account) return;
    if (event.type === 'TakenOver') this.#push(takeoverEvent(this.#context.state, event, this.#takenOver.splice(0)));
    else if (event.type === 'WithdrawalRequested') this.#withdrawals.set(event.transfer, event.requestId);
    else if (event.type === 'WithdrawalSettled') {
      this.#push(withdrawalEnd(event, this.#withdrawals.get(event.transfer) ?? ''));
      this.#withdrawals.delete(event.transfer);
    }
  }

  #push(data: SubAccountEvent, envelope: object = {}): void {
    this.#context.push(pushFrame(subAccountUpdates, this.#context.state.now, data, envelope));
  }
}
