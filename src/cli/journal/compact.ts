import { rmSync, statSync } from 'node:fs';
import { printableLines } from '../../kernel/printable.ts';
import { ControlError } from '../../runtime/control-error.ts';
import { DamageError } from '../../runtime/data/generation-reader.ts';
import { DirectoryLock } from '../../runtime/data/lock.ts';
import { NODE_STORAGE } from '../../runtime/data/node-storage.ts';
import { print, say } from '../output.ts';
import { UsageError } from '../usage-error.ts';
import { survey } from './survey.ts';
import { filesOf, isFolder } from './target.ts';

/**
 * Removes all files of a journal but the newest, once that one has been checked.
 *
 * @throws UsageError when there is no journal, or a process writes to it
 */
export async function compact(given: string, flags: { readonly json?: boolean }): Promise<0 | 1> {
  if (!isFolder(given)) throw new UsageError(`${given} is a file: compact takes a data directory`);
  const lock = lockOf(given);
  try {
    const files = filesOf(given);
    const newest = files.at(-1) ?? '';
    // What is removed is only needed when the newest file is not whole.
    const { last } = survey(newest);
    const removed = files.slice(0, -1).map((file) => ({ file, bytes: statSync(file).size }));
    for (const { file } of removed) rmSync(file);
    const text = [
      ...removed.map(({ file, bytes }) => `removed ${file} (${bytes} bytes)`),
      `kept    ${newest} (${last} inputs)`,
      '',
    ];
    await print(flags.json ? `${JSON.stringify({ kept: newest, removed })}\n` : printableLines(text.join('\n')));
    return 0;
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    say(`${error.message}: nothing was removed`);
    return 1;
  } finally {
    lock.release();
  }
}

function lockOf(directory: string): DirectoryLock {
  try {
    return DirectoryLock.take(NODE_STORAGE, directory);
  } catch (error) {
    if (error instanceof ControlError) throw new UsageError(error.message);
    throw error;
  }
}
