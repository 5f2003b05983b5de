import { statSync } from 'node:fs';
import type { Input } from '../../engine/command.ts';
import { GenerationReader, type TornTail } from '../../exchange/data/generation-reader.ts';
import { NODE_STORAGE } from '../../exchange/data/node-storage.ts';
import type { DumpHeader, DumpLine } from '../../exchange/journal/dump.ts';
import { onDisk } from '../../exchange/host.ts';
import { Progress } from '../progress.ts';
import { reasonOf, UsageError } from '../usage-error.ts';

/** What one file of a journal holds. */
export interface Survey {
  readonly file: string;
  readonly package: string;
  readonly world: string;
  readonly seed: string;
  /** Number of the first input that the file may hold, and of the last that it holds. */
  readonly first: number;
  readonly last: number;
  readonly lines: number;
  readonly bytes: number;
  readonly inputs: Readonly<Record<Input['kind'], number>>;
  /** Exchange time of the first and the last input; null without any. */
  readonly from: number | null;
  readonly to: number | null;
  /** Whether the last line says what the exchange had come to. */
  readonly ended: boolean;
  readonly tail: TornTail | null;
}

/**
 * Reads a file to its end and checks every line.
 *
 * @throws DamageError, UsageError when it cannot be read
 */
export function survey(file: string, follow: (line: DumpLine) => void = () => undefined): Survey {
  const reader = new GenerationReader(NODE_STORAGE, file);
  const progress = new Progress('read');
  const inputs = { request: 0, control: 0, clock: 0, charge: 0 };
  let header: DumpHeader | null = null;
  let from: number | null = null;
  let to: number | null = null;
  for (const line of readable(file, reader.lines())) {
    follow(line);
    if (line.kind === 'header') header = line.header;
    if (line.kind !== 'input') continue;
    const { seq, input } = line.record;
    inputs[input.kind] += 1;
    from ??= input.at;
    to = input.at;
    progress.at(seq);
  }
  if (!header) throw new UsageError(`${file} holds no journal: it has no whole line`);
  const { lines, inputs: last, ended } = reader.soFar;
  const { package: writer, world, seed, start } = header;
  const bytes = statSync(onDisk(file)).size;
  const about = { file, package: writer, world, seed, first: start.seq + 1, last, lines, bytes };
  return { ...about, inputs, from, to, ended, tail: reader.tail };
}

/** The same lines; UsageError when the system does not give them. */
function* readable<T>(file: string, lines: Iterable<T>): Iterable<T> {
  try {
    yield* lines;
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw new UsageError(`cannot read ${file}: ${reasonOf(error)}`);
    throw error;
  }
}
