// Signs one order with plain ethers v6, sends it with fetch, and prints the response. It uses nothing of this package.
// Usage: node sign-order.mjs [rest url] [private key]
import { Signature, Wallet } from 'ethers';

const url = process.argv[2] ?? 'http://127.0.0.1:8700/v1';
const key = process.argv[3] ?? '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'; // public, dev only
const wallet = new Wallet(key);

const post = async (surface, body) => {
  const response = await fetch(`${url}/${surface}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    console.error(`cannot reach ${url}: start the exchange, or give its REST url as the first argument`);
    process.exit(1);
  });
  return response.json();
};

const domain = { name: 'PerpSim', version: '1', chainId: 1, verifyingContract: `0x${'0'.repeat(40)}` };
const field = (text) => text.split(',').map((part) => ({ type: part.split(' ')[0], name: part.split(' ')[1] }));
const types = {
  PlaceOrders: field('uint256 subAccountId,Order[] orders,string grouping,uint256 nonce,uint256 expiresAfter'),
  Order: field(
    'string symbol,string side,string orderType,string price,string triggerPrice,string quantity,' +
      'bool reduceOnly,bool isTriggerMarket,string clientOrderId,bool closePosition',
  ),
};

const { response: ids } = await post('info', { params: { action: 'getSubAccountIds', walletAddress: wallet.address } });
if (ids?.[0] === undefined) {
  console.error(`${wallet.address} has no subaccount here`);
  process.exit(1);
}
const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '91000', quantity: '0.01' };
const request = {
  params: { action: 'placeOrders', subAccountId: ids[0], orders: [order], grouping: 'na' },
  nonce: Date.now(),
};

// What is left out of the request is signed as empty text or false; an expiry left out is signed as 0.
const unset = { triggerPrice: '', reduceOnly: false, isTriggerMarket: false, clientOrderId: '', closePosition: false };
const message = {
  subAccountId: ids[0],
  orders: [{ ...unset, ...order }],
  grouping: 'na',
  nonce: request.nonce,
  expiresAfter: 0,
};
const { r, s, v } = Signature.from(await wallet.signTypedData(domain, types, message));

console.log(JSON.stringify(await post('trade', { ...request, signature: { r, s, v } }), null, 2));
