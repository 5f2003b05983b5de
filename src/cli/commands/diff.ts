import type { Input } from '../../engine/command.ts';
import { DumpError } from '../../exchange/journal/dump.ts';
import type { Difference, Differences } from '../../exchange/snapshots/differences.ts';
import { SnapshotError } from '../../exchange/snapshots/document.ts';
import {
  type Chains,
  compareJournals,
  type Comparison,
  moduleOf,
  type RunDifference,
  RunError,
} from '../../inspect/replay/compare-journals.ts';
import { printableLines } from '../../kernel/printable.ts';
import { Unreachable } from '../control-site.ts';
import { type CommandBody, JSON_FLAG } from '../define.ts';
import { journalSource } from '../journal-source.ts';
import { print, say } from '../output.ts';
import { Progress } from '../progress.ts';
import { UsageError } from '../usage-error.ts';

const RUN = 'a saved journal, a data directory, or the URL of a running exchange; or the file of a snapshot';

/** `perpsim diff`. */
export const DIFF: CommandBody = {
  takes: [RUN, 'the other run, in the same forms'],
  flags: [['--control-token <token>', 'the token that a running exchange was started with'], JSON_FLAG],
  examples: ['perpsim diff run-1.jsonl run-2.jsonl', 'perpsim diff ./data http://127.0.0.1:8700 --json'],
  exits: { 0: 'equal', 1: 'different', 2: 'wrong usage or file', 3: 'no exchange reached' },
  run: async (a: string, b: string, flags: DiffFlags) => diff(a, b, flags),
};

/** Flags as commander collects them. */
export interface DiffFlags {
  readonly controlToken?: string;
  readonly json?: boolean;
}

/** 0 equal, 1 they differ, 3 there was no exchange. */
export type DiffExit = 0 | 1 | 3;

/**
 * Compares two runs by their journals and prints the first input at which they differ, with the place in the state.
 *
 * @throws UsageError for what is no journal
 */
export async function diff(a: string, b: string, { controlToken, json }: DiffFlags): Promise<DiffExit> {
  const sources = [journalSource(a, controlToken), journalSource(b, controlToken)] as const;
  const progress = new Progress('compared');
  try {
    const comparison = await compareJournals(...sources, (inputs) => progress.at(inputs));
    const compared = { a: sources[0].name, b: sources[1].name, comparison };
    await print(json ? diffJson(compared) : printableLines(diffText(compared)));
    return comparison.difference ? 1 : 0;
  } catch (error) {
    if (error instanceof RunError && isBroken(error.cause)) throw new UsageError(error.message);
    if (!(error instanceof Unreachable)) throw error;
    say(error.message);
    return 3;
  }
}

const isBroken = (cause: unknown): boolean => cause instanceof DumpError || cause instanceof SnapshotError;

/** What was compared, and what came of it. */
export interface Compared {
  readonly a: string;
  readonly b: string;
  readonly comparison: Comparison;
}

/** The result of a comparison for programs: one line. */
function diffJson({ a, b, comparison }: Compared): string {
  const { difference, ...rest } = comparison;
  const shown = difference && {
    ...difference,
    input: difference.input && { kind: difference.input.kind, at: difference.input.at },
    state: {
      ...difference.state,
      first: difference.state.first.map((each) => ({ ...each, module: moduleOf(each.path) })),
    },
  };
  return `${JSON.stringify({ a, b, equal: difference === null, ...rest, difference: shown })}\n`;
}

/** The result of a comparison for people. */
function diffText({ a, b, comparison }: Compared): string {
  const { difference } = comparison;
  const lines = [
    `  a          ${a}`,
    `  b          ${b}`,
    `  equal      ${comparison.inputs} inputs`,
    ...otherBuildText(comparison),
    '',
    ...(difference ? differenceText(difference) : ['equal: the same inputs with the same effects']),
    '',
  ];
  return lines.join('\n');
}

function differenceText(difference: RunDifference): readonly string[] {
  const { what, seq, input, inputs, events, state, chains } = difference;
  if (what === 'start') {
    const place = seq === 0 ? 'at the start' : `after input ${seq}, where the later of them begins`;
    return [`DIFFERENT ${place}`, ...listText(inputs), ...listText(state, true)];
  }
  const place = `input ${seq} (${input ? inputName(input) : 'none'})`;
  const [first] = state.first;
  const lead = first ? `: ${first.path}: ${valuesText(first)}` : ''; // prettier-ignore
  return [
    `DIFFERENT at ${place}${lead}`,
    ...(inputs.total > 0
      ? [what === 'length' ? '  only one run has this input' : '  the inputs', ...listText(inputs)]
      : []),
    ...(events.total > 0 ? ['  the events it caused', ...listText(events)] : []),
    ...(state.total > 0 ? ['  the states after it', ...listText(state, true)] : []),
    ...(what === 'effects' || what === 'state' ? chainsText(chains, seq, state.total > 0) : []),
  ];
}

const inputName = (input: Input): string => {
  const what = input.kind === 'request' ? `request ${input.action}` : input.kind;
  return `${what} at ${new Date(input.at).toISOString()}`;
};

const valuesText = ({ a, b }: Difference): string => `${a} against ${b}`;

function listText({ total, first }: Differences, withModule = false): readonly string[] {
  const shown = first.map((each) => {
    const module = withModule ? ` (${moduleOf(each.path)})` : '';
    return `    ${each.path}${module}: ${valuesText(each)}`;
  });
  return total > first.length ? [...shown, `    and ${total - first.length} more`] : shown;
}

/** Says whose digest this build computes, and how to find the place when it cannot show it. */
function chainsText({ recorded, computed }: Chains, seq: number, isLocated: boolean): readonly string[] {
  const [a, b] = recorded;
  const lines = [`  recorded   a ${a ?? 'nothing'}`, `             b ${b ?? 'nothing'}`];
  if (computed[0] !== computed[1]) return [...lines, `  computed   a ${computed[0]}`, `             b ${computed[1]}`];
  const agrees = computed[0] === a ? 'as a' : computed[0] === b ? 'as b' : 'as neither';
  const how = [
    '  This build computes equal states for both, so another build or machine computed one of them. To see the states,',
    `  run "perpsim replay JOURNAL --until ${seq} --save FILE" where each was written and compare the two files.`,
  ];
  return [...lines, `  computed   ${computed[0]}, ${agrees}`, ...(isLocated ? [] : how)];
}

function otherBuildText({ otherBuild, difference }: Comparison): readonly string[] {
  if (!otherBuild || (difference?.what === 'effects' && difference.seq <= otherBuild.input)) return [];
  const { input, recorded, computed } = otherBuild;
  return [
    `  note       both journals were written by another build: from input ${input} on this one computes other digests`,
    `             (${computed.slice(0, 16)} for ${recorded.slice(0, 16)})`,
  ];
}
