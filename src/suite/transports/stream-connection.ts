import type { StreamEndpoint } from '../../contract/channel.ts';
import type { Target, TargetStream } from '../targets/target.ts';

/** One connection for requests and their replies, matched by id. */
export class StreamConnection {
  readonly #waiting = new Map<
    string,
    { readonly taken: (text: string) => void; readonly lost: (why: Error) => void }
  >();
  #stream: TargetStream | undefined;

  /** Opens a connection of a target. */
  static async to(target: Target, endpoint: StreamEndpoint): Promise<StreamConnection> {
    const line = new StreamConnection();
    line.#stream = await target.connect(endpoint, {
      frame: (text) => line.#take(text),
      closed: (code, reason) => line.#lose(new Error(`the ${endpoint} connection was closed: ${code} ${reason}`)),
    });
    return line;
  }

  /** The reply to a frame that carries this id. Rejects when the connection ends before. */
  ask(id: string, frame: string): Promise<string> {
    return new Promise((taken, lost) => {
      this.#waiting.set(id, { taken, lost });
      this.#stream?.send(frame);
    });
  }

  /**
   * Sends a frame that must receive no response before the response to a ping sent after it. False when the connection has ended
   * instead.
   */
  async unanswered(id: string, frame: string): Promise<boolean> {
    const response = this.ask(id, frame).then(
      (text) => {
        throw new Error(`a response came: ${text}`);
      },
      () => false,
    );
    const fence = `${id} fence`;
    const open = this.ask(fence, JSON.stringify({ id: fence, method: 'ping', params: {} })).then(
      () => true,
      () => false,
    );
    const isOpen = await Promise.race([response, open]);
    this.#waiting.delete(id);
    return isOpen;
  }

  async close(): Promise<void> {
    await this.#stream?.close();
  }

  #take(text: string): void {
    const { id } = JSON.parse(text) as { id?: string };
    const waiting = this.#waiting.get(id ?? '');
    if (!waiting) return this.#lose(new Error(`no request has this response: ${text}`));
    this.#waiting.delete(id ?? '');
    waiting.taken(text);
  }

  #lose(why: Error): void {
    for (const { lost } of this.#waiting.values()) lost(why);
    this.#waiting.clear();
  }
}
