import { type Command, isRead, type Params, resultOf, type Step, type Value } from '../command.ts';
import type { Outcome } from '../session.ts';
import { valueAt } from '../references.ts';
import { marketsIn, type MarketView } from './markets.ts';

/** An order that was placed, as later commands name it. */
export interface PlacedOrder {
  readonly account: string;
  readonly on: string | null;
  readonly symbol: string;
  readonly side: string;
  readonly clientId: string;
  /** Reference to its id. */
  readonly id: string;
  readonly order: Params;
}

export interface OpenPosition {
  readonly account: string;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly quantity: string;
}

const ORDERS_KEPT = 60;

/** What the generator knows from the responses of the reference, so that sequences go deep. */
export class Memory {
  orders: PlacedOrder[] = [];
  markets: readonly MarketView[] = [];
  /** References to subaccounts that were opened, with their owner. */
  readonly subAccounts: { readonly owner: string; readonly ref: string }[] = [];
  readonly delegates: { readonly owner: string; readonly delegate: string }[] = [];
  readonly withdrawals: string[] = [];
  #specs: unknown;
  #prices: unknown;
  readonly #only: ReadonlySet<string> | undefined;
  readonly #positions = new Map<string, readonly OpenPosition[]>();

  /** @param only markets that commands are about; left out, all */
  constructor(only?: ReadonlySet<string>) {
    this.#only = only;
  }

  positions(): readonly OpenPosition[] {
    return [...this.#positions.values()].flat();
  }

  positionsOf(account: string): readonly OpenPosition[] {
    return this.#positions.get(account) ?? [];
  }

  /** Takes in the response to a step. */
  learn({ id, command }: Step, outcome: Outcome): void {
    this.learnRead(command, outcome);
    if (command.kind !== 'signed' || outcome.status !== 200) return;
    if (command.action === 'placeOrders') this.#placed(id, command, command.params['orders'], outcome);
    if (command.action === 'placeIsolatedOrder') this.#placed(id, command, [command.params['order']], outcome);
    if (command.action === 'createSubaccount') {
      this.subAccounts.push({ owner: command.account, ref: resultOf(id, 'response.subAccountId') });
    }
    if (command.action === 'withdrawCollateral') this.withdrawals.push(resultOf(id, 'response.requestId'));
    if (command.action === 'cancelAllOrders') {
      this.orders = this.orders.filter(({ account }) => account !== command.account);
    }
  }

  /** Takes in what a read shows. */
  learnRead(command: Command, outcome: Outcome): void {
    if (outcome.status !== 200) return;
    const response = valueAt(outcome.body, 'response');
    if (command.kind === 'public' && command.action === 'getMarkets') this.#specs = response;
    else if (command.kind === 'public' && command.action === 'getMarketPrices') this.#prices = response;
    else if (command.kind === 'signed' && isRead(command.action))
      return this.#ownRead(command.account, command, response);
    else return;
    const markets = marketsIn(this.#specs, this.#prices);
    this.markets = markets.filter(({ symbol }) => this.#only?.has(symbol) ?? true);
  }

  #ownRead(account: string, command: Extract<Command, { kind: 'signed' }>, response: unknown): void {
    if (command.action !== 'getPositions' || command.on !== null || Object.keys(command.params).length > 0) return;
    if (!Array.isArray(response)) return;
    const rows = response as readonly Readonly<Record<string, unknown>>[];
    this.#positions.set(
      account,
      rows.map((row) => ({
        account,
        symbol: String(row['symbol']),
        side: row['side'] === 'short' ? 'short' : 'long',
        quantity: String(row['quantity']),
      })),
    );
  }

  #placed(id: number, { account, on }: Extract<Command, { kind: 'signed' }>, orders: unknown, outcome: Outcome): void {
    const statuses = valueAt(outcome.body, 'response.statuses');
    if (!Array.isArray(statuses) || !Array.isArray(orders)) return;
    statuses.forEach((status, index) => {
      const order = (orders as readonly Params[])[index];
      if (order === undefined || valueAt(status, 'resting.id') === undefined) return;
      this.orders.push({
        account,
        on,
        symbol: textOf(order['symbol']),
        side: textOf(order['side']),
        clientId: textOf(order['clientOrderId']),
        id: resultOf(id, `response.statuses[${index}].resting.id`),
        order,
      });
    });
    if (this.orders.length > ORDERS_KEPT) this.orders.splice(0, this.orders.length - ORDERS_KEPT);
  }
}

const textOf = (value: Value | undefined): string => (typeof value === 'string' ? value : '');
