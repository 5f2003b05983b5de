import { createExchange, type Exchange, type ExchangeOptions } from '../exchange.ts';
import { refusalWriter } from '../rest/refusals.ts';
import { RestServer, type RestServerOptions } from '../rest/server.ts';
import { type WallClock, WsUpgradeHandler, type WsUpgradeHandlerOptions } from './upgrade-handler.ts';

/** Time that stands still until a test moves it. */
export class HandClock implements WallClock {
  #now = 0;
  readonly #runs = new Set<() => void>();

  now(): number {
    return this.#now;
  }

  every(_periodMs: number, run: () => void): () => void {
    this.#runs.add(run);
    return () => this.#runs.delete(run);
  }

  /** Whether a timer is still set on the clock. */
  get watched(): boolean {
    return this.#runs.size > 0;
  }

  /** Looks every second, as the timer of the world does. */
  advance(ms: number): void {
    for (let passed = 0; passed < ms; passed += 1_000) this.block(Math.min(1_000, ms - passed));
  }

  /** The process does nothing for so long, and then looks once. */
  block(ms: number): void {
    this.#now += ms;
    for (const run of this.#runs) run();
  }
}

export interface OpenServer {
  readonly exchange: Exchange;
  readonly server: RestServer;
  readonly upgradeHandler: WsUpgradeHandler;
  readonly clock: HandClock;
  readonly port: number;
  /** Internal errors that were reported. */
  readonly errors: unknown[];
  close(): Promise<void>;
}

export interface UpgradeSettings {
  readonly exchange?: ExchangeOptions;
  readonly limits?: WsUpgradeHandlerOptions['limits'];
  readonly http?: RestServerOptions['limits'];
}

/** An exchange behind a port, its streams on a clock of the test's. */
export async function openServer({ exchange: options, limits, http }: UpgradeSettings = {}): Promise<OpenServer> {
  const errors: unknown[] = [];
  const onError = (error: unknown): number => errors.push(error);
  const log = { error: ({ err }: Readonly<Record<string, unknown>>) => void errors.push(err) };
  const exchange = await createExchange({ seed: 1, world: 'quiet', log, ...options });
  const clock = new HandClock();
  const writeRefusal = refusalWriter(exchange);
  const upgradeHandler = new WsUpgradeHandler({ exchange, writeRefusal, clock, onError, ...(limits && { limits }) });
  const server = new RestServer({
    exchange,
    writeRefusal,
    streams: upgradeHandler,
    onError,
    ...(http && { limits: http }),
  });
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    exchange,
    server,
    upgradeHandler,
    clock,
    port,
    errors,
    close: async () => {
      await server.close();
      await exchange.close();
    },
  };
}

/** Waits until `count` connections are left; the two sides of a socket see its end at different times. */
export async function left(upgradeHandler: WsUpgradeHandler, count: number): Promise<void> {
  while (upgradeHandler.size !== count) await new Promise((resolve) => setImmediate(resolve));
}
