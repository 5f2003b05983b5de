import type { Logger } from 'pino';
import type { Log } from '../../exchange/log.ts';
import { currentHost } from '../../exchange/host.ts';
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
