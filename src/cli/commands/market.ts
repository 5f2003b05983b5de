import { availableParallelism } from 'node:os';
import { isAbsolute } from 'node:path';
import { factsPageHtml } from '../../console/pages/market/facts-page.ts';
import { readStartTime, START_TIME_TAKES } from '../../exchange/clock/clock.ts';
import { currentHost, fromCwd } from '../../exchange/host.ts';
import { loadWorld, WorldFileError } from '../../exchange/world/world-file.ts';
import { factsMarkdown, factsText } from '../../lab/market/report.ts';
import type { FactsResult } from '../../lab/market/run/facts-result.ts';
import { FactsError, FactsRun } from '../../lab/market/run/facts-run.ts';
import type { CommandBody } from '../define.ts';
import { writeWhole } from '../output-file.ts';
import { print, say } from '../output.ts';
import { untilStopped } from '../stop-signal.ts';
import { durationText } from '../figure-text.ts';
import { UsageError } from '../usage-error.ts';

/** `perpsim market`. */
export const MARKET: CommandBody = {
  below: [
    {
      name: 'facts',
      about: 'Runs a world with several seeds and compares its market with the facts of real ones.',
      flags: [
        ['--world <name|file>', 'a world of the package or a file (default: default)'],
        ['--hours <number>', 'hours of exchange time for each seed (default: 24)'],
        ['--seeds <number>', 'seeds 1 to this number, each starting on another weekday (default: 5)'],
        ['--start <time>', 'start of the first seed, Unix ms or ISO 8601 (default: as the world says)'],
        ['--threads <number>', 'seeds that run at a time (default: one for each core)'],
        ['--html <file>', 'write the table and its charts to this file'],
        ['--markdown <file>', 'write the table to this file as Markdown'],
        ['--json', 'print the figures and the points of the charts as one JSON line'],
      ],
      notes: 'A signal ends the run soon, with the figures of what was observed.',
      examples: [
        'perpsim market facts --hours 6 --seeds 2',
        'perpsim market facts --world world.yaml --html market.html --json',
      ],
      exits: {
        0: 'all figures are within their ranges',
        1: 'a figure is out or not judged',
        2: 'wrong usage or world',
        130: 'stopped by a signal',
      },
      run: async (flags: FactsFlags) => marketFacts(flags),
    },
  ],
};

/** Flags as commander collects them. */
export interface FactsFlags {
  readonly world?: string;
  readonly hours?: string;
  readonly seeds?: string;
  readonly start?: string;
  readonly threads?: string;
  readonly html?: string;
  readonly markdown?: string;
  readonly json?: boolean;
}

/** 0 all figures are within their ranges, 1 one is out or not judged, 130 stopped. */
export type FactsExit = 0 | 1 | 130;

const MAX_HOURS = 720;
const MAX_SEEDS = 100;
const MAX_THREADS = 64;

/**
 * Runs `perpsim market facts`.
 *
 * @throws UsageError for flags or a world that cannot be used; OutputError for a file that cannot be written
 */
export async function marketFacts(flags: FactsFlags): Promise<FactsExit> {
  const given = flags.world ?? 'default';
  const { world, startTime } = worldOf(given);
  const run = new FactsRun({
    world,
    shownWorld: given,
    startTime: startOf(flags.start) ?? startTime,
    hours: countOf('--hours', flags.hours, 24, MAX_HOURS),
    seeds: countOf('--seeds', flags.seeds, 5, MAX_SEEDS),
    threads: countOf('--threads', flags.threads, availableParallelism(), MAX_THREADS),
  });
  const result = await untilStopped((stopped) => {
    void stopped.then(() => run.stop());
    return observed(run);
  });
  await writeReports(result, flags);
  if (!result.complete) return 130;
  return result.rows.every(({ verdict }) => verdict === 'within') ? 0 : 1;
}

async function observed(run: FactsRun): Promise<FactsResult> {
  const progress = new FactsProgress(() => run.progress());
  try {
    return await run.run();
  } catch (error) {
    if (error instanceof FactsError) throw new UsageError(error.message);
    throw error;
  } finally {
    progress.end();
  }
}

async function writeReports(result: FactsResult, { html, markdown, json }: FactsFlags): Promise<void> {
  if (html !== undefined) await writeWhole(html, factsPageHtml(result));
  if (markdown !== undefined) await writeWhole(markdown, factsMarkdown(result));
  await print(json === true ? `${JSON.stringify(result)}\n` : factsText(result));
}

/** The world as threads take it, and when it starts. Its problems are reported before anything runs. */
function worldOf(given: string): { readonly world: string; readonly startTime: number } {
  try {
    const { file, path } = loadWorld(given);
    const startTime = readStartTime(file.startTime) ?? 0;
    return { world: path === '' || isAbsolute(path) ? path : fromCwd(path), startTime };
  } catch (error) {
    if (error instanceof WorldFileError) throw new UsageError(error.message);
    throw error;
  }
}

function startOf(text: string | undefined): number | undefined {
  const time = readStartTime(text);
  if (text !== undefined && time === undefined)
    throw new UsageError(`--start takes ${START_TIME_TAKES} (got "${text}")`);
  return time;
}

function countOf(flag: string, text: string | undefined, otherwise: number, most: number): number {
  if (text === undefined) return otherwise;
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > most)
    throw new UsageError(`${flag} must be a whole number from 1 to ${most} (got "${text}")`);
  return count;
}

const SAY_EVERY_MS = 10_000;
const SHOW_EVERY_MS = 500;

interface Done {
  readonly minutes: number;
  readonly total: number;
}

/** How far the seeds are: one line that changes on a terminal, a line now and then elsewhere. */
class FactsProgress {
  readonly #done: () => Done;
  readonly #out = currentHost().stderr;
  readonly #isTerminal = this.#out.isTTY === true;
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout;

  constructor(done: () => Done) {
    this.#done = done;
    this.#timer = setInterval(() => this.#show(), this.#isTerminal ? SHOW_EVERY_MS : SAY_EVERY_MS);
  }

  /** Shows nothing more, and ends the line on a terminal. */
  end(): void {
    clearInterval(this.#timer);
    if (!this.#isTerminal) return;
    this.#show();
    this.#out.write('\n');
  }

  #show(): void {
    const { minutes, total } = this.#done();
    const seconds = (performance.now() - this.#started) / 1000;
    const left = minutes > 0 ? `, ${durationText((seconds / minutes) * (total - minutes))} left` : '';
    const line = `${(minutes / 60).toFixed(1)} of ${(total / 60).toFixed(0)} hours of exchange time${left}`;
    if (!this.#isTerminal) return say(line);
    this.#out.write(`\r\u001b[2K${line.slice(0, Math.max(20, (this.#out.columns ?? 0) - 1))}`);
  }
}
