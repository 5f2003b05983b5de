import { connect, type Socket } from 'node:net';

/** What a frame says of itself; what is left out is as a client should write it. */
export interface FrameSpec {
  readonly fin?: boolean;
  /** Reserved bits, 1 to 7. */
  readonly rsv?: number;
  /** 1 is text. */
  readonly opcode?: number;
  readonly payload?: string | Uint8Array;
  readonly masked?: boolean;
  /** In how many bits the length is written; by itself the shortest. */
  readonly lengthBits?: 7 | 16 | 64;
  /** A length other than that of the payload. */
  readonly claims?: bigint;
}

const MASK = Buffer.from([0x12, 0x34, 0x56, 0x78]);

/** A WebSocket frame, right or wrong, byte for byte (RFC 6455, 5.2). */
export function frameBytes({ fin = true, rsv = 0, opcode = 1, masked = true, ...spec }: FrameSpec = {}): Buffer {
  const payload = Buffer.from(spec.payload ?? '');
  const claimed = spec.claims ?? BigInt(payload.length);
  const bits = spec.lengthBits ?? (claimed < 126n ? 7 : claimed < 65_536n ? 16 : 64);
  const head = Buffer.alloc(bits === 7 ? 2 : bits === 16 ? 4 : 10);
  head[0] = (fin ? 0x80 : 0) | (rsv << 4) | opcode;
  head[1] = (masked ? 0x80 : 0) | (bits === 7 ? Number(claimed) : bits === 16 ? 126 : 127);
  if (bits === 16) head.writeUInt16BE(Number(claimed), 2);
  if (bits === 64) head.writeBigUInt64BE(claimed, 2);
  if (!masked) return Buffer.concat([head, payload]);
  const hidden = payload.map((byte, index) => byte ^ (MASK[index % 4] ?? 0));
  return Buffer.concat([head, MASK, hidden]);
}

export interface Received {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** A peer that speaks in bytes and reads frames; `closeCode` is that of the server's close frame, null without one. */
export class RawPeer {
  readonly frames: Received[] = [];
  /** Resolves when the socket is closed. */
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  #bytes = Buffer.alloc(0);
  #head = '';
  #waiting: (() => void)[] = [];

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (data) => this.#take(data));
    // A reset is a close too: what matters is what was said before it.
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    void this.closed.then(() => this.#notify());
  }

  /** Sends an upgrade, with `behind` in the same packet, and waits for the response to it. */
  static async open(
    port: number,
    path = '/v1/ws/info',
    more: readonly string[] = [],
    behind?: Buffer,
  ): Promise<RawPeer> {
    const peer = RawPeer.dial(port);
    peer.send(upgradeRequest(path, more), ...(behind ? [behind] : []));
    await peer.until(() => peer.#head.includes('\r\n\r\n'));
    return peer;
  }

  static dial(port: number): RawPeer {
    return new RawPeer(connect({ port, host: '127.0.0.1', noDelay: true }));
  }

  /** Head of the response to the upgrade. */
  get head(): string {
    return this.#head;
  }

  get closeCode(): number | null {
    const close = this.frames.find(({ opcode }) => opcode === 8);
    return close && close.payload.length >= 2 ? close.payload.readUInt16BE(0) : null;
  }

  /** JSON of every text frame so far. */
  get replies(): Record<string, unknown>[] {
    const texts = this.frames.filter(({ opcode }) => opcode === 1);
    return texts.map(({ payload }) => JSON.parse(payload.toString('utf8')) as Record<string, unknown>);
  }

  send(...parts: readonly (string | Buffer)[]): void {
    if (this.#socket.destroyed) return;
    this.#socket.cork();
    for (const part of parts) this.#socket.write(part);
    this.#socket.uncork();
  }

  sendJson(value: unknown): void {
    this.send(frameBytes({ payload: JSON.stringify(value) }));
  }

  /** Stops and goes on reading. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Half-closes, or drops the socket. */
  end(): void {
    this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Waits for bytes until the condition holds. Throws when the socket closes before. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      if (this.#socket.closed) throw new Error(`closed with ${this.closeCode ?? 'no code'}: ${this.#head}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** The reply to the request of that id. */
  async reply(id: string): Promise<Record<string, unknown>> {
    await this.until(() => this.replies.some((reply) => reply.id === id));
    return this.replies.find((reply) => reply.id === id) ?? {};
  }

  #take(data: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, data]);
    if (!this.#head.includes('\r\n\r\n')) this.#takeHead();
    if (this.#head.startsWith('HTTP/1.1 101')) this.#takeFrames();
    this.#notify();
  }

  #takeHead(): void {
    const end = this.#bytes.indexOf('\r\n\r\n');
    if (end < 0) return;
    this.#head = this.#bytes.subarray(0, end + 4).toString('latin1');
    this.#bytes = this.#bytes.subarray(end + 4);
  }

  /** Everything that came before the first frame, and what is no frame yet. */
  get received(): string {
    return this.#head + this.#bytes.toString('latin1');
  }

  /** The response to a refused upgrade. */
  get body(): Record<string, unknown> {
    return JSON.parse(this.#bytes.toString('utf8')) as Record<string, unknown>;
  }

  #takeFrames(): void {
    let at = 0;
    for (;;) {
      const frame = frameAt(this.#bytes, at);
      if (!frame) break;
      this.frames.push(frame);
      at = frame.end;
    }
    this.#bytes = this.#bytes.subarray(at);
  }

  #notify(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** A frame of a server, which is never masked; undefined while it is not whole. */
function frameAt(bytes: Buffer, at: number): (Received & { readonly end: number }) | undefined {
  if (bytes.length < at + 2) return undefined;
  const short = (bytes[at + 1] ?? 0) & 0x7f;
  const start = at + (short === 126 ? 4 : short === 127 ? 10 : 2);
  if (bytes.length < start) return undefined;
  const length =
    short === 126 ? bytes.readUInt16BE(at + 2) : short === 127 ? Number(bytes.readBigUInt64BE(at + 2)) : short;
  const end = start + length;
  if (bytes.length < end) return undefined;
  return { opcode: (bytes[at] ?? 0) & 0x0f, payload: Buffer.from(bytes.subarray(start, end)), end };
}

/** Header lines of a good handshake; a line of `more` takes the place of one of the same name. */
export function upgradeRequest(path: string, more: readonly string[] = []): string {
  const lines = new Map(
    [
      'Host: 127.0.0.1',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ...more,
    ].map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line]),
  );
  const kept = [...lines.values()].filter((line) => !line.endsWith(':'));
  return `GET ${path} HTTP/1.1\r\n${kept.join('\r\n')}\r\n\r\n`;
}
