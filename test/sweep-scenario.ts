import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A scenario whose strategy buys in parts and lets each seed decide what that is worth. */
const SCENARIO = `title: A trader buys in parts
world: quiet
seed: 1
duration: 8m
step: 10s
markets:
  BTC-USDT:
    path: { kind: gbm, volatility: "0.6", step: 10s }
accounts:
  alice: { deposit: { USDT: "10000" }, leverage: { BTC-USDT: 5 } }
strategy: { account: alice, use: ./parts/buyer.mjs, symbol: BTC-USDT, params: { quantity: "0.01" } }
`;

const BUYER = `import { order } from './order.mjs';

export default ({ quantity }) => ({
  onStart: (context) => context.every(120_000, 'buy'),
  onTimer: async (_timer, { client, symbol }) => {
    await client.placeOrders([order(symbol, quantity)]);
  },
});
`;

const ORDER = `export const order = (symbol, quantity) => ({ symbol, side: 'buy', orderType: 'market', quantity });
`;

/** Writes the scenario into a folder and returns its path. */
export function writeScenario(folder: string, buyer = BUYER): string {
  mkdirSync(join(folder, 'parts'), { recursive: true });
  writeFileSync(join(folder, 'scenario.yaml'), SCENARIO);
  writeFileSync(join(folder, 'parts', 'buyer.mjs'), buyer);
  writeFileSync(join(folder, 'parts', 'order.mjs'), ORDER);
  return folder;
}

/** A strategy that ends the thread of its run for some seeds, and fails for others. */
export const BROKEN_BUYER = `export default () => ({
  onStart: (context) => {
    if (context.params.mode === 'exit') process.exit(7);
    const here = new URL('.', import.meta.url).pathname;
    if (context.params.mode === 'throw') throw new Error('out of luck in ' + here);
  },
});
`;
