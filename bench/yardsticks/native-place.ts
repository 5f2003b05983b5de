import { BareBook } from './bare-book.ts';
import { ownersBySubAccount } from './dev-accounts.ts';
import { PlaceOrdersSigner } from './place-orders-signature.ts';
import type { Place } from './service.ts';

const LOTS = 100_000;

/** A native signature check and a bare price-time book: placing without accounts, risk or journal. */
export async function nativePlace(): Promise<Place> {
  const signer = await PlaceOrdersSigner.create('PerpSim');
  const books = new Map<string, BareBook>();
  const owners = ownersBySubAccount();
  let next = 0;
  const bookOf = (symbol: string): BareBook => {
    const known = books.get(symbol);
    if (known) return known;
    const book = new BareBook();
    books.set(symbol, book);
    return book;
  };
  return ({ params, nonce, signature }) => {
    const wallet = signer.recover({ ...params, nonce }, signature);
    if (wallet !== owners.get(params.subAccountId)) throw new Error('not the owner');
    return params.orders.map(({ symbol, side, orderType, price, quantity }) => {
      const id = next++;
      const lots = Math.round(Number(quantity) * LOTS);
      const filled = bookOf(symbol).place(id, side === 'buy', Number(price), lots, orderType === 'limitGtc');
      return { id: String(id), filled: String(filled / LOTS) };
    });
  };
}
