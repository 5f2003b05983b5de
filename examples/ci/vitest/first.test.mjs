import { createExchange } from 'perpsim';
import { expect, test } from 'vitest';

test('a market order takes the best ask', async () => {
  const exchange = await createExchange({ seed: 7, world: 'quiet' });
  const trader = exchange.client(0);
  await trader.placeOrder({ symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '0.1' });
  expect(await trader.getPositions()).toMatchObject([{ side: 'long', quantity: '0.1', entryPrice: '95010.00' }]);
  await exchange.close();
});
