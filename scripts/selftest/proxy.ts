import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Stagehand } from './backstage.ts';
import { callOf, isReply } from './bodies.ts';
import { StreamProxy } from './stream-proxy.ts';
import type { Reply, Body, Call, Rewriting, Wrong } from './wrong.ts';

const CONTROL = '/sim/v1/';
const RESET = '/sim/v1/reset';
/** As long as the exchange keeps an idle connection: one that ends sooner may take a request along that comes just then. */
const KEEP_ALIVE_MS = 65_000;
/** What a connection says of itself, and not of what is sent over it. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date', 'upgrade']);

/**
 * Stands in front of a simulator, byte for byte the same but for what a wrong rewrites. The control plane passes untouched;
 * only the settings of a start are changed by wrongs that are switches.
 */
export class Proxy {
  readonly #simulator: URL;
  readonly #serviceName: string;
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #streams: StreamProxy;
  readonly #hidesControl: boolean;
  readonly #underWay = new Set<Promise<void>>();
  #upstream: URL;
  #wrong: Pick<Wrong, 'make'> | undefined;
  #rewriting: Rewriting = {};
  #stagehand: Stagehand;

  /**
   * @param upstream origin of the simulator
   * @param hidesControl responds to control-plane requests like a deployment without a control plane
   */
  constructor(upstream: string, serviceName: string, { hidesControl = false } = {}) {
    this.#simulator = new URL(upstream);
    this.#upstream = this.#simulator;
    this.#serviceName = serviceName;
    this.#hidesControl = hidesControl;
    this.#stagehand = this.#newStagehand();
    this.#streams = new StreamProxy(
      () => this.#upstream,
      () => this.#rewriting,
    );
    this.#server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (incoming, outgoing) => {
      const served = this.#serve(incoming, outgoing).finally(() => this.#underWay.delete(served));
      this.#underWay.add(served);
    });
    this.#server.on('upgrade', (incoming, socket: Socket, head) => this.#streams.upgrade(incoming, socket, head));
  }

  async listen(port = 0): Promise<string> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /**
   * From now on it is wrong in this way; undefined makes it right again.
   *
   * @param origin of the simulator that a source patch brings with it
   */
  become(wrong: Pick<Wrong, 'make'> | undefined, origin?: string): void {
    this.#upstream = origin === undefined ? this.#simulator : new URL(origin);
    this.#wrong = wrong;
    this.#begin();
  }

  /** Starts the exchange over behind the suite's back, in these settings but for those that a wrong changes. */
  async begin(settings: Body): Promise<void> {
    const { status, text } = await this.#steer(
      callOf('POST', RESET, { 'content-type': 'application/json' }, JSON.stringify(settings)),
    );
    if (status !== 200) throw new Error(`the simulator does not begin with ${JSON.stringify(settings)}: ${text}`);
  }

  /** Makes the wrong anew; the keys that are known stay known. */
  renew(): void {
    this.#rewriting = this.#wrong?.make() ?? {};
  }

  /** Resolves when every received request has its response: a simulator may be stopped then. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async close(): Promise<void> {
    this.#streams.close();
    this.#server.close();
    this.#server.closeAllConnections();
    this.#agent.destroy();
    await once(this.#server, 'close').catch(() => undefined);
  }

  #begin(): void {
    this.renew();
    this.#stagehand = this.#newStagehand();
  }

  #newStagehand(): Stagehand {
    return new Stagehand((call) => this.#forward(call), this.#serviceName);
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const bytes = await readAll(incoming);
    const call = callOf(incoming.method ?? 'GET', incoming.url ?? '/', headersOf(incoming), bytes.toString('utf8'));
    try {
      const reply = await this.#reply(call, bytes);
      const body = Buffer.from(reply.text);
      outgoing.writeHead(reply.status, { ...reply.headers, 'content-length': body.length }).end(body);
    } catch (error) {
      // Where the simulator hangs up, so does the proxy.
      if (error instanceof Lost) return void outgoing.destroy();
      // A fault of the proxy must not look like one of the deployment, which it would in the envelope of the API.
      outgoing.writeHead(599, { 'content-type': 'text/plain' }).end(`proxy: ${String(error)}`);
    }
  }

  #reply(call: Call, bytes: Buffer): Promise<Reply> {
    if (!call.path.startsWith(CONTROL)) return this.#judge(call, bytes);
    return this.#hidesControl ? this.#forward({ ...call, path: `/hidden${call.path}` }, bytes) : this.#steer(call);
  }

  /** The control plane. A start makes the wrong anew. */
  async #steer(call: Call): Promise<Reply> {
    // A client that has closed a connection asks the control plane whether the exchange has noticed.
    await this.#streams.landed();
    if (call.path === RESET) this.#begin();
    const { begun } = this.#rewriting;
    const steered =
      call.path === RESET && begun
        ? callOf(call.method, call.path, call.headers, JSON.stringify(begun(call.body)))
        : call;
    return this.#stagehand.send(steered);
  }

  async #judge(call: Call, bytes: Buffer): Promise<Reply> {
    const { asked, responded } = this.#rewriting;
    const stagehand = this.#stagehand;
    const passed = (await asked?.(call, stagehand)) ?? call;
    if (isReply(passed)) return passed;
    const sent = await stagehand.madeWay(passed);
    const reply = await this.#forward(sent, sent === call ? bytes : undefined);
    stagehand.note(sent, reply);
    return (await responded?.(reply, call, stagehand)) ?? reply;
  }

  #forward(call: Call, bytes: Buffer = Buffer.from(call.text)): Promise<Reply> {
    const { hostname, port } = this.#upstream;
    const headers = { ...call.headers, host: `${hostname}:${port}`, 'content-length': String(bytes.length) };
    return new Promise((resolve, reject) => {
      const { method, path } = call;
      const lost = (): void => reject(new Lost('the simulator has ended the connection'));
      const asked = request({ hostname, port, method, path, headers, agent: this.#agent }, (reply) => {
        readAll(reply).then(
          (body) => resolve({ status: reply.statusCode ?? 0, headers: headersOf(reply), text: body.toString('utf8') }),
          lost,
        );
      });
      asked.on('error', lost);
      asked.end(bytes);
    });
  }
}

/** The simulator took a request and never responded. */
class Lost extends Error {}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !HOP_BY_HOP.has(name)) plain[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}
