import type { Durability } from '../../src/exchange/data/storage.ts';
import { createExchange } from '../../src/exchange/exchange.ts';
import { refusalWriter } from '../../src/exchange/rest/refusals.ts';
import { RestServer } from '../../src/exchange/rest/server.ts';
import { WsUpgradeHandler } from '../../src/exchange/ws/upgrade-handler.ts';
import { announceReady } from '../process/usage.ts';

// The exchange as `perpsim serve` composes it. Fifty connections share ten wallets, so nonces need only be unused.
// One address sends the whole load: its bucket would be empty at once.
// With two arguments it keeps itself: `perpsim.ts <directory> <durability>`.
const [data, durability] = process.argv.slice(2);
const exchange = await createExchange({
  ...(data !== undefined && { data, durability: durability as Durability }),
  clock: 'live',
  world: 'bench/worlds/load.json',
  nonceRule: 'unique',
  limits: { enabled: false },
});
const writeRefusal = refusalWriter(exchange);
const onError = (error: unknown): void => console.error(error);
const streams = new WsUpgradeHandler({ exchange, writeRefusal, onError });
const server = new RestServer({ exchange, writeRefusal, streams, onError });
const { origin } = await server.listen({ host: '127.0.0.1', port: 0 });
announceReady(origin);
