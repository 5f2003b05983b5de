import { printableLines } from '../../kernel/printable.ts';
import { compareSweeps } from '../../lab/sweeps/results/compare-sweeps.ts';
import { USUAL_FIGURE } from '../../lab/sweeps/results/comparison.ts';
import { readSweep } from '../../lab/sweeps/results/sweep-folder.ts';
import { SweepError } from '../../lab/sweeps/sweep.ts';
import { sweepComparisonLines } from '../comparison-text.ts';
import { type CommandBody, JSON_FLAG } from '../define.ts';
import { print } from '../output.ts';
import { UsageError } from '../usage-error.ts';

const FOLDER = 'the folder of a sweep';

/** `perpsim compare`. */
export const COMPARE: CommandBody = {
  takes: [FOLDER, `${FOLDER}, of another strategy, version or scenario`],
  flags: [['--figure <name>', 'the figure that is compared, such as drawdown', USUAL_FIGURE], JSON_FLAG],
  notes: 'Runs of both sweeps with the same seed are compared in pairs; where none differs, there is nothing to tell.',
  examples: ['perpsim compare sweeps/old sweeps/new', 'perpsim compare sweeps/old sweeps/new --figure drawdown --json'],
  exits: { 0: 'compared, whatever was found', 2: 'wrong usage, or sweeps that cannot be compared' },
  run: async (a: string, b: string, flags: CompareFlags) => compare(a, b, flags),
};

/** Flags as commander collects them. */
export interface CompareFlags {
  readonly figure: string;
  readonly json?: boolean;
}

/**
 * Compares two sweeps and prints the difference of each variant with its interval.
 *
 * @throws UsageError for folders that hold no sweeps, or sweeps with nothing in common
 */
export async function compare(a: string, b: string, { figure, json }: CompareFlags): Promise<0> {
  try {
    const compared = compareSweeps(await readSweep(a), await readSweep(b), figure);
    const lines = [`  A  ${a}`, `  B  ${b}`, '', ...sweepComparisonLines(compared)];
    await print(json === true ? `${JSON.stringify({ a, b, ...compared })}\n` : printableLines(lines.join('\n')));
    return 0;
  } catch (error) {
    if (error instanceof SweepError) throw new UsageError(error.message);
    throw error;
  }
}
