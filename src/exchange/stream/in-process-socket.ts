import type { StreamEndpoint } from '../../contract/channel.ts';
import type { SocketEvent, WebSocketLike } from '../../client/stream/host.ts';
import type { StreamSession, StreamSink } from './sink.ts';

/** The numbers that a WebSocket has for its states. */
const [OPEN, CLOSED] = [1, 3];

/** A WebSocket to an exchange of this process: no socket, the same frames. Host and port of the URL do not matter. */
export class InProcessSocket implements WebSocketLike {
  readonly #listeners = new Map<string, ((event: SocketEvent) => void)[]>();
  readonly #session: StreamSession;
  #over = false;

  constructor(url: string, open: (endpoint: StreamEndpoint, sink: StreamSink) => StreamSession) {
    this.#session = open(url.endsWith('/trade') ? 'trade' : 'info', {
      send: (frames) => {
        for (const data of frames) this.#emit({ type: 'message', data });
      },
      close: (code, reason) => this.#end(code, reason),
      cut: () => this.#end(1006, ''),
      buffered: () => 0,
    });
  }

  get readyState(): number {
    return this.#over ? CLOSED : OPEN;
  }

  /** The socket is open from the start, so a listener for `open` is called at once. */
  addEventListener(type: SocketEvent['type'], listener: (event: SocketEvent) => void): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
    if (type === 'open') this.#emit({ type });
  }

  send(text: string): void {
    if (!this.#over) this.#session.receive(text);
  }

  close(code = 1000, reason = ''): void {
    this.#session.gone();
    this.#end(code, reason);
  }

  #end(code: number, reason: string): void {
    if (this.#over) return;
    this.#over = true;
    this.#emit({ type: 'close', code, reason });
  }

  /** Emits in a turn of its own, as a socket would: the sender has finished before it receives the response. */
  #emit(event: SocketEvent): void {
    queueMicrotask(() => {
      for (const listener of this.#listeners.get(event.type) ?? []) listener(event);
    });
  }
}
