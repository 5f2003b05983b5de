import { isList, isRecord } from '../../../kernel/entries.ts';
import type { Draw } from '../../../kernel/random.ts';
import {
  type Command,
  type ControlAction,
  isRead,
  type Params,
  resultOf,
  type SignedCommand,
  type NumberedCommand,
  type Value,
  valueAt,
} from '../command.ts';
import type { Outcome } from '../session.ts';

/** A source of sequences: draws, what is known, and a list of steps that stories add to. */
export class Plan {
  readonly draw: Draw;
  readonly memory: Memory;
  readonly accounts: readonly string[];
  /** False where nobody can move prices or the clock. */
  readonly canSteer: boolean;
  readonly #steps: NumberedCommand[] = [];
  #nextId = 0;
  #clientIds = 0;

  constructor(draw: Draw, memory: Memory, accounts: readonly string[], canSteer: boolean) {
    this.draw = draw;
    this.memory = memory;
    this.accounts = accounts;
    this.canSteer = canSteer;
  }

  /** The first step that was planned and not taken yet. */
  take(): NumberedCommand | undefined {
    return this.#steps.shift();
  }

  /** Plans a command and returns its id, for references. */
  add(command: Command): number {
    const id = this.#nextId;
    this.#nextId += 1;
    this.#steps.push({ id, command });
    return id;
  }

  signed(account: string, action: string, params: Params = {}, more: Partial<SignedCommand> = {}): number {
    return this.add({ kind: 'signed', account, on: null, action, params, changes: {}, ...more });
  }

  public(action: string, params: Params = {}): number {
    return this.add({ kind: 'public', action, params });
  }

  control(action: ControlAction, params: Params): number {
    return this.add({ kind: 'control', action, params });
  }

  advance(ms: number): number {
    return this.add({ kind: 'advance', ms });
  }

  /** The last planned command, for changes to it; undefined when it has been taken. */
  replaceLast(change: (command: Command) => Command): void {
    const last = this.#steps.pop();
    if (last) this.#steps.push({ id: last.id, command: change(last.command) });
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.draw.between(0, list.length - 1)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  /** Picks by weight. */
  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T {
    const total = choices.reduce((sum, [weight]) => sum + weight, 0);
    let left = this.draw.between(0, total - 1);
    for (const [weight, choice] of choices) {
      if (left < weight) return choice;
      left -= weight;
    }
    throw new RangeError('weights add up to their total');
  }

  percent(chance: number): boolean {
    return this.draw.between(0, 99) < chance;
  }

  account(): string {
    return this.pick(this.accounts);
  }

  other(account: string): string {
    return this.pick(this.accounts.filter((name) => name !== account));
  }

  market(): MarketView {
    const { markets } = this.memory;
    const [first] = markets;
    return first !== undefined && this.percent(55) ? first : this.pick(markets.slice(0, 3).concat(markets.slice(-1)));
  }

  clientId(): string {
    this.#clientIds += 1;
    return `x-${this.#clientIds}`;
  }
}

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

/** Facts that the generator knows from the responses of the reference, so that sequences go deep. */
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
  learn({ id, command }: NumberedCommand, outcome: Outcome): void {
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
    if (!isList(response)) return;
    const rows = response.filter(isRecord);
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

/** What a market asks of its orders, and where its price is. */
export interface MarketView {
  readonly symbol: string;
  readonly tick: number;
  readonly tickDigits: number;
  readonly lot: number;
  readonly lotDigits: number;
  readonly minimum: number;
  readonly index: number;
  readonly mark: number;
  /** 0 where the side is empty. */
  readonly bestBid: number;
  readonly bestAsk: number;
}

/** Markets as `getMarkets` and `getMarketPrices` respond. */
function marketsIn(specs: unknown, prices: unknown): readonly MarketView[] {
  const priceOf = new Map(Object.entries(isRecord(prices) ? prices : {}));
  if (!isList(specs)) return [];
  return specs.filter(isRecord).flatMap((spec) => {
    const symbol = String(spec['symbol']);
    const price = priceOf.get(symbol);
    if (!isRecord(price)) return [];
    const [tick, lot] = [String(spec['priceIncrement']), String(spec['orderSizeIncrement'])];
    const figure = (name: string): number => Number(price[name] ?? 0) || 0;
    return [
      {
        symbol,
        tick: Number(tick),
        tickDigits: digitsOf(tick),
        lot: Number(lot),
        lotDigits: digitsOf(lot),
        minimum: Number(spec['minOrderSize']),
        index: figure('indexPrice'),
        mark: figure('markPrice'),
        bestBid: figure('bestBid'),
        bestAsk: figure('bestAsk'),
      },
    ];
  });
}

const digitsOf = (decimal: string): number => decimal.split('.')[1]?.length ?? 0;

/** The price on a tick nearest to a value, in decimal text. */
export function priceText({ tick, tickDigits }: MarketView, value: number): string {
  return plain((Math.max(1, Math.round(value / tick)) * tick).toFixed(tickDigits));
}

/** A quantity of so many lots, in decimal text. */
export function quantityText({ lot, lotDigits }: MarketView, value: number): string {
  return plain((Math.max(0, Math.round(value / lot)) * lot).toFixed(lotDigits));
}

const plain = (decimal: string): string => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);
