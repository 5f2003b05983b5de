import { bustle, deal, limit, market } from '../orders.ts';
import type { Play } from '../play.ts';

const BTC = 'BTC-USDT';
const WTI = 'WTI-USDT';
const SIZES = { [BTC]: '0.01' };

const faults: Play = {
  name: 'faults',
  about:
    'injected faults with chances and bounds, fields of stored records that are overridden, and an exchange that drains',
  options: { world: 'quiet' },
  causes: ['FaultsSet', 'FaultMet', 'RecordSet', 'ExchangeStatusSet'],
  run: async (stage) => {
    const { control } = stage.exchange;
    control.setFaults([
      { name: 'some', match: { action: 'placeOrders' }, effect: { kind: 'reject' }, perMille: 300, seed: 'a' },
      { name: 'late', match: { action: 'cancelAllOrders' }, effect: { kind: 'timeout' }, times: 3 },
      { name: 'limits', match: { surface: 'trade' }, effect: { kind: 'rateLimited' }, perMille: 100 },
    ]);
    await bustle(stage, { requests: 90, symbols: [BTC], places: [0, 1], pauseMs: 900, sizes: SIZES });
    control.setFaults([{ effect: { kind: 'failure', http: 502 }, times: 2 }], true);
    await bustle(stage, { requests: 30, symbols: [BTC], places: [0, 1], pauseMs: 900, sizes: SIZES });
    control.clearFaults();
    const placed = await stage.client(2).placeOrder(limit(BTC, 'buy', '94000', '0.1'));
    control.setRecord('order', `${placed.resting?.id ?? ''}/placed`, { status: 'triggered' });
    control.setExchangeStatus('degraded');
    await stage.attempt(stage.client(2).placeOrder(limit(BTC, 'buy', '94000', '0.1')));
    stage.advance(5_000);
    control.setExchangeStatus('running');
    await stage.attempt(stage.client(2).cancelAllOrders(['*']));
  },
};

const limits: Play = {
  name: 'limits',
  about: 'small buckets that run empty and fill again, reads that are charged, orders beyond the limit of a second',
  options: {
    world: 'quiet',
    limits: { ipTokens: 400, tierTokens: { tier_1: 60 }, ordersPerSecond: 4, infoPerMinute: 40 },
  },
  causes: ['LevelsSet', 'OrderPlaced'],
  run: async (stage) => {
    for (let round = 0; round < 120; round += 1) {
      const client = stage.client(round % 3);
      if (round % 3 === 0) await stage.attempt(client.placeOrders([limit(BTC, 'buy', '94000', '0.02')]));
      if (round % 3 === 1) await stage.attempt(client.getTrades({ limit: 50 }));
      if (round % 3 === 2) await stage.attempt(client.info('getMids'));
      if (round % 7 === 0) await stage.attempt(client.placeOrders(Array(5).fill(limit(BTC, 'buy', '94000', '0.02'))));
      if (round % 10 === 9) await stage.attempt(client.cancelAllOrders(['*']));
      stage.advance(stage.draw.between(1, 900));
    }
  },
};

const session: Play = {
  name: 'session-market',
  about: 'a market with trading hours over its close and its weekend, with orders that wait and a position that stays',
  options: { world: 'quiet', startTime: '2026-01-09T21:50:00Z' },
  causes: ['Traded', 'OrderPlaced', 'FundingSettled'],
  run: async (stage) => {
    const client = stage.client(0);
    await client.placeOrder(market(WTI, 'buy', '20'));
    await client.placeOrder(limit(WTI, 'buy', '70.5', '30', { clientOrderId: 'waits' }));
    for (let hour = 0; hour < 12; hour += 1) {
      stage.advance(hour < 4 ? 4 * 60_000 : 6 * 3_600_000);
      await stage.attempt(client.placeOrder(market(WTI, 'sell', '2')));
      await stage.attempt(client.modifyOrder({ clientOrderId: 'waits' }, { price: `70.${10 + hour}` }));
      await stage.attempt(stage.client(1).placeOrder(market(BTC, 'buy', '0.1')));
    }
  },
};

const closing: Play = {
  name: 'closing-markets',
  about: 'markets that close, take reducing orders only and open again; a feed that stops; an exchange that halts',
  options: { world: 'bare' },
  causes: ['MarketStatusSet', 'ExchangeStatusSet', 'FeedSet', 'OrderCancelled'],
  run: async (stage) => {
    const { control } = stage.exchange;
    for (let round = 0; round < 6; round += 1) {
      await deal(stage, 0, 1, [BTC, '95000', '0.5']);
      await stage.client(0).placeOrder(limit(BTC, 'buy', '94000', '0.1'));
      control.setMarketStatus(BTC, round % 2 === 0 ? 'close_only' : 'closed');
      await stage.attempt(stage.client(0).placeOrder(limit(BTC, 'buy', '94000', '0.1')));
      await stage.attempt(stage.client(0).placeOrder(limit(BTC, 'sell', '95900', '0.1', { reduceOnly: true })));
      stage.advance(2_000);
      control.setMarketStatus(BTC, 'open');
      control.stopFeed(BTC);
      stage.advance(61_000);
      await stage.attempt(stage.client(2).placeOrder(limit(BTC, 'buy', '94000', '0.1')));
      control.releasePrice(BTC);
      control.movePrice(BTC, '95000');
      await stage.attempt(stage.client(0).cancelAllOrders(['*']));
      if (round === 5) {
        control.setExchangeStatus('draining');
        await stage.attempt(stage.client(0).placeOrder(limit(BTC, 'buy', '94000', '0.1')));
        control.setExchangeStatus('running');
      }
    }
  },
};

const nonces: Play = {
  name: 'unique-nonces',
  about: 'nonces in any order under the rule that each is used once, with repeated ones refused',
  options: { world: 'quiet', nonceRule: 'unique' },
  causes: ['NonceUsed', 'OrderPlaced'],
  run: async (stage) => {
    for (let round = 0; round < 120; round += 1) {
      const client = stage.client(round % 2);
      const nonce = stage.exchange.clock.now() - stage.draw.between(0, 40);
      const order = limit(BTC, 'buy', String(94_000 + round), '0.02');
      await stage.attempt(client.raw('placeOrders', { orders: [order], grouping: 'na' }, { nonce }));
      if (round % 8 === 7)
        await stage.attempt(client.raw('cancelAllOrders', { symbols: ['*'] }, { nonce: nonce - 100 }));
      stage.advance(stage.draw.between(1, 60));
    }
  },
};

export const RULE_PLAYS: readonly Play[] = [faults, limits, session, closing, nonces];
