import type { ExchangeConfig } from '../../engine/config.ts';
import type { EngineEvent } from '../../engine/event.ts';
import type { State } from '../../engine/state.ts';
import { Books, type Counts } from './books.ts';
import { compareLedgers } from './compare.ts';
import type { Against, Findings } from './findings.ts';
import {
  bookDeficit,
  bookDeposit,
  bookExchange,
  bookMargin,
  bookRelease,
  bookTakeover,
  bookTransfer,
  bookVault,
  bookWithdrawal,
  bookWithdrawalEnd,
} from './funds.ts';
import { bookPayment, bookSettlement, endFundingHour } from './funding.ts';
import type { Ledger } from './ledger.ts';
import { bookSeeded } from './seeded.ts';
import { bookDeleveraged, bookTrade } from './trades.ts';

type Folds = { readonly [K in EngineEvent['type']]?: (books: Books, event: Extract<EngineEvent, { type: K }>) => void };

/** The handlers of all events that move value or lots. A missing one shows when ledgers are compared. */
const FOLDS: Folds = {
  AccountOpened: (books, { account }) => {
    books.open(account);
  },
  VaultOpened: bookVault,
  Deposited: bookDeposit,
  Transferred: bookTransfer,
  WithdrawalRequested: bookWithdrawal,
  WithdrawalSettled: bookWithdrawalEnd,
  CollateralExchanged: bookExchange,
  IsolatedMarginMoved: bookMargin,
  IsolatedMarginReleased: bookRelease,
  Traded: bookTrade,
  PositionSeeded: bookSeeded,
  FundingSettled: bookSettlement,
  FundingPaid: bookPayment,
  TakenOver: bookTakeover,
  DeficitCovered: bookDeficit,
  Deleveraged: bookDeleveraged,
};

/**
 * A second opinion on every balance, position and PnL: it receives the events from genesis on and keeps a ledger of
 * its own, from trades, payments and transfers alone. It shares no arithmetic with the engine and reads no state;
 * what an event claims to have come to is compared with what the books make of it, and never believed.
 */
export class Bookkeeper {
  readonly #books: Books;
  #seq = 0;

  constructor(config: ExchangeConfig) {
    this.#books = new Books(config);
  }

  /** Takes over the books of a state in the middle of a run, for events from there on. Nothing was booked before. */
  open(state: Readonly<State>): void {
    this.#books.takeOver(state);
    this.#seq = state.eventSeq;
  }

  /** Events booked so far. */
  get events(): number {
    return this.#seq;
  }

  get counts(): Readonly<Counts> {
    return this.#books.counts;
  }

  get findings(): Findings {
    return this.#books.findings;
  }

  get ledger(): Ledger {
    return this.#books;
  }

  /** Books events in the order they happened, from the first of genesis on, or from the first after `open`. */
  book(events: readonly EngineEvent[]): void {
    for (const event of events) {
      this.#seq += 1;
      this.#books.at({ seq: this.#seq, event: event.type });
      if (event.type !== 'FundingPaid') endFundingHour(this.#books);
      const fold = FOLDS[event.type] as ((books: Books, event: EngineEvent) => void) | undefined;
      fold?.(this.#books, event);
    }
  }

  /** Holds the books against what the exchange says it holds. */
  compareWith(found: Ledger, against: Against): void {
    compareLedgers(this.#books.findings, this.#books, found, against);
  }

  /** Counts the books themselves through: per asset they sum to zero, and per market longs are shorts (INV-01, INV-28). */
  checkSums(): void {
    this.#books.at(null);
    endFundingHour(this.#books);
    this.#books.endDeleveraging();
    const sums = new Map<string, bigint>();
    const add = (asset: string, amount: bigint): void => void sums.set(asset, (sums.get(asset) ?? 0n) + amount);
    const lots = new Map<string, number>();
    for (const { balances, pending, isolated, positions } of this.#books.accounts.values()) {
      for (const [asset, amount] of [...balances, ...pending]) add(asset, amount);
      for (const amount of isolated.values()) add(this.#books.settlement, amount);
      for (const [symbol, position] of positions) lots.set(symbol, (lots.get(symbol) ?? 0) + position.lots);
    }
    for (const amounts of this.#books.house.values()) for (const [asset, amount] of amounts) add(asset, amount);
    for (const [asset, sum] of sums)
      this.#books.same('sum of all accounts', { account: null, subject: asset }, 0n, sum);
    for (const [symbol, sum] of lots) this.#books.same('longs less shorts', { account: null, subject: symbol }, 0, sum);
  }
}
