import { compareJournals, RunError } from '../../inspect/replay/compare-journals.ts';
import { DumpError } from '../../exchange/journal/dump.ts';
import { SnapshotError } from '../../exchange/snapshots/document.ts';
import { printableLines } from '../../kernel/printable.ts';
import { Unreachable } from '../control-site.ts';
import { diffJson, diffText } from './diff-text.ts';
import { journalSource } from '../journal-source.ts';
import { print, say } from '../output.ts';
import { Progress } from '../progress.ts';
import { UsageError } from '../usage-error.ts';

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
