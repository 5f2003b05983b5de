import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createExchange, type Exchange, type ExchangeOptions } from '../exchange.ts';

const START = 1_767_571_200_000;
const BID = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' } as const;
const BUY = { symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '0.1' } as const;

let data: string;
let notices: string[];
const running: Exchange[] = [];

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'perpsim-data-'));
  notices = [];
});
afterEach(async () => {
  for (const exchange of running.splice(0)) await exchange.close();
  rmSync(data, { recursive: true });
});

const log = {
  error: (_facts: object, message: string) => expect.fail(message),
  notice: (text: string) => void notices.push(text),
};

async function start(options: ExchangeOptions = {}): Promise<Exchange> {
  const exchange = await createExchange({ world: 'quiet', startTime: START, log, data, ...options });
  running.push(exchange);
  return exchange;
}

async function stop(exchange: Exchange): Promise<void> {
  running.splice(running.indexOf(exchange), 1);
  await exchange.close();
}

describe('an exchange that was closed and started again', () => {
  test('goes on where it was: digest, orders, history, nonces and numbers', async () => {
    const first = await start({ seed: 7 });
    await first.client(0).placeOrders([BUY]);
    await first.client(0).placeOrders([BID]);
    first.clock.advance(3_700_000);
    const trades = await first.client(0).getTrades({});
    const digest = first.digest();
    await stop(first);

    const again = await start();
    expect(again.digest()).toBe(digest);
    expect(again.seed).toBe('7');
    expect(again.clock.now()).toBe(START + 3_700_000);
    expect(await again.client(0).getTrades({})).toEqual(trades);
    expect(await again.client(0).getOpenOrders({})).toHaveLength(1);
    expect(notices).toEqual([expect.stringMatching(/^recovered \d+ inputs from \S+ in \d+\.\d s$/)]);
    expect(readdirSync(data).sort()).toEqual(['journal-000001.jsonl', 'lock']);
  });
});
