import type { StreamEndpoint } from '../../src/contract/channel.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';

/** The other end of a stream session without a socket. Keeps every frame as text. */
export class StreamPeer {
  readonly #exchange: Exchange;
  readonly #endpoint: StreamEndpoint;
  readonly #inbox: string[] = [];
  #session: ReturnType<Exchange['stream']> | undefined;

  constructor(exchange: Exchange, endpoint: StreamEndpoint) {
    this.#exchange = exchange;
    this.#endpoint = endpoint;
  }

  send(frame: string): void {
    this.#session ??= this.#exchange.stream(this.#endpoint, {
      send: (frames) => void this.#inbox.push(...frames),
      close: (code, reason) => void this.#inbox.push(JSON.stringify({ closed: code, reason })),
      buffered: () => 0,
    });
    this.#session.receive(frame);
  }

  /** Sends a request and waits for its reply, and for what the request caused. */
  async ask(frame: string): Promise<void> {
    const { id } = JSON.parse(frame) as { id?: string };
    const had = this.#inbox.length;
    this.send(frame);
    await arrived(() => this.#inbox.slice(had).some((text) => isReplyTo(id, text)));
  }

  /** Everything that came since the last call. */
  take(): string[] {
    return this.#inbox.splice(0);
  }
}

/** The next frame counts as the response to a request without an id. */
const isReplyTo = (id: string | undefined, text: string): boolean =>
  (JSON.parse(text) as { requestId?: string }).requestId === id;

/** More turns than anything takes that is asked of an exchange in this process. */
const TURNS_MAX = 100_000;

/** Lets turns go by until something is so, then a few more for the frames behind it. */
export async function arrived(isThere: () => boolean = () => true): Promise<void> {
  for (let turn = 0; !isThere(); turn += 1) {
    if (turn > TURNS_MAX) throw new Error('no response came');
    await nextTurn();
  }
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
