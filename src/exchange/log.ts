import { currentHost } from './host.ts';

/** Receives internal errors of the exchange, the error under `err`. A client never sees them (SEC-24). */
export interface Log {
  /** Receives a failure of the exchange itself, with facts for a program and a sentence for people. */
  error(facts: Readonly<Record<string, unknown>>, message: string): void;
  /** Something that whoever runs the exchange should know although nothing failed, in one line. */
  notice?(message: string): void;
  /** Receives what an operator should know although nothing failed. A log without it drops these lines. */
  warn?(facts: Readonly<Record<string, unknown>>, message: string): void;
}

/** One line on standard error for a warning, two or more for an error. */
export const STDERR_LOG: Log = {
  error({ err }, message) {
    const reason = err instanceof Error ? (err.stack ?? err.message) : String(err);
    currentHost().stderr.write(`perpsim: ${message}\n${reason}\n`);
  },
  notice: (message) => void currentHost().stderr.write(`perpsim: ${message}\n`),
  warn: (_facts, message) => void currentHost().stderr.write(`perpsim: ${message}\n`),
};
