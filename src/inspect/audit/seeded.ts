import type { PositionSeededEvent, SeededSide } from '../../engine/event.ts';
import { effectOf } from './average-cost.ts';
import type { Books } from './books.ts';

/** A long and a short of the start: each only grows, by the same lots at the same price, and no cash moves. */
export function bookSeeded(books: Books, event: PositionSeededEvent): void {
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
