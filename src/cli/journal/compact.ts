import { printableLines } from '../../kernel/printable.ts';
import { ControlError } from '../../exchange/control-error.ts';
import { type Compacted, compactDirectory } from '../../exchange/data/compact.ts';
import { DamageError } from '../../exchange/data/generation-reader.ts';
import { DirectoryLock } from '../../exchange/data/lock.ts';
import { NODE_STORAGE } from '../../exchange/data/node-storage.ts';
import { SnapshotError } from '../../exchange/snapshots/document.ts';
import { print, say } from '../output.ts';
import { UsageError } from '../usage-error.ts';
import { filesOf, isFolder } from './target.ts';

const LOG = { error: (_facts: object, message: string): void => say(message), notice: say };

/**
 * Removes what no start of an exchange reads any more.
 *
 * @throws UsageError when there is no journal, or a process writes to it
 */
export async function compact(given: string, flags: { readonly json?: boolean }): Promise<0 | 1> {
  if (!isFolder(given)) throw new UsageError(`${given} is a file: compact takes a data directory`);
  const lock = lockOf(given);
  try {
    const [first = given] = filesOf(given);
    const compacted = compactDirectory(NODE_STORAGE, given, LOG);
    if (!compacted) throw new UsageError(`${first} has no whole line: there is nothing to compact`);
    await print(flags.json ? `${JSON.stringify(compacted)}\n` : printableLines(textOf(compacted)));
    return 0;
  } catch (error) {
    if (!(error instanceof DamageError) && !(error instanceof SnapshotError)) throw error;
    say(`${error.message}: nothing was removed`);
    return 1;
  } finally {
    lock.release();
  }
}

function textOf({ kept, inputs, snapshot, removed }: Compacted): string {
  const from = snapshot === null ? '' : ` after the snapshot ${snapshot}`;
  return [
    ...removed.map(({ file, bytes }) => `removed ${file} (${bytes} bytes)`),
    `kept    ${kept} (${inputs} inputs${from})`,
    '',
  ].join('\n');
}

function lockOf(directory: string): DirectoryLock {
  try {
    return DirectoryLock.take(NODE_STORAGE, directory);
  } catch (error) {
    if (error instanceof ControlError) throw new UsageError(error.message);
    throw error;
  }
}
