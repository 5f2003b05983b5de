import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currentHost } from '../../exchange/host.ts';
import { loadScenario } from '../../scenarios/format/load.ts';
import { runScenario } from '../../scenarios/run/run-scenario.ts';
import { type RunWritten, type Shrunk, shrinkScenario, type Size } from '../../scenarios/shrinking/shrink-scenario.ts';
import { moved, readWritten, ScratchScenarios, writeScenario } from '../../scenarios/shrinking/written-files.ts';
import { print, say } from '../output.ts';
import { Progress } from '../progress.ts';
import { UsageError } from '../usage-error.ts';
import { newFolder } from './new-folder.ts';

export interface ShrinkFlags {
  readonly out?: string;
  readonly expectation?: string;
  readonly anyFailure?: boolean;
  readonly tries?: string;
  readonly json?: boolean;
}

/**
 * Reduces a scenario to the smallest that still fails the same expectation, and writes that.
 *
 * @returns 0 when it was reduced as far as it goes, 1 when nothing of it fails, 4 when it was stopped before that
 * @throws UsageError, ScenarioFileError
 */
export async function shrink(given: string, flags: ShrinkFlags): Promise<0 | 1 | 4> {
  const found = readWritten(given);
  const out = newFolder(flags.out ?? `${found.name.replaceAll('/', '-')}-shrunk`);
  const { isInterrupted, signal, end } = interrupt();
  const scratch = new ScratchScenarios(mkdtempSync(join(tmpdir(), 'perpsim-shrink-')));
  const run: RunWritten = async (written) => {
    const scenario = scratch.load(written, found.folder);
    return scenario && (await runScenario(scenario, { signal: AbortSignal.any([signal]) })).expectations;
  };
  const progress = new Progress('tried', 'runs');
  try {
    const shrunk = await shrinkScenario(found, run, {
      durationOf: (scenario) => scratch.load({ scenario, expectations: [] }, found.folder)?.durationMs ?? 0,
      isAnyFailure: flags.anyFailure === true,
      signal,
      maxTries: triesOf(flags.tries),
      onProgress: ({ tries }) => progress.at(tries),
      ...(flags.expectation !== undefined && { sentence: flags.expectation }),
    });
    if (!shrunk) {
      say(
        `${found.name} fails ${flags.expectation === undefined ? 'nothing' : `no expectation "${flags.expectation}"`}`,
      );
      return 1;
    }
    writeScenario(out, moved(shrunk, found.folder, out), readmeOf(found.name, shrunk));
    loadScenario(out);
    await print(flags.json === true ? `${JSON.stringify(jsonOf(shrunk, out))}\n` : textOf(shrunk, out));
    return isInterrupted() ? 4 : 0;
  } finally {
    end();
    scratch.close();
  }
}

function triesOf(text = '2000'): number {
  const tries = Number(text);
  if (Number.isSafeInteger(tries) && tries > 0) return tries;
  throw new UsageError(`--tries must be a whole number above 0 (got ${text})`);
}

/** The first Ctrl-C ends the search with what it has found; the next one ends the process. */
function interrupt(): {
  readonly signal: AbortSignal;
  readonly isInterrupted: () => boolean;
  readonly end: () => void;
} {
  const controller = new AbortController();
  const stop = (): void => {
    say('stopping: what has been found so far is written');
    controller.abort();
  };
  const end = currentHost().onStop(stop, { signals: ['SIGINT'] });
  return { signal: controller.signal, isInterrupted: () => controller.signal.aborted, end };
}

const sizeText = ({ timeline, agents, accounts, duration }: Size): string =>
  `${timeline} entries, ${agents} agents, ${accounts} accounts, ${duration / 1_000} s`;

const textOf = ({ failure, tries, before, after, isMinimal }: Shrunk, out: string): string =>
  [
    `expectation  ${failure.sentence}`,
    `found        ${failure.message}`,
    `before       ${sizeText(before)}`,
    `after        ${sizeText(after)}`,
    `runs         ${tries}${isMinimal ? '' : ', ended before nothing more could be left out'}`,
    `written      ${out}`,
    '',
  ].join('\n');

const jsonOf = ({ failure, tries, before, after, isMinimal }: Shrunk, out: string): object => ({
  ...{ folder: out, expectation: failure.sentence, found: failure.message, runs: tries, isMinimal, before, after },
});

const readmeOf = (name: string, { failure, tries }: Shrunk): string =>
  [
    `# The smallest form of ${name} that fails`,
    '',
    `It expects: ${failure.sentence}. What is found instead: ${failure.message}.`,
    '',
    `\`perpsim scenario shrink\` has left out everything that the failure does not need, in ${tries} runs.`,
    '',
  ].join('\n');
