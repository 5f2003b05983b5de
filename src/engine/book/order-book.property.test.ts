import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../kernel/decimal.ts';
import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import type { Command } from '../command.ts';
import type { Side } from '../orders/order-terms.ts';
import { testConfig, testMarket } from '../config.test-helper.ts';
import { Engine } from '../engine.ts';
import type { EngineEvent } from '../event.ts';
import { genesis } from '../genesis.ts';
import { remainingOf } from '../orders/order.ts';
import { NaiveBook, type NaiveTrade } from './naive-book.test-helper.ts';
import { shareOf } from '../../kernel/test-budget.test-helper.ts';

const COMMANDS = shareOf(100_000);
const SYMBOL = 'BTC-USDT';

/** Both sides quote from one account each, so that no order ever meets its own. */
const ACCOUNT_OF: Readonly<Record<Side, number>> = { buy: 0, sell: 1 };

const tradesIn = (events: readonly EngineEvent[]): NaiveTrade[] =>
  events.flatMap((event) =>
    event.type === 'Traded' ? [{ maker: event.maker.order, price: event.price, lots: event.quantity }] : [],
  );

function freshEngine(): Engine {
  const base = testConfig();
  const deep = [{ asset: 'USDT', amount: unitsOf('1000000000000') }];
  const tiers = base.tiers.map((tier) => ({ ...tier, maxOrdersPerMarket: 1_000, maxTotalOrders: 1_000 }));
  const config = testConfig({
    markets: [testMarket(SYMBOL)],
    tiers,
    devAccounts: base.devAccounts.map((account) => ({ ...account, balances: deep })),
  });
  return new Engine(genesis(config).state);
}

describe('the order book and its slow twin', () => {
  // Goal: every execution goes to the oldest order at the best price (INV-14). Method: the same random
  // commands into the engine and into a list that is sorted from scratch, compared trade by trade.
  test(`agree on every trade and every queue over ${COMMANDS} random commands`, () => {
    const engine = freshEngine();
    const twin = new NaiveBook();
    const draw = new RandomInputs('7', 'book test');
    const counts = { placed: 0, cancelled: 0, modified: 0, trades: 0, refused: 0 };
    const apply = (command: Command): readonly EngineEvent[] | undefined => {
      const { outcomes } = engine.apply({
        kind: 'request',
        at: engine.state.now,
        wallet: '0x',
        account: 0,
        action: 'test',
        nonce: null,
        commands: [command],
      });
      const [outcome] = outcomes;
      if (!outcome || outcome.refusal) counts.refused += 1;
      return outcome?.refusal ? undefined : outcome?.events;
    };
    for (let step = 0; step < COMMANDS; step += 1) {
      const live = [...engine.state.orders.values()];
      const dice = draw.between(0, 99);
      const target = live.length > 0 ? live[draw.between(0, live.length - 1)] : undefined;
      if (dice < 30 && target) {
        apply({ type: 'CancelOrder', account: target.account, order: { no: target.no } });
        expect(twin.cancel(target.no)).toBe(true);
        counts.cancelled += 1;
      } else if (dice < 40 && target) {
        const price = draw.chance(500_000) ? target.price : target.price + draw.between(-6, 6);
        const left = Math.max(100, remainingOf(target) + draw.between(-300, 200));
        const events = apply({
          type: 'ModifyOrder',
          account: target.account,
          order: { no: target.no },
          price: String(price),
          quantity: decimalOfLots(target.filled + left),
          triggerPrice: null,
        });
        if (!events) continue;
        expect(tradesIn(events)).toEqual(twin.modify(target.no, price, left));
        counts.modified += 1;
      } else {
        const side: Side = draw.chance(500_000) ? 'buy' : 'sell';
        const rests = dice < 90 && live.length < 900;
        const price = 95_000 + draw.between(-40, 40) + (side === 'buy' ? -15 : 15);
        const lots = draw.between(100, 900);
        const no = engine.state.counters.order;
        const events = apply({
          type: 'PlaceOrder',
          account: ACCOUNT_OF[side],
          symbol: SYMBOL,
          side,
          orderType: rests ? 'limitGtc' : 'limitIoc',
          price: String(price),
          quantity: decimalOfLots(lots),
          reduceOnly: false,
          postOnly: false,
          clientId: '',
          expiresAt: null,
          source: '',
        });
        if (!events) continue;
        const trades = tradesIn(events);
        expect(trades).toEqual(twin.place({ no, side, price, lots, rests }));
        counts.placed += 1;
        counts.trades += trades.length;
      }
      if (step % 500 === 0) compareQueues(engine, twin);
    }
    compareQueues(engine, twin);
    // The run must have exercised each kind of command, or agreement would prove little.
    expect(counts.placed).toBeGreaterThan(shareOf(50_000));
    expect(counts.cancelled).toBeGreaterThan(shareOf(20_000));
    expect(counts.modified).toBeGreaterThan(shareOf(5_000));
    expect(counts.trades).toBeGreaterThan(shareOf(20_000));
  });
});

const decimalOfLots = (lots: number): string => (lots / 100_000).toFixed(5);

function compareQueues(engine: Engine, twin: NaiveBook): void {
  const market = engine.state.markets.get(SYMBOL);
  for (const side of ['buy', 'sell'] as const) {
    const fast = [...(market?.book.queue(side) ?? [])].map((order) => [order.no, order.price, remainingOf(order)]);
    expect(fast).toEqual(twin.queue(side).map((order) => [order.no, order.price, order.lots]));
  }
}
