import { createExchange, type Exchange, type ExchangeOptions } from '../../runtime/exchange.ts';
import { refusalWriter } from '../rest/refusals.ts';
import { RestServer, type RestServerOptions } from '../rest/server.ts';
import type { DoorClock } from './door-clock.ts';
import { WsDoor, type WsDoorOptions } from './door.ts';

/** Time that stands still until a test moves it. */
export class HandClock implements DoorClock {
  #now = 0;
  readonly #runs = new Set<() => void>();

  now(): number {
    return this.#now;
  }

  every(_periodMs: number, run: () => void): () => void {
    this.#runs.add(run);
    return () => this.#runs.delete(run);
  }

  /** Whether anybody still looks at the clock. */
  get watched(): boolean {
    return this.#runs.size > 0;
  }

  advance(ms: number): void {
    this.#now += ms;
    for (const run of this.#runs) run();
  }
}

export interface OpenDoor {
  readonly exchange: Exchange;
  readonly server: RestServer;
  readonly door: WsDoor;
  readonly clock: HandClock;
  readonly port: number;
  /** Errors of ours that anybody was told of. */
  readonly errors: unknown[];
  close(): Promise<void>;
}

export interface DoorSettings {
  readonly exchange?: ExchangeOptions;
  readonly limits?: WsDoorOptions['limits'];
  readonly http?: RestServerOptions['limits'];
}

/** An exchange behind a port, its streams on a clock of the test's. */
export async function openDoor({ exchange: options, limits, http }: DoorSettings = {}): Promise<OpenDoor> {
  const errors: unknown[] = [];
  const onError = (error: unknown): number => errors.push(error);
  const log = { error: ({ err }: Readonly<Record<string, unknown>>) => void errors.push(err) };
  const exchange = await createExchange({ seed: 1, world: 'quiet', log, ...options });
  const clock = new HandClock();
  const writeRefusal = refusalWriter(exchange);
  const door = new WsDoor({ exchange, writeRefusal, clock, onError, ...(limits && { limits }) });
  const server = new RestServer({ exchange, writeRefusal, streams: door, onError, ...(http && { limits: http }) });
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    exchange,
    server,
    door,
    clock,
    port,
    errors,
    close: async () => {
      await server.close();
      await exchange.close();
    },
  };
}

/** Waits until so many connections are left; a socket's end is heard of at its two sides at different times. */
export async function left(door: WsDoor, count: number): Promise<void> {
  while (door.size !== count) await new Promise((resolve) => setImmediate(resolve));
}
