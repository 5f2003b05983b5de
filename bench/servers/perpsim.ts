import { createExchange } from '../../src/runtime/exchange.ts';
import { refusalWriter } from '../../src/transports/rest/refusals.ts';
import { RestServer } from '../../src/transports/rest/server.ts';

// The exchange as `perpsim serve` composes it. Fifty connections share ten wallets, so nonces need only be unused.
// One address sends the whole load: its bucket would be empty at once.
const exchange = await createExchange({
  clock: 'live',
  world: 'bench/worlds/load.json',
  nonceRule: 'unique',
  limits: { enabled: false },
});
const server = new RestServer({
  exchange,
  writeRefusal: refusalWriter(exchange),
  onError: (error) => console.error(error),
});
const { origin } = await server.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`ready ${origin}\n`);
