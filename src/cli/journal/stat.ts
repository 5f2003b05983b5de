import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { printableLines } from '../../kernel/printable.ts';
import { DamageError } from '../../exchange/data/generation-reader.ts';
import { holderOf } from '../../exchange/data/lock.ts';
import { NODE_STORAGE } from '../../exchange/data/node-storage.ts';
import { onDisk } from '../../exchange/host.ts';
import { print, say } from '../output.ts';
import { type Survey, survey } from './survey.ts';
import { filesOf, isFolder } from './target.ts';
import { rangeText, tailText, timeText } from './text.ts';

interface SnapshotFile {
  readonly name: string;
  readonly bytes: number;
}

interface Statistics {
  readonly files: readonly Survey[];
  readonly snapshots: readonly SnapshotFile[];
  /** Process that writes now; null when none does. */
  readonly writer: number | null;
}

/**
 * Counts what a journal holds.
 *
 * @throws UsageError when there is no journal
 */
export async function stat(given: string, flags: { readonly json?: boolean }): Promise<0 | 1> {
  try {
    const files = filesOf(given).map((file) => survey(file));
    const inFolder = isFolder(given);
    const writer = inFolder ? (holderOf(NODE_STORAGE, given)?.pid ?? null) : null;
    const found: Statistics = { files, snapshots: inFolder ? snapshotsIn(given) : [], writer };
    await print(flags.json ? `${JSON.stringify(found)}\n` : printableLines(textOf(found)));
    return 0;
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    say(error.message);
    return 1;
  }
}

function snapshotsIn(directory: string): SnapshotFile[] {
  const folder = join(onDisk(directory), 'snapshots');
  return readdirSync(onDisk(directory)).includes('snapshots')
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .map((name) => ({ name: name.slice(0, -'.json'.length), bytes: statSync(join(folder, name)).size }))
    : [];
}

function textOf({ files, snapshots, writer }: Statistics): string {
  return [
    ...files.flatMap(fileText),
    `snapshots    ${snapshots.length === 0 ? 'none' : snapshots.map(({ name, bytes }) => `${name} (${bytes} bytes)`).join(', ')}`,
    `written by   ${writer === null ? 'no process now' : `process ${writer}`}`,
    '',
  ].join('\n');
}

function fileText(found: Survey): string[] {
  const { file, world, seed, inputs, from, to, bytes, lines, ended, tail } = found;
  const kinds = Object.entries(inputs).map(([kind, count]) => `${kind} ${count}`);
  const count = Object.values(inputs).reduce((sum, each) => sum + each, 0);
  return [
    file,
    `  world      ${world}, seed ${seed}, journal of perpsim ${found.package}`,
    `  inputs     ${rangeText(found)} (${kinds.join(', ')})`,
    `  time       ${from === null || to === null ? 'none' : `${timeText(from)} to ${timeText(to)}`}`,
    `  bytes      ${bytes} in ${lines} lines${count === 0 ? '' : `, ${Math.round(bytes / count)} for each input`}`,
    `  end        ${ended ? 'says what the exchange had come to' : 'open: the exchange runs, or was not closed'}`,
    ...(tail ? [`  torn tail  ${tailText(tail)}`] : []),
    '',
  ];
}
