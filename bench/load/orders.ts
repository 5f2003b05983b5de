import { devAccounts } from '../yardsticks/dev-accounts.ts';
import { PlaceOrdersSigner, type YardstickOrder } from '../yardsticks/place-orders-signature.ts';

/**
 * Bodies for the load, signed before anything is measured. Half of the accounts make: they rest orders between the
 * legs of the world's ladder. The other half take what rests, buying and selling in turn, so that positions stay small,
 * nothing is refused, and every second order trades. A maker never meets its own orders and a taker never rests.
 */

const MAKERS = 5;
const ACCOUNTS = 10;
const MID = 95_000;
const SYMBOL = 'BTC-USDT';
const SIZE = '0.001';

/** One order of account `account` as its `turn`-th. */
function orderOf(account: number, turn: number): YardstickOrder {
  const isBuy = turn % 2 === 0;
  const side = isBuy ? 'buy' : 'sell';
  const base = { symbol: SYMBOL, side, quantity: SIZE };
  if (account < MAKERS) {
    const away = 1 + (turn % 9);
    return { ...base, orderType: 'limitGtc', price: String(isBuy ? MID - away : MID + away) };
  }
  return { ...base, orderType: 'limitIoc', price: String(isBuy ? MID + 1_000 : MID - 1_000) };
}

/** `count` request bodies of `perRequest` orders each. Every body has a nonce of its own. */
export async function signedBodies(count: number, perRequest: number): Promise<string[]> {
  const signer = await PlaceOrdersSigner.create('PerpSim');
  const accounts = devAccounts();
  return Array.from({ length: count }, (_, index) => {
    const account = index % ACCOUNTS;
    const signing = accounts[account];
    if (!signing) throw new Error('ten dev accounts are needed');
    const { key, subAccountId } = signing;
    const turn = Math.floor(index / ACCOUNTS);
    const orders = Array.from({ length: perRequest }, (_item, item) => orderOf(account, turn * perRequest + item));
    const message = { subAccountId, orders, grouping: 'na', nonce: index + 1 };
    const signature = signer.sign(message, key);
    const params = { action: 'placeOrders', subAccountId, orders, grouping: 'na' };
    return JSON.stringify({ params, nonce: message.nonce, signature });
  });
}
