import type { Input } from '../../engine/command.ts';
import { printable } from '../../kernel/printable.ts';
import { readStartTime } from '../../exchange/clock/start-time.ts';
import { DamageError, GenerationReader, type ReadLine } from '../../exchange/data/generation-reader.ts';
import { NODE_STORAGE } from '../../exchange/data/node-storage.ts';
import { print, say } from '../output.ts';
import { UsageError } from '../usage-error.ts';
import { newestOf } from './target.ts';
import { tailText, timeText } from './text.ts';

/** Flags as commander collects them. */
export interface CatFlags {
  readonly from?: string;
  readonly to?: string;
  readonly kind?: string;
  readonly json?: boolean;
}

type InputLine = Extract<ReadLine, { kind: 'input' }>;

/** Text that is gathered before it is printed. */
const PIECE_LENGTH = 65_536;

/**
 * Prints inputs, one a line.
 *
 * @throws UsageError for flags that cannot be met, or when there is no journal
 */
export async function cat(given: string, flags: CatFlags): Promise<0 | 1> {
  const isWanted = wantedBy(flags);
  const isLast = lastOf(flags.to);
  const reader = new GenerationReader(NODE_STORAGE, newestOf(given));
  let text = '';
  try {
    for (const line of reader.lines()) {
      if (line.kind !== 'input') continue;
      if (isLast(line)) break;
      if (!isWanted(line)) continue;
      text += `${flags.json ? line.text : printable(textOf(line))}\n`;
      if (text.length < PIECE_LENGTH) continue;
      await print(text);
      text = '';
    }
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    await print(text);
    say(error.message);
    return 1;
  }
  await print(text);
  if (reader.tail) say(`torn tail: ${tailText(reader.tail)}`);
  return 0;
}

const KINDS: readonly Input['kind'][] = ['request', 'control', 'clock', 'charge'];

function wantedBy({ from, kind }: CatFlags): (line: InputLine) => boolean {
  const kinds = kind === undefined ? KINDS : kind.split(',');
  const unknown = kinds.find((each) => !(KINDS as readonly string[]).includes(each));
  if (unknown !== undefined) throw new UsageError(`--kind must be of ${KINDS.join(', ')} (got "${unknown}")`);
  const start = placeOf('--from', from);
  return ({ record: { seq, input } }) =>
    kinds.includes(input.kind) && (start === null || (start.seq === null ? input.at >= start.time : seq >= start.seq));
}

/** Whether a line comes after the last that is wanted. */
function lastOf(to: string | undefined): (line: InputLine) => boolean {
  const end = placeOf('--to', to);
  return ({ record: { seq, input } }) => end !== null && (end.seq === null ? input.at > end.time : seq > end.seq);
}

type Place = { readonly seq: number } | { readonly seq: null; readonly time: number };

function placeOf(flag: string, given: string | undefined): Place | null {
  if (given === undefined) return null;
  // A Unix time in milliseconds has more digits since 1973.
  if (/^\d{1,11}$/.test(given)) return { seq: Number(given) };
  const time = readStartTime(given);
  if (time !== undefined) return { seq: null, time };
  const takes = 'the number of an input, Unix milliseconds or an ISO 8601 time with a zone';
  throw new UsageError(`${flag} takes ${takes} (got "${given}")`);
}

function textOf({ record: { seq, input } }: InputLine): string {
  return [String(seq).padStart(8), timeText(input.at), input.kind.padEnd(7), summaryOf(input)].join('  ').trimEnd();
}

function summaryOf(input: Input): string {
  switch (input.kind) {
    case 'request': {
      const { action, wallet, account, nonce, commands } = input;
      const outcome = commands.length === 0 ? 'refused' : commands.map(({ type }) => type).join(' ');
      return `${action} of ${wallet}, account ${account}, nonce ${nonce ?? 'none'}: ${outcome}`;
    }
    case 'control':
      return input.commands.map(({ type }) => type).join(' ');
    case 'charge':
      return `${input.charge.tokens} tokens of ${input.charge.ip}`;
    case 'clock':
      return '';
  }
}
