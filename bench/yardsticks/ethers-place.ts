import { verifyTypedData } from 'ethers';
import { ownersBySubAccount } from './dev-accounts.ts';
import type { Place } from './service.ts';

const DOMAIN = { name: 'PerpSim', version: '1', chainId: 1, verifyingContract: `0x${'0'.repeat(40)}` };
const TYPES = {
  PlaceOrders: [
    { name: 'subAccountId', type: 'uint256' },
    { name: 'orders', type: 'Order[]' },
    { name: 'grouping', type: 'string' },
    { name: 'nonce', type: 'uint256' },
    { name: 'expiresAfter', type: 'uint256' },
  ],
  Order: [
    ...['symbol', 'side', 'orderType', 'price', 'triggerPrice', 'quantity'].map((name) => ({ name, type: 'string' })),
    { name: 'reduceOnly', type: 'bool' },
    { name: 'isTriggerMarket', type: 'bool' },
    { name: 'clientOrderId', type: 'string' },
    { name: 'closePosition', type: 'bool' },
  ],
};
const UNSET = { triggerPrice: '', reduceOnly: false, isTriggerMarket: false, clientOrderId: '', closePosition: false };
const owners = ownersBySubAccount();
let next = 0;

/** Ethers' own check and no book. */
export const ethersPlace: Place = ({ params, nonce, signature }) => {
  const { subAccountId, grouping } = params;
  const orders = params.orders.map((order) => ({ ...UNSET, ...order }));
  const wallet = verifyTypedData(DOMAIN, TYPES, { subAccountId, orders, grouping, nonce, expiresAfter: 0 }, signature);
  if (wallet.toLowerCase() !== owners.get(subAccountId)) throw new Error('not the owner');
  return orders.map(() => ({ id: String(next++), filled: '0' }));
};
