import { idsOf, limit, market, trigger } from '../orders.ts';
import type { Play } from '../play.ts';

const BTC = 'BTC-USDT';
const SOL = 'SOL-USDT';

const triggers: Play = {
  name: 'triggers',
  about: 'stops and take profits on mark and last price: fired, refused, modified, cancelled, closing a whole position',
  options: { world: 'quiet' },
  causes: ['OrderTriggered', 'OrderModified', 'OrderCancelled', 'Traded'],
  run: async (stage) => {
    const client = stage.client(0);
    for (let round = 0; round < 12; round += 1) {
      await client.placeOrder(market(BTC, 'buy', '0.2'));
      await client.placeOrder(
        trigger('triggerSl', BTC, 'sell', '94000', { quantity: '0.1', clientOrderId: `s${round}` }),
      );
      await client.placeOrder(trigger('triggerTp', BTC, 'sell', '95900', { closePosition: true }));
      await client.placeOrder({
        ...limit(BTC, 'sell', '94500', '0.05'),
        orderType: 'triggerSl',
        triggerPrice: '94600',
        triggerPriceType: 'last',
      });
      await stage.attempt(client.modifyOrder({ clientOrderId: `s${round}` }, { triggerPrice: '94200' }));
      stage.exchange.control.movePrice(BTC, String(stage.pick([94_100, 94_400, 95_700, 96_000, 95_000])));
      stage.advance(stage.draw.between(1_000, 20_000));
      await stage.attempt(stage.client(1).placeOrder(market(BTC, 'sell', '1.5')));
      stage.exchange.control.movePrice(BTC, '95000');
      stage.advance(5_000);
      if (round % 4 === 3) await stage.attempt(client.cancelAllOrders(['*']));
      await stage.attempt(stage.client(1).placeOrder(market(BTC, 'buy', '1.5')));
    }
  },
};

const linked: Play = {
  name: 'linked-orders',
  about: 'groups of a main order with take profit and stop loss: asleep, awake, one side fired, main order cancelled',
  options: { world: 'bare' },
  causes: ['OrderTriggered', 'OrderCancelled', 'Traded'],
  run: async (stage) => {
    const [a, b] = [stage.client(0), stage.client(1)];
    for (let round = 0; round < 10; round += 1) {
      const pair = [
        trigger('triggerTp', BTC, 'sell', '96000', { quantity: '0.1', reduceOnly: true }),
        trigger('triggerSl', BTC, 'sell', '94000', { quantity: '0.1', reduceOnly: true }),
      ];
      const placed = await a.placeOrders([limit(BTC, 'buy', '95000', '0.1'), ...pair], { grouping: 'normalTpsl' });
      if (round % 3 === 2) {
        await a.cancelOrders({ orderIds: idsOf(placed).slice(0, 1) });
        continue;
      }
      await b.placeOrder(limit(BTC, 'sell', '95000', round % 2 === 0 ? '0.1' : '0.04'));
      stage.advance(1_000);
      if (round % 3 === 1) await stage.attempt(a.placeOrders(pair, { grouping: 'positionTpsl' }));
      await b.placeOrders([limit(BTC, 'buy', '93900', '1'), limit(BTC, 'sell', '96500', '1')]);
      stage.exchange.control.movePrice(BTC, round % 2 === 0 ? '96100' : '93900');
      stage.advance(3_000);
      stage.exchange.control.movePrice(BTC, '95000');
      stage.advance(3_000);
      await stage.attempt(a.cancelAllOrders(['*']));
      await stage.attempt(b.cancelAllOrders(['*']));
    }
  },
};

const twap: Play = {
  name: 'twap',
  about: 'TWAPs with and without variance: run to the end, cancelled on the way, short of margin',
  options: { world: 'quiet' },
  causes: ['TwapChunkSent', 'Traded', 'OrderCancelled'],
  run: async (stage) => {
    const slow = { orderType: 'twap', durationSeconds: 300, intervalSeconds: 30 } as const;
    const client = stage.client(0);
    await client.placeOrders([{ symbol: BTC, side: 'buy', quantity: '2', ...slow }], { grouping: 'twap' });
    await client.placeOrders(
      [{ symbol: SOL, side: 'sell', quantity: '300', ...slow, sizeVarianceBps: 2_000, intervalVarianceBps: 1_500 }],
      { grouping: 'twap' },
    );
    const placed = await stage
      .client(1)
      .placeOrders([{ symbol: BTC, side: 'sell', quantity: '1', ...slow, intervalSeconds: 10 }], { grouping: 'twap' });
    for (let step = 0; step < 30; step += 1) {
      stage.advance(stage.draw.between(5_000, 15_000));
      if (step === 9) await stage.client(1).cancelOrders({ orderIds: idsOf(placed) });
      if (step % 5 === 0) await stage.attempt(stage.client(2).placeOrder(market(BTC, 'buy', '3')));
    }
  },
};

export const WAITING_PLAYS: readonly Play[] = [triggers, linked, twap];
