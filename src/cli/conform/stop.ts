import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cannotWrite, say } from '../output.ts';

/** The wish to stop, where scenarios in any process see it before they begin: a file. */
export interface Stop {
  readonly file: string;
  /** Why the run is to stop; null while it goes on. */
  wanted(): string | null;
  /** Ends the run after the scenario under way for a reason of its own. */
  ask(reason: string): void;
  close(): void;
}

/** A wish that only the program itself makes. */
export function stopOnRequest(): Stop {
  const folder = folderForStop();
  const file = join(folder, 'stop');
  let reason: string | null = null;
  return {
    file,
    wanted: () => reason,
    ask: (why) => {
      reason ??= why;
      try {
        writeFileSync(file, reason);
      } catch (error) {
        // The run ends by itself, later than it was asked to, and says so.
        say(`the run goes on to its end: ${cannotWrite(file, error).message}`);
      }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * The first SIGINT or SIGTERM ends the run after the scenario under way, so that everything is taken back and reported; a
 * second one exits 130 at once.
 */
export function listenForStop(): Stop {
  const stop = stopOnRequest();
  let isSignalled = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (isSignalled) process.exit(130);
    isSignalled = true;
    stop.ask(signal === 'SIGINT' ? 'stopped by Ctrl-C' : `stopped by ${signal}`);
    process.stderr.write('\n');
    say(`${stop.wanted() ?? signal}: cleaning up, once more to leave at once`);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    ...stop,
    close: () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
      stop.close();
    },
  };
}

function folderForStop(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'perpsim-'));
  } catch (error) {
    throw cannotWrite(tmpdir(), error);
  }
}
