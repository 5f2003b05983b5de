import type {
  CollateralExchangedEvent,
  TransferredEvent,
  WithdrawalRequestedEvent,
  WithdrawalSettledEvent,
} from '../../engine/accounts/account-terms.ts';
import type { EngineEvent } from '../../engine/event.ts';
import { type AccountNo, VAULT_NO } from '../../kernel/ids.ts';
import { UNIT_BIG, type Units } from '../../kernel/units.ts';
import type { About, Books, Entry } from './books.ts';
import { nearest } from './ledger.ts';

type Of<T extends EngineEvent['type']> = Extract<EngineEvent, { type: T }>;

export function bookVault(books: Books, { funds }: Of<'VaultOpened'>): void {
  books.open(VAULT_NO);
  comesIn(books, VAULT_NO, books.settlement, funds);
}

export function bookDeposit(books: Books, { account, asset, amount, transfer }: Of<'Deposited'>): void {
  books.count('transfers', transfer);
  positive(books, { account, subject: asset }, amount);
  comesIn(books, account, asset, amount);
}

const comesIn = (books: Books, account: AccountNo, asset: string, amount: Units): void => {
  books.post(asset, [
    { balance: account, amount },
    { house: 'external', amount: -amount },
  ]);
};

export function bookTransfer(books: Books, { transfer, from, to, asset, amount }: TransferredEvent): void {
  books.count('transfers', transfer);
  positive(books, { account: from, subject: asset }, amount);
  books.post(asset, [
    { balance: from, amount: -amount },
    { balance: to, amount },
  ]);
}

export function bookWithdrawal(books: Books, event: WithdrawalRequestedEvent): void {
  const { transfer, account, asset, amount, fee } = event;
  const about = { account, subject: asset };
  books.count('transfers', transfer);
  positive(books, about, amount);
  books.holds(fee >= 0n && fee < amount, 'withdrawal fee', about, 'less than the amount', fee);
  books.withdrawals.set(transfer, event);
  books.post(asset, [
    { balance: account, amount: -amount },
    { pending: account, amount },
  ]);
}

export function bookWithdrawalEnd(books: Books, event: WithdrawalSettledEvent): void {
  const { transfer, outcome } = event;
  const requested = books.withdrawals.get(transfer);
  books.same('pending withdrawal', { account: event.account, subject: '' }, requested?.account ?? null, event.account);
  if (!requested) return;
  books.withdrawals.delete(transfer);
  const { account, asset, amount, fee } = requested;
  const ends: readonly Entry[] =
    outcome === 'success'
      ? [
          { house: 'withdrawalFees', amount: fee },
          { house: 'external', amount: amount - fee },
        ]
      : [{ balance: account, amount }];
  books.post(asset, [{ pending: account, amount: -amount }, ...ends]);
}

/** The house takes one asset for another, and never pays more than the index value of what it takes, a rounding apart. */
export function bookExchange(books: Books, event: CollateralExchangedEvent): void {
  const { transfer, account, source, taken, target, received, price } = event;
  books.count('transfers', transfer);
  const about = { account, subject: source };
  positive(books, about, taken);
  const value = nearest(taken * price, UNIT_BIG);
  books.same('value of what was exchanged', about, value, event.takenValue);
  books.same('asset exchanged for', about, books.settlement, target);
  books.holds(received >= 0n && received <= value + 1n, 'amount received', about, 'at most its value', received);
  books.post(source, [
    { balance: account, amount: -taken },
    { house: 'conversions', amount: taken },
  ]);
  books.post(target, [
    { balance: account, amount: received },
    { house: 'conversions', amount: -received },
  ]);
}

export function bookMargin(books: Books, { account, symbol, amount, held }: Of<'IsolatedMarginMoved'>): void {
  const { isolated } = books.account(account);
  if (!isolated.has(symbol)) isolated.set(symbol, 0n);
  books.post(books.settlement, [
    { balance: account, amount: -amount },
    { isolated: account, symbol, amount },
  ]);
  books.same('isolated margin', { account, subject: symbol }, isolated.get(symbol) ?? 0n, held);
}

export function bookRelease(books: Books, { account, symbol, amount }: Of<'IsolatedMarginReleased'>): void {
  const { isolated, positions } = books.account(account);
  const about = { account, subject: symbol };
  const held = isolated.get(symbol) ?? 0n;
  books.same('isolated margin', about, held, amount);
  books.same('position lots', about, 0, positions.get(symbol)?.lots ?? 0);
  books.post(books.settlement, [
    { balance: account, amount: held },
    { isolated: account, symbol, amount: -held },
  ]);
  isolated.delete(symbol);
}

/** The vault takes all there is, debts too: nothing may be left behind but what was never part of it. */
export function bookTakeover(books: Books, { account: no, symbol, assets }: Of<'TakenOver'>): void {
  books.counts.takeovers += 1;
  const account = books.account(no);
  const given = new Map(assets.map(({ asset, amount }) => [asset, amount]));
  const margin = symbol === null ? null : new Map([[books.settlement, account.isolated.get(symbol) ?? 0n]]);
  for (const [asset, held] of margin ?? account.balances) {
    books.same('amount taken over', { account: no, subject: asset }, held, given.get(asset) ?? 0n);
  }
  for (const market of account.positions.keys()) {
    const left = symbol === null ? !account.isolated.has(market) : market === symbol;
    books.holds(!left, 'position left by a takeover', { account: no, subject: market }, 'none', 'one');
  }
  for (const { asset, amount, transfer } of assets) {
    books.count('transfers', transfer);
    books.post(asset, [heldBy(no, symbol, -amount), { balance: VAULT_NO, amount }]);
  }
}

export function bookDeficit(books: Books, { account, symbol, amount, transfer }: Of<'DeficitCovered'>): void {
  books.count('transfers', transfer);
  positive(books, { account, subject: books.settlement }, amount);
  books.post(books.settlement, [{ balance: VAULT_NO, amount: -amount }, heldBy(account, symbol, amount)]);
}

const heldBy = (account: AccountNo, symbol: string | null, amount: Units): Entry =>
  symbol === null ? { balance: account, amount } : { isolated: account, symbol, amount };

const positive = (books: Books, about: About, amount: Units): void => {
  books.holds(amount > 0n, 'amount', about, 'above zero', amount);
};
