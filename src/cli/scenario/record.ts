import { loadScenario } from '../../scenarios/format/load.ts';
import { tapeOfJournal } from '../../lab/recorded/from-journal.ts';
import { tapeOfRecording } from '../../lab/recorded/from-recording.ts';
import { NotRecordable } from '../../lab/recorded/not-recordable.ts';
import type { RecordedWorld } from '../../lab/recorded/recorded-world.ts';
import { writeScenario } from '../../scenarios/shrinking/written-files.ts';
import { RecordingError } from '../../contract/recording/reader.ts';
import { RECORDING_FORMAT } from '../../contract/recording/format.ts';
import { DumpError } from '../../exchange/journal/dump.ts';
import { SnapshotError } from '../../exchange/snapshots/document.ts';
import { journalSource } from '../journal-source.ts';
import { print } from '../output.ts';
import { newFolder } from './new-folder.ts';
import { recordedGround } from './recorded-ground.ts';
import { UsageError } from '../usage-error.ts';

export interface RecordScenarioFlags {
  readonly out: string;
  readonly title?: string;
  readonly world?: string;
  readonly scenario?: string;
  readonly expect?: readonly string[];
  readonly json?: boolean;
}

/**
 * Writes a journal or a recording as a scenario.
 *
 * @throws UsageError for a source that is neither, or that cannot be one scenario; ScenarioFileError for a scenario that has
 * problems, such as an expectation that is no sentence
 */
export async function recordScenario(source: string, flags: RecordScenarioFlags): Promise<void> {
  const folder = newFolder(flags.out);
  const ground = recordedGround(flags, folder);
  const { written: found, leftOut } = await tapeOf(source, ground.world);
  const written = ground.lay(found) as typeof found;
  const scenario = { ...written, ...(flags.title !== undefined && { title: flags.title }) };
  const that = flags.expect ?? [];
  const expectations = that.length > 0 ? [{ at: 'end', that }] : [];
  writeScenario(folder, { scenario, expectations }, readmeOf(scenario.title, source, leftOut));
  const { timeline, accounts, durationMs } = loadScenario(folder);
  const about = { folder, entries: timeline.length, accounts: accounts.length, durationMs, leftOut };
  await print(flags.json === true ? `${JSON.stringify(about)}\n` : textOf(about));
}

async function tapeOf(
  given: string,
  world?: RecordedWorld,
): Promise<{
  readonly written: { readonly title: string } & Readonly<Record<string, unknown>>;
  readonly leftOut: readonly string[];
}> {
  const { name, lines } = journalSource(given);
  try {
    const [first, all] = await withFirst(lines);
    const tape = await (first.includes(RECORDING_FORMAT) ? tapeOfRecording(all, world) : tapeOfJournal(all, world));
    const { scenario, leftOut } = tape.written();
    return { written: scenario as { readonly title: string }, leftOut };
  } catch (error) {
    const isOfSource = [RecordingError, NotRecordable, DumpError, SnapshotError].some((kind) => error instanceof kind);
    if (isOfSource && error instanceof Error) throw new UsageError(`${name} ${error.message}`);
    throw error;
  }
}

/** The first line, and all of them. */
async function withFirst(lines: AsyncIterable<string>): Promise<readonly [string, AsyncIterable<string>]> {
  const iterator = lines[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* all(): AsyncIterable<string> {
    for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
  }
  return [first.done === true ? '' : first.value, all()];
}

interface About {
  readonly folder: string;
  readonly entries: number;
  readonly accounts: number;
  readonly durationMs: number;
  readonly leftOut: readonly string[];
}

const textOf = ({ folder, entries, accounts, durationMs, leftOut }: About): string =>
  [
    `written   ${folder}`,
    `entries   ${entries}, ${accounts} accounts, ${durationMs / 1_000} s`,
    ...(leftOut.length > 0 ? [`left out  ${leftOut.join('; ')}`] : []),
    '',
  ].join('\n');

const readmeOf = (title: string, source: string, leftOut: readonly string[]): string =>
  [
    `# ${title}`,
    '',
    `\`perpsim scenario record\` has made this scenario of ${source.split('/').at(-1)}. Nonces, signatures and request ids are made anew.`,
    ...(leftOut.length > 0 ? ['', `Not in it: ${leftOut.join('; ')}.`] : []),
    '',
  ].join('\n');
