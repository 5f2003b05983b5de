import { limit, market, trigger } from '../golden/orders.ts';
import type { Play } from '../golden/play.ts';

const BTC = 'BTC-USDT';
const WTI = 'WTI-USDT';

/** A run that passes every place in which a source is planted, within eight minutes around a funding hour. */
export const SCRIPT: Play = {
  name: 'planted',
  about: 'a little of everything',
  // The buckets fill slowly, so that what was spent matters for the whole run.
  options: {
    world: 'quiet',
    startTime: '2026-01-05T21:56:00Z',
    limits: { ipTokens: 2_000, windowMs: 3_600_000, tierTokens: { tier_1: 2_000 } },
  },
  causes: [],
  run: async (stage) => {
    const [a, b, c] = [stage.client(0), stage.client(1), stage.client(2)];
    const [account] = stage.exchange.accounts;
    if (!account) throw new Error('the world has accounts');
    const soon = Math.floor(stage.exchange.clock.now() / 1_000) + 40;
    await a.placeOrder({ ...limit(BTC, 'buy', '94000', '0.5'), orderType: 'limitGtd', expiresAt: soon });
    await b.placeOrders([
      limit(BTC, 'buy', '94100', '0.1', { clientOrderId: 'ia' }),
      limit(BTC, 'buy', '94200', '0.1', { clientOrderId: 'Ib' }),
    ]);
    await stage.attempt(a.placeOrder(market(BTC, 'buy', '2.5')));
    stage.advance(1_500);
    await a.withdrawCollateral({ symbol: 'USDT', amount: '1000', destination: account.address });
    await stage.attempt(a.placeOrder(limit(BTC, 'sell', '95900', '1.2', { reduceOnly: true })));
    await stage.attempt(a.placeOrder(limit(BTC, 'sell', '95950', '1.3', { reduceOnly: true })));
    await stage.attempt(a.placeOrder(market(BTC, 'sell', '0.7')));
    await stage.attempt(
      a.placeOrder(trigger('triggerSl', BTC, 'sell', '94800', { quantity: '0.2', clientOrderId: 'stop' })),
    );
    const twap = { symbol: 'SOL-USDT', side: 'sell', quantity: '80', orderType: 'twap', durationSeconds: 300 } as const;
    await b.placeOrders([{ ...twap, sizeVarianceBps: 2_000, intervalVarianceBps: 1_500 }], { grouping: 'twap' });
    await c.placeOrder(limit('ETH-USDT', 'buy', '3280', '1'));
    await c.scheduleCancel(30);
    await stage.attempt(c.placeOrder(market(WTI, 'buy', '20')));
    stage.advance(45_000);
    // Nonces from before: refused, unless a restart forgot the later ones.
    const old = stage.exchange.clock.now() - 46_600;
    for (const client of [a, b, c])
      await stage.attempt(client.raw('cancelAllOrders', { symbols: ['XRP-USDT'] }, { nonce: old }));
    await stage.attempt(c.getTrades({ limit: 10 }));
    await stage.attempt(c.placeOrder(market('ETH-USDT', 'buy', '3')));
    stage.exchange.control.movePrice(BTC, '94700');
    stage.advance(215_000);
    for (let round = 0; round < 6; round += 1) {
      await stage.attempt(c.placeOrder(market(WTI, 'sell', '2')));
      await stage.attempt(b.placeOrder(market(BTC, round % 2 === 0 ? 'buy' : 'sell', '0.3')));
      await stage.attempt(c.cancelAllOrders(['*']));
      await stage.attempt(c.getOpenOrders());
      stage.advance(20_000);
    }
  },
};
