import { afterAll, describe, expect, test } from 'vitest';
import { createExchange, type Exchange } from '../src/index.ts';
import { RandomInputs } from '../src/kernel/random-inputs.test-helper.ts';
import { shareOf } from '../src/kernel/test-budget.test-helper.ts';

/** Each request carries five orders or cancels five, and now and then the clock moves: 10,000 commands in all in a full run. */
const REQUESTS = shareOf(2_000);
const BATCH = 5;
const SYMBOLS = ['BTC-USDT', 'ETH-USDT', 'SOL-USDT'] as const;
const MIDS = { 'BTC-USDT': 95_000, 'ETH-USDT': 3_300, 'SOL-USDT': 190 } as const;
const DECIMALS = { 'BTC-USDT': 0, 'ETH-USDT': 1, 'SOL-USDT': 2 } as const;
const SIZES = { 'BTC-USDT': '0.01', 'ETH-USDT': '0.1', 'SOL-USDT': '1' } as const;

/** Every request is charged, and no bucket runs empty. */
const PLENTY = { ipTokens: 1_000_000, tierTokens: { market_maker: 1_000_000 }, ordersPerSecond: 0 };

type Step = { readonly body: Uint8Array } | { readonly advance: number };

/** The same signed bytes for every run; only the exchanges differ. */
async function steps(exchange: Exchange): Promise<Step[]> {
  const draw = new RandomInputs('7', 'commands');
  const made: Step[] = [];
  for (let request = 0; request < REQUESTS; request += 1) {
    if (draw.chance(50_000)) made.push({ advance: draw.between(1, 3_000) });
    // Market makers have the room for many resting orders.
    const client = exchange.client(8 + draw.between(0, 1));
    const names = Array.from({ length: BATCH }, () => `order-${draw.between(0, 30)}`);
    const signed = draw.chance(600_000)
      ? await client.signed('placeOrders', { grouping: 'na', orders: names.map((name) => order(draw, name)) })
      : await client.signed('cancelOrders', { clientOrderIds: names });
    made.push({ body: new TextEncoder().encode(JSON.stringify(signed)) });
  }
  return made;
}

function order(draw: RandomInputs, clientOrderId: string): Record<string, unknown> {
  const symbol = SYMBOLS[draw.between(0, 2)] ?? 'BTC-USDT';
  const side = draw.chance(500_000) ? 'buy' : 'sell';
  const price = (MIDS[symbol] * (10_000 + draw.between(-30, 30))) / 10_000;
  return {
    symbol,
    side,
    orderType: 'limitGtc',
    price: price.toFixed(DECIMALS[symbol]),
    quantity: SIZES[symbol],
    clientOrderId,
  };
}

async function play(exchange: Exchange, script: readonly Step[]): Promise<{ digest: string; responses: string[] }> {
  const headers = { 'content-type': 'application/json' };
  const responses: string[] = [];
  for (const step of script) {
    if ('advance' in step) exchange.clock.advance(step.advance);
    else {
      const response = await exchange.handle({
        method: 'POST',
        path: '/v1/trade',
        headers,
        body: step.body,
        ip: '127.0.0.1',
      });
      responses.push(`${response.status} ${response.body}`);
    }
  }
  return { digest: exchange.digest(), responses };
}

describe('two exchanges of one seed', () => {
  const opened: Exchange[] = [];
  const open = async (seed: number): Promise<Exchange> => {
    const exchange = await createExchange({ seed, clock: 'manual', limits: PLENTY });
    opened.push(exchange);
    return exchange;
  };
  afterAll(() => Promise.all(opened.map((exchange) => exchange.close())));

  // Goal: same seed, same inputs, same responses to the last byte and the same digest. Method: the bytes of
  // signed commands into two exchanges of seed 7 and one of seed 8.
  test(`give the same responses and digest for ${REQUESTS * BATCH} commands, another seed does not`, async () => {
    const script = await steps(await open(7));
    const first = await play(await open(7), script);
    const second = await play(await open(7), script);
    const other = await play(await open(8), script);
    expect(second.responses).toEqual(first.responses);
    expect(second.digest).toBe(first.digest);
    expect(other.digest).not.toBe(first.digest);
    // The run would prove little if its orders had been refused.
    const accepted = first.responses.filter((response) => /"(resting|filled|canceled)"/.test(response)).length;
    expect(accepted).toBeGreaterThan(REQUESTS / 2);
    expect(first.responses.filter((response) => response.startsWith('200'))).toHaveLength(REQUESTS);
  });
});
