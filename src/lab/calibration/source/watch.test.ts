import { expect, test } from 'vitest';
import { Client, RestTransport } from '../../../client.ts';
import { createExchange } from '../../../exchange/exchange.ts';
import { MarketLook } from './deployment.ts';
import { watch } from './fork.ts';

test('a push without a member that the API describes ends a watch', async () => {
  const exchange = await createExchange({ world: 'calm', seed: 1 });
  const transport = new RestTransport(exchange.url, (to, init) => exchange.fetch(to, init));
  const client = new Client({ privateKey: `0x${'1'.repeat(64)}`, subAccountId: '0', transport });
  const own = exchange.streamClient(0);
  let at = 0;
  const watching = watch(client, new Map([['BTC-USDT', new MarketLook('BTC-USDT')]]), {
    url: 'http://source/v1',
    watchMs: 60_000,
    openStream: () => ({
      // As the exchange pushes it, without the best bid.
      subscribe: (channel, params, onPush) =>
        own.subscribe(channel, params, (push) => {
          const { bestBid: _bestBid, ...data }: Readonly<Record<string, unknown>> = { ...push.data };
          onPush({ ...push, data } as never);
        }),
      close: () => own.close(),
    }),
    wall: {
      now: () => at,
      wait: async (ms) => {
        at += ms;
        exchange.clock.advance(ms);
        await exchange.delivered();
      },
    },
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  await expect(watching).rejects.toThrow(
    'http://source/v1: channel marketPrices: data.bestBid is missing; check that this is the URL of a running deployment of this API',
  );
  await exchange.close();
});
