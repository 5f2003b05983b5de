import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { certificationHtml } from '../../console/pages/certify/certification-page.ts';
import { ControlError } from '../../exchange/control-error.ts';
import { currentHost, fromCwd } from '../../exchange/host.ts';
import { FileProblemsError } from '../../exchange/world/read.ts';
import { isRecord } from '../../kernel/entries.ts';
import { printableLines } from '../../kernel/printable.ts';
import { shellQuoted } from '../../kernel/shell.ts';
import { plural } from '../../kernel/words.ts';
import { badgeOf } from '../../scenarios/drills/badge.ts';
import {
  type Certification,
  certify,
  type CertifyOptions,
  type DrillResult,
  type DrillVerdict,
} from '../../scenarios/drills/certify.ts';
import { drillNames, loadDrill, selectDrills, usualDrills } from '../../scenarios/drills/drill.ts';
import { shrunkText } from '../../scenarios/drills/shrink-drill.ts';
import { readStatement } from '../../scenarios/drills/statement.ts';
import { durationMs, durationText } from '../../scenarios/format/times.ts';
import type { AttachedBot } from '../../scenarios/run/bot.ts';
import { RunError } from '../../scenarios/run/run.ts';
import { xmlText, xmlValue } from '../../suite/reporters/junit.ts';
import { type CommandBody, JSON_FLAG } from '../define.ts';
import { gather } from '../flag-values.ts';
import { writeWhole } from '../output-file.ts';
import { print, say } from '../output.ts';
import { UsageError } from '../usage-error.ts';

const NOTES = `Each drill starts the bot by the shell, in the environment of perpsim run --bot and with PERPSIM_STATE_DIR beside it, and lets one
thing go wrong. A bot asks for each step of time (POST /sim/v1/clock/step), so that equal bots get equal verdicts and no time of the
machine passes by. docs/certify.md says what a sound bot does.`;

/** `perpsim certify`. */
export const CERTIFY: CommandBody = {
  flags: [
    ['--bot <command>', 'start this program for each drill'],
    [
      '--attach <file>',
      'start no program: write what the bot needs to this file, for its owner to start it in each drill',
    ],
    ['--port <port>', 'with --attach, the port of the exchange in every drill (default: 8790)'],
    ['--only <drills>', 'names, topics or files of drills, with commas between; may be repeated', gather],
    ['--seeds <number>', 'run each drill with the seeds 1 to this (default: 1)'],
    ['--seed <seed>', 'run each drill with this seed alone'],
    ['--jobs <number>', 'run so many drills side by side (default: 1)'],
    ['--statement <file>', 'what the bot says of itself (default: learned in a calm run)'],
    ['--step-timeout <time>', 'end a bot that asks for no time for so long (default: 20s)'],
    ['--speed <number>', 'exchange time for each second of the wall, for a bot that asks for no time'],
    ['--shrink <time>', 'shrink each drill that fails, for at most so long; 0s shrinks none (default: 1m)'],
    ['--shrunk <folder>', 'write the shrunk drills there'],
    ['--list', 'list the drills'],
    JSON_FLAG,
    ['--junit <file>', 'write the verdicts as JUnit XML'],
    ['--report <file>', 'write the report, one HTML file'],
    ['--badge <file>', 'write the verdict as an SVG image'],
    ['--against <file>', 'compare with the result that --json printed before'],
  ],
  notes: NOTES,
  examples: [
    'perpsim certify --list',
    'perpsim certify --bot "python3 my_bot.py" --statement my_bot.yaml --report certify.html',
    'perpsim certify --bot "node bot.mjs" --only responses,limits/rate-limited --seeds 5 --json',
  ],
  exits: {
    0: 'every drill that applies passed',
    1: 'a drill failed',
    2: 'wrong usage or file',
    4: 'nothing failed, and a drill was inconclusive or none applies',
    130: 'stopped',
  },
  run: async (flags: CertifyFlags) => run(flags),
};

/** Flags as commander collects them. */
export interface CertifyFlags {
  readonly bot?: string;
  readonly attach?: string;
  readonly port?: string;
  readonly only?: readonly string[];
  readonly seeds?: string;
  readonly seed?: string;
  readonly jobs?: string;
  readonly statement?: string;
  readonly stepTimeout?: string;
  readonly speed?: string;
  readonly shrink?: string;
  readonly shrunk?: string;
  readonly list?: boolean;
  readonly json?: boolean;
  readonly junit?: string;
  readonly report?: string;
  readonly badge?: string;
  readonly against?: string;
}

type CertifyExit = 0 | 1 | 2 | 4 | 130;

const EXIT_OF: Readonly<Record<Certification['verdict'], CertifyExit>> = { passed: 0, failed: 1, inconclusive: 4 };

/**
 * Certifies a bot and prints what came out. The first SIGINT or SIGTERM stops it after the drill under way.
 *
 * @throws UsageError for flags that cannot be met, OutputError for a file that cannot be written
 */
async function run(flags: CertifyFlags): Promise<CertifyExit> {
  try {
    return flags.list ? await listed(flags) : await certified(flags);
  } catch (error) {
    const isOfFile = [FileProblemsError, RunError, ControlError].some((kind) => error instanceof kind);
    if (!isOfFile || !(error instanceof Error)) throw error;
    say(error.message);
    return 2;
  }
}

async function listed({ json, only }: CertifyFlags): Promise<CertifyExit> {
  const drills = (only ? selected(only) : drillNames()).map((name) => loadDrill(name));
  if (json) {
    const entries = drills.map(({ name, title, stands, sound, story, needs, invariants }) => ({
      ...{ name, title, story, stands, sound, needs, invariants },
    }));
    await print(`${JSON.stringify(entries)}\n`);
    return 0;
  }
  const width = Math.max(...drills.map(({ name }) => name.length));
  await print(printableLines(drills.map(({ name, title }) => `${name.padEnd(width)}  ${title}\n`).join('')));
  return 0;
}

async function certified(flags: CertifyFlags): Promise<CertifyExit> {
  const { statement, against, attach } = flags;
  const command = commandOf(flags);
  const before = against === undefined ? null : readCertification(against);
  const stop = new AbortController();
  const release = currentHost().onStop(() => stop.abort());
  try {
    const result = await certify({
      bot: {
        command,
        speed: flags.speed === undefined ? null : speedOf(flags.speed),
        stepTimeoutMs: timeoutOf(flags.stepTimeout ?? '20s'),
        onHint: say,
        ...(attach !== undefined && { attached: attachedBy(attach, flags.port) }),
      },
      workFolder: tmpdir(),
      drills: selected(flags.only),
      seeds: seedsOf(flags),
      jobs: jobsOf(flags),
      statement: statement === undefined ? null : readStatement(statement),
      signal: stop.signal,
      flags: flagsAgain(flags),
      ...shrinking(flags),
      onResult: ({ name, seed, verdict }, done, all) => {
        say(`${done} of ${all}: ${verdict.padEnd(14)} ${name}${seed === '1' ? '' : `, seed ${seed}`}`);
      },
    });
    if (flags.junit !== undefined) await writeWhole(flags.junit, certificationXml(result));
    if (flags.report !== undefined) await writeWhole(flags.report, certificationHtml(result, before));
    if (flags.badge !== undefined) await writeWhole(flags.badge, badgeOf(result));
    await print(flags.json ? `${JSON.stringify(result)}\n` : printableLines(certificationText(result, before)));
    return stop.signal.aborted ? 130 : EXIT_OF[result.verdict];
  } finally {
    release();
  }
}

/** Flags that show a drill again as it was. */
function flagsAgain({ bot, attach, port, statement, speed, stepTimeout }: CertifyFlags): string {
  const given = {
    ...{ '--bot': bot, '--attach': attach, '--port': port },
    ...{ '--statement': statement, '--speed': speed, '--step-timeout': stepTimeout },
  };
  return Object.entries(given)
    .flatMap(([flag, value]) => (value === undefined ? [] : [`${flag} ${shellQuoted(value)}`]))
    .join(' ');
}

/** How failures are shrunk. The program of an attached bot is started by its owner, who would have to start it for each try. */
function shrinking({ shrink = '1m', shrunk, attach }: CertifyFlags): Pick<CertifyOptions, 'shrink'> {
  const withinMs = shrink === '0s' ? 0 : durationMs(shrink);
  if (withinMs === undefined || withinMs > 86_400_000)
    throw new UsageError(`--shrink must be a duration such as 1m, at most 24h, or 0s (got "${shrink}")`);
  if (withinMs === 0 || attach !== undefined) return {};
  const onProgress = (drill: string, tries: number, entries: number): void => {
    if (tries % TOLD_EVERY === 0)
      say(`shrinking ${drill}: ${plural(tries, 'run')}, ${plural(entries, 'entry', 'entries')}`);
  };
  return { shrink: { withinMs, folder: shrunk === undefined ? null : fromCwd(shrunk), onProgress } };
}

/** Of the runs of a shrink, each so many is told of. */
const TOLD_EVERY = 5;

/** The command of the bot; for one that its owner starts, what it is called. */
function commandOf({ bot, attach }: CertifyFlags): string {
  if (attach !== undefined && bot !== undefined) throw new UsageError('--bot and --attach exclude each other');
  if (attach !== undefined) return 'the bot of its owner';
  if (bot !== undefined && bot.trim() !== '') return bot;
  throw new UsageError('--bot takes a command, such as "node bot.mjs"; --list shows the drills');
}

const ATTACH_PORT = '8790';

/** Writes what a bot needs to a file that a shell reads with `.`, anew in each drill. */
function attachedBy(file: string, given = ATTACH_PORT): AttachedBot {
  const port = Number(given);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new UsageError(`--port ${given} is no port`);
  return {
    port,
    onReady: async (environment) => {
      const lines = Object.entries(environment).map(([name, value]) => `export ${name}=${shellQuoted(value)}\n`);
      await writeWhole(file, lines.join(''));
      say(`the exchange is at port ${port}: start the bot with the environment of ${file}`);
    },
  };
}

/** The drills that were asked for, each once; the calm run comes first. */
function selected(only: readonly string[] = []): readonly string[] {
  const asked = only
    .flatMap((each) => each.split(','))
    .map((each) => each.trim())
    .filter((each) => each !== '');
  if (asked.length === 0) return usualDrills();
  return [
    ...new Set(
      asked.flatMap((each) => {
        const names = selectDrills(each);
        if (typeof names === 'string') throw new UsageError(`--only: ${names}`);
        return names;
      }),
    ),
  ];
}

const SEEDS_MAX = 1_000;

function seedsOf({ seeds, seed }: CertifyFlags): readonly string[] {
  if (seeds !== undefined && seed !== undefined) throw new UsageError('--seeds and --seed are given: leave one out');
  if (seed === '') throw new UsageError('--seed takes a text or a whole number');
  if (seed !== undefined) return [seed];
  const count = /^\d{1,4}$/.test(seeds ?? '1') ? Number(seeds ?? '1') : 0;
  if (count >= 1 && count <= SEEDS_MAX) return Array.from({ length: count }, (_, place) => String(place + 1));
  throw new UsageError(`--seeds must be between 1 and ${SEEDS_MAX} (got "${seeds}")`);
}

const JOBS_MAX = 64;

/** An attached bot has one port and one owner. */
function jobsOf({ jobs = '1', attach }: CertifyFlags): number {
  const count = /^\d{1,2}$/.test(jobs) ? Number(jobs) : 0;
  if (count < 1 || count > JOBS_MAX) throw new UsageError(`--jobs must be between 1 and ${JOBS_MAX} (got "${jobs}")`);
  if (count > 1 && attach !== undefined)
    throw new UsageError('--attach runs one drill after the other: leave --jobs out');
  return count;
}

function speedOf(text: string): number {
  const speed = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  if (speed >= 0.001 && speed <= 1_000) return speed;
  throw new UsageError(`--speed must be between 0.001 and 1000 (got "${text}")`);
}

function timeoutOf(text: string): number {
  const ms = durationMs(text);
  if (ms !== undefined && ms >= 100 && ms <= 3_600_000) return ms;
  throw new UsageError(`--step-timeout must be a duration such as 20s, at most 1h (got "${text}")`);
}

/** @throws UsageError for a file that holds no result of a certification */
function readCertification(file: string): Certification {
  let value: unknown = null;
  try {
    value = JSON.parse(readFileSync(fromCwd(file), 'utf8'));
  } catch (error) {
    throw new UsageError(`--against ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (isRecord(value) && value['format'] === 'perpsim-certification') return value as unknown as Certification;
  throw new UsageError(`--against ${file} is not what perpsim certify --json prints`);
}

const ORDER: readonly DrillVerdict[] = ['fail', 'inconclusive', 'not applicable', 'pass'];

/** What is printed: the failures with what shows them again, then each drill in a line, then the count. */
function certificationText(result: Certification, before: Certification | null): string {
  const { drills, statement, isLearned, elapsedMs } = result;
  const width = Math.max(0, ...drills.map(({ name }) => name.length));
  const lines = ORDER.flatMap((verdict) =>
    drills
      .filter((drill) => drill.verdict === verdict && verdict !== 'pass')
      .map((drill) => `${verdict.padEnd(14)}  ${drill.name.padEnd(width)}  seed ${drill.seed}: ${drill.reason}`),
  );
  const failures = drills.filter(({ verdict }) => verdict === 'fail').map(failureText);
  const limits = `${plural(statement.maxOpenOrders, 'open order')}, position ${Object.entries(statement.maxPosition)
    .map(([symbol, most]) => `${most} ${symbol}`)
    .join(', ')}`;
  return [
    ...failures,
    ...(lines.length > 0 ? [`${lines.join('\n')}\n`] : []),
    ...comparedLines(result, before),
    `limits of the bot${isLearned ? ', learned in a calm run' : ''}: ${limits}, cancels within ${statement.cancelWithin} ms, heals within ${statement.healWithin} ms`,
    `${result.verdict}: ${ORDER.toReversed()
      .map((verdict) => `${drills.filter((drill) => drill.verdict === verdict).length} ${verdict}`)
      .join(', ')}; ${(elapsedMs / 1_000).toFixed(1)} s`,
    '',
  ].join('\n');
}

function failureText({ name, title, seed, timeline, command, shrunk }: DrillResult): string {
  const shown = timeline.filter(({ isViolation }) => isViolation);
  return [
    `FAILED ${name}, seed ${seed}: ${title}`,
    ...shown.map(({ at, text }) => `  ${durationText(Math.max(0, at)) || '0s'}  ${text}`),
    ...(shrunk ? [`  ${shrunkText(shrunk)}`] : []),
    `  ${command}`,
    '',
  ].join('\n');
}

function comparedLines(result: Certification, before: Certification | null): readonly string[] {
  if (!before) return [];
  const changed = changes(result, before).map(({ name, seed, was, is }) => `${name}, seed ${seed}: ${was}, now ${is}`);
  return [
    changed.length === 0
      ? 'no verdict differs from the run before'
      : `changed since the run before:\n  ${changed.join('\n  ')}`,
  ];
}

/** Verdicts that differ from those of the run before; drills that one of the two did not run are left out. */
function changes(result: Certification, before: Certification) {
  return result.drills.flatMap(({ name, seed, verdict: is }) => {
    const was = before.drills.find((drill) => drill.name === name && drill.seed === seed)?.verdict;
    return was === undefined || was === is ? [] : [{ name, seed, was, is }];
  });
}

/** JUnit XML: a suite for each topic, a case for each drill and seed. What is inconclusive is an error, what does not apply is skipped. */
function certificationXml({ drills, bot }: Certification): string {
  const count = (verdict: DrillVerdict): number => drills.filter((drill) => drill.verdict === verdict).length;
  const cases = drills.map((drill) => {
    const { name, title, seed, verdict, reason, elapsedMs } = drill;
    const head = `    <testcase classname=${xmlValue(name.replaceAll('/', '.'))} name=${xmlValue(`${title}, seed ${seed}`)} time="${(elapsedMs / 1_000).toFixed(3)}"`;
    if (verdict === 'pass') return `${head}/>`;
    const message = xmlValue(reason);
    const tag = { fail: 'failure', inconclusive: 'error', 'not applicable': 'skipped' }[verdict];
    const detail = verdict === 'fail' ? xmlText(failureText(drill)) : '';
    return `${head}>\n      <${tag} message=${message}>${detail}</${tag}>\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name=${xmlValue(`perpsim certify ${bot}`)} tests="${drills.length}" failures="${count('fail')}" errors="${count('inconclusive')}" skipped="${count('not applicable')}">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
