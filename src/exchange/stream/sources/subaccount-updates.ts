import type { Refusal } from '../../../kernel/errors.ts';
import { type AccountNo, subAccountIdOf } from '../../../kernel/ids.ts';
import { checksumAddress } from '../../../contract/address.ts';
import { type SubAccountParams, subAccountUpdates } from '../../../contract/channels/subAccountUpdates.ts';
import type { OrderRejected, SubAccountEvent, TakeoverEvent } from '../../../contract/channels/subaccount-events.ts';
import {
  formatAmount,
  formatAmountOf,
  formatLots,
  formatPrice,
  formatPriceUnits,
  formatRatio,
} from '../../../contract/format.ts';
import type { Command } from '../../../engine/command.ts';
import type { EngineEvent, FillSide, OrderKind, TradedEvent } from '../../../engine/event.ts';
import { accountOf } from '../../../engine/orders/evolve-order.ts';
import { marketOf } from '../../../engine/risk/margin.ts';
import type { Account, State } from '../../../engine/state.ts';
import { accountPosition } from '../../reads/records/position-record.ts';
import { collateralRow, marginSummary } from '../../reads/records/subaccount-record.ts';
import { pushFrame, type SourceContext, type SourceFactory, type StreamSource } from '../source.ts';
import { OrderNews } from './order-news.ts';

/** Makes the private stream of one subaccount. */
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

/** Returns the frames of one subaccount for an event about funds, funding or rights; none when it concerns another. */
function accountEventsOf(state: Readonly<State>, account: AccountNo, event: EngineEvent): SubAccountEvent[] {
  if (!('account' in event) || event.account !== account) return [];
  const subAccountId = subAccountIdOf(account);
  const timestamp = event.at;
  switch (event.type) {
    case 'FundingPaid': {
      const { spec } = marketOf(state, event.symbol);
      const size = formatLots(spec, Math.abs(event.lots));
      return [
        {
          eventType: 'funding',
          subAccountId,
          timestamp,
          symbol: event.symbol,
          positionSize: event.lots < 0 ? `-${size}` : size,
          fundingRate: formatRatio(event.rate),
          payment: formatAmount(event.amount),
          indexPrice: formatPriceUnits(spec, event.index),
        },
      ];
    }
    case 'Deposited': {
      const { asset: collateral, amount, txHash } = event;
      const deposit = { subAccountId, collateral, quantity: formatAmount(amount), txHash, timestamp };
      return [
        { eventType: 'depositReceived', ...deposit },
        { eventType: 'depositCredited', ...deposit },
      ];
    }
    case 'WithdrawalRequested': {
      const { requestId, asset, amount, destination, fee } = event;
      return [
        {
          eventType: 'withdrawal',
          subAccountId,
          requestId,
          symbol: asset,
          amount: formatAmount(amount),
          destination: checksumAddress(destination),
          fee: formatAmount(fee),
          timestamp,
        },
        { eventType: 'withdrawalStatus', subAccountId, requestId, status: 'created', timestamp },
      ];
    }
    case 'CollateralExchanged':
      return [
        {
          eventType: 'collateralExchange',
          subAccountId,
          type: event.forced ? 'auto' : 'voluntary',
          fromCollateral: event.source,
          toCollateral: event.target,
          fromQuantity: formatAmountOf(state, event.source, event.taken),
          toQuantity: formatAmountOf(state, event.target, event.received),
          fee: '0',
          timestamp,
        },
      ];
    case 'DelegationGranted':
      return [
        {
          eventType: 'delegationAdded',
          subAccountId,
          delegateAddress: checksumAddress(event.wallet),
          permissions: [event.permission],
          ...(event.expiresAt !== null && { expiresAt: event.expiresAt }),
          addedBy: checksumAddress(event.grantedBy),
          addedAt: timestamp,
        },
      ];
    case 'DelegationsEnded':
      return event.wallets.map((wallet) => ({
        eventType: 'delegationRevoked',
        subAccountId,
        delegateAddress: checksumAddress(wallet),
        revokedAt: timestamp,
      }));
    default:
      return [];
  }
}

/** How a withdrawal ended; `requestId` is the one in the response to its request. */
function withdrawalEnd(
  { account, outcome, txHash, at }: EventOf<'WithdrawalSettled'>,
  requestId: string,
): SubAccountEvent {
  return {
    eventType: 'withdrawalStatus',
    subAccountId: subAccountIdOf(account),
    requestId,
    status: outcome === 'success' ? 'completed' : 'failed',
    ...(txHash !== null && { txHash }),
    ...(outcome === 'failed' && { failureReason: 'withdrawal failed on chain' }),
    timestamp: at,
  };
}

/** The vault has taken what the account had: the positions went before, one by one. */
const takeoverEvent = (
  state: Readonly<State>,
  { account, assets, at }: EventOf<'TakenOver'>,
  positions: TakeoverEvent['positions'],
): TakeoverEvent => ({
  eventType: 'subAccountTakeover',
  subAccountId: subAccountIdOf(account),
  timestamp: at,
  collaterals: assets.map(({ asset, amount }) => ({ symbol: asset, quantity: formatAmountOf(state, asset, amount) })),
  positions,
});

type EventOf<T extends EngineEvent['type']> = Extract<EngineEvent, { type: T }>;

/** Remembers the margin figures last sent to a subaccount, and returns what has changed since. */
class MarginNews {
  readonly #state: Readonly<State>;
  readonly #account: AccountNo;
  #summary = '';
  readonly #rows = new Map<string, string>();
  #held: readonly string[] = [];

  constructor(state: Readonly<State>, account: AccountNo) {
    this.#state = state;
    this.#account = account;
    this.next();
  }

  /** The update that is due, or null where every figure is as it was; `always` makes one even then. */
  next(always = false): SubAccountEvent | null {
    const state = this.#state;
    const account = accountOf(state, this.#account);
    const crossMarginSummary = marginSummary(state, account);
    const collaterals = state.config.collaterals
      .filter(({ asset }) => account.balances.has(asset))
      .map((spec) => collateralRow(state, account, spec))
      .filter((row) => this.#isNews(row.symbol, row));
    const positions = [...account.positions.values()]
      .map((position) => accountPosition(state, account, position))
      .filter((row) => this.#isNews(`position ${row.symbol}`, row));
    // A position that is gone is forgotten, so that one just like it is news again.
    for (const symbol of this.#held) if (!account.positions.has(symbol)) this.#rows.delete(`position ${symbol}`);
    this.#held = [...account.positions.keys()];
    const summary = JSON.stringify(crossMarginSummary);
    const same = summary === this.#summary && collaterals.length === 0 && positions.length === 0;
    this.#summary = summary;
    if (same && !always) return null;
    return {
      eventType: 'marginUpdate',
      subAccountId: subAccountIdOf(this.#account),
      timestamp: state.now,
      crossMarginSummary,
      collaterals,
      positions,
    };
  }

  #isNews(key: string, row: object): boolean {
    const text = JSON.stringify(row);
    if (this.#rows.get(key) === text) return false;
    this.#rows.set(key, text);
    return true;
  }
}

type PriceEvent = Extract<EngineEvent, { type: 'IndexMoved' | 'MarkMoved' | 'PegSet' }>;

/** Whether a price that moved is one that the account is measured by: most are not, and then nothing is computed. */
function isMeasuredBy({ config }: Readonly<State>, account: Account, event: PriceEvent): boolean {
  if (event.type === 'PegSet') return account.balances.has(event.asset);
  if (account.positions.has(event.symbol) || account.open.has(event.symbol)) return true;
  if (event.type === 'MarkMoved') return false;
  return config.collaterals.some(
    ({ asset, priceMarket }) => priceMarket === event.symbol && account.balances.has(asset),
  );
}

const MOVES_MARGIN: ReadonlySet<EngineEvent['type']> = new Set([
  'Deposited',
  'WithdrawalRequested',
  'WithdrawalSettled',
  'CollateralExchanged',
  'FundingPaid',
  'LeverageSet',
  'IsolatedMarginMoved',
  'IsolatedMarginReleased',
  'TakenOver',
  'DeficitCovered',
]);

/** Events beside orders, executions and prices that change what an account has or needs. */
function movesMargin(event: EngineEvent, account: AccountNo): boolean {
  if (event.type === 'Transferred') return event.from === account || event.to === account;
  return MOVES_MARGIN.has(event.type) && 'account' in event && event.account === account;
}

type Placing = Extract<Command, { type: 'PlaceOrder' | 'PlaceIsolatedOrder' | 'PlaceConditional' | 'PlaceTwap' }>;

/**
 * The events for orders that the engine refused, one for each linked order; none for any other command.
 * A term that fails the request as a whole has no event here: there was no order yet (wire 2.4).
 */
function rejectionsOf(state: Readonly<State>, account: AccountNo, command: Command, refusal: Refusal): OrderRejected[] {
  if (!('account' in command) || command.account !== account || refusal.code === 'VALIDATION_ERROR') return [];
  const orders =
    command.type === 'PlaceGroup' ? [...(command.main ? [command.main] : []), ...command.pairs.flat()] : [command];
  const isLinked = command.type === 'PlaceGroup';
  return orders.filter(isPlacing).map((placing) => rejectionOf(state, placing, isLinked, refusal));
}

function rejectionOf({ now }: Readonly<State>, placing: Placing, isLinked: boolean, refusal: Refusal): OrderRejected {
  const { clientId } = placing;
  // One that closes the position has no quantity of its own, as when it is taken.
  const quantity = placing.quantity || '0';
  return {
    eventType: 'orderRejected',
    subAccountId: subAccountIdOf(placing.account),
    order: { venueId: '', clientId },
    orderId: '',
    symbol: placing.symbol,
    timestamp: now,
    side: placing.side,
    orderType: kindOf(placing),
    price: placing.price,
    quantity,
    filledQuantity: '0',
    remainingQuantity: quantity,
    status: 'rejected',
    created_at: now,
    createdAt: now,
    ...(clientId !== '' && { clientOrderId: clientId }),
    ...flagsOf(placing, isLinked),
    errorCode: refusal.code,
    error: refusal.message,
  };
}

/** What was special about it, as order events show it. */
function flagsOf(placing: Placing, isLinked: boolean): Partial<OrderRejected> {
  if (placing.type === 'PlaceConditional') {
    const { triggerPrice, triggerPriceType, closePosition } = placing;
    const reduceOnly = isLinked || placing.reduceOnly || closePosition;
    return {
      ...{ triggerPrice, triggerPriceType },
      ...(reduceOnly && { reduceOnly }),
      ...(closePosition && { closePosition }),
    };
  }
  const { reduceOnly } = placing;
  if (placing.type === 'PlaceTwap') return { ...(reduceOnly && { reduceOnly }) };
  const { postOnly, expiresAt } = placing;
  return {
    ...(reduceOnly && { reduceOnly }),
    ...(postOnly && { postOnly }),
    ...(expiresAt !== null && { expiresAt }),
  };
}

const isPlacing = (command: Command): command is Placing =>
  command.type === 'PlaceOrder' ||
  command.type === 'PlaceIsolatedOrder' ||
  command.type === 'PlaceConditional' ||
  command.type === 'PlaceTwap';

/** The kind it would have been stored as (wire 2.3). */
function kindOf(command: Placing): OrderKind {
  if (command.type === 'PlaceTwap') return 'twap';
  if (command.type !== 'PlaceConditional') return command.orderType === 'market' ? 'market' : 'limit';
  const limit = command.price !== '';
  if (command.orderType === 'triggerSl') return limit ? 'stopLimit' : 'stopMarket';
  return limit ? 'takeProfitLimit' : 'takeProfitMarket';
}
