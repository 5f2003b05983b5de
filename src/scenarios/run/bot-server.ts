import { ControlError } from '../../exchange/control-error.ts';
import { createControlPlane } from '../../exchange/control/control-plane.ts';
import type { Steered, StepTaken, StepTaker } from '../../exchange/control/route.ts';
import type { Exchange, HttpRequest, HttpResponse, StreamSession, StreamSink } from '../../exchange/exchange.ts';
import { refusalWriter } from '../../exchange/rest/refusals.ts';
import { RestServer } from '../../exchange/rest/server.ts';
import { isPushFrame } from '../../exchange/stream/source.ts';
import { WsUpgradeHandler } from '../../exchange/ws/upgrade-handler.ts';
import type { Participant, RunAccount } from './run.ts';

const LOOPBACK = '127.0.0.1';

/** Looks on while a bot and its exchange talk. Nothing that it does reaches either. */
export interface BotWatcher {
  /** A request has come; what it returns is called with the response, also with one that is lost on its way. */
  requested(request: HttpRequest): (response: HttpResponse) => void;
  opened(endpoint: string): WatchedStream;
}

/** One connection of a bot. */
export interface WatchedStream {
  /** A frame of the bot. */
  received(text: string): void;
  /** Frames for the bot. */
  sent(frames: readonly string[]): void;
  gone(byExchange: boolean): void;
}

export interface BotServerParts {
  readonly exchange: Exchange;
  /** The account that requests and connections of the bot come from, wherever it really connects from. */
  readonly account: Pick<RunAccount, 'ip' | 'subAccountId'>;
  readonly steps: StepTaker;
  /** Something was pushed to one of the bot's streams. */
  readonly onPush: () => void;
  /** A request of the bot has come. */
  readonly onRequest: () => void;
  readonly watcher?: BotWatcher | undefined;
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

  /** Opens a port; 0 is any that is free. */
  async listen(port = 0): Promise<void> {
    const { origin } = await this.#server.listen({ host: LOOPBACK, port });
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
    const { exchange, account, onRequest, watcher } = this.#parts;
    const { ip, subAccountId } = account;
    this.#requests += 1;
    onRequest();
    const watched = watcher?.requested(request);
    try {
      const response = await exchange.handle({ ...request, ip, subAccountId });
      watched?.(response);
      return response;
    } finally {
      this.#requests -= 1;
    }
  }

  #stream(endpoint: Parameters<Exchange['stream']>[0], sink: StreamSink): StreamSession {
    const { exchange, account, onPush, onRequest, watcher } = this.#parts;
    const { ip, subAccountId } = account;
    const watch = watcher?.opened(endpoint);
    const watched: StreamSink = {
      send: (frames) => {
        if (frames.some(isPushFrame)) onPush();
        watch?.sent(frames);
        sink.send(frames);
      },
      close: (code, reason) => {
        watch?.gone(true);
        sink.close(code, reason);
      },
      ...(sink.cut && {
        cut: () => {
          watch?.gone(true);
          sink.cut?.();
        },
      }),
      buffered: () => sink.buffered(),
      ...(sink.holds && { holds: () => sink.holds?.() ?? false }),
    };
    const session = exchange.stream(endpoint, watched, { ip, subAccountId });
    const own: StreamSession = {
      receive: (text) => {
        onRequest();
        watch?.received(text);
        session.receive(text);
      },
      drained: () => session.drained(),
      gone: () => {
        this.#sessions.delete(own);
        watch?.gone(false);
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

export interface LockstepParts {
  readonly startTime: number;
  readonly endTime: number;
  /** What a step moves the clock by at most when the bot does not say. */
  readonly stepMs: number;
  readonly now: () => number;
  /** Resolves when everything that has happened by now has been pushed. */
  readonly delivered: () => Promise<void>;
  readonly isRequesting: () => boolean;
  /** Starts the bot. */
  readonly start: () => void;
  /** Begins to wait for the bot, which thinks from now on; what it returns ends the wait. */
  readonly watch: () => () => void;
}

interface Pending {
  readonly from: number;
  readonly due: number;
  readonly wantsNews: boolean;
  readonly respond: (step: StepTaken) => void;
}

/**
 * A bot that asks for time. While it thinks, the clock stands still; while it waits for a step, the run goes on. So the
 * time that it takes makes no difference, and equal bots send equal requests at equal times.
 */
export class Lockstep implements Participant, StepTaker {
  readonly #parts: LockstepParts;
  #state: 'new' | 'awake' | 'waiting' | 'gone' = 'new';
  #pending: Pending | null = null;
  /** The step that was under way at the end. */
  #last: Pending | null = null;
  #ended = false;
  #hasNews = false;
  #hasStepped = false;
  #startsAt: number;
  #rest: () => void = () => undefined;
  /** What the clock of the bot is ahead of that of the exchange. */
  skewMs = 0;
  /** Steps that said another time than that of the exchange. */
  wrongClocks = 0;

  constructor(parts: LockstepParts) {
    this.#parts = parts;
    this.#startsAt = parts.startTime;
  }

  get hasStepped(): boolean {
    return this.#hasStepped;
  }

  nextTimer(): number | null {
    return this.#state === 'new' ? this.#startsAt : (this.#pending?.due ?? null);
  }

  hasNews(): boolean {
    return this.#hasNews && this.wantsNews();
  }

  wantsNews(): boolean {
    return this.#pending?.wantsNews ?? false;
  }

  isRequesting(): boolean {
    return this.#parts.isRequesting();
  }

  /** Something was pushed to a stream of the bot. */
  pushed(): void {
    this.#hasNews = true;
  }

  async wake(now: number): Promise<void> {
    const isNew = this.#state === 'new';
    // At the end the bot is told so, once the run is over.
    if (!isNew && now >= this.#parts.endTime) return this.#forget();
    this.#state = 'awake';
    const release = this.#parts.watch();
    const rested = new Promise<void>((resolve) => {
      this.#rest = resolve;
    }).then(release);
    if (isNew) this.#parts.start();
    else this.#respond(false);
    return rested;
  }

  async step({ ms = this.#parts.stepMs, until = 'data' }: Parameters<StepTaker['step']>[0]): Promise<StepTaken> {
    const now = this.#parts.now();
    this.#hasStepped = true;
    if (this.#ended) return { now: now + this.skewMs, ended: true, advancedMs: 0 };
    if (this.#state !== 'awake') {
      throw new ControlError('CONFLICT', 'clock', 'a step is under way: wait for its response', 409);
    }
    this.#state = 'waiting';
    // What its own requests have caused has been pushed to it by now; it has seen that, and waits for more.
    await this.#parts.delivered();
    this.#hasNews = false;
    const due = Math.min(now + ms, this.#parts.endTime);
    return new Promise((respond) => {
      this.#pending = { from: now, due, wantsNews: until === 'data', respond };
      this.#rest();
    });
  }

  /** The bot is gone: the run goes on without it. */
  gone(): void {
    this.#state = 'gone';
    this.#pending = null;
    this.#rest();
  }

  /** Ends the step under way, so that the bot thinks now. */
  interrupt(): void {
    if (this.#pending) this.#pending = { ...this.#pending, due: this.#parts.now() };
  }

  /** The program that was gone is to be started again, now. */
  renew(): void {
    this.#state = 'new';
    this.#startsAt = this.#parts.now();
  }

  /** The run is over: a step that waits is told so, and so is each that comes. */
  end(): void {
    this.#ended = true;
    this.#respond(true);
  }

  #forget(): void {
    this.#last = this.#pending;
    this.#pending = null;
  }

  #respond(ended: boolean): void {
    const pending = this.#pending ?? this.#last;
    this.#pending = null;
    this.#last = null;
    const now = this.#parts.now();
    if (pending && this.skewMs !== 0) this.wrongClocks += 1;
    pending?.respond({ now: now + this.skewMs, ended, advancedMs: now - pending.from });
  }
}
