import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { postAll } from './load/load.ts';
import { signedBodies } from './load/orders.ts';
import { startCommand } from './process/serve.ts';
import { percentile } from './table/statistics.ts';

/**
 * What `perpsim serve` does with more requests than it can handle: `npx tsx bench/overload.ts [--times 3] [--seconds 8]`. It first
 * measures how many requests of ten signed orders a second the server carries out, without rate limits, while 50 connections wait for
 * their responses. Then it sends three times as many, on time whatever comes back, to a server without a bound of the queue and to
 * servers with one. The load comes from this process. A latency counts from the moment a request was due. Needs a build; asserts nothing.
 */
const { values: flags } = parseArgs({
  options: {
    times: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    bounds: { type: 'string', default: '0,1000,200' },
    connections: { type: 'string', default: '200' },
  },
});
const ORDERS = 10;
const CONNECTIONS = Number(flags.connections);
const seconds = Number(flags.seconds);
/** The requests of one turn of the sender. */
const TURN_MS = 2;
/** Requests that a server has carried out before. */
const WARM = 500;
/** How long the last responses are waited for. */
const PATIENCE_MS = 60_000;

interface Answer {
  readonly status: number;
  readonly ms: number;
}

const startServer = (maxQueueMs: number) =>
  startCommand(
    ...['--no-rate-limits', '--nonce-rule', 'unique', '--world', 'bench/worlds/load.json'],
    ...['--max-queue-ms', String(maxQueueMs)],
  );

/** Requests a second that a server carries out. */
async function capacityOf(bodies: readonly string[]): Promise<number> {
  const server = await startServer(0);
  try {
    // An order that is refused in a batch has been carried out as well.
    return (await postAll(server.url, bodies, 50)).perSecond;
  } finally {
    await server.stop();
  }
}

/** One connection that sends without waiting, and takes the responses in order. */
class Sender {
  readonly #socket: Socket;
  readonly #due: number[] = [];
  readonly #onAnswer: (answer: Answer) => void;
  #received = '';

  constructor(port: number, onAnswer: (answer: Answer) => void) {
    this.#onAnswer = onAnswer;
    this.#socket = connect(port, '127.0.0.1').setNoDelay().setEncoding('latin1');
  }

  /** Resolves once the server reads from it: it takes one waiting connection at a time. */
  async open(): Promise<void> {
    await once(this.#socket, 'connect');
    const answered = once(this.#socket, 'data');
    this.#socket.write('GET /v1/exchange/status HTTP/1.1\r\nhost: bench\r\n\r\n');
    await answered;
    this.#received = '';
    this.#socket.on('data', (text: string) => this.#take(text));
  }

  send(body: string, due: number): void {
    this.#due.push(due);
    this.#socket.write(
      `POST /v1/trade HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(text: string): void {
    this.#received += text;
    for (let head = this.#received.indexOf('\r\n\r\n'); head >= 0; head = this.#received.indexOf('\r\n\r\n')) {
      const length = Number(/content-length: (\d+)/i.exec(this.#received.slice(0, head))?.[1]);
      if (this.#received.length < head + 4 + length) return;
      const status = Number(this.#received.slice(9, 12));
      this.#received = this.#received.slice(head + 4 + length);
      this.#onAnswer({ status, ms: performance.now() - (this.#due.shift() ?? Number.NaN) });
    }
  }
}

async function flood(
  warm: readonly string[],
  bodies: readonly string[],
  perSecond: number,
  maxQueueMs: number,
): Promise<object> {
  const server = await startServer(maxQueueMs);
  const answers: Answer[] = [];
  const senders: Sender[] = [];
  const port = Number(new URL(server.url).port);
  try {
    // What runs for the first time takes ten times as long.
    await postAll(server.url, warm, 50);
    for (let no = 0; no < CONNECTIONS; no += 1) senders.push(new Sender(port, (answer) => answers.push(answer)));
    await Promise.all(senders.map((sender) => sender.open()));
    const start = performance.now();
    let sent = 0;
    while (sent < bodies.length) {
      const due = Math.min(bodies.length, Math.floor(((performance.now() - start) * perSecond) / 1_000));
      for (; sent < due; sent += 1)
        senders[sent % CONNECTIONS]?.send(bodies[sent] as string, start + (sent * 1_000) / perSecond);
      await new Promise((resolve) => setTimeout(resolve, TURN_MS));
    }
    const offeredMs = performance.now() - start;
    while (answers.length < sent && performance.now() - start < offeredMs + PATIENCE_MS)
      await new Promise((resolve) => setTimeout(resolve, 20));
    const tookMs = performance.now() - start;
    return rowOf(maxQueueMs, sent, offeredMs, tookMs, answers);
  } finally {
    for (const sender of senders) sender.close();
    await server.stop();
  }
}

function rowOf(
  maxQueueMs: number,
  sent: number,
  offeredMs: number,
  tookMs: number,
  answers: readonly Answer[],
): object {
  const msOf = (status: number): number[] => answers.filter((one) => one.status === status).map(({ ms }) => ms);
  const [accepted, shed] = [msOf(200), msOf(503)];
  const rate = (count: number, ms: number): number => Math.round((count * 1_000) / ms);
  const at = (values: readonly number[], share: number): number | string =>
    values.length === 0 ? '' : Math.round(percentile(values, share));
  return {
    'max-queue-ms': maxQueueMs === 0 ? 'none' : maxQueueMs,
    'offered/s': rate(sent, offeredMs),
    'accepted/s': rate(accepted.length, tookMs),
    'shed/s': rate(shed.length, tookMs),
    other: answers.length - accepted.length - shed.length,
    unanswered: sent - answers.length,
    'accepted p50 ms': at(accepted, 50),
    'accepted p99 ms': at(accepted, 99),
    'shed p99 ms': at(shed, 99),
    'last response after s': Number((tookMs / 1_000).toFixed(1)),
  };
}

const capacity = await capacityOf(await signedBodies(2_000, ORDERS));
const offered = capacity * Number(flags.times);
const all = await signedBodies(Math.ceil(offered * seconds) + WARM, ORDERS);
process.stdout.write(
  `capacity: ${Math.round(capacity)} requests of ${ORDERS} orders a second; offered: ${Math.round(offered)}\n`,
);
const rows: object[] = [];
for (const bound of flags.bounds.split(',').map(Number))
  rows.push(await flood(all.slice(0, WARM), all.slice(WARM), offered, bound));
console.table(rows);
