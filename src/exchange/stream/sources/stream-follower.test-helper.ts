import { isRefusal } from '../../../kernel/errors.ts';
import type { TradeRead } from '../../../contract/action.ts';
import { getOpenOrders } from '../../../contract/actions/trade/orders/getOpenOrders.ts';
import { getPositions } from '../../../contract/actions/trade/positions/getPositions.ts';
import { handMadeViews } from '../../../contract/hand-made.test-helper.ts';
import { JsonText } from '../../../contract/json.ts';
import { accountOf } from '../../../engine/orders/evolve-order.ts';
import type { State } from '../../../engine/state.ts';
import { readOfTrade } from '../../reads/all.ts';
import { subAccountRecord } from '../../reads/records/subaccount-record.ts';
import type { Push } from './stream-venue.test-helper.ts';

type Row = Readonly<Record<string, unknown>>;

/** What a client knows of a subaccount, in the fields that reads and stream share. */
export interface Knowledge {
  readonly orders: ReadonlyMap<string, Row>;
  readonly positions: ReadonlyMap<string, Row>;
  readonly collaterals: ReadonlyMap<string, Row>;
  readonly summary: Row;
}

/** What the reads say now: getOpenOrders, getPositions and getSubAccount. */
export function knownByReads(state: State, no: number): Knowledge {
  const account = accountOf(state, no);
  const record = subAccountRecord(state, account);
  const orders = read(state, no, getOpenOrders, { limit: 1_000 }) as readonly Row[];
  const positions = read(state, no, getPositions, { status: 'open', limit: 100 }) as readonly Row[];
  const inShort = new Map((record.positions ?? []).map((row) => [row.symbol, row]));
  for (const row of positions) {
    const short = inShort.get(String(row.symbol));
    if (short?.pnl !== row.realizedPnl || short?.upnl !== row.unrealizedPnl) {
      throw new Error(`getPositions and getSubAccount differ about ${String(row.symbol)}`);
    }
  }
  if (positions.length !== inShort.size) throw new Error('getPositions and getSubAccount list the same positions');
  return {
    orders: new Map(orders.map((row) => [String(row.orderId), orderFacts(row)])),
    positions: inShort,
    collaterals: new Map((record.collaterals ?? []).map((row) => [row.symbol, row])),
    summary: record.crossMarginSummary,
  };
}

function read(state: State, no: number, action: TradeRead, params: object): unknown {
  const account = accountOf(state, no);
  const context = { state, now: state.now, wallet: account.owner, account, role: 'owner' } as const;
  const any = action as unknown as TradeRead<unknown>;
  const parsed = any.parse(params as never, context);
  if (isRefusal(parsed)) throw new Error(parsed.message);
  const found = readOfTrade(action)(parsed as never, { ...context, limits: state.limits, views: handMadeViews() });
  return found instanceof JsonText ? found.value() : found;
}

/** What both an open order and an order event say; the words of the type and of empty fields differ. */
function orderFacts(row: Row): Row {
  const { symbol, side, quantity, price, filledQuantity, order } = row;
  const trigger = row.triggerPrice ?? '';
  const flags = [row.reduceOnly === true, row.postOnly === true, row.closePosition === true];
  const created = row.createdTime ?? row.created_at;
  return { symbol, side, quantity, price, filledQuantity, order, trigger, flags, created, expiresAt: row.expiresAt };
}

/** Follows one subaccount by its stream alone, from what the reads said when it began. */
export class StreamFollower {
  readonly #orders: Map<string, Row>;
  readonly #positions: Map<string, Row>;
  readonly #collaterals: Map<string, Row>;
  #summary: Row;

  constructor({ orders, positions, collaterals, summary }: Knowledge) {
    this.#orders = new Map(orders);
    this.#positions = new Map(positions);
    this.#collaterals = new Map(collaterals);
    this.#summary = summary;
  }

  get knowledge(): Knowledge {
    return {
      orders: this.#orders,
      positions: this.#positions,
      collaterals: this.#collaterals,
      summary: this.#summary,
    };
  }

  receive({ data }: Push): void {
    const id = String(data.orderId);
    switch (data.eventType) {
      case 'orderPlaced':
      case 'orderModified':
      case 'orderPartiallyFilled':
        if (data.eventType !== 'orderPlaced' && !this.#orders.has(id)) throw new Error(`order ${id} was never placed`);
        this.#orders.set(id, orderFacts(data));
        return;
      case 'orderFilled':
      case 'orderCancelled':
        if (!this.#orders.delete(id)) throw new Error(`order ${id} ended twice`);
        return;
      case 'trade':
        if (data.position === null) this.#positions.delete(String(data.symbol));
        return;
      case 'marginUpdate':
        this.#summary = data.crossMarginSummary as Row;
        for (const row of data.collaterals as Row[]) this.#collaterals.set(String(row.symbol), row);
        for (const row of data.positions as Row[]) this.#positions.set(String(row.symbol), row);
        return;
      default:
    }
  }
}
