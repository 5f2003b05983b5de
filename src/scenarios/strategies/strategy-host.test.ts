import { describe, expect, it } from 'vitest';
import type { Strategy } from '../strategy.ts';
import { Hosted, START } from './hosted.test-helper.ts';

/** A strategy that writes down its callbacks, with the milliseconds since the start. */
function recorder(calls: string[], over: Strategy = {}): Strategy {
  return {
    onStart: (context) => void calls.push(`start ${context.now - START} ${context.book.bids.length} levels`),
    onBook: (book, context) =>
      void calls.push(`book ${context.now - START} ${book.bids[0]?.join(' x ')} ${book.asks[0]?.join(' x ')}`),
    onTrade: (trade, context) =>
      void calls.push(`trade ${context.now - START} ${trade.side} ${trade.quantity} at ${trade.price}`),
    onTimer: (timer, context) => void calls.push(`timer ${context.now - START} ${timer}`),
    onEnd: (context) => void calls.push(`end ${context.now - START} position ${context.position}`),
    ...over,
  };
}

const BUY = { symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '0.5' } as const;

describe('a strategy of this process', () => {
  it('starts, is shown the book, and then fills, trades and the book of a moment in this order', async () => {
    const hosted = await Hosted.open();
    const calls: string[] = [];
    const onFill: Strategy['onFill'] = (fill, context) =>
      void calls.push(
        `fill ${context.now - START} ${fill.side} ${fill.quantity} ${fill.liquidity} now ${context.position}`,
      );
    hosted.add(recorder(calls, { onFill }));
    await hosted.rest();
    expect(calls).toEqual(['start 0 0 levels', 'book 0 94990 x 1 95010 x 1']);
    await hosted.exchange.client(0).placeOrder(BUY);
    await hosted.pass(100);
    expect(calls.slice(2)).toEqual([
      'fill 0 buy 0.5 taker now 0.5',
      'trade 0 buy 0.5 at 95010',
      'book 100 94990 x 1 95010 x 0.5',
    ]);
    await hosted.exchange.close();
  });

  it('is shown a moment that passed in one step as it happened, not by connection', async () => {
    const hosted = await Hosted.open();
    const calls: string[] = [];
    hosted.add(recorder(calls, { onFill: (fill) => void calls.push(`fill ${fill.time - START}`) }));
    await hosted.rest();
    const { exchange } = hosted;
    await exchange.client(1).placeOrder(BUY);
    exchange.clock.advance(150);
    await exchange.client(0).placeOrder(BUY);
    exchange.clock.advance(150);
    await hosted.rest();
    expect(calls.slice(2)).toEqual([
      'trade 300 buy 0.5 at 95010',
      'book 300 94990 x 1 95010 x 0.5',
      'fill 150',
      'trade 300 buy 0.5 at 95010',
      'book 300 94990 x 1 95020 x 1',
    ]);
    await exchange.close();
  });

  it('has timers that ring once and again, at their times and in order of time', async () => {
    const hosted = await Hosted.open();
    const calls: string[] = [];
    hosted.add({
      onStart: (context) => {
        context.every(250, 'beat');
        context.after(333, 'once');
        context.after(10, 'dropped');
        context.stop('dropped');
      },
      onTimer: (timer, context) => {
        calls.push(`${context.now - START} ${timer}`);
        if (context.now - START === 750) context.stop('beat');
      },
    });
    await hosted.pass(2_000);
    expect(calls).toEqual(['250 beat', '333 once', '500 beat', '750 beat']);
    await hosted.exchange.close();
  });

  it('begins with the position of its account, counts its fills, and ends at its time', async () => {
    const hosted = await Hosted.open();
    await hosted.exchange.client(0).placeOrder({ ...BUY, side: 'sell' });
    const calls: string[] = [];
    const host = hosted.add(recorder(calls, { onStart: ({ position }) => void calls.push(`start ${position}`) }), {
      until: START + 1_000,
    });
    await hosted.pass(500);
    await hosted.exchange.client(0).placeOrder({ ...BUY, quantity: '0.2' });
    await hosted.pass(1_000);
    expect(calls[0]).toBe('start -0.5');
    expect(calls.at(-1)).toBe('end 1000 position -0.3');
    expect([host.nextTimer(), host.hasNews()]).toEqual([null, false]);
    await hosted.exchange.close();
  });

  it('draws the same numbers for the same seed and name, and others for another name', async () => {
    const drawn = async (name: string, seed: number): Promise<number[]> => {
      const hosted = await Hosted.open({ seed });
      const numbers: number[] = [];
      const draw: Strategy = { onStart: ({ random }) => void numbers.push(random(0, 999_999), random(0, 999_999)) };
      hosted.add(draw, { name });
      await hosted.rest();
      await hosted.exchange.close();
      return numbers;
    };
    const first = await drawn('noise', 7);
    expect(await drawn('noise', 7)).toEqual(first);
    expect(await drawn('other', 7)).not.toEqual(first);
    expect(await drawn('noise', 8)).not.toEqual(first);
  });
});

describe('the stream of a strategy', () => {
  it('starts the book anew when a frame was lost', async () => {
    const hosted = await Hosted.open();
    const calls: string[] = [];
    hosted.add({ onBook: (book, { now }) => void calls.push(`${now - START} ${book.asks[0]?.join(' x ')}`) });
    await hosted.rest();
    hosted.exchange.control.setFaults([{ match: { channel: 'orderbook' }, effect: { kind: 'lose' }, times: 1 }]);
    for (const ms of [100, 200, 300]) {
      await hosted.exchange.client(1).placeOrder(BUY);
      await hosted.pass(ms);
    }
    expect(calls).toEqual(['0 95010 x 1', '200 95020 x 1', '400 95020 x 0.5']);
    await hosted.exchange.close();
  });

  it('is opened again at an exchange time when its connection dropped, with the same fills afterwards', async () => {
    const run = async (): Promise<string[]> => {
      const hosted = await Hosted.open();
      const calls: string[] = [];
      hosted.add(recorder(calls));
      await hosted.rest();
      const rule = { match: { channel: 'orderbook' }, effect: { kind: 'drop' }, times: 1 };
      hosted.exchange.control.setFaults([rule]);
      await hosted.exchange.client(1).placeOrder(BUY);
      await hosted.pass(1_000);
      await hosted.exchange.client(1).placeOrder(BUY);
      await hosted.pass(1_000);
      await hosted.exchange.close();
      return calls;
    };
    const calls = await run();
    expect(calls.slice(0, 3)).toEqual(['start 0 0 levels', 'book 0 94990 x 1 95010 x 1', 'trade 0 buy 0.5 at 95010']);
    expect(calls.slice(-2)).toEqual(['trade 1000 buy 0.5 at 95010', 'book 1100 94990 x 1 95020 x 1']);
    expect(await run()).toEqual(calls);
  });
});

describe('a strategy that throws', () => {
  it('ends the run with its name, its callback and the exchange time', async () => {
    const hosted = await Hosted.open();
    hosted.add({
      onStart: ({ after }) => after(1_500, 'bang'),
      onTimer: async ({ length }, { client }) =>
        void (await client.placeOrder({ ...BUY, quantity: '-'.repeat(length) })),
    });
    await expect(hosted.pass(2_000)).rejects.toThrow(
      /^strategy tested failed in onTimer at 2026-01-05T00:00:01\.500Z: .*quantity/,
    );
    await hosted.exchange.close();
  });

  it('is told what is wrong with a timer or a range of random numbers', async () => {
    const messages: string[] = [];
    const note = (run: () => unknown): void => {
      try {
        run();
      } catch (error) {
        messages.push((error as Error).message);
      }
    };
    const hosted = await Hosted.open();
    hosted.add({
      onStart: ({ every, after, random }) => {
        note(() => every(0, 'x'));
        note(() => after(1.5, 'x'));
        note(() => random(3, 2));
      },
    });
    await hosted.rest();
    expect(messages).toEqual([
      'a timer needs a whole number of milliseconds from 1 (got 0)',
      'a timer needs a whole number of milliseconds from 1 (got 1.5)',
      'random needs two whole numbers in order, less than 2^32 apart (got 3 and 2)',
    ]);
    await hosted.exchange.close();
  });
});
