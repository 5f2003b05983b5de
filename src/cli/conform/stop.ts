import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currentHost } from '../../exchange/host.ts';
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
  const { stderr, onStop } = currentHost();
  const release = onStop((signal) => {
    stop.ask(signal === 'SIGINT' ? 'stopped by Ctrl-C' : `stopped by ${signal}`);
    stderr.write('\n');
    say(`${stop.wanted() ?? signal}: cleaning up, once more to leave at once`);
  });
  return {
    ...stop,
    close: () => {
      release();
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
