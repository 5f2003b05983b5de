import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The wish to stop, where scenarios in any process see it before they begin: a file. */
export interface Stop {
  readonly file: string;
  /** Why the run is to stop; null while nobody wants it to. */
  wanted(): string | null;
  close(): void;
}

/**
 * The first SIGINT or SIGTERM ends the run after the scenario under way, so that everything is taken back and reported; a
 * second one exits 130 at once.
 */
export function listenForStop(): Stop {
  const folder = mkdtempSync(join(tmpdir(), 'perpsim-'));
  const file = join(folder, 'stop');
  let reason: string | null = null;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (reason !== null) process.exit(130);
    reason = signal === 'SIGINT' ? 'stopped by Ctrl-C' : `stopped by ${signal}`;
    writeFileSync(file, reason);
    process.stderr.write(`\nperpsim: ${reason}: cleaning up, once more to leave at once\n`);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    file,
    wanted: () => reason,
    close: () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
