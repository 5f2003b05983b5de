import type { ExchangeConfig, MarketSpec } from '../../engine/config.ts';
import type { FundingSettledEvent, TradedEvent } from '../../engine/event.ts';
import type { House, State, Withdrawal } from '../../engine/state.ts';
import { entriesOf } from '../../kernel/entries.ts';
import type { AccountNo } from '../../kernel/ids.ts';
import type { Lots, Units } from '../../kernel/units.ts';
import { type Figure, Findings } from './findings.ts';
import type { Ledger, LedgerPosition } from './ledger.ts';

/** Where one entry of a posting goes. */
export type Entry =
  | { readonly balance: AccountNo; readonly amount: Units }
  | { readonly pending: AccountNo; readonly amount: Units }
  | { readonly isolated: AccountNo; readonly symbol: string; readonly amount: Units }
  | { readonly house: keyof House; readonly amount: Units };

export interface BookAccount {
  readonly balances: Map<string, Units>;
  readonly pending: Map<string, Units>;
  readonly isolated: Map<string, Units>;
  readonly positions: Map<string, LedgerPosition>;
}

/** What a finding is about: a subaccount or none, and an asset or a market. */
export interface About {
  readonly account: AccountNo | null;
  readonly subject: string;
}

/** The event that is being booked; findings name it. */
export interface BookedEvent {
  readonly seq: number;
  readonly event: string;
}

/** What has happened so far, by kind. */
export interface Counts {
  trades: number;
  payments: number;
  transfers: number;
  takeovers: number;
  deleveraged: number;
}

/** The ledger of the audit, which only the folds of this folder write. */
export class Books implements Ledger {
  readonly config: ExchangeConfig;
  readonly settlement: string;
  readonly findings = new Findings();
  readonly accounts = new Map<AccountNo, BookAccount>();
  readonly house = new Map<keyof House, Map<string, Units>>();
  readonly openInterest = new Map<string, Lots>();
  readonly counts: Counts = { trades: 0, payments: 0, transfers: 0, takeovers: 0, deleveraged: 0 };
  /** Withdrawals that are neither paid nor given back, by transfer number. */
  readonly withdrawals = new Map<number, Withdrawal>();
  /** The hour that is being paid for; null between hours. */
  funding: { readonly settled: FundingSettledEvent; readonly unpaid: Set<AccountNo> } | null = null;
  #place: BookedEvent | null = null;
  /** The numbers before those that are counted. */
  readonly #before = { trades: 0, payments: 0, transfers: 0 };
  /** A deleveraging that was executed and not explained yet. */
  #deleveraging: TradedEvent | null = null;
  readonly #specs: ReadonlyMap<string, MarketSpec>;

  constructor(config: ExchangeConfig) {
    this.config = config;
    this.settlement = config.collaterals[0]?.asset ?? '';
    this.#specs = new Map(config.markets.map((spec) => [spec.symbol, spec]));
  }

  at(place: BookedEvent | null): void {
    this.#place = place;
  }

  /** Copies what a state holds, as the opening balance of the books. */
  takeOver({ accounts, house, markets, withdrawals, counters }: Readonly<State>): void {
    for (const { no, balances, pendingWithdraw, isolated, positions } of accounts.values()) {
      this.accounts.set(no, {
        balances: new Map(balances),
        pending: new Map(pendingWithdraw),
        isolated: new Map([...isolated].map(([symbol, { margin }]) => [symbol, margin])),
        positions: new Map([...positions].map(([symbol, position]) => [symbol, { ...position }])),
      });
    }
    for (const [name, amounts] of entriesOf(house)) {
      this.house.set(name, new Map(amounts));
    }
    for (const [symbol, { openInterest }] of markets) this.openInterest.set(symbol, openInterest);
    for (const [no, withdrawal] of withdrawals) this.withdrawals.set(no, withdrawal);
    const { trade, payment, transfer } = counters;
    Object.assign(this.#before, { trades: trade, payments: payment, transfers: transfer });
  }

  open(no: AccountNo): void {
    this.same('accounts of this number before', { account: no, subject: '' }, 0, this.accounts.has(no) ? 1 : 0);
    this.accounts.set(no, { balances: new Map(), pending: new Map(), isolated: new Map(), positions: new Map() });
  }

  /**
   * Returns an account. An account that was never opened is reported once and then kept, so that the other events can
   * be booked.
   */
  account(no: AccountNo): BookAccount {
    const known = this.accounts.get(no);
    if (known) return known;
    this.same('account', { account: no, subject: '' }, 'one that was opened', 'one that never was');
    const account = { balances: new Map(), pending: new Map(), isolated: new Map(), positions: new Map() };
    this.accounts.set(no, account);
    return account;
  }

  spec(symbol: string): MarketSpec | null {
    const spec = this.#specs.get(symbol);
    if (!spec) this.same('market', { account: null, subject: symbol }, 'one of the configuration', 'none of it');
    return spec ?? null;
  }

  /** Double entry: what a posting gives to some it takes from others, and only the settlement asset can be owed. */
  post(asset: string, entries: readonly Entry[]): void {
    const sum = entries.reduce((total, { amount }) => total + amount, 0n);
    this.same('sum of a posting', { account: null, subject: asset }, 0n, sum);
    for (const entry of entries) this.#enter(asset, entry);
  }

  /** Where a market settles: in what it holds itself while it is isolated, else in the balance. */
  cash(account: AccountNo, symbol: string, amount: Units): Entry {
    return this.account(account).isolated.has(symbol)
      ? { isolated: account, symbol, amount }
      : { balance: account, amount };
  }

  /**
   * Numbers of trades, payments and transfers count up from 1 without gaps. Where a world has a past, those of trades go on
   * from it: which number comes first is then not for the audit to know.
   */
  count(kind: 'trades' | 'payments' | 'transfers', no: number): void {
    const isFirst = kind === 'trades' && this.counts.trades === 0 && this.#before.trades === 0;
    if (isFirst && this.config.historyDays > 0) this.#before.trades = no - 1;
    this.counts[kind] += 1;
    this.same(`number within the ${kind}`, { account: null, subject: '' }, this.#before[kind] + this.counts[kind], no);
  }

  awaitDeleveraged(trade: TradedEvent): void {
    this.endDeleveraging();
    this.#deleveraging = trade;
  }

  /** The execution that a deleveraging is about; it can be asked for once. */
  deleveragedTrade(): TradedEvent | null {
    const trade = this.#deleveraging;
    this.#deleveraging = null;
    return trade;
  }

  endDeleveraging(): void {
    const trade = this.deleveragedTrade();
    if (trade)
      this.same(
        'execution of a deleveraging',
        { account: null, subject: trade.symbol },
        'explained',
        'never explained',
      );
  }

  same(what: string, about: About, expected: Figure, found: Figure): void {
    this.findings.compare({ against: 'event', ...this.#here(), ...about, what }, expected, found);
  }

  /** A rule that is not one figure: `expected` says what should be true of what was `found`. */
  holds(ok: boolean, what: string, about: About, expected: string, found: Figure): void {
    if (!ok) this.findings.compare({ against: 'event', ...this.#here(), ...about, what }, expected, found);
  }

  #here(): { readonly seq: number | null; readonly event: string | null } {
    return { seq: this.#place?.seq ?? null, event: this.#place?.event ?? null };
  }

  #enter(asset: string, entry: Entry): void {
    if ('isolated' in entry) {
      const { isolated } = this.account(entry.isolated);
      const held = isolated.get(entry.symbol);
      if (held === undefined) {
        this.same('margin mode', { account: entry.isolated, subject: entry.symbol }, 'isolated', 'cross');
      }
      isolated.set(entry.symbol, (held ?? 0n) + entry.amount);
      return;
    }
    const amounts = this.#amountsOf(entry);
    const after = (amounts.get(asset) ?? 0n) + entry.amount;
    amounts.set(asset, after);
    if ('house' in entry) return;
    const account = 'balance' in entry ? entry.balance : entry.pending;
    const owed = after < 0n && ('pending' in entry || asset !== this.settlement);
    this.holds(!owed, 'balance', { account, subject: asset }, 'not below zero', after);
  }

  #amountsOf(entry: Exclude<Entry, { isolated: AccountNo }>): Map<string, Units> {
    if ('balance' in entry) return this.account(entry.balance).balances;
    if ('pending' in entry) return this.account(entry.pending).pending;
    const kept = this.house.get(entry.house) ?? new Map<string, Units>();
    this.house.set(entry.house, kept);
    return kept;
  }
}
