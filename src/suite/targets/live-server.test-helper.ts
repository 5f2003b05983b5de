import { createExchange, type Exchange, type ExchangeOptions } from '../../exchange/exchange.ts';
import { refusalWriter } from '../../exchange/rest/refusals.ts';
import { RestServer } from '../../exchange/rest/server.ts';
import { WsUpgradeHandler } from '../../exchange/ws/upgrade-handler.ts';

/** An exchange behind a port of this machine, with a clock that runs and no control plane: like a shared deployment. */
export interface LiveServer {
  readonly origin: string;
  readonly exchange: Exchange;
  close(): Promise<void>;
}

export async function liveServer(options: ExchangeOptions = {}): Promise<LiveServer> {
  // A Monday, so that every market is open whenever the test runs.
  const exchange = await createExchange({
    world: 'quiet',
    seed: '7',
    clock: 'live',
    startTime: 1_767_571_200_000,
    ...options,
  });
  const writeRefusal = refusalWriter(exchange);
  const server = new RestServer({ exchange, writeRefusal, streams: new WsUpgradeHandler({ exchange, writeRefusal }) });
  const { origin } = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    origin,
    exchange,
    close: async () => {
      await server.close();
      await exchange.close();
    },
  };
}
