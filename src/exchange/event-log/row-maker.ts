import type { AccountNo, OrderNo } from '../../kernel/ids.ts';
import type { ControlCommand, Input } from '../../engine/command.ts';
import type { EngineEvent } from '../../engine/event.ts';
import type { State } from '../../engine/state.ts';
import type { Applied } from '../sequencer.ts';
import { factsOf } from './event-texts.ts';
import type { KnownOrder, LogRow } from './log-row.ts';
import { Words } from './words.ts';

type Accounts = Pick<State, 'accounts'>;

/** Events that have the kind of the world: prices, and what the clock does. Nothing else is looked at in most of them. */
const isOfTheWorld = (kind: LogRow['kind']): boolean => kind === 'price' || kind === 'clock';

/**
 * Makes rows of inputs and their events, in order. It remembers what later events do not repeat: facts of live orders,
 * and the liquidations under way.
 */
export class RowMaker {
  readonly #state: Accounts;
  readonly #orders = new Map<OrderNo, KnownOrder>();
  readonly #liquidations = new Map<AccountNo, { readonly no: number; readonly symbol: string | null }[]>();
  /** The trade of the deleveraging that comes next. */
  #trade: number | null = null;

  /** @param start - orders and liquidations that are there already */
  constructor(state: Accounts, start: Pick<State, 'orders' | 'liquidations'> | null = null) {
    this.#state = state;
    for (const order of start?.orders.values() ?? []) if (!this.isAgent(order.account)) this.#know(order);
    for (const { no, account, symbol } of start?.liquidations.values() ?? []) this.#begin(account, no, symbol);
  }

  isAgent(account: AccountNo): boolean {
    return this.#state.accounts.get(account)?.agent === true;
  }

  /**
   * Rows of one input: before its own events those of the timers that were due.
   *
   * @param withWorld - also what concerns nobody but the world: its agents, prices, timers
   */
  rowsOf({ seq, input, outcome }: Applied, withWorld: boolean): LogRow[] {
    const { events, outcomes, first } = outcome;
    const rows: LogRow[] = [];
    const own = input.kind === 'request' || input.kind === 'control' ? ownStart(events, outcomes) : events.length;
    const placed: OrderNo[] = [];
    const before: LogRow[] = [];
    for (const [index, event] of events.entries()) {
      if (!withWorld && this.#isOfAgents(event)) continue;
      const row = this.#eventRow(seq, index, event, first + index, withWorld);
      if (index >= own && event.type === 'OrderPlaced') placed.push(event.order.no);
      if (row) (index < own ? before : rows).push(row);
    }
    if (input.kind !== 'request' && input.kind !== 'control') {
      if (!withWorld) return before;
      const content = { of: 'input', input, refused: 0 } as const;
      const at = { input: seq, place: 2 * own, at: input.at };
      return [...before, { ...at, ...NOTHING, kind: 'clock', content }];
    }
    const refused = outcomes.filter(({ refusal }) => refusal !== null).length;
    const named = input.commands.flatMap((command) =>
      'order' in command && typeof command.order === 'object' && 'no' in command.order ? [command.order.no] : [],
    );
    const inputRow: LogRow = {
      input: seq,
      place: 2 * own,
      at: input.at,
      kind: input.kind,
      accounts: accountsOf(input),
      orders: [...new Set([...placed, ...named])],
      market: marketOf(input.commands),
      liquidation: null,
      content: { of: 'input', input, refused },
    };
    return [...before, inputRow, ...rows];
  }

  /** The many events that concern agents alone, found without making anything: they are nearly all that happens. */
  #isOfAgents(event: EngineEvent): boolean {
    switch (event.type) {
      case 'OrderPlaced':
        return this.isAgent(event.order.account);
      case 'OrderRested':
      case 'OrderCancelled':
      case 'OrderModified':
        return !this.#orders.has(event.order);
      case 'Traded':
        return event.cause === 'match' && this.isAgent(event.taker.account) && this.isAgent(event.maker.account);
      case 'FundingPaid':
        return this.isAgent(event.account);
      default:
        return isOfTheWorld(factsOf(event).kind);
    }
  }

  #eventRow(seq: number, index: number, event: EngineEvent, eventSeq: number, withWorld: boolean): LogRow | null {
    const facts = factsOf(event);
    const { kind } = facts;
    const known = facts.order === undefined ? null : (this.#orders.get(facts.order(event)) ?? null);
    const named = known ? [known.account] : (facts.accounts?.(event) ?? []);
    const isWorld = isOfTheWorld(kind) || (facts.order !== undefined && !known) || this.#areAgents(named);
    if (event.type === 'OrderPlaced' && (withWorld || !isWorld)) this.#know(event.order);
    if (event.type === 'LiquidationBegan') this.#begin(event.account, event.liquidation, event.symbol);
    if (event.type === 'Traded' && event.cause === 'adl') this.#trade = event.trade;
    const row =
      isWorld && !withWorld
        ? null
        : this.#row(seq, index, { event, kind, known, named, eventSeq, market: facts.market?.(event) ?? null });
    this.#learn(event);
    return row;
  }

  #row(seq: number, index: number, parts: EventParts): LogRow {
    const { event, kind, known, named, eventSeq, market } = parts;
    const facts = factsOf(event);
    const order = event.type === 'OrderPlaced' ? event.order : known;
    const symbol = market ?? known?.symbol ?? null;
    return {
      input: seq,
      place: 2 * index + 1,
      at: event.at,
      kind,
      accounts: named,
      orders: facts.orders?.(event) ?? (known ? [known.no] : facts.order ? [facts.order(event)] : []),
      market: symbol,
      liquidation: 'liquidation' in event ? event.liquidation : this.#liquidationOf(named, symbol),
      content: {
        of: 'event',
        seq: eventSeq,
        event,
        order,
        trade: event.type === 'Deleveraged' ? this.#trade : null,
      },
    };
  }

  #areAgents(accounts: readonly AccountNo[]): boolean {
    return accounts.length > 0 && accounts.every((account) => this.isAgent(account));
  }

  #know({ no, account, symbol, side, orderType, price, quantity, clientId }: KnownOrder): void {
    this.#orders.set(no, { no, account, symbol, side, orderType, price, quantity, clientId });
  }

  #begin(account: AccountNo, no: number, symbol: string | null): void {
    const others = this.#liquidations.get(account) ?? [];
    this.#liquidations.set(account, [...others, { no, symbol }]);
  }

  #liquidationOf(accounts: readonly AccountNo[], symbol: string | null): number | null {
    if (this.#liquidations.size === 0) return null;
    for (const account of accounts) {
      const own = this.#liquidations.get(account)?.find((one) => one.symbol === null || one.symbol === symbol);
      if (own) return own.no;
    }
    return null;
  }

  /** Takes over what an event has changed, and lets go of what has ended with it. */
  #learn(event: EngineEvent): void {
    switch (event.type) {
      case 'OrderCancelled':
        this.#orders.delete(event.order);
        return;
      case 'OrderModified': {
        const known = this.#orders.get(event.order);
        if (known) this.#know({ ...known, price: event.price, quantity: event.quantity });
        return;
      }
      case 'Traded':
        if (event.maker.complete) this.#orders.delete(event.maker.order);
        if (event.taker.complete) this.#orders.delete(event.taker.order);
        return;
      case 'TwapFilled':
        if (event.complete) this.#orders.delete(event.order);
        return;
      case 'LiquidationEnded': {
        const left = (this.#liquidations.get(event.account) ?? []).filter(({ no }) => no !== event.liquidation);
        if (left.length === 0) this.#liquidations.delete(event.account);
        else this.#liquidations.set(event.account, left);
        return;
      }
      default:
    }
  }
}

interface EventParts {
  readonly event: EngineEvent;
  readonly kind: LogRow['kind'];
  readonly known: KnownOrder | null;
  readonly named: readonly AccountNo[];
  readonly eventSeq: number;
  readonly market: string | null;
}

const NOTHING = { accounts: [], orders: [], market: null, liquidation: null } as const;

/** Place of the first event that the input itself caused; those before it are of timers that were due. */
function ownStart(events: readonly EngineEvent[], outcomes: Applied['outcome']['outcomes']): number {
  const first = outcomes.flatMap((outcome) => outcome.events)[0];
  const at = events.findIndex((event) => event === first || event.type === 'NonceUsed' || event.type === 'Charged');
  return at === -1 ? events.length : at;
}

function accountsOf(input: Applied['input']): readonly AccountNo[] {
  if (input.kind === 'request') return [input.account];
  if (input.kind !== 'control') return [];
  return [...new Set(input.commands.flatMap((command) => ('account' in command ? [command.account] : [])))];
}

/** The market that all commands name. */
function marketOf(commands: readonly object[]): string | null {
  const named = new Set(commands.map((command) => ('symbol' in command ? String(command.symbol) : null)));
  return named.size === 1 ? ([...named][0] ?? null) : null;
}

/** A row in one line. */
export function rowText({ content }: LogRow, state: Readonly<State>): string {
  switch (content.of) {
    case 'input':
      return inputText(content.input, content.refused, new Words(state));
    case 'event':
      return factsOf(content.event).text(content.event, new Words(state, content.order));
    case 'refusal': {
      const { subject, verdict, said } = content.explanation;
      const item = subject['item'] === undefined ? '' : `, item ${subject['item']}`;
      return `${subject['action'] ?? 'request'}${item} refused: ${verdict['code']}: ${said}`;
    }
  }
}

/** Returns an input in one line. */
export const inputLine = (input: Input, state: Readonly<State>): string => inputText(input, 0, new Words(state));

function inputText(input: Input, refused: number, words: Words): string {
  switch (input.kind) {
    case 'request': {
      const { length } = input.commands;
      const commands = length === 1 ? '' : `, ${length} commands`;
      return `${input.action}${commands}${refused === 0 ? '' : `, ${refused} refused`}`;
    }
    case 'control':
      return input.commands.map((command) => controlText(command, words)).join(', ');
    case 'clock':
      return 'The clock';
    case 'charge':
      return 'A request is charged';
  }
}

/** `Set index price 60000.0`. */
function controlText(command: ControlCommand, words: Words): string {
  const name = command.type.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  switch (command.type) {
    case 'SetIndexPrice':
      return `${name} ${words.index(command.symbol, command.price)}`;
    case 'SetMarkPrice':
      return `${name} ${words.price(command.symbol, command.price)}`;
    case 'Deposit':
      return `${name} ${words.amount(command.amount)} ${command.asset}`;
    default:
      return name;
  }
}
