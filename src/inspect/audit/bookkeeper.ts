import type { ExchangeConfig } from '../../engine/config.ts';
import type {
  EngineEvent,
  FundingPaidEvent,
  FundingSettledEvent,
  PositionSeededEvent,
  SeededSide,
} from '../../engine/event.ts';
import type { State } from '../../engine/state.ts';
import { entriesOf } from '../../kernel/entries.ts';
import type { AccountNo } from '../../kernel/ids.ts';
import { UNIT_BIG, type Units } from '../../kernel/units.ts';
import { Books, type Counts } from './books.ts';
import type { Against, Figure, Findings } from './findings.ts';
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
import { type Ledger, type LedgerAccount, type LedgerPosition, nearest } from './ledger.ts';
import { bookDeleveraged, bookTrade, effectOf } from './trades.ts';

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

/** Holds what an exchange says it holds against the books, figure by figure, in both directions. */
function compareLedgers(findings: Findings, books: Ledger, found: Ledger, against: Against): void {
  const compare = (what: string, account: AccountNo | null, subject: string, expected: Figure, is: Figure): void => {
    findings.compare({ against, seq: null, event: null, account, subject, what }, expected, is);
  };
  for (const no of keysOf(books.accounts, found.accounts)) {
    const [mine, theirs] = [books.accounts.get(no), found.accounts.get(no)];
    if (mine && theirs)
      compareAccounts(mine, theirs, (what, ...rest) => {
        compare(what, no, ...rest);
      });
    else compare('subaccount', no, '', mine ? 'open' : 'none', theirs ? 'open' : 'none');
  }
  for (const name of keysOf(books.house, found.house)) {
    const [mine, theirs] = [books.house.get(name) ?? NOTHING, found.house.get(name) ?? NOTHING];
    for (const asset of keysOf(mine, theirs)) {
      compare(`house account ${name}`, null, asset, mine.get(asset) ?? 0n, theirs.get(asset) ?? 0n);
    }
  }
  for (const symbol of keysOf(books.openInterest, found.openInterest)) {
    compare('open interest', null, symbol, books.openInterest.get(symbol) ?? 0, found.openInterest.get(symbol) ?? 0);
  }
}

const NOTHING: ReadonlyMap<string, bigint> = new Map();

type Compare = (what: string, subject: string, expected: Figure, found: Figure) => void;

function compareAccounts(mine: LedgerAccount, theirs: LedgerAccount, compare: Compare): void {
  const amounts = [
    ['balance', mine.balances, theirs.balances],
    ['pending withdrawals', mine.pending, theirs.pending],
  ] as const;
  for (const [what, expected, found] of amounts) {
    for (const asset of keysOf(expected, found))
      compare(what, asset, expected.get(asset) ?? 0n, found.get(asset) ?? 0n);
  }
  // A market that is isolated and holds nothing is not one that is cross.
  for (const symbol of keysOf(mine.isolated, theirs.isolated)) {
    compare('isolated margin', symbol, mine.isolated.get(symbol) ?? null, theirs.isolated.get(symbol) ?? null);
  }
  for (const symbol of keysOf(mine.positions, theirs.positions)) {
    comparePositions(mine.positions.get(symbol), theirs.positions.get(symbol), symbol, compare);
  }
}

/** Each figure of a position, and its name in a finding. */
const FIGURES: Readonly<Record<keyof LedgerPosition, string>> = {
  no: 'position number',
  lots: 'position lots',
  cost: 'position cost',
  entryCost: 'entry cost',
  entryLots: 'entry lots',
  realizedPnl: 'realized PnL of the position',
  fees: 'fees of the position',
  netFunding: 'funding of the position',
};

function comparePositions(
  mine: LedgerPosition | undefined,
  theirs: LedgerPosition | undefined,
  symbol: string,
  compare: Compare,
): void {
  if (mine && theirs) {
    for (const [key, what] of entriesOf(FIGURES)) {
      compare(what, symbol, mine[key], theirs[key]);
    }
  } else compare('position lots', symbol, mine?.lots ?? 0, theirs?.lots ?? 0);
}

const keysOf = <K>(a: ReadonlyMap<K, unknown>, b: ReadonlyMap<K, unknown>): Set<K> =>
  new Set([...a.keys(), ...b.keys()]);

/** The hour of one market is over: each position open in it is paid once, right after. */
function bookSettlement(books: Books, event: FundingSettledEvent): void {
  if (!books.spec(event.symbol)) return;
  const open = [...books.accounts].filter(([, { positions }]) => positions.has(event.symbol)).map(([no]) => no);
  books.funding = { settled: event, unpaid: new Set(open) };
}

/** Books minus size x index x rate to balance and position; roundings go to the residue. */
function bookPayment(books: Books, event: FundingPaidEvent): void {
  const { account, symbol, index, rate } = event;
  const about = { account, subject: symbol };
  const spec = books.spec(symbol);
  const { funding } = books;
  books.count('payments', event.payment);
  books.same('market of the funding hour', about, funding?.settled.symbol ?? null, symbol);
  books.same('index of the funding hour', about, BigInt(funding?.settled.index ?? 0), BigInt(index));
  books.same('rate of the funding hour', about, BigInt(funding?.settled.rate ?? 0), BigInt(rate));
  books.holds(funding?.unpaid.delete(account) === true, 'payments in the funding hour', about, 'one', 'another');
  const { positions } = books.account(account);
  const held = positions.get(symbol);
  books.same('funded position', about, held?.no ?? null, event.position);
  books.same('funded lots', about, held?.lots ?? 0, event.lots);
  if (!spec) return;
  const size = BigInt(held?.lots ?? 0) * BigInt(spec.lotUnits);
  const amount: Units = nearest(-size * BigInt(index) * BigInt(rate), UNIT_BIG * UNIT_BIG);
  books.same('funding', about, amount, event.amount);
  if (held) positions.set(symbol, { ...held, netFunding: held.netFunding + amount });
  books.post(books.settlement, [books.cash(account, symbol, amount), { house: 'residue', amount: -amount }]);
}

/** Called before each event that is no payment: by then every position must be paid. */
function endFundingHour(books: Books): void {
  const { funding } = books;
  if (!funding) return;
  for (const account of funding.unpaid) {
    books.same('payments in the funding hour', { account, subject: funding.settled.symbol }, 1, 0);
  }
  books.funding = null;
}

/** A long and a short of the start: each only grows, by the same lots at the same price, and no cash moves. */
function bookSeeded(books: Books, event: PositionSeededEvent): void {
  const { symbol, long, short } = event;
  const market = { account: null, subject: symbol };
  books.holds(long.account !== short.account, 'sides of a seeded pair', market, 'two accounts', 'one and the same');
  bookSide(books, event, long, 1);
  bookSide(books, event, short, -1);
  books.openInterest.set(symbol, (books.openInterest.get(symbol) ?? 0) + event.quantity);
}

function bookSide(books: Books, event: PositionSeededEvent, side: SeededSide, sign: 1 | -1): void {
  const { symbol, quantity: lots, price } = event;
  const spec = books.spec(symbol);
  if (!spec) return;
  const about = { account: side.account, subject: symbol };
  const { positions } = books.account(side.account);
  const held = positions.get(symbol);
  const { opened, after } = effectOf(spec, held, { sign, lots, price });
  const found = side.position;
  books.same('lots opened by a seeded position', about, lots, opened);
  books.same('position lots', about, after?.lots ?? 0, found.lots);
  books.same('position cost', about, after?.cost ?? 0n, found.cost);
  books.same('entry cost', about, after?.entryCost ?? 0n, found.entryCost);
  books.same('entry lots', about, after?.entryLots ?? 0, found.entryLots);
  if (held) books.same('position number', about, held.no, found.no);
  if (after) positions.set(symbol, { ...after, no: found.no, realizedPnl: 0n, fees: 0n, netFunding: 0n });
}
