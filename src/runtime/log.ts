/** Receives internal errors of the exchange, the error under `err`. A client never sees them (SEC-24). */
export interface Log {
  error(facts: Readonly<Record<string, unknown>>, message: string): void;
  /** Something that whoever runs the exchange should know although nothing failed, in one line. */
  notice?(message: string): void;
}

/** Two lines or more on standard error. */
export const STDERR_LOG: Log = {
  error({ err }, message) {
    const reason = err instanceof Error ? (err.stack ?? err.message) : String(err);
    process.stderr.write(`perpsim: ${message}\n${reason}\n`);
  },
  notice: (message) => void process.stderr.write(`perpsim: ${message}\n`),
};
