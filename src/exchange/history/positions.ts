import type { ClosedPositionRow, ClosedPositionsQuery } from '../../contract/views.ts';
import type { EngineEvent, FillSide, FundingPaidEvent, PositionLeg, TradedEvent } from '../../engine/event.ts';
import { invariant } from '../../kernel/errors.ts';
import { big, count, int, oneOf, type Plain, text as textCodec } from '../../kernel/codec/codec.ts';
import { record, sortedMapOf } from '../../kernel/codec/collections.ts';
import type { AccountNo, PositionNo } from '../../kernel/ids.ts';
import type { Lots, TimeMs, Units } from '../../kernel/units.ts';
import { Filter, integer, integerOrNull, type Reader, type Row, text } from './database.ts';
import type { LiveOrder } from './orders.ts';
import type { RowSink } from './row-sink.ts';

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
export function readClosedPositions(database: Reader, query: ClosedPositionsQuery): ClosedPositionRow[] {
  const filter = new Filter()
    .and('account = :account', 'account', query.account)
    .between('closed_at', query.from, query.to)
    .symbol(query.symbol);
  const sql = `SELECT * FROM position_history WHERE ${filter.where} ORDER BY ${orderOf(query)} LIMIT :limit OFFSET :offset`;
  // SQLite reads a limit below 0 as none.
  const page = { ':limit': query.limit ?? -1, ':offset': query.offset ?? 0 };
  return database.all(sql, { ...filter.params, ...page }, readClosedPosition);
}

const COLUMN_OF = { closedAt: 'closed_at', createdAt: 'created_at', symbol: 'symbol' } as const;

function orderOf({ sort }: ClosedPositionsQuery): string {
  if (!sort) return 'closed_at DESC, row DESC';
  const direction = sort.isAscending ? 'ASC' : 'DESC';
  return `${COLUMN_OF[sort.by]} ${direction}, CAST(position_id AS INTEGER) ${direction}`;
}

function readClosedPosition(row: Row): ClosedPositionRow {
  return {
    positionId: text(row, 'position_id'),
    symbol: text(row, 'symbol'),
    side: text(row, 'side') as ClosedPositionRow['side'],
    entryPrice: text(row, 'entry_price'),
    quantity: text(row, 'quantity'),
    closePrice: text(row, 'close_price'),
    closeReason: text(row, 'close_reason') as ClosedPositionRow['closeReason'],
    leverage: integerOrNull(row, 'leverage'),
    realizedPnl: text(row, 'realized_pnl'),
    accumulatedFees: text(row, 'accumulated_fees'),
    netFunding: text(row, 'net_funding'),
    closedAt: integer(row, 'closed_at'),
    createdAt: integer(row, 'created_at'),
    tradeId: text(row, 'trade_id'),
  };
}
