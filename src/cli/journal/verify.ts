import { stateDigest } from '../../engine/canonical-state.ts';
import { printableLines } from '../../kernel/printable.ts';
import { DamageError } from '../../exchange/data/generation-reader.ts';
import type { DumpLine } from '../../exchange/journal/dump.ts';
import { Replay } from '../../exchange/journal/replay.ts';
import { print } from '../output.ts';
import { type Survey, survey } from './survey.ts';
import { filesOf } from './target.ts';
import { rangeText, tailText } from './text.ts';

/** Flags as commander collects them. */
export interface VerifyFlags {
  readonly replay?: boolean;
  readonly json?: boolean;
}

/** What was found about one file. */
type Verdict =
  | { readonly sound: true; readonly survey: Survey; readonly compared: number | null }
  | {
      readonly sound: false;
      readonly file: string;
      readonly line: number;
      readonly offset: number;
      readonly problem: string;
    }
  | { readonly sound: false; readonly file: string; readonly input: number; readonly problem: string };

/**
 * Checks every line of a journal, and with `replay` every digest.
 *
 * @returns 0 when it is sound
 * @throws UsageError when there is no journal
 */
export async function verify(given: string, flags: VerifyFlags): Promise<0 | 1> {
  const verdicts = filesOf(given).map((file) => verdictOn(file, flags.replay === true));
  const isSound = verdicts.every(({ sound }) => sound);
  const text = [...verdicts.map(textOf), isSound ? 'sound' : 'NOT sound', ''].join('\n');
  await print(flags.json ? `${JSON.stringify({ sound: isSound, files: verdicts })}\n` : printableLines(text));
  return isSound ? 0 : 1;
}

function verdictOn(file: string, replays: boolean): Verdict {
  const digests = replays ? new Digests() : null;
  try {
    const found = survey(file, (line) => digests?.take(line));
    return { sound: true, survey: found, compared: digests ? digests.compared : null };
  } catch (error) {
    if (error instanceof DamageError) {
      const { line, offset, message } = error;
      return { sound: false, file, line, offset, problem: message.slice(file.length + 1) };
    }
    if (error instanceof OtherDigest) return { sound: false, file, input: error.input, problem: error.message };
    throw error;
  }
}

class OtherDigest extends Error {
  readonly input: number;

  constructor(input: number, what: string) {
    super(`after input ${input} this perpsim comes to another digest of ${what}`);
    this.input = input;
  }
}

/** Applies the inputs of a journal again and compares every digest that it has. */
class Digests {
  compared = 0;
  #replay: Replay | null = null;

  take(line: DumpLine): void {
    if (line.kind === 'header') {
      // The state of a snapshot that is named is not part of the journal.
      this.#replay = line.header.start.snapshot === null ? new Replay(line.header.config, line.header.start) : null;
      return;
    }
    const replay = this.#replay;
    if (!replay) return;
    if (line.kind === 'input') {
      this.#compare('inputs and events', line.chain, replay.chain);
      replay.apply(line.record);
    } else {
      this.#compare('inputs and events', line.end.chain, replay.chain);
      this.#compare('the state', line.end.state, stateDigest(replay.state));
    }
  }

  #compare(what: string, expected: string | null, found: string): void {
    if (expected === null) return;
    this.compared += 1;
    if (expected !== found) throw new OtherDigest(this.#replay?.state.inputSeq ?? 0, what);
  }
}

function textOf(verdict: Verdict): string {
  if (!verdict.sound) return `${verdict.file}\n  damage     ${verdict.problem}\n`;
  const { survey: found, compared } = verdict;
  return [
    found.file,
    `  inputs     ${rangeText(found)}`,
    `  lines      ${found.lines}, ${found.bytes} bytes`,
    ...(compared === null
      ? []
      : [
          `  digests    ${compared === 0 && found.first > 1 ? 'none compared: the file starts at a snapshot' : `${compared} compared`}`,
        ]),
    ...(found.tail ? [`  torn tail  ${tailText(found.tail)}`] : []),
    '',
  ].join('\n');
}
