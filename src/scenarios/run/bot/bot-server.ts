import { ControlError } from '../../../exchange/control-error.ts';
import type { Exchange, StreamSession, StreamSink } from '../../../exchange/exchange.ts';
import { isPushFrame } from '../../../exchange/stream/source.ts';
import { createControlPlane } from '../../../exchange/control/control-plane.ts';
import type { Steered, StepTaker } from '../../../exchange/control/route.ts';
import { refusalWriter } from '../../../exchange/rest/refusals.ts';
import { RestServer } from '../../../exchange/rest/server.ts';
import { WsUpgradeHandler } from '../../../exchange/ws/upgrade-handler.ts';
import type { RunAccount } from '../run.ts';

const LOOPBACK = '127.0.0.1';

export interface BotServerParts {
  readonly exchange: Exchange;
  /** The account that requests and connections of the bot come from, wherever it really connects from. */
  readonly account: Pick<RunAccount, 'ip' | 'subAccountId'>;
  readonly steps: StepTaker;
  /** Something was pushed to one of the bot's streams. */
  readonly onPush: () => void;
  /** A request of the bot has come. */
  readonly onRequest: () => void;
}

/** The exchange of a run on a port of this machine, for the bot alone. */
export class BotServer {
  readonly #parts: BotServerParts;
  readonly #server: RestServer;
  readonly #sessions = new Set<StreamSession>();
  #requests = 0;
  #origin = '';

  constructor(parts: BotServerParts) {
    this.#parts = parts;
    const { exchange } = parts;
    const writeRefusal = refusalWriter(exchange);
    const onError = (error: unknown): never => {
      throw error;
    };
    this.#server = new RestServer({
      exchange: { handle: (request) => this.#handle(request), drain: () => Promise.resolve() },
      writeRefusal,
      streams: new WsUpgradeHandler({
        exchange: { stream: (endpoint, sink) => this.#stream(endpoint, sink), clock: exchange.clock },
        writeRefusal,
        onError,
      }),
      innerRoutes: [
        createControlPlane(drivenBy(exchange, parts.steps), {
          boundHost: LOOPBACK,
          token: null,
          version: exchange.version,
        }),
      ],
      onError,
    });
  }

  async listen(): Promise<void> {
    const { origin } = await this.#server.listen({ host: LOOPBACK, port: 0 });
    this.#origin = origin;
  }

  get url(): string {
    return `${this.#origin}/v1`;
  }

  get wsUrl(): string {
    return `${this.#origin.replace(/^http/, 'ws')}/v1/ws`;
  }

  get controlUrl(): string {
    return `${this.#origin}/sim/v1`;
  }

  /** True while a request of the bot is under way. */
  get isRequesting(): boolean {
    return this.#requests > 0 || [...this.#sessions].some((session) => session.owes());
  }

  /** True while the bot is connected over a stream or waits for a response. */
  get isInUse(): boolean {
    return this.#requests > 0 || this.#sessions.size > 0;
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  async #handle(request: Parameters<Exchange['handle']>[0]): ReturnType<Exchange['handle']> {
    const { exchange, account, onRequest } = this.#parts;
    const { ip, subAccountId } = account;
    this.#requests += 1;
    onRequest();
    try {
      return await exchange.handle({ ...request, ip, subAccountId });
    } finally {
      this.#requests -= 1;
    }
  }

  #stream(endpoint: Parameters<Exchange['stream']>[0], sink: StreamSink): StreamSession {
    const { exchange, account, onPush, onRequest } = this.#parts;
    const { ip, subAccountId } = account;
    const watched: StreamSink = {
      send: (frames) => {
        if (frames.some(isPushFrame)) onPush();
        sink.send(frames);
      },
      close: (code, reason) => sink.close(code, reason),
      ...(sink.cut && { cut: () => sink.cut?.() }),
      buffered: () => sink.buffered(),
      ...(sink.holds && { holds: () => sink.holds?.() ?? false }),
    };
    const session = exchange.stream(endpoint, watched, { ip, subAccountId });
    const own: StreamSession = {
      receive: (text) => {
        onRequest();
        session.receive(text);
      },
      drained: () => session.drained(),
      gone: () => {
        this.#sessions.delete(own);
        session.gone();
      },
      authenticated: () => session.authenticated(),
      owes: () => session.owes(),
    };
    this.#sessions.add(own);
    return own;
  }
}

/** The exchange as the control plane steers it, but for its clock and its life: those are the run's. */
function drivenBy(exchange: Exchange, steps: StepTaker): Steered {
  const refuse = (): never => {
    throw new ControlError(
      'CONFLICT',
      'clock',
      'a run of a scenario drives this exchange: ask for time with /clock/step',
      409,
    );
  };
  return {
    steps,
    accounts: exchange.accounts,
    clock: {
      ...exchange.clock,
      advance: refuse,
      advanceTo: refuse,
      advanceAsync: refuse,
      advanceToAsync: refuse,
      cancelAdvance: refuse,
      setMode: refuse,
      setSpeed: refuse,
    },
    control: { ...exchange.control, reset: refuse },
    why: exchange.why,
    durable: () => exchange.durable(),
    inTurn: (run) => exchange.inTurn(run),
    snapshot: (name) => exchange.snapshot(name),
    snapshots: () => exchange.snapshots(),
    exportSnapshot: (name) => exchange.exportSnapshot(name),
    revert: refuse,
    deleteSnapshot: (name) => exchange.deleteSnapshot(name),
    compareSnapshot: (...names) => exchange.compareSnapshot(...names),
  };
}
