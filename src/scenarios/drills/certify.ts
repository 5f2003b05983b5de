import { Amount, textOf } from '../amount.ts';
import { FileProblemsError } from '../../exchange/world/read.ts';
import { shown } from '../../exchange/world/world-file.ts';
import { type Bite, type Drill, loadDrill, type Need } from './drill.ts';
import { codesOf, type DrillFacts, type Habits, type Invariant, positionAt, type Violation } from './facts.ts';
import { ALWAYS, INVARIANTS } from './invariants.ts';
import { farthestQuote } from './risk.ts';
import { type DrillRun, type DrillRunOptions, runDrill } from './run-drill.ts';
import { shrinkDrill, type ShrunkDrill, writeShrunk } from './shrink-drill.ts';
import { type Statement, STATEMENT_DEFAULTS } from './statement.ts';
import { isRead, type Tape, type WireRequest } from './tape.ts';
import { shellQuoted } from '../../kernel/shell.ts';

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

/** What was measured of the bot in a drill. */
interface DrillFigures {
  readonly requests: number;
  readonly requestsPerSecondMax: number;
  readonly refusals: Readonly<Record<string, number>>;
  readonly lost: number;
  readonly connections: number;
  readonly orders: number;
  readonly openOrdersMax: number;
  readonly fills: number;
  readonly positionMax: string;
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
  /** Flags of the command that runs a drill again, as a shell takes them. Left out: `--bot` with the command of the bot. */
  readonly flags?: string;
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

/**
 * Puts a bot through drills, one after the other. A run that is stopped gives what came out by then.
 *
 * @throws ScenarioFileError for a drill that cannot be read, RunError for one that cannot be run
 */
export async function certify(options: CertifyOptions): Promise<Certification> {
  const { bot, drills: names, seeds, signal, onResult } = options;
  const drills = names.map((name) => loadDrill(name));
  const [firstSeed = '1'] = seeds;
  const calm = await runDrill(loadDrill(CALM), { ...options, seed: firstSeed });
  const habits = habitsOf(calm.tape, calm.endTime - calm.startTime);
  const statement = options.statement ?? learned(calm, habits);
  const again = options.flags ?? `--bot ${shellQuoted(bot.command)}`;
  const judging = (isCalm: boolean): Judging => ({ statement, calm: isCalm ? null : habits, command: again });
  const results: DrillResult[] = [];
  for (const drill of drills) {
    for (const seed of seeds) {
      if (signal?.aborted) break;
      const isCalm = drill.name === CALM;
      const needs: readonly (Need | typeof OWN_PROGRAM)[] =
        bot.attached && touchesProgram(drill) ? [...drill.needs, OWN_PROGRAM] : drill.needs;
      const unmet = isCalm ? undefined : needs.find((need) => !meets(habits, statement, need));
      const result =
        unmet === undefined
          ? judge(await (isCalm && seed === firstSeed ? calm : runDrill(drill, { ...options, seed })), judging(isCalm))
          : notApplicable(drill, seed, unmet, again);
      if (signal?.aborted) break;
      const isFirst = result.verdict === 'fail' && !results.some(({ name, shrunk }) => name === drill.name && shrunk);
      results.push(isFirst ? await shrunkResult(drill, result, judging(isCalm), options) : result);
      onResult?.(results.at(-1) ?? result, results.length, drills.length * seeds.length);
    }
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
  ...{ marks: [], forced: [], deleveraged: [], usage: [], wrongClocks: 0 },
};

/** A drill kills, starts or stops the program, or measures it. */
const touchesProgram = ({ program, bites }: Drill): boolean =>
  bites.some(({ kind }) => kind === 'measured') || program.some((entry) => /^(kill|stop|start)$/.test(entry.do));
const OWN_PROGRAM = 'program';

/** What a bot does not do, in words. */
const NEEDS: Readonly<Record<string, (need: string) => string>> = {
  orders: () => 'the bot places no orders while nothing goes wrong',
  streams: () => 'the bot opens no stream',
  deadline: () => 'the bot sends no request with a deadline (expiresAfter)',
  clientIds: () => 'the bot sends no client ids',
  channel: (need) => `the bot does not subscribe to ${need.slice(8)}`,
  action: (need) => `the bot does not send ${need.slice(7)}`,
  [OWN_PROGRAM]: () => 'the drill does something to the program, which its owner has started',
  statement: (need) => `the statement of the bot does not say ${need.slice(10)}`,
};

function meets(habits: Habits, statement: Statement, need: Need | typeof OWN_PROGRAM): boolean {
  const [kind, name = ''] = need.split(' ');
  if (kind === OWN_PROGRAM) return false;
  if (kind === 'channel') return habits.channels.includes(name);
  if (kind === 'action') return habits.actions.includes(name);
  if (kind === 'statement') return statement[name as keyof Statement] !== undefined;
  const { places: orders, usesStreams: streams, usesDeadlines: deadline, usesClientIds } = habits;
  return { orders, streams, deadline, clientIds: usesClientIds }[kind as 'orders'];
}

function invariantOf(id: string): Invariant {
  const all: Readonly<Record<string, Invariant>> = INVARIANTS;
  const one = Object.hasOwn(all, id) ? all[id] : undefined;
  if (one) return one;
  const message = `${id} is no invariant; there are ${Object.keys(all).join(', ')}`;
  throw new FileProblemsError([{ file: 'invariants', line: 0, column: 0, path: id, message }]);
}

/** Says in the report what a bite is. */
export function biteText(bite: Bite): string {
  switch (bite.kind) {
    case 'fault':
      return `times that the fault ${bite.name} struck`;
    case 'refused':
      return `refusals of the bot with ${bite.name}`;
    case 'fills':
      return 'fills of the bot since the fault began';
    case 'open':
      return 'open orders of the bot when its program was killed or stopped';
    case 'cut':
      return 'connections of the bot that the exchange broke';
    case 'requests':
      return 'requests of the bot since the fault began';
    case 'lost':
      return 'requests of the bot without a response';
    case 'struck':
      return 'times that a fault struck';
    case 'late':
      return 'milliseconds by which the latest response or push was late';
    case 'ended':
      return `orders of the bot that ended with ${bite.name}`;
    case 'held':
      return 'positions of the bot when the fault began';
    case 'moved':
      return 'basis points between the mark when the fault began and a later one';
    case 'liquidated':
      return 'orders that the exchange placed to liquidate the bot';
    case 'deleveraged':
      return 'positions of the bot that were closed against a bankrupt account';
    case 'marginUse':
      return 'highest share of maintenance margin in the account that a push told, in percent';
    case 'funding':
      return 'highest hourly funding rate that the bot was shown, in millionths';
    case 'wrongClocks':
      return 'steps that told the bot a time that was not that of the exchange';
    case 'measured':
      return 'times that the processes of the bot were measured';
  }
}

function found(bite: Bite, { tape, from, statement: { symbols } }: DrillFacts): number {
  switch (bite.kind) {
    case 'fault':
      return tape.faults.filter(({ rule }) => rule === bite.name).length;
    case 'refused':
      return tape.requests.filter((request) => codesOf(request).includes(bite.name) || request.message === bite.name)
        .length;
    case 'fills':
      return tape.fills.filter(({ at }) => at >= from).length;
    case 'open':
      return tape.process.find(({ what }) => what === 'killed' || what === 'terminated')?.open ?? 0;
    case 'cut':
      return tape.connections.filter(({ byExchange, closedAt }) => byExchange && (closedAt ?? 0) >= from).length;
    case 'requests':
      return tape.requests.filter(({ at }) => at >= from).length;
    case 'lost':
      return tape.requests.filter(({ at, isLost }) => isLost && at >= from).length;
    case 'struck':
      return tape.faults.length;
    case 'late':
      return Math.max(
        0,
        ...tape.requests.map(({ at, doneAt, isLost }) => (isLost || doneAt === null ? 0 : doneAt - at)),
        ...tape.frames.map(({ at, timestamp }) => at - timestamp),
      );
    case 'ended':
      return tape.orders.filter(({ end, endedAt }) => end === bite.name && (endedAt ?? 0) >= from).length;
    case 'held':
      return symbols.filter((symbol) => !positionAt(tape, symbol, from - 1).isZero()).length;
    case 'moved':
      return Math.max(0, ...symbols.map((symbol) => movedBps(tape, symbol, from)));
    case 'liquidated':
      return tape.forced.length;
    case 'deleveraged':
      return tape.deleveraged.length;
    case 'marginUse':
      return Math.floor(
        Math.max(0, ...tape.frames.filter(({ at }) => at >= from).map(({ marginUse }) => marginUse ?? 0)),
      );
    case 'funding':
      return Math.floor(Math.max(0, ...tape.frames.map(({ fundingRate }) => 1e6 * Math.abs(Number(fundingRate)))));
    case 'wrongClocks':
      return tape.wrongClocks;
    case 'measured':
      return tape.usage.length;
  }
}

/** How far the mark of a market went from where it was at a time, in basis points. */
function movedBps({ marks }: Tape, symbol: string, from: number): number {
  const own = marks.filter((one) => one.symbol === symbol);
  const before = Number((own.filter(({ at }) => at < from).at(-1) ?? own[0])?.mark ?? 0);
  const away = own.filter(({ at }) => at >= from).map(({ mark }) => Math.abs(Number(mark) / before - 1));
  return before === 0 ? 0 : Math.floor(10_000 * Math.max(0, ...away));
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
    restsOrders: shareWithOrders(tape, start, durationMs) > 0.5,
    followsBook: channels.includes('orderbook') || requests.some(({ action }) => action === 'getOrderbook'),
    hasTwins: orders.some(({ twins }) => twins > 0),
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
function learned({ tape, drill }: DrillRun, habits: Habits): Statement {
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

function figuresOf(tape: Tape): DrillFigures {
  const refusals = new Map<string, number>();
  for (const request of tape.requests) {
    for (const code of codesOf(request)) refusals.set(code, (refusals.get(code) ?? 0) + 1);
  }
  return {
    requests: tape.requests.length,
    requestsPerSecondMax: mostWithin(tape.requests, 1_000),
    refusals: Object.fromEntries([...refusals].sort(([a], [b]) => (a < b ? -1 : 1))),
    lost: tape.requests.filter(({ isLost }) => isLost).length,
    connections: tape.connections.length,
    orders: tape.orders.length,
    openOrdersMax: Math.max(0, ...tape.open.map(({ count }) => count)),
    fills: tape.fills.length,
    positionMax: textOf(Amount.max('0', ...tape.fills.map(({ position }) => new Amount(position).abs()))),
  };
}

function mostWithin(items: readonly { readonly at: number }[], ms: number): number {
  let [most, first] = [0, 0];
  for (let last = 0; last < items.length; last += 1) {
    while ((items[last]?.at ?? 0) - (items[first]?.at ?? 0) >= ms) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

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
