import { invariant } from '../../kernel/errors.ts';
import { type Plain, plain, within } from '../../kernel/codec/codec.ts';
import { record } from '../../kernel/codec/collections.ts';
import type { AccountNo, OrderNo } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { MarketSpec } from '../../engine/config.ts';
import type { EngineEvent, FillSide, OrderFacts, TradedEvent } from '../../engine/event.ts';
import { AccountValueProjection } from './account-value-history.ts';
import { FundingProjection } from './funding.ts';
import { writeFunds } from './funds.ts';
import { Names } from './names.ts';
import { type LiveOrder, OrderProjection } from './orders.ts';
import { PositionProjection } from './positions.ts';
import type { RowSink } from './row-sink.ts';

/** What each part knows of the events it was given. */
interface Parts {
  readonly names: Plain;
  readonly funding: Plain;
  readonly orders: Plain;
  readonly positions: Plain;
  readonly accountValue: Plain;
}

/** Each part reads its own. */
const PARTS = record<Parts>({
  names: plain,
  funding: plain,
  orders: plain,
  positions: plain,
  accountValue: plain,
});

/**
 * Turns events into rows. It knows nothing but the events it was given, in order: the same events give the
 * same rows, whatever the batches they come in (DUR-15).
 */
export class Projector {
  readonly #names: Names;
  readonly #funding: FundingProjection;
  readonly #orders: OrderProjection;
  readonly #positions: PositionProjection;
  readonly #accountValue: AccountValueProjection;

  /** With what `save` returned, it goes on where that one stood. Throws CodecError for anything else. */
  constructor(markets: ReadonlyMap<string, MarketSpec>, saved?: Plain) {
    const parts = saved === undefined ? null : PARTS.decode(saved);
    this.#names = within('names', () => new Names(markets, parts?.names));
    this.#funding = within('funding', () => new FundingProjection(this.#names, parts?.funding));
    this.#orders = within('orders', () => new OrderProjection(this.#names, parts?.orders));
    this.#positions = within('positions', () => new PositionProjection(parts?.positions));
    this.#accountValue = within('accountValue', () => new AccountValueProjection(parts?.accountValue));
  }

  save(): Plain {
    return PARTS.encode({
      names: this.#names.save(),
      funding: this.#funding.save(),
      orders: this.#orders.save(),
      positions: this.#positions.save(),
      accountValue: this.#accountValue.save(),
    });
  }

  /** Takes one event about a user's order; see `Backlog` for which those are. */
  apply(event: EngineEvent, sink: RowSink): void {
    switch (event.type) {
      case 'OrderPlaced':
        return this.#placed(event.at, event.order, sink);
      case 'Traded':
        this.#filled(event, event.maker, sink);
        return this.#filled(event, event.taker, sink);
      case 'TwapFilled':
        return this.#orders.twapFilled(event, sink);
      case 'OrderTriggered':
        return this.#orders.triggered(event, sink);
      case 'OrderModified':
        return this.#orders.modified(event, sink);
      case 'OrderCancelled':
        return this.#orders.cancelled(event, sink);
      case 'FundingSettled':
        return this.#funding.settled(event, sink);
      case 'FundingPaid':
        this.#positions.funded(event);
        return this.#funding.paid(event, sink);
      case 'LeverageSet':
        return this.#positions.leverageSet(event);
      default:
        this.#accountValue.apply(event, sink);
        return writeFunds(event, this.#names, sink);
    }
  }

  /** True while the order of a user may reach further states. */
  isLive(order: OrderNo): boolean {
    return this.#orders.isLive(order);
  }

  /** What a user has traded so far. */
  volumeOf(account: AccountNo): string {
    return this.#accountValue.volumeOf(account);
  }

  #placed(at: TimeMs, facts: OrderFacts, sink: RowSink): void {
    this.#names.account(facts.account, sink);
    this.#orders.placed(at, facts, this.#names.market(facts.symbol, sink), sink);
  }

  #filled(event: TradedEvent, fill: FillSide, sink: RowSink): void {
    const order = this.#orders.find(fill.order);
    // Agents' orders are not followed (R-81): their side of an execution writes nothing.
    if (!order) return;
    this.#orders.filled(event, fill, order, sink);
    this.#positions.filled(event, fill, order, sink);
    writeFill(event, fill, order, sink);
    if (event.cause === 'match') this.#accountValue.traded(fill.account, event.notional);
  }
}

/** Writes one row for a user's side of an execution. */
function writeFill(event: TradedEvent, fill: FillSide, { market }: LiveOrder, sink: RowSink): void {
  const leg = fill.legs.at(-1);
  invariant(leg, () => `trade ${event.trade} moved a position`);
  sink.fill({
    row: event.trade * 2 + Number(fill === event.taker),
    order: fill.order,
    account: fill.account,
    market,
    at: event.at,
    position: leg.position,
    direction: leg.direction,
    closedPosition: fill.legs.length > 1 ? (fill.legs[0]?.position ?? null) : null,
    price: event.price,
    quantity: event.quantity,
    realizedPnl: fill.realizedPnl,
    fee: fill.fee,
    feeRate: fill.feeRate,
    mark: event.mark,
    entryCost: leg.entryCost,
    entryLots: leg.entryLots,
  });
}
