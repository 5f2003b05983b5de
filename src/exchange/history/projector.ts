import { invariant } from '../../kernel/errors.ts';
import { count, type Plain, plain, within } from '../../kernel/codec/codec.ts';
import { record, sortedMapOf } from '../../kernel/codec/collections.ts';
import type { AccountNo, OrderNo } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';
import { formatAmount, formatAverage, formatLots, formatPrice, formatRatio } from '../../contract/format.ts';
import type { MarketSpec } from '../../engine/config.ts';
import type { EngineEvent, FillSide, OrderFacts, TradedEvent } from '../../engine/event.ts';
import { AccountValueProjection } from './account-value-history.ts';
import type { Insert } from './database.ts';
import { FundingProjection } from './funding.ts';
import { writeFunds } from './funds.ts';
import { type KnownMarket, Names } from './names.ts';
import { OrderProjection } from './orders.ts';
import { PositionProjection } from './positions.ts';
import { packed } from './schema.sql.ts';

/** What each part knows of the events it was given. */
interface Parts {
  readonly names: Plain;
  readonly funding: Plain;
  readonly orders: Plain;
  readonly fills: Plain;
  readonly positions: Plain;
  readonly accountValue: Plain;
}

/** Each part reads its own. */
const PARTS = record<Parts>({
  names: plain,
  funding: plain,
  orders: plain,
  fills: plain,
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
  readonly #fills: FillProjection;
  readonly #positions: PositionProjection;
  readonly #accountValue: AccountValueProjection;

  /** With what `save` returned, it goes on where that one stood. Throws CodecError for anything else. */
  constructor(markets: ReadonlyMap<string, MarketSpec>, saved?: Plain) {
    const parts = saved === undefined ? null : PARTS.decode(saved);
    this.#names = within('names', () => new Names(markets, parts?.names));
    this.#funding = within('funding', () => new FundingProjection(this.#names, parts?.funding));
    this.#orders = within('orders', () => new OrderProjection(this.#names, parts?.orders));
    this.#fills = within('fills', () => new FillProjection(parts?.fills));
    this.#positions = within('positions', () => new PositionProjection(parts?.positions));
    this.#accountValue = within('accountValue', () => new AccountValueProjection(parts?.accountValue));
  }

  save(): Plain {
    return PARTS.encode({
      names: this.#names.save(),
      funding: this.#funding.save(),
      orders: this.#orders.save(),
      fills: this.#fills.save(),
      positions: this.#positions.save(),
      accountValue: this.#accountValue.save(),
    });
  }

  /** Takes one event about a user's order; see `Backlog` for which those are. */
  apply(event: EngineEvent, insert: Insert): void {
    switch (event.type) {
      case 'OrderPlaced':
        return this.#placed(event.at, event.order, insert);
      case 'Traded':
        this.#filled(event, event.maker, insert);
        return this.#filled(event, event.taker, insert);
      case 'TwapFilled':
        return this.#orders.twapFilled(event, insert);
      case 'OrderTriggered':
        return this.#orders.triggered(event, insert);
      case 'OrderModified':
        return this.#orders.modified(event, insert);
      case 'OrderCancelled':
        return this.#orders.cancelled(event, insert);
      case 'FundingSettled':
        return this.#funding.settled(event, insert);
      case 'FundingPaid':
        this.#positions.funded(event);
        return this.#funding.paid(event, insert);
      case 'LeverageSet':
        return this.#positions.leverageSet(event);
      default:
        this.#accountValue.apply(event, insert);
        return writeFunds(event, this.#names, insert);
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

  #placed(at: TimeMs, facts: OrderFacts, insert: Insert): void {
    this.#names.account(facts.account, insert);
    this.#orders.placed(at, facts, this.#names.market(facts.symbol, insert), insert);
  }

  #filled(event: TradedEvent, fill: FillSide, insert: Insert): void {
    const order = this.#orders.find(fill.order);
    // Agents' orders are not followed (R-81): their side of an execution writes nothing.
    if (!order) return;
    this.#orders.filled(event, fill, order, insert);
    this.#positions.filled(event, fill, order, insert);
    this.#fills.filled(event, fill, order.market, insert);
    if (event.cause === 'match') this.#accountValue.traded(fill.account, event.notional);
  }
}

const COUNTS = sortedMapOf<AccountNo, number>(count, count);

/** Writes one row for each user's side of an execution, and counts them. */
class FillProjection {
  readonly #counts: Map<AccountNo, number>;

  constructor(saved?: Plain) {
    this.#counts = saved === undefined ? new Map<AccountNo, number>() : COUNTS.decode(saved);
  }

  save(): Plain {
    return COUNTS.encode(this.#counts);
  }

  /** Direction and position are those of the last leg. */
  filled(event: TradedEvent, fill: FillSide, market: KnownMarket, insert: Insert): void {
    const { spec } = market;
    const leg = fill.legs.at(-1);
    invariant(leg, () => `trade ${event.trade} moved a position`);
    const nth = (this.#counts.get(fill.account) ?? 0) + 1;
    this.#counts.set(fill.account, nth);
    insert('fills', [
      event.trade * 2 + Number(fill === event.taker),
      fill.order,
      fill.account,
      market.row,
      event.at,
      nth,
      String(leg.position),
      fill.legs.length > 1 ? String(fill.legs[0]?.position) : null,
      packed([
        leg.direction,
        formatPrice(spec, event.price),
        formatLots(spec, event.quantity),
        formatAmount(fill.realizedPnl),
        formatAmount(fill.fee),
        formatRatio(fill.feeRate),
        formatPrice(spec, event.mark),
        formatAverage(spec, leg.entryCost, leg.entryLots),
      ]),
    ]);
  }
}
