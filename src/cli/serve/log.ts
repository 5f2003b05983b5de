import type { Logger } from 'pino';
import type { RequestFacts } from '../../exchange/exchange.ts';
import { currentHost } from '../../exchange/host.ts';
import type { Log } from '../../exchange/log.ts';
import type { LogLevel } from '../options.ts';
import { say } from '../output.ts';

/** The log of the command line, on stderr. It also receives the internal errors of the exchange. */
export interface CliLog extends Log {
  info(message: string): void;
  notice(message: string): void;
}

const RANK = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: 70 } as const;

/** pino is loaded by the first line that is really written, so that a quiet start does not pay for it. */
export function createLog(level: LogLevel, quiet = false): CliLog {
  const { stderr } = currentHost();
  let loading: Promise<Logger> | undefined;
  const logger = () => {
    loading ??= import('pino').then(({ default: pino }) =>
      // Without stderr there is nowhere left to say that it is gone.
      stderr.fd === undefined
        ? pino({ level, base: null }, stderr)
        : pino(
            { level, base: null },
            pino.destination({ dest: stderr.fd, sync: true }).on('error', () => undefined),
          ),
    );
    return loading;
  };
  const shown = (line: LogLevel): boolean => RANK[line] >= RANK[level];
  return {
    info: (message) => {
      if (shown('info')) void logger().then((log) => log.info(message));
    },
    // Whoever waits for a start reads these, whatever the level of the log.
    notice: (message) => {
      if (!quiet && level !== 'silent') say(message);
    },
    warn: (facts, message) => {
      if (shown('warn')) void logger().then((log) => log.warn(facts, message));
    },
    error: (facts, message) => {
      if (shown('error')) void logger().then((log) => log.error(facts, message));
    },
  };
}

/** Where lines go: standard error. */
export interface LineSink {
  write(text: string): unknown;
}

export interface RequestLogOptions {
  readonly json: boolean;
  readonly isColoured: boolean;
  /** The time of day of the machine. */
  readonly now: () => Date;
}

/** Lines of a burst that are written; the rest is counted, so that a terminal does not slow the exchange down. */
const LINES_MAX = 200;
const WRITE_EVERY_MS = 50;

const RED = '\u001b[31m';
const GREY = '\u001b[90m';
const PLAIN = '\u001b[0m';

/** One line for each request: time, action, account, result and latency; with a refusal, the command that explains it. */
export class RequestLog {
  readonly #sink: LineSink;
  readonly #options: RequestLogOptions;
  #lines: string[] = [];
  #leftOut = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(sink: LineSink, options: RequestLogOptions) {
    this.#sink = sink;
    this.#options = options;
  }

  add(facts: RequestFacts): void {
    if (this.#lines.length < LINES_MAX) this.#lines.push(this.#line(facts));
    else this.#leftOut += 1;
    this.#timer ??= setTimeout(() => this.flush(), WRITE_EVERY_MS).unref();
  }

  /** Writes what has gathered. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#leftOut > 0) {
      this.#lines.push(
        this.#options.json ? JSON.stringify({ leftOut: this.#leftOut }) : `  … ${this.#leftOut} more requests`,
      );
    }
    if (this.#lines.length > 0) this.#sink.write(`${this.#lines.join('\n')}\n`);
    this.#lines = [];
    this.#leftOut = 0;
  }

  #line(facts: RequestFacts): string {
    const { json, isColoured, now } = this.#options;
    if (json) return JSON.stringify({ time: now().toISOString(), ...facts });
    const { transport, action, subAccountId, code, refusedItems, latencyMs } = facts;
    const isRefused = code !== 'OK';
    const result = refusedItems > 0 ? `OK, ${refusedItems} refused` : code;
    const cells = [
      now().toISOString().slice(11, 23),
      transport.padEnd(4),
      (action ?? '-').padEnd(22),
      (subAccountId ?? '-').padEnd(19),
      result.padEnd(20),
      `${latencyMs.toFixed(1).padStart(7)} ms`,
    ];
    const hint = isRefused || refusedItems > 0 ? hintText(facts) : '';
    const text = cells.join('  ');
    if (!isColoured) return text + hint;
    return `${isRefused || refusedItems > 0 ? RED + text + PLAIN : text}${GREY}${hint}${PLAIN}`;
  }
}

/** The refusal in a sentence with what to do instead, and the command that explains it. */
function hintText({ requestId, said, isAboutSigner }: RequestFacts): string {
  const command = `  perpsim why ${isAboutSigner ? 'signature' : 'refusal'} ${requestId}`;
  return (said === null ? '' : `  ${said}`) + (requestId === '' ? '' : command);
}
