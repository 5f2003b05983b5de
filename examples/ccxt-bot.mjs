/**
 * A bot written for ccxt. One line says which exchange it trades on; the rest of the file does not change.
 *
 *   node examples/ccxt-bot.mjs [URL] [KEY]
 */
// before: import { pro } from 'ccxt'; const Exchange = pro.nameOfYourExchange;
import { PerpsimPro as Exchange } from 'perpsim/ccxt';

const [url = 'http://127.0.0.1:8700', privateKey] = process.argv.slice(2);
const SYMBOL = 'BTC/USDT:USDT';

const exchange = new Exchange({
  privateKey: privateKey ?? '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  urls: { api: { rest: `${url}/v1`, ws: `${url.replace(/^http/, 'ws')}/v1/ws` } },
});

/** Buys a little at the market, asks for a better price to sell at, and waits until that order rests. */
const { limits } = (await exchange.loadMarkets())[SYMBOL];
const amount = limits.amount.min * 10;
const bought = await exchange.createOrder(SYMBOL, 'market', 'buy', amount);
console.log(`bought ${bought.filled} at ${bought.average}`);

const { bid } = await exchange.fetchTicker(SYMBOL);
const told = exchange.watchOrders(SYMBOL);
const sale = await exchange.createOrder(SYMBOL, 'limit', 'sell', amount, bid * 1.01, {
  postOnly: true,
  reduceOnly: true,
});
let orders = await told;
while (!orders.some(({ id }) => id === sale.id)) orders = await exchange.watchOrders(SYMBOL);
const order = orders.find(({ id }) => id === sale.id);
console.log(`${order.status} to sell ${order.amount}: ${order.price > bid}`);

await exchange.cancelOrder(sale.id, SYMBOL);
const [position] = await exchange.fetchPositions([SYMBOL]);
console.log(`${position.side} ${position.contracts}`);
await exchange.close();
