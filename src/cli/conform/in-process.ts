import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import type { StreamEndpoint } from '../../contract/channel.ts';
import {
  createExchange,
  type Exchange,
  type ExchangeOptions,
  type FaultSpec,
  type LimitOptions,
  type StoredKind,
} from '../../exchange/exchange.ts';
import { refusalWriter } from '../../exchange/rest/refusals.ts';
import { WsUpgradeHandler } from '../../exchange/ws/upgrade-handler.ts';
import { type Beginning, CAPABILITIES, type Capability, type Deployment } from '../../suite/deployment.ts';
import { rudeSocket } from '../../suite/targets/socket.ts';
import type { StreamListener, Target, TargetStream } from '../../suite/targets/target.ts';

/** A world in place of a file. */
type WorldFile = Exclude<NonNullable<ExchangeOptions['world']>, string>;

export interface TargetOptions {
  readonly world: string;
  readonly seed: string;
  /** Left out: requests are limited as the specification states it. */
  readonly limits?: LimitOptions;
  /** Figures that replace those of the world's `risk` section. */
  readonly risk?: Readonly<Record<string, unknown>>;
  /** Fields that replace those of the world's tiers of the same `tierId`. */
  readonly tiers?: NonNullable<WorldFile['tiers']>;
  /** Streams go through sockets of the machine; left out, they stay in the process. */
  readonly sockets?: boolean;
}

/** Simulators inside this process, one for each scenario. */
export function inProcessDeployment({ sockets, version }: { sockets: boolean; version: string }): Deployment {
  return {
    identity: {
      name: 'perpsim in process',
      kind: 'in-process',
      restUrl: 'http://perpsim.internal/v1',
      wsUrl: 'ws://perpsim.internal/v1/ws',
      serviceName: 'PerpSim',
      version,
    },
    capabilities: new Set<Capability>(CAPABILITIES),
    absent: new Map(),
    failures: [],
    tokens: undefined,
    begin: (wanted) => inProcessTarget({ ...(wanted as Beginning & TargetOptions), sockets }),
    close: () => Promise.resolve([]),
  };
}

/** The simulator inside this process: the same bytes as over TCP, with a clock that moves only on command. */
export async function inProcessTarget(options: TargetOptions): Promise<Target> {
  const { seed, limits = {} } = options;
  const exchange = await createExchange({ seed, limits, world: worldOf(options), clock: 'manual' });
  const { control, clock } = exchange;
  const port = options.sockets === true ? new StreamPort(exchange) : undefined;
  return {
    name: `in process, world ${options.world}, seed ${options.seed}`,
    restUrl: exchange.url,
    serviceName: exchange.serviceName,
    fields: 'strict',
    wallets: exchange.accounts,
    fetch: (url, init) => exchange.fetch(url, init),
    connect: (endpoint, listener) =>
      port ? port.connect(endpoint, listener) : settled(() => connectInProcess(exchange, endpoint, listener)),
    now: () => clock.now(),
    close: async () => {
      await port?.close();
      await exchange.close();
    },
    control: {
      advance: (ms) => settled(() => clock.advance(ms)),
      advanceTo: (time) => settled(() => clock.advanceTo(time)),
      advanceInSlices: async (ms) => ({ ...(await clock.advanceAsync(ms)) }),
      cancelAdvance: () => clock.cancelAdvance(),
      clock: () => settled(() => ({ now: clock.now(), advancing: clock.advancing(), heldUntil: clock.heldUntil() })),
      movePrice: (symbol, price, overMs) => settled(() => control.movePrice(symbol, price, overMs)),
      pinPrice: (symbol, price) => settled(() => control.pinPrice(symbol, price)),
      stopFeed: (symbol) => settled(() => control.stopFeed(symbol)),
      releasePrice: (symbol) => settled(() => control.releasePrice(symbol)),
      setMarkPrice: (symbol, price) => settled(() => control.setMarkPrice(symbol, price)),
      setPeg: (asset, peg) => settled(() => control.setPeg(asset, peg)),
      setCancelOnDisconnect: (id, enabled) => settled(() => control.setCancelOnDisconnect(id, enabled)),
      setMarketStatus: (symbol, status) => settled(() => control.setMarketStatus(symbol, status)),
      setExchangeStatus: (status) => settled(() => control.setExchangeStatus(status)),
      setWhitelisted: (wallet, whitelisted) => settled(() => control.setWhitelisted(wallet, whitelisted)),
      setTier: (wallet, tierId) => settled(() => control.setTier(wallet, tierId)),
      setReferral: (wallet, code, discount) => settled(() => control.setReferral(wallet, code, discount)),
      setManager: (owner, manager, appointed) => settled(() => control.setManager(owner, manager, appointed)),
      deposit: (subAccountId, asset, amount) => settled(() => control.deposit(subAccountId, asset, amount)),
      settleWithdrawal: (requestId, outcome) => settled(() => control.settleWithdrawal(requestId, outcome)),
      planWithdrawal: (subAccountId, outcome) => settled(() => control.planWithdrawal(subAccountId, outcome)),
      openAccount: (wallet, name) => settled(() => control.openAccount(wallet, name)),
      takeSnapshot: (name) => settled(() => exchange.snapshot(name)),
      revert: (name) => exchange.revert(name),
      digest: () => settled(() => exchange.digest()),
      setFaults: (rules, add) => settled(() => control.setFaults(rules as readonly FaultSpec[], add)),
      clearFaults: () => settled(() => control.clearFaults()),
      faults: () => settled(() => control.faults()),
      provenance: () => settled(() => control.provenance()),
      setProvenance: (sent) => settled(() => control.setProvenance(sent)),
      setLatency: (subAccountId, model) => settled(() => control.setLatency(subAccountId, model)),
      setRecord: (record, id, fields) => settled(() => control.setRecord(record as StoredKind, id, fields)),
    },
  };
}

/** A connection without a socket. It delivers frames one by one, as a socket does. */
function connectInProcess(exchange: Exchange, endpoint: StreamEndpoint, listener: StreamListener): TargetStream {
  let open = true;
  const session = exchange.stream(endpoint, {
    send: (frames) => {
      for (const frame of frames) if (open) listener.frame(frame);
    },
    close: (code, reason) => {
      if (open) listener.closed(code, reason);
      open = false;
    },
    cut: () => {
      if (open) listener.closed(1006, '');
      open = false;
    },
    buffered: () => 0,
  });
  return {
    // Delivered later, as by a socket, so that earlier events arrive first.
    send: (text) => void exchange.delivered().then(() => open && session.receive(text)),
    close: () =>
      settled(() => {
        open = false;
        session.gone();
      }),
  };
}

/** A world by name, or the same one under figures of the scenario's own. */
const worldOf = ({ world, risk, tiers }: TargetOptions): NonNullable<ExchangeOptions['world']> =>
  risk || tiers ? { extends: world, ...(risk && { risk }), ...(tiers && { tiers }) } : world;

/** The exchange acts at once; a target's control plane responds later, as one behind a socket does. */
const settled = <T>(act: () => T): Promise<T> => new Promise((resolve) => resolve(act()));

/** The streams of an exchange of this process behind a port of the machine; it opens with the first connection. */
class StreamPort {
  readonly #connection: WsUpgradeHandler;
  /** Says `gone` when a session has ended. */
  readonly #ends = new EventEmitter();
  #listening: Promise<Server> | undefined;

  constructor(exchange: Exchange) {
    const stream: Exchange['stream'] = (...given) => {
      const session = exchange.stream(...given);
      return {
        receive: (text) => session.receive(text),
        drained: () => session.drained(),
        authenticated: () => session.authenticated(),
        owes: () => session.owes(),
        gone: () => {
          session.gone();
          this.#ends.emit('gone');
        },
      };
    };
    this.#connection = new WsUpgradeHandler({ exchange: { stream }, writeRefusal: refusalWriter(exchange) });
  }

  async connect(endpoint: StreamEndpoint, listener: StreamListener): Promise<TargetStream> {
    this.#listening ??= this.#listen();
    const { port } = (await this.#listening).address() as AddressInfo;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/ws/${endpoint}`, { perMessageDeflate: false });
    let open = true;
    socket.on('message', (data: Buffer) => {
      if (open) listener.frame(data.toString('utf8'));
    });
    socket.on('close', (code, reason) => {
      if (open) listener.closed(code, reason.toString('utf8'));
    });
    await once(socket, 'open');
    return {
      send: (text) => socket.send(text),
      socket: rudeSocket(socket),
      close: async () => {
        open = false;
        if (socket.readyState === WebSocket.CLOSED) return;
        const gone = once(this.#ends, 'gone');
        socket.terminate();
        await gone;
      },
    };
  }

  async close(): Promise<void> {
    const server = await this.#listening;
    if (!server) return;
    this.#connection.close();
    server.close();
    await once(server, 'close');
  }

  async #listen(): Promise<Server> {
    const server = createServer();
    server.on('upgrade', (request, socket, head) => this.#connection.upgrade(request, socket, head));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  }
}
