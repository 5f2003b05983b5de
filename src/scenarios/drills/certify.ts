import { Amount, textOf } from '../amount.ts';
import { FileProblemsError } from '../../exchange/world/read.ts';
import { shown } from '../../exchange/world/world-file.ts';
import { biteText, found } from './bites.ts';
import { type Drill, loadDrill, type Need, withRoom } from './drill.ts';
import type { DrillFacts, Habits, Invariant, Violation } from './facts.ts';
import { type DrillFigures, figuresOf } from './figures.ts';
import { ALWAYS, INVARIANTS } from './invariants.ts';
import { farthestQuote } from './risk.ts';
import { type DrillRun, type DrillRunOptions, runDrill } from './run-drill.ts';
import { shrinkDrill, type ShrunkDrill, writeShrunk } from './shrink-drill.ts';
import { type Statement, STATEMENT_DEFAULTS } from './statement.ts';
import { isRead, type Tape, type WireRequest } from './tape.ts';
import { shellQuoted } from '../../kernel/shell.ts';
import { sideBySide } from '../../kernel/side-by-side.ts';

/**
 * `pass`: the fault reached the bot, and every invariant holds. `fail`: one does not. `not applicable`: the bot does nothing that the
 * drill is about. `inconclusive`: the fault did not reach it, so nothing is proved.
 */
export type DrillVerdict = 'pass' | 'fail' | 'not applicable' | 'inconclusive';

/** Result of one drill with one seed. Times are milliseconds after the start of the drill. */
export interface DrillResult {
  readonly name: string;
  readonly title: string;
  readonly seed: string;
  readonly verdict: DrillVerdict;
  /** Why, in a sentence. */
  readonly reason: string;
  readonly bites: readonly { readonly text: string; readonly found: number; readonly needed: number }[];
  readonly invariants: readonly {
    readonly id: string;
    readonly title: string;
    readonly violations: readonly Violation[];
  }[];
  readonly figures: DrillFigures;
  /** What happened, in order of time. */
  readonly timeline: readonly { readonly at: number; readonly text: string; readonly isViolation: boolean }[];
  /** Requests and responses around the first violation; none for a drill that did not fail. */
  readonly trace: readonly TraceLine[];
  /** The command that runs this again. */
  readonly command: string;
  /** The shortest script found that fails in the same way; null for a drill that did not fail or was not shrunk. */
  readonly shrunk: ShrunkDrill | null;
  /** Of the run; null where there was none. Equal bots in lockstep have equal digests. */
  readonly digest: string | null;
  readonly elapsedMs: number;
}

interface TraceLine {
  readonly at: number;
  readonly action: string;
  readonly sent: string;
  readonly got: string;
}

/** Result of a certification. */
export interface Certification {
  readonly format: 'perpsim-certification';
  readonly version: 1;
  readonly bot: string;
  readonly statement: Statement;
  /** Whether the statement was learned in a calm run. */
  readonly isLearned: boolean;
  readonly mode: 'lockstep' | 'recorded';
  readonly seeds: readonly string[];
  readonly drills: readonly DrillResult[];
  readonly verdict: 'passed' | 'failed' | 'inconclusive';
  readonly elapsedMs: number;
}

export interface CertifyOptions extends Omit<DrillRunOptions, 'seed'> {
  /** Names or files of drills, in the order in which they run. */
  readonly drills: readonly string[];
  readonly seeds: readonly string[];
  /** Null learns it in a calm run. */
  readonly statement: Statement | null;
  /** A calm run that was made before. Left out: the bot is put through one first. */
  readonly calm?: CalmRun;
  /** Flags of the command that runs a drill again, as a shell takes them. Left out: `--bot` with the command of the bot. */
  readonly flags?: string;
  /** Drills that run side by side. Left out: one. Their results are equal to those of drills that run one after the other. */
  readonly jobs?: number;
  /** Shrinks each drill that fails, with the first seed that it fails with. Left out: none. */
  readonly shrink?: ShrinkOptions;
  readonly onResult?: (result: DrillResult, done: number, all: number) => void;
}

export interface ShrinkOptions {
  /** Wall time for each drill. */
  readonly withinMs: number;
  /** Folder for the shrunk drills; null writes none. */
  readonly folder: string | null;
  readonly onProgress?: (drill: string, tries: number, entries: number) => void;
}

/** The run in which nothing goes wrong: what a bot does there is what it does by itself. */
const CALM = 'calm/nothing-wrong';

/** What a bot did while nothing went wrong. */
export interface CalmRun {
  readonly run: DrillRun;
  readonly habits: Habits;
  /** It was another bot, so the run is no result of this one. */
  readonly ofAnother?: boolean;
}

const isOwnRun = ({ run, ofAnother }: CalmRun, seed: string): boolean => ofAnother !== true && run.seed === seed;

/** Runs a bot while nothing goes wrong. */
export async function calmRun(options: DrillRunOptions): Promise<CalmRun> {
  const run = await runDrill(loadDrill(CALM), options);
  return { run, habits: habitsOf(run.tape, run.endTime - run.startTime) };
}

/**
 * Puts a bot through drills. A run that is stopped gives what came out by then.
 *
 * @throws ScenarioFileError for a drill that cannot be read, RunError for one that cannot be run
 */
export async function certify(options: CertifyOptions): Promise<Certification> {
  const { bot, drills: names, seeds, signal, onResult } = options;
  const loaded = names.map((name) => loadDrill(name));
  const [firstSeed = '1'] = seeds;
  const calm = options.calm ?? (await calmRun({ ...options, seed: firstSeed }));
  const { habits } = calm;
  const statement = options.statement ?? learned(calm);
  const drills = loaded.map((drill) => withRoom(drill, statement.healWithin));
  const again = options.flags ?? `--bot ${shellQuoted(bot.command)}`;
  const judging = (isCalm: boolean): Judging => ({ statement, calm: isCalm ? null : habits, command: again });
  const runs = drills.flatMap((drill) => seeds.map((seed) => ({ drill, seed })));
  const judged = new Map<number, DrillResult>();
  await sideBySide(options.jobs ?? 1, runs, async ({ drill, seed }, place) => {
    if (signal?.aborted) return;
    const isCalm = drill.name === CALM;
    const needs: readonly (Need | typeof OWN_PROGRAM)[] =
      bot.attached && touchesProgram(drill) ? [...drill.needs, OWN_PROGRAM] : drill.needs;
    const unmet = isCalm ? undefined : needs.find((need) => !meets(habits, statement, need));
    const result =
      unmet === undefined
        ? judge(
            isCalm && isOwnRun(calm, seed) ? calm.run : await runDrill(drill, { ...options, seed }),
            judging(isCalm),
          )
        : notApplicable(drill, seed, unmet, again);
    // A run that was stopped is no result.
    if (signal?.aborted) return;
    judged.set(place, result);
    onResult?.(result, judged.size, runs.length);
  });
  const results: DrillResult[] = [];
  for (const [place, { drill }] of runs.entries()) {
    const result = judged.get(place);
    if (!result) continue;
    const isFirst = result.verdict === 'fail' && !results.some(({ name, shrunk }) => name === drill.name && shrunk);
    results.push(isFirst ? await shrunkResult(drill, result, judging(drill.name === CALM), options) : result);
  }
  return {
    ...{ format: 'perpsim-certification', version: 1, bot: bot.command, statement },
    ...{ isLearned: options.statement === null, mode: bot.speed === null ? 'lockstep' : 'recorded', seeds },
    ...{ drills: results, verdict: overall(results) },
    elapsedMs: results.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0),
  };
}

/** A result with the shortest script that still fails like it. */
async function shrunkResult(
  drill: Drill,
  result: DrillResult,
  judging: Judging,
  { shrink, signal, ...options }: CertifyOptions,
): Promise<DrillResult> {
  if (!shrink) return result;
  const { folder, onProgress } = shrink;
  const ends = AbortSignal.any([AbortSignal.timeout(shrink.withinMs), ...(signal ? [signal] : [])]);
  const found = await shrinkDrill(drill, result, {
    ...{ workFolder: options.workFolder, signal: ends },
    run: async (tried) => {
      const run = await runDrill(tried, { ...options, seed: result.seed, signal: ends });
      return ends.aborted ? null : judge(run, judging);
    },
    onProgress: (tries, entries) => onProgress?.(drill.name, tries, entries),
  });
  if (!found) return result;
  const file = folder === null ? null : writeShrunk(folder, drill, result.seed, found.script);
  const again = file === null ? drill : { ...drill, topic: 'own', file };
  return {
    ...result,
    command: commandOf(again, result.seed, judging.command),
    shrunk: { ...found, file: file && shown(file) },
  };
}

function overall(results: readonly DrillResult[]): Certification['verdict'] {
  if (results.some(({ verdict }) => verdict === 'fail')) return 'failed';
  const isProven = results.some(({ verdict }) => verdict === 'pass');
  return isProven && results.every(({ verdict }) => verdict !== 'inconclusive') ? 'passed' : 'inconclusive';
}

/** What a bot is judged by beside the run itself. */
interface Judging {
  readonly statement: Statement;
  readonly calm: Habits | null;
  /** Flags of the command that runs it again. */
  readonly command: string;
}

/** Judges one run of a drill. */
export function judge(run: DrillRun, { statement, calm, command }: Judging): DrillResult {
  const { drill, seed, startTime, endTime, tape } = run;
  const facts: DrillFacts = {
    ...{ drill, statement, tape, startTime, endTime, calm },
    ...{ from: startTime + drill.fromMs, until: startTime + drill.untilMs },
  };
  const invariants = [...new Set([...ALWAYS, ...drill.invariants])].map((id) => {
    const { title, check } = invariantOf(id);
    return { id, title, violations: check(facts).map(({ at, text }) => ({ at: at - startTime, text })) };
  });
  const bites = drill.bites.map((bite) => ({ text: biteText(bite), found: found(bite, facts), needed: bite.atLeast }));
  const broken = invariants.filter(({ violations }) => violations.length > 0);
  const first = broken.flatMap(({ violations }) => violations).sort((a, b) => a.at - b.at)[0];
  return {
    ...{ name: drill.name, title: drill.title, seed },
    ...verdictOf(run, bites, broken),
    ...{ bites, invariants, figures: figuresOf(tape), timeline: timelineOf(run, broken) },
    trace: first ? traceOf(tape, startTime, startTime + first.at) : [],
    ...{ command: commandOf(drill, seed, command), shrunk: null, digest: run.digest, elapsedMs: run.elapsedMs },
  };
}

function verdictOf(
  { unmet }: DrillRun,
  bites: DrillResult['bites'],
  broken: DrillResult['invariants'],
): Pick<DrillResult, 'verdict' | 'reason'> {
  if (broken.length > 0) {
    return {
      verdict: 'fail',
      reason: broken.flatMap(({ violations }) => violations.map(({ text }) => text)).join('; '),
    };
  }
  const [problem] = unmet;
  if (problem !== undefined)
    return { verdict: 'inconclusive', reason: `the drill did not go as it is written: ${problem}` };
  const missed = bites.find(({ found: count, needed }) => count < needed);
  if (missed)
    return {
      verdict: 'inconclusive',
      reason: `the fault did not reach the bot: ${missed.text}, found ${missed.found}`,
    };
  return { verdict: 'pass', reason: bites.map(({ text, found: count }) => `${text}: ${count}`).join('; ') };
}

function notApplicable(drill: Drill, seed: string, need: Need | typeof OWN_PROGRAM, command: string): DrillResult {
  return {
    ...{
      name: drill.name,
      title: drill.title,
      seed,
      verdict: 'not applicable',
      reason: NEEDS[need.split(' ')[0] ?? '']?.(need) ?? need,
    },
    ...{ bites: [], invariants: [], figures: figuresOf(EMPTY), timeline: [], trace: [] },
    ...{ command: commandOf(drill, seed, command), shrunk: null, digest: null, elapsedMs: 0 },
  };
}

const EMPTY: Tape = {
  ...{ requests: [], frames: [], connections: [], orders: [], fills: [], faults: [], process: [], open: [] },
  ...{ marks: [], forced: [], deleveraged: [], usage: [], charges: [], wrongClocks: 0 },
};

/** A drill kills, starts or stops the program, or measures it. */
const touchesProgram = ({ program, bites }: Drill): boolean =>
  bites.some(({ kind }) => kind === 'measured') || program.some((entry) => /^(kill|stop|start)$/.test(entry.do));
const OWN_PROGRAM = 'program';

/** What a bot does not do, in words. */
const NEEDS: Readonly<Record<string, (need: string) => string>> = {
  orders: () => 'the bot places no orders while nothing goes wrong',
  batches: () => 'the bot places one order in a request',
  streams: () => 'the bot opens no stream',
  deadline: () => 'the bot sends no request with a deadline (expiresAfter)',
  clientIds: () => 'the bot sends no client ids',
  channel: (need) => `the bot does not subscribe to ${need.slice(8)}`,
  action: (need) => `the bot does not send ${need.slice(7)}`,
  [OWN_PROGRAM]: () => 'the drill does something to the program, which its owner has started',
  statement: (need) =>
    `the statement of the bot does not say ${need.slice(10)}, which no calm run shows: write it into the file of --statement`,
};

function meets(habits: Habits, statement: Statement, need: Need | typeof OWN_PROGRAM): boolean {
  const [kind, name = ''] = need.split(' ');
  if (kind === OWN_PROGRAM) return false;
  if (kind === 'channel') return habits.channels.includes(name);
  if (kind === 'action') return habits.actions.includes(name);
  if (kind === 'statement') return statement[name as keyof Statement] !== undefined;
  const { places: orders, usesBatches: batches, usesStreams: streams, usesDeadlines: deadline, usesClientIds } = habits;
  return { orders, batches, streams, deadline, clientIds: usesClientIds }[kind as 'orders'];
}

function invariantOf(id: string): Invariant {
  const all: Readonly<Record<string, Invariant>> = INVARIANTS;
  const one = Object.hasOwn(all, id) ? all[id] : undefined;
  if (one) return one;
  const message = `${id} is no invariant; there are ${Object.keys(all).join(', ')}`;
  throw new FileProblemsError([{ file: 'invariants', line: 0, column: 0, path: id, message }]);
}

/** Returns what a bot does by itself, from a run in which nothing goes wrong. */
function habitsOf(tape: Tape, durationMs: number): Habits {
  const { requests, connections, orders } = tape;
  const channels = connections.flatMap(({ subscriptions }) => subscriptions.map(({ channel }) => channel));
  const start = requests[0]?.at ?? 0;
  return {
    channels: [...new Set(channels)],
    actions: [...new Set(requests.map(({ action }) => action))],
    usesStreams: connections.length > 0,
    usesDeadlines: requests.some(({ deadline }) => deadline > 0),
    usesClientIds: orders.some(({ clientId }) => clientId !== ''),
    places: orders.length > 0,
    usesBatches: requests.some((request) => request.orders.length > 1),
    restsOrders: shareWithOrders(tape, start, durationMs) > 0.5,
    followsBook: channels.includes('orderbook') || requests.some(({ action }) => action === 'getOrderbook'),
    hasTwins: orders.some(({ twins }) => twins > 0),
    quotesInLayers: orders.some(({ beside }) => beside > 0),
    farthestQuote: farthestQuote(tape),
  };
}

/** Share of a run in which an order was open that may open a position. */
function shareWithOrders({ open }: Tape, start: number, durationMs: number): number {
  let with_ = 0;
  let last = { at: start, quotes: 0 };
  for (const sample of [...open, { at: start + durationMs, quotes: 0 }]) {
    if (last.quotes > 0) with_ += sample.at - last.at;
    last = sample;
  }
  return durationMs === 0 ? 0 : with_ / durationMs;
}

/** Limits that leave the bot room beyond what it did in the calm run. */
function learned({ run: { tape, drill }, habits }: CalmRun): Statement {
  const symbols = [...new Set([drill.scenario.strategy?.symbol ?? '', ...tape.orders.map(({ symbol }) => symbol)])];
  const largest = (symbol: string): string => {
    const held = tape.fills.filter((fill) => fill.symbol === symbol).map(({ position }) => new Amount(position).abs());
    const sent = tape.orders.filter((order) => order.symbol === symbol).map(({ quantity }) => new Amount(quantity));
    return textOf(Amount.max('0', ...held, ...sent).times(LEARNED_ROOM));
  };
  return {
    ...STATEMENT_DEFAULTS,
    symbols,
    maxOpenOrders: habits.places ? figuresOf(tape).openOrdersMax : 0,
    maxPosition: Object.fromEntries(symbols.map((symbol) => [symbol, largest(symbol)])),
    maxRequestsPerSecond: Math.max(STATEMENT_DEFAULTS.maxRequestsPerSecond, 2 * figuresOf(tape).requestsPerSecondMax),
  };
}

/** A learned limit of the position is so many times the largest position or order of the calm run. */
const LEARNED_ROOM = 3;

/** Of strikes of one rule, the first so many are shown. */
const STRIKES_SHOWN = 5;

function timelineOf(run: DrillRun, broken: DrillResult['invariants']): DrillResult['timeline'] {
  const { tape, events, startTime } = run;
  const strikes = new Map<string, number>();
  const struck = tape.faults.flatMap(({ at, rule, effect, target }) => {
    const count = (strikes.get(rule) ?? 0) + 1;
    strikes.set(rule, count);
    return count > STRIKES_SHOWN
      ? []
      : [{ at, text: `The fault ${rule} (${effect}) strikes ${target || 'a request'}.` }];
  });
  const lines = [
    ...events.map(({ time, account, text }) => ({ at: time, text: account === null ? text : `${account}: ${text}` })),
    ...struck,
    ...tape.process.map(({ at, what, text, open }) => ({
      at,
      text: `Program ${what}${text && `: ${text}`}; ${open} open orders.`,
    })),
    ...tape.connections.flatMap(({ closedAt, byExchange }) =>
      closedAt !== null && byExchange ? [{ at: closedAt, text: 'The exchange breaks a connection of the bot.' }] : [],
    ),
  ].map(({ at, text }) => ({ at: at - startTime, text, isViolation: false }));
  const violations = broken.flatMap((one) =>
    one.violations.map(({ at, text }) => ({ at, text: `${one.title}: ${text}.`, isViolation: true })),
  );
  return [...lines, ...violations].sort((a, b) => a.at - b.at);
}

const BEFORE = 8;
const AFTER = 4;

/** Requests around a time. */
function traceOf({ requests }: Tape, startTime: number, at: number): readonly TraceLine[] {
  const place = requests.findIndex((request) => request.at > at);
  const middle = place < 0 ? requests.length : place;
  return requests.slice(Math.max(0, middle - BEFORE), middle + AFTER).map((request) => ({
    ...{ at: request.at - startTime, action: request.action, sent: request.sent },
    got: gotText(request),
  }));
}

const gotText = (request: WireRequest): string =>
  request.isLost
    ? '(no response)'
    : request.got === ''
      ? '(nothing yet)'
      : isRead(request)
        ? request.got.slice(0, 300)
        : request.got;

const commandOf = (
  { name, file, topic }: Pick<Drill, 'name' | 'file' | 'topic'>,
  seed: string,
  flags: string,
): string =>
  `perpsim certify ${flags} --only ${topic === 'own' ? shellQuoted(shown(file)) : name}${seed === '1' ? '' : ` --seed ${seed}`}`;
