import { bustle, idsOf, limit, market } from '../orders.ts';
import type { Play } from '../play.ts';

const BTC = 'BTC-USDT';
const ETH = 'ETH-USDT';
const SIZES = { [BTC]: '0.01', [ETH]: '0.1', 'SOL-USDT': '1' };

const orders: Play = {
  name: 'orders',
  about:
    'every plain order type on the quiet ladder: fills, rests, the rest of a fill, cancels, modifications, expiry of a limitGtd order',
  options: { world: 'quiet' },
  causes: ['OrderPlaced', 'OrderRested', 'Traded', 'OrderCancelled', 'OrderModified'],
  run: async (stage) => {
    const soon = Math.floor(stage.exchange.clock.now() / 1_000) + 90;
    const client = stage.client(0);
    await client.placeOrder(limit(BTC, 'buy', '94000', '0.5', { clientOrderId: 'rests' }));
    await client.placeOrder(limit(BTC, 'buy', '95050', '4.2'));
    await client.placeOrder({ ...limit(BTC, 'sell', '94900', '30'), orderType: 'limitIoc' });
    await stage.attempt(client.placeOrder({ ...limit(BTC, 'buy', '94900', '1'), orderType: 'limitAlo' }));
    await client.placeOrder({ ...limit(ETH, 'buy', '3250', '2'), orderType: 'limitGtd', expiresAt: soon });
    await client.modifyOrder({ clientOrderId: 'rests' }, { price: '94500', quantity: '0.75' });
    await client.modifyOrder({ clientOrderId: 'rests' }, { quantity: '0.25' });
    stage.advance(91_000);
    await stage.client(1).placeOrder(limit(BTC, 'buy', '95050', '9'));
    await bustle(stage, { requests: 140, symbols: [BTC, ETH], places: [0, 1, 2], pauseMs: 1_500, sizes: SIZES });
  },
};

const batches: Play = {
  name: 'batches',
  about:
    'batches of twenty orders with refused entries, cancels by id and by name, cancelAllOrders, batch modifications',
  options: { world: 'quiet' },
  causes: ['OrderPlaced', 'OrderCancelled', 'OrderModified', 'Traded'],
  run: async (stage) => {
    for (let round = 0; round < 12; round += 1) {
      const maker = stage.client(8);
      const batch = Array.from({ length: 20 }, (_, item) =>
        limit(BTC, item % 2 === 0 ? 'buy' : 'sell', String(item % 2 === 0 ? 94_900 - item : 95_100 + item), '0.02', {
          clientOrderId: `r${round}-${item % 18}`,
        }),
      );
      const ids = idsOf(await maker.placeOrders(batch));
      await stage.attempt(
        maker.modifyOrderBatch(ids.slice(0, 5).map((orderId, place) => ({ orderId, price: String(94_700 + place) }))),
      );
      await maker.cancelOrders({ orderIds: [...ids.slice(5, 9), '999'] });
      await stage.attempt(stage.client(9).placeOrder(market(BTC, 'sell', '0.05')));
      stage.advance(700);
      if (round % 3 === 2) await stage.attempt(maker.cancelAllOrders(['*']));
    }
  },
};

const reduceOnly: Play = {
  name: 'reduce-only',
  about:
    'reduce-only orders that are trimmed and ended as the position shrinks, and orders that would trade with their own side',
  options: { world: 'bare' },
  causes: ['OrderCancelled', 'Traded'],
  run: async (stage) => {
    const [a, b] = [stage.client(0), stage.client(1)];
    for (let round = 0; round < 10; round += 1) {
      await stage.attempt(b.placeOrder(limit(BTC, 'sell', '95000', '0.3')));
      await stage.attempt(a.placeOrder(limit(BTC, 'buy', '95000', '0.3')));
      await stage.attempt(a.placeOrder(limit(BTC, 'sell', '95200', '0.2', { reduceOnly: true })));
      await stage.attempt(a.placeOrder(limit(BTC, 'sell', '95300', '0.1', { reduceOnly: true })));
      await stage.attempt(b.placeOrder(limit(BTC, 'buy', '95000', '0.15')));
      await stage.attempt(a.placeOrder(limit(BTC, 'sell', '95000', '0.15')));
      await stage.attempt(a.placeOrder(limit(BTC, 'buy', '94950', '0.1')));
      await stage.attempt(a.placeOrder(limit(BTC, 'sell', '94950', '0.1')));
      await stage.attempt(b.placeOrder(limit(BTC, 'buy', '95000', '0.15')));
      await stage.attempt(a.placeOrder(market(BTC, 'sell', '0.15', { reduceOnly: true })));
      await stage.attempt(a.placeOrder(market(BTC, 'sell', '0.15', { reduceOnly: true })));
      await stage.attempt(a.cancelAllOrders(['*']));
      stage.advance(2_000);
    }
  },
};

const switches: Play = {
  name: 'dead-man-switch',
  about: "the dead man's switch armed, renewed, disarmed and fired, and orders that end with the last connection",
  options: { world: 'bare' },
  causes: ['CancelScheduled', 'CancelOnDisconnectSet', 'OrderCancelled'],
  run: async (stage) => {
    for (let round = 0; round < 10; round += 1) {
      const client = stage.client(round % 3);
      await client.placeOrders([limit(BTC, 'buy', '94000', '0.1'), limit(ETH, 'sell', '3400', '1')]);
      await client.scheduleCancel(5 + round);
      stage.advance(4_000);
      if (round % 3 === 0) await client.scheduleCancel(0);
      if (round % 3 === 1) await client.scheduleCancel(30);
      stage.advance(20_000);
    }
    const account = stage.exchange.accounts[4];
    if (!account) throw new Error('the world has a fifth account');
    stage.exchange.control.setCancelOnDisconnect(account.subAccountId, true);
    for (let round = 0; round < 5; round += 1) {
      const peer = stage.exchange.streamClient(4);
      await peer.placeOrder(limit(BTC, 'buy', '94000', '0.1'));
      stage.advance(1_000);
      await peer.close();
      await stage.exchange.delivered();
      stage.advance(1_000);
    }
  },
};

export const ORDER_PLAYS: readonly Play[] = [orders, batches, reduceOnly, switches];
