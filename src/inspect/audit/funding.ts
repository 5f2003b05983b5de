import type { FundingPaidEvent, FundingSettledEvent } from '../../engine/event.ts';
import { UNIT_BIG, type Units } from '../../kernel/units.ts';
import type { Books } from './books.ts';
import { nearest } from './rounding.ts';

/** The hour of one market is over: each position open in it is paid once, right after. */
export function bookSettlement(books: Books, event: FundingSettledEvent): void {
  if (!books.spec(event.symbol)) return;
  const open = [...books.accounts].filter(([, { positions }]) => positions.has(event.symbol)).map(([no]) => no);
  books.funding = { settled: event, unpaid: new Set(open) };
}

/** Books minus size x index x rate to balance and position; roundings go to the residue. */
export function bookPayment(books: Books, event: FundingPaidEvent): void {
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
export function endFundingHour(books: Books): void {
  const { funding } = books;
  if (!funding) return;
  for (const account of funding.unpaid) {
    books.same('payments in the funding hour', { account, subject: funding.settled.symbol }, 1, 0);
  }
  books.funding = null;
}
