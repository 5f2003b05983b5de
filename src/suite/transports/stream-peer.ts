import assert from 'node:assert/strict';
import type { StreamEndpoint } from '../../contract/channel.ts';
import { isRecord } from '../../kernel/entries.ts';
import { Unmet } from '../deployment.ts';
import type { Target, TargetSocket, TargetStream } from '../targets/target.ts';

/** How a connection ended. */
export interface Ending {
  readonly code: number;
  readonly reason: string;
}

/** One connection of a scenario, frame by frame: whatever is to be sent, and what came in the order it came. */
export class StreamPeer {
  readonly #frames: string[] = [];
  #ending: Ending | undefined;
  #stream: TargetStream | undefined;
  #received: () => void = () => undefined;
  #fences = 0;

  static async to(target: Target, endpoint: StreamEndpoint): Promise<StreamPeer> {
    const peer = new StreamPeer();
    peer.#stream = await target.connect(endpoint, {
      frame: (text) => {
        peer.#frames.push(text);
        peer.#received();
      },
      closed: (code, reason) => {
        peer.#ending = { code, reason };
        peer.#received();
      },
    });
    return peer;
  }

  send(text: string): void {
    this.#stream?.send(text);
  }

  /** The socket itself, for a scenario about what a peer must not do. */
  get socket(): TargetSocket {
    if (!this.#stream?.socket) throw new Unmet('streams', 'the target does not let clients send malformed frames');
    return this.#stream.socket;
  }

  /** The next frame that no step has examined. */
  async next(): Promise<string> {
    while (this.#frames.length === 0) {
      assert.ok(!this.#ending, `closed with ${this.#ending?.code} before another frame came`);
      await this.#something();
    }
    return this.#frames.shift() ?? '';
  }

  /** Frames that came after those looked at, up to the response to a ping sent now. */
  async rest(): Promise<string[]> {
    this.#fences += 1;
    const fence = `fence ${this.#fences}`;
    this.send(JSON.stringify({ id: fence, method: 'ping', params: {} }));
    const rest: string[] = [];
    for (;;) {
      const frame = await this.next();
      if (idIn(frame) === fence) return rest;
      rest.push(frame);
    }
  }

  /** The first frame like this of those that came up to now; those before it are passed over, those after it stay. */
  async until(isIt: (frame: string) => boolean): Promise<string | undefined> {
    const frames = await this.rest();
    const found = frames.findIndex(isIt);
    if (found >= 0) this.#frames.unshift(...frames.slice(found + 1));
    return frames[found];
  }

  /** How the exchange has ended the connection. A connection that still responds to a ping is open, so this does not wait for its end. */
  async ending(): Promise<Ending> {
    this.#fences += 1;
    const fence = `fence ${this.#fences}`;
    this.send(JSON.stringify({ id: fence, method: 'ping', params: {} }));
    for (;;) {
      if (this.#ending) return this.#ending;
      const frame = this.#frames.shift();
      if (frame === undefined) await this.#something();
      else assert.notEqual(idIn(frame), fence, 'the connection stands');
    }
  }

  /** Resolves once the exchange knows. */
  async close(): Promise<void> {
    await this.#stream?.close();
  }

  #something(): Promise<void> {
    return new Promise((resolve) => {
      this.#received = resolve;
    });
  }
}

/** The id in a frame; an empty text where it has none. */
export function idIn(frame: string): string {
  const parsed: unknown = JSON.parse(frame);
  return isRecord(parsed) && typeof parsed.id === 'string' ? parsed.id : '';
}
