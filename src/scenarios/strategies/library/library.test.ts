import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { StrategyParams } from '../../scenario.ts';
import { Hosted, START } from '../hosted.test-helper.ts';
import { LIBRARY } from './library.ts';

/** The best bid of the quiet world is 94990 x 1 and its best ask 95010 x 1, with a level every 10 beyond. */
async function hostedOf(use: string, params: StrategyParams = {}, until?: number): Promise<Hosted> {
  const hosted = await Hosted.open();
  const strategy = LIBRARY.get(use)!.create(params);
  hosted.add(strategy, { name: use, params, ...(until !== undefined && { until }) });
  await hosted.rest();
  return hosted;
}

const market = (hosted: Hosted, side: 'buy' | 'sell', quantity: string): Promise<unknown> =>
  hosted.exchange.client(1).placeOrder({ symbol: 'BTC-USDT', side, orderType: 'market', quantity });

const fillsOf = (hosted: Hosted): string[] =>
  hosted.fills.map(({ time, side, quantity, price, liquidity }) =>
    [time - START, side, quantity, 'at', price, liquidity].join(' '),
  );

const restingOf = async (hosted: Hosted): Promise<string[]> =>
  (await hosted.exchange.client(0).getOpenOrders())
    .map(({ side, quantity, price }) => `${side} ${quantity} at ${price}`)
    .sort((one, other) => (one < other ? -1 : 1));

describe('parameters', () => {
  const created = (use: string, params: StrategyParams) => () => LIBRARY.get(use)!.create(params);

  it('are refused all at once, with names, limits and what was given', () => {
    expect(created('maker', { spread: '0', size: 'much', levels: '1.5', colour: true })).toThrow(
      [
        'strategy maker: there is no parameter "colour"; there are spread, size, levels, step, skew, maxPosition, refreshMs',
        'strategy maker: spread must be a decimal number above 0 and of at most 5000 (got "0")',
        'strategy maker: size must be a decimal number of at least 0 (got "much")',
        'strategy maker: levels must be a whole number from 1 to 10 (got "1.5")',
      ].join('\n'),
    );
    expect(created('twap', { side: 'long' })).toThrow('strategy twap: side must be one of buy, sell (got "long")');
    expect(created('taker', { everyMs: '' })).toThrow('everyMs must be a whole number from 1 to 86400000 (got "")');
    expect(created('trend', { fast: 20 })).toThrow('strategy trend: fast must be below slow (got 20 and 20)');
    expect(created('reversion', { exit: 10 })).toThrow('strategy reversion: exit must be below entry (got 10 and 10)');
  });

  it('have fallbacks that fit', () => {
    for (const { create } of LIBRARY.values()) expect(create({})).toHaveProperty('onStart');
  });

  it('are all in docs/agents.md, with their fallbacks', () => {
    const docs = readFileSync(new URL('../../../../docs/agents.md', import.meta.url), 'utf8');
    for (const [name, { summary, params }] of LIBRARY) {
      const table = docs.split(`\n### ${name}\n`)[1]?.split('\n### ')[0] ?? '';
      expect(table).toContain(summary);
      for (const [param, { fallback, description }] of Object.entries(params)) {
        expect(table).toContain(`| \`${param}\` | \`${String(fallback)}\` | ${description} |`);
      }
    }
  });
});

describe('maker', () => {
  it('rests on both sides of the mid of the others, on each level', async () => {
    const hosted = await hostedOf('maker', { spread: '1', size: '0.2', levels: 2, step: 4 });
    await hosted.pass(3_000);
    // 0.5 basis points of 95000 is 4.75, and the second order of a side is 38 further out.
    expect(await restingOf(hosted)).toEqual([
      'buy 0.2 at 94957',
      'buy 0.2 at 94995',
      'sell 0.2 at 95005',
      'sell 0.2 at 95043',
    ]);
    await hosted.exchange.close();
  });

  it('leans against its position, and quotes one side at its limit', async () => {
    const hosted = await hostedOf('maker', { spread: 1, size: '0.2', skew: 1, maxPosition: '0.4' });
    await hosted.pass(1_000);
    await market(hosted, 'sell', '0.2');
    await hosted.pass(1_000);
    // Half of the limit moves the quotes down by half a basis point.
    expect(await restingOf(hosted)).toEqual(['buy 0.2 at 94990', 'sell 0.2 at 95000']);
    await market(hosted, 'sell', '1.2');
    await hosted.pass(1_000);
    expect(fillsOf(hosted)).toEqual(['1000 buy 0.2 at 94995 maker', '2000 buy 0.2 at 94990 maker']);
    expect((await restingOf(hosted)).map((text) => text.split(' ')[0])).toEqual(['sell']);
    await hosted.exchange.close();
  });

  it('cancels its orders at its end', async () => {
    const hosted = await hostedOf('maker', {}, START + 2_000);
    await hosted.pass(1_500);
    expect(await restingOf(hosted)).toEqual(['buy 0.01 at 94952', 'sell 0.01 at 95048']);
    await hosted.pass(1_000);
    expect(await restingOf(hosted)).toEqual([]);
    await hosted.exchange.close();
  });

  it('replaces orders whose response was lost, and goes on when a request is refused', async () => {
    const hosted = await hostedOf('maker', { size: '0.2' });
    hosted.exchange.control.setFaults([
      { match: { action: 'placeOrders' }, effect: { kind: 'replyLost' }, times: 1 },
      { match: { action: 'cancelOrders' }, effect: { kind: 'failure', http: 503 }, times: 1 },
    ]);
    await hosted.pass(4_000);
    expect(await restingOf(hosted)).toEqual(['buy 0.2 at 94952', 'sell 0.2 at 95048']);
    expect(hosted.log).toEqual([
      '1000 placeOrders got no response: fetch failed (logged once)',
      '2000 cancelOrders was refused: SERVICE_UNAVAILABLE trading service is draining, not accepting new orders (logged once)',
    ]);
    await hosted.exchange.close();
  });
});

describe('taker', () => {
  it('trades at random times with random sizes, equally for an equal seed', async () => {
    const run = async (): Promise<Hosted> => {
      const hosted = await hostedOf('taker', { everyMs: 1_000, size: '0.01', spreadOfSize: 3 });
      await hosted.pass(60_000);
      await hosted.exchange.close();
      return hosted;
    };
    const first = await run();
    expect(fillsOf(await run())).toEqual(fillsOf(first));
    expect(first.fills.length).toBeGreaterThan(45);
    expect(first.fills.length).toBeLessThan(75);
    const sizes = first.fills.map(({ quantity }) => Number(quantity));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(0.01);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(0.03);
    expect(new Set(first.fills.map(({ side }) => side))).toEqual(new Set(['buy', 'sell']));
  });

  it('buys only when told to, and trades back from its limit', async () => {
    const hosted = await hostedOf('taker', { everyMs: 100, size: '0.1', buyShare: 100, maxPosition: '0.2' });
    await hosted.pass(500);
    expect(hosted.fills.map(({ side }) => side).slice(0, 4)).toEqual(['buy', 'buy', 'sell', 'buy']);
    await hosted.exchange.close();
  });
});

describe('informed', () => {
  it('buys while the index is beyond the ask, up to its limit', async () => {
    const hosted = await hostedOf('informed', { size: '0.5', maxPosition: '1.2', edge: 5 });
    await hosted.pass(1_000);
    expect(hosted.fills).toEqual([]);
    hosted.exchange.control.movePrice('BTC-USDT', '95200');
    await hosted.pass(3_000);
    expect(fillsOf(hosted)).toEqual([
      '1500 buy 0.5 at 95010 taker',
      '2000 buy 0.5 at 95010 taker',
      '2500 buy 0.2 at 95020 taker',
    ]);
    await hosted.exchange.close();
  });

  it('trades before a move that it knows of, and closes after it', async () => {
    const hosted = await hostedOf('informed', {
      size: '0.5',
      maxPosition: '1',
      moveAtMs: 10_000,
      moveBps: -50,
      leadMs: 2_000,
      holdMs: 1_000,
    });
    await hosted.pass(20_000);
    expect(fillsOf(hosted)).toEqual([
      '8000 sell 0.5 at 94990 taker',
      '8500 sell 0.5 at 94990 taker',
      '11000 buy 0.5 at 95010 taker',
      '11500 buy 0.5 at 95010 taker',
    ]);
    await hosted.exchange.close();
  });
});

describe('trend and reversion', () => {
  it('trend follows a move of the mid, and turns with it', async () => {
    const hosted = await hostedOf('trend', { size: '0.1', fast: 1, slow: 3, threshold: '0.5' });
    await hosted.pass(3_500);
    await market(hosted, 'buy', '5');
    await hosted.pass(1_000);
    await market(hosted, 'sell', '9');
    await hosted.pass(1_000);
    expect(fillsOf(hosted)).toEqual(['4000 buy 0.1 at 95060 taker', '5000 sell 0.2 at 94900 taker']);
    await hosted.exchange.close();
  });

  it('reversion trades against a move, and closes when the mid is back', async () => {
    const hosted = await hostedOf('reversion', { size: '0.1', window: 10, entry: 2, exit: 1 });
    await hosted.pass(10_500);
    await market(hosted, 'buy', '5');
    await hosted.pass(1_000);
    await market(hosted, 'sell', '5');
    await hosted.pass(1_000);
    expect(fillsOf(hosted)).toEqual(['11000 sell 0.1 at 94990 taker', '12000 buy 0.1 at 95060 taker']);
    await hosted.exchange.close();
  });
});

describe('twap', () => {
  it('trades equal slices at equal intervals, and the rest of the rounding last', async () => {
    const hosted = await hostedOf('twap', { side: 'sell', quantity: '0.01', slices: 3, durationMs: 3_000 });
    await hosted.pass(10_000);
    expect(fillsOf(hosted)).toEqual([
      '100 sell 0.00333 at 94990 taker',
      '1100 sell 0.00333 at 94990 taker',
      '2100 sell 0.00334 at 94990 taker',
    ]);
    expect(hosted.log).toEqual([]);
    await hosted.exchange.close();
  });

  it('adds to the next slice what its limit kept from trading, and logs what is left', async () => {
    const hosted = await hostedOf('twap', { quantity: '3', slices: 3, durationMs: 3_000, limitBps: '1.5' });
    await hosted.pass(500);
    // 95014 is the limit: the second slice finds nothing there.
    await hosted.pass(3_000);
    expect(fillsOf(hosted)).toEqual(['100 buy 1 at 95010 taker']);
    expect(hosted.log).toEqual(['2100 2 of 3 was not filled']);
    await hosted.exchange.close();
  });
});

describe('ladder', () => {
  it('closes its position in parts, from partial fills too', async () => {
    const hosted = await hostedOf('ladder', { size: '0.3', rungs: 3, step: 1 });
    await hosted.pass(1_000);
    expect(await restingOf(hosted)).toEqual(['sell 0.1 at 95020', 'sell 0.1 at 95030', 'sell 0.1 at 95039']);
    // 0.7 are left at 95010, and 1 stands before the first rung.
    await market(hosted, 'buy', '1.75');
    await hosted.pass(1_000);
    await market(hosted, 'buy', '2.3');
    await hosted.pass(1_000);
    expect(fillsOf(hosted)).toEqual([
      '100 buy 0.3 at 95010 taker',
      '1000 sell 0.05 at 95020 maker',
      '2000 sell 0.05 at 95020 maker',
      '2000 sell 0.1 at 95030 maker',
      '2000 sell 0.1 at 95039 maker',
    ]);
    expect(hosted.log).toEqual(['2000 the ladder was filled']);
    await hosted.exchange.close();
  });

  it('closes the rest at its stop', async () => {
    const hosted = await hostedOf('ladder', { size: '0.3', rungs: 3, step: 1, stop: 2 });
    await hosted.pass(1_000);
    await market(hosted, 'sell', '6');
    await hosted.pass(1_000);
    expect(fillsOf(hosted)).toEqual(['100 buy 0.3 at 95010 taker', '1100 sell 0.3 at 94930 taker']);
    expect(await restingOf(hosted)).toEqual([]);
    expect(hosted.log).toEqual(['1100 the stop was reached']);
    await hosted.exchange.close();
  });
});
