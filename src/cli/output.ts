import { fstatSync, writeSync } from 'node:fs';
import { currentHost, type HostStream } from '../exchange/host.ts';
import { printable, printableLines } from '../kernel/printable.ts';
import { reasonOf } from './usage-error.ts';

/** The output of a command could not be written: one line on stderr and exit code 6, whatever it had found. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

/** The exit code of every command whose output could not be written. */
export const OUTPUT_EXIT = 6;

/** @param what a file, or where else the output was going */
export const cannotWrite = (what: string, error: unknown): OutputError =>
  error instanceof OutputError ? error : new OutputError(`cannot write ${what}: ${reasonOf(error)}`);

/** Keeps a failed write from ending the process at a place of its own choosing. */
export function guardStreams(): void {
  // Each write of `print` reports its own failure.
  const { stdout, stderr } = currentHost();
  stdout.on('error', () => undefined);
  // Without stderr there is nowhere left to say so; results never go there.
  stderr.on('error', () => undefined);
}

/**
 * Writes text to standard output, and waits until it is written.
 *
 * @throws OutputError for a closed pipe, a full disk and the like
 */
export async function print(text: string): Promise<void> {
  const { stdout } = currentHost();
  try {
    if (stdout.fd !== undefined && isPlain(stdout.fd, stdout)) writeFully(stdout.fd, text);
    else await written(stdout, text);
  } catch (error) {
    throw cannotWrite('standard output', error);
  }
}

/** One line on stderr. */
export const say = (line: string): void => void currentHost().stderr.write(`perpsim: ${printable(line)}\n`);

/** Several lines on stderr, such as a stack. */
export const sayLines = (text: string): void => void currentHost().stderr.write(`perpsim: ${printableLines(text)}\n`);

/** Writes all of a text to a descriptor: one call may write a part of it and report no error. */
export function writeFully(descriptor: number, text: string): void {
  let rest: Uint8Array = Buffer.from(text);
  while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
}

/** Files and devices. Node's stream for them drops what one call does not write. */
function isPlain(descriptor: number, { isTTY = false }: HostStream): boolean {
  const kind = fstatSync(descriptor);
  return kind.isFile() || (kind.isCharacterDevice() && !isTTY);
}

const written = (stream: HostStream, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });

/** A time for people. */
export const timeText = (time: number): string => new Date(time).toISOString();

/** Columns padded to their widest cell; those of `right` are set to the right. */
export function table(cells: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const rows = cells.map((row) => row.map(printable));
  const columns = rows[0]?.length ?? 0;
  const widths = Array.from({ length: columns }, (_, column) => widest(rows.map((row) => row[column] ?? '')));
  return rows.map((row) =>
    row
      .map((text, column) =>
        right.includes(column) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

/** The length of the longest text. */
export const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length));

/** Returns whether to write colours: on a terminal, unless NO_COLOR says otherwise (no-color.org: any text but the empty one). */
export function wantsColour(
  { isTTY }: { readonly isTTY?: boolean },
  { NO_COLOR }: Readonly<Record<string, string | undefined>>,
): boolean {
  return isTTY === true && (NO_COLOR === undefined || NO_COLOR === '');
}
