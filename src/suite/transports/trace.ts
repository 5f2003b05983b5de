import type { SignedCall, TraceEntry } from '../results/run.ts';
import type { Target, TargetResponse } from '../targets/target.ts';

/** Characters of responses that one scenario keeps; reports hold the traces of all that failed. */
const RESPONSES_MAX = 8_388_608;
const BEGINNING = 1_000;

/** Records every message of a scenario, in order. */
export class Trace {
  readonly entries: TraceEntry[] = [];
  readonly #received: (entry: TraceEntry, target: Target) => void;
  #call: SignedCall | null = null;
  #connections = 0;
  /** Characters of responses that it still holds. */
  #room = RESPONSES_MAX;

  /** @param received receives each entry with its target, whole even where the trace keeps its beginning alone */
  constructor(received: (entry: TraceEntry, target: Target) => void = () => undefined) {
    this.#received = received;
  }

  /** Sets the signed call of the next request, from which a report can make the request again. */
  announce(call: SignedCall): void {
    this.#call = call;
  }

  /** Returns the same target with its messages recorded. */
  of(target: Target): Target {
    return {
      ...target,
      fetch: (url, init) => this.#fetch(target, url, init),
      connect: async (endpoint, listener) => {
        this.#connections += 1;
        const method = `${endpoint} ${this.#connections}`;
        const url = `/v1/ws/${endpoint}`;
        const about = { method, url, request: null, status: null, headers: {}, response: null, signed: null } as const;
        const stream = await target.connect(endpoint, {
          frame: (text) => {
            this.#note({ ...about, kind: 'received', response: text }, target);
            listener.frame(text);
          },
          closed: (code, reason) => {
            this.#note({ ...about, kind: 'closed', status: code, response: reason }, target);
            listener.closed(code, reason);
          },
        });
        return {
          send: (text) => {
            this.#note({ ...about, kind: 'sent', request: text, signed: this.#takeCall() }, target);
            stream.send(text);
          },
          close: () => stream.close(),
          ...(stream.socket && { socket: stream.socket }),
        };
      },
    };
  }

  async #fetch(target: Target, url: string, init: RequestInit = {}): Promise<TargetResponse> {
    const signed = this.#takeCall();
    const { body } = init;
    const about = {
      kind: 'http',
      method: init.method ?? 'GET',
      url,
      request: typeof body === 'string' ? body : body instanceof Uint8Array ? `<${body.length} bytes>` : null,
      signed,
    } as const;
    let response: TargetResponse;
    try {
      response = await target.fetch(url, init);
    } catch (error) {
      this.#note({ ...about, status: null, headers: {}, response: null }, target);
      throw error;
    }
    const text = await response.text();
    const { status, headers } = response;
    this.#note({ ...about, status, headers: Object.fromEntries(headers), response: text }, target);
    return { status, headers, text: () => Promise.resolve(text) };
  }

  #note(message: TraceEntry, target: Target): void {
    this.entries.push(this.#kept(message));
    this.#received(message, target);
  }

  /** The message as the trace keeps it: of one that does not fit any more, the beginning. */
  #kept(entry: TraceEntry): TraceEntry {
    const length = entry.response?.length ?? 0;
    if (length <= this.#room) {
      this.#room -= length;
      return entry;
    }
    return { ...entry, response: `${entry.response?.slice(0, BEGINNING)}… (${length} characters, cut here)` };
  }

  #takeCall(): SignedCall | null {
    const call = this.#call;
    this.#call = null;
    return call;
  }
}
