import type { ClosedPositionRow, ClosedPositionsQuery } from '../../contract/views.ts';
import type { EngineEvent, FillSide, FundingPaidEvent, PositionLeg, TradedEvent } from '../../engine/event.ts';
import { compareKeys } from '../../kernel/canonical-json.ts';
import { invariant } from '../../kernel/errors.ts';
import { big, count, int, oneOf, type Plain, text as textCodec } from '../../kernel/codec/codec.ts';
import { record, sortedMapOf } from '../../kernel/codec/collections.ts';
import type { AccountNo, PositionNo } from '../../kernel/ids.ts';
import type { Lots, TimeMs, Units } from '../../kernel/units.ts';
import type { LiveOrder } from './orders.ts';
import type { RecordLog } from './record-log.ts';
import { closedTexts } from './row-cells.ts';
import { listOf } from './row-log.ts';
import type { ClosedRow, RowSink } from './row-sink.ts';

/** What a position gathers until it closes. */
interface OpenPosition {
  readonly side: 'long' | 'short';
  readonly openedAt: TimeMs;
  largest: Lots;
  /** What closing fills have closed so far, and for how much. */
  closedLots: Lots;
  closedValue: Units;
  realizedPnl: Units;
  fees: Units;
  netFunding: Units;
}

interface Followed {
  readonly open: Map<PositionNo, OpenPosition>;
  /** Leverage that users have set, by subaccount and market. */
  readonly leverages: Map<string, number>;
  /** Number of the last row. */
  row: number;
}

const FOLLOWED = record<Followed>({
  open: sortedMapOf(
    count,
    record<OpenPosition>({
      side: oneOf('long', 'short'),
      openedAt: int,
      largest: count,
      closedLots: count,
      closedValue: big,
      realizedPnl: big,
      fees: big,
      netFunding: big,
    }),
  ),
  leverages: sortedMapOf(textCodec, count),
  row: count,
});

/** Follows the open positions of users and writes a row for each that closes. */
export class PositionProjection {
  readonly #followed: Followed;

  constructor(saved?: Plain) {
    this.#followed = saved === undefined ? { open: new Map(), leverages: new Map(), row: 0 } : FOLLOWED.decode(saved);
  }

  save(): Plain {
    return FOLLOWED.encode(this.#followed);
  }

  leverageSet({ account, symbol, leverage }: Extract<EngineEvent, { type: 'LeverageSet' }>): void {
    this.#followed.leverages.set(marketOfAccount(account, symbol), leverage);
  }

  funded({ position: no, amount }: FundingPaidEvent): void {
    const position = this.#followed.open.get(no);
    invariant(position, `position ${no} is open when it is funded`);
    position.netFunding += amount;
  }

  filled(event: TradedEvent, fill: FillSide, order: LiveOrder, sink: RowSink): void {
    const { market } = order;
    const { spec } = market;
    for (const leg of fill.legs) {
      const position = this.#positionOf(leg, event.at);
      position.fees += leg.fee;
      position.realizedPnl += leg.closedPnl;
      position.largest = Math.max(position.largest, leg.remaining);
      if (leg.leg === 'open') continue;
      position.closedLots += leg.quantity;
      position.closedValue += BigInt(leg.quantity) * BigInt(event.price) * spec.notionalPerTickLot;
      if (leg.remaining > 0) continue;
      this.#followed.open.delete(leg.position);
      this.#followed.row += 1;
      sink.closed({
        row: this.#followed.row,
        account: fill.account,
        market,
        position: leg.position,
        side: position.side,
        entryCost: leg.entryCost,
        entryLots: leg.entryLots,
        largest: position.largest,
        closedValue: position.closedValue,
        closedLots: position.closedLots,
        reason: closeReasonOf(fill, order),
        leverage: this.#followed.leverages.get(marketOfAccount(fill.account, spec.symbol)) ?? null,
        realizedPnl: position.realizedPnl,
        fees: position.fees,
        netFunding: position.netFunding,
        createdAt: position.openedAt,
        closedAt: event.at,
        trade: event.trade,
      });
    }
  }

  #positionOf(leg: PositionLeg, at: TimeMs): OpenPosition {
    let position = this.#followed.open.get(leg.position);
    if (!position) {
      invariant(leg.leg === 'open', () => `position ${leg.position} was opened before it is closed`);
      const side = leg.direction === 'open long' ? 'long' : 'short';
      const nothing = { largest: 0, closedLots: 0, closedValue: 0n, realizedPnl: 0n, fees: 0n, netFunding: 0n };
      position = { side, openedAt: at, ...nothing };
      this.#followed.open.set(leg.position, position);
    }
    return position;
  }
}

const marketOfAccount = (account: AccountNo, symbol: string): string => `${account}|${symbol}`;

function closeReasonOf(fill: FillSide, order: LiveOrder): ClosedPositionRow['closeReason'] {
  if (order.triggeredByLiquidation) return 'liquidation';
  return fill.legs.length > 1 ? 'flip' : 'close';
}

/** Closed positions of one subaccount, by closing time, newest first, equal times by descending row, or as the query sorts them. */
export function readClosedPositions(log: RecordLog, query: ClosedPositionsQuery): ClosedPositionRow[] {
  const { account, symbol, from, to, sort, limit, offset = 0 } = query;
  const closed = log.closedPositions;
  const window = closed.window(listOf(account, log.marketNo(symbol)), from, to);
  if (!sort) return closed.page(window, limit, offset).map(closedPosition);
  const keyed = Array.from(closed.places(window), (place) => ({
    place,
    key: sort.by === 'symbol' ? closed.value(place, 'market').spec.symbol : closed.value(place, sort.by),
    position: closed.value(place, 'position'),
  }));
  const sign = sort.isAscending ? 1 : -1;
  keyed.sort((a, b) => sign * (compareKeys(a.key, b.key) || a.position - b.position));
  const end = limit === undefined ? undefined : offset + limit;
  return keyed.slice(offset, end).map(({ place }) => closedPosition(closed.at(place)));
}

function closedPosition(row: ClosedRow): ClosedPositionRow {
  const { spec } = row.market;
  const { position, side, reason, leverage, closedAt, createdAt, trade } = row;
  const { entryPrice, quantity, closePrice, realizedPnl, accumulatedFees, netFunding } = closedTexts(row);
  return {
    positionId: String(position),
    symbol: spec.symbol,
    side,
    entryPrice,
    quantity,
    closePrice,
    closeReason: reason,
    leverage,
    realizedPnl,
    accumulatedFees,
    netFunding,
    closedAt,
    createdAt,
    tradeId: String(trade),
  };
}
