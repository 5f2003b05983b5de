import { ControlError } from './control-error.ts';
import { EventLog } from './event-log/event-log.ts';
import type { Exchange } from './exchange.ts';
import type { QueueAge } from './queue-age.ts';
import { createControlPlane } from './control/control-plane.ts';
import type { Branch, Branches } from './control/route.ts';
import { refusalWriter } from './rest/refusals.ts';
import { type Bound, type InnerRoutes, RestServer } from './rest/server.ts';
import { WsUpgradeHandler } from './ws/upgrade-handler.ts';
import { systemCodeOf } from '../kernel/thrown.ts';

const LOOPBACK = '127.0.0.1';

interface Running {
  readonly branch: Branch;
  readonly close: () => Promise<void>;
}

interface BranchOptions {
  readonly token: string | null;
  readonly onError: (error: unknown) => void;
  /** That of the process: its branches and itself take turns. */
  readonly queue?: QueueAge;
  /** What every branch serves beside its API and its control plane. */
  readonly innerRoutes?: readonly InnerRoutes[];
}

/** Exchanges that were started from snapshots of another, each on a port of this machine. They end with the other. */
export class BranchServers implements Branches {
  readonly #exchange: Pick<Exchange, 'branch' | 'version'>;
  readonly #options: BranchOptions;
  readonly #running = new Map<number, Running>();

  constructor(exchange: Pick<Exchange, 'branch' | 'version'>, options: BranchOptions) {
    this.#exchange = exchange;
    this.#options = options;
  }

  async start(snapshot: string, port: number): Promise<Branch> {
    const exchange = await this.#exchange.branch(snapshot);
    const { token, onError, queue, innerRoutes = [] } = this.#options;
    const shared = queue && { queue };
    const branches = new BranchServers(exchange, this.#options);
    const log = new EventLog(exchange.runView);
    const writeRefusal = refusalWriter(exchange);
    const server = new RestServer({
      exchange,
      writeRefusal,
      ...shared,
      streams: new WsUpgradeHandler({ exchange, writeRefusal, onError, ...shared }),
      innerRoutes: [
        ...innerRoutes,
        createControlPlane(exchange, {
          boundHost: LOOPBACK,
          token,
          version: exchange.version,
          branches,
          log: () => log,
        }),
      ],
      onError,
    });
    const close = async (): Promise<void> => {
      await branches.close();
      await server.close();
      await exchange.close();
      log.close();
    };
    const bound = await listening(server, port, close);
    const url = `${bound.origin}/v1`;
    const wsUrl = `${bound.origin.replace(/^http/, 'ws')}/v1/ws`;
    exchange.bound({ url, wsUrl });
    const branch = { snapshot, port: bound.port, url, wsUrl, controlUrl: `${bound.origin}/sim/v1` };
    this.#running.set(bound.port, { branch, close });
    return branch;
  }

  list(): readonly Branch[] {
    return Array.from(this.#running.values(), ({ branch }) => branch);
  }

  async end(port: number): Promise<void> {
    const running = this.#running.get(port);
    if (!running) throw new ControlError('NOT_FOUND', 'port', `there is no branch on port ${port}`, 404);
    this.#running.delete(port);
    await running.close();
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((port) => this.end(port)));
  }
}

async function listening(server: RestServer, port: number, close: () => Promise<void>): Promise<Bound> {
  try {
    return await server.listen({ host: LOOPBACK, port });
  } catch (error) {
    await close();
    const code = systemCodeOf(error) ?? 'unknown error';
    const reason = code === 'EADDRINUSE' ? 'it is in use' : code;
    throw new ControlError('INVALID_VALUE', 'port', `port ${port} of ${LOOPBACK} cannot be opened: ${reason}`, 409);
  }
}
