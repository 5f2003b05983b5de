import type { RecordedStart, RecordingHeader } from '../../contract/recording/format.ts';
import { readRecording, RecordingError } from '../../contract/recording/reader.ts';
import { createControlPlane } from '../../exchange/control/control-plane.ts';
import { createExchange, type ExchangeOptions } from '../../exchange/exchange.ts';
import { refusalWriter } from '../../exchange/rest/refusals.ts';
import { RestServer } from '../../exchange/rest/server.ts';
import { WsUpgradeHandler } from '../../exchange/ws/upgrade-handler.ts';
import { printableLines } from '../../kernel/printable.ts';
import { causeCodeOf, messageOf } from '../../kernel/thrown.ts';
import { Judged } from '../../suite/rejudge/judged.ts';
import { clockPace, type ClockKeeper, Rejudge, wallPace } from '../../suite/rejudge/rejudge.ts';
import { type Plan, planOf } from '../../suite/rejudge/plan.ts';
import { boundedFetch, ResponseLimitError } from '../../suite/targets/bounded-fetch.ts';
import { ControlClient } from '../../suite/targets/control-client.ts';
import { TargetUnreachable } from '../../suite/targets/unreachable.ts';
import { wall } from '../../suite/targets/wall.ts';
import { type CommandBody, JSON_FLAG } from '../define.ts';
import { fileBytes, linesOf } from '../journal-source.ts';
import { print, say } from '../output.ts';
import { Progress } from '../progress.ts';
import { UsageError } from '../usage-error.ts';
import { type Guarded, isNumber, isShape, isText, isWordOf } from '../../kernel/guards.ts';

/** `perpsim rejudge`. */
export const REJUDGE: CommandBody = {
  takes: ['a recording of perpsim record or of serve --record'],
  flags: [
    ['--target <url>', 'the deployment to compare (default: an exchange of its own, started as the recording says)'],
    ['--control-token <token>', 'the token that a simulator was started with'],
    ['--reset-target', 'start a simulator over as the recording says: what clients did there is lost'],
    ['--pace <factor>', 'how fast recorded pauses pass on a target in real time (default: 1)'],
    ['--keep-going', 'go on after a difference that explains most others'],
    JSON_FLAG,
  ],
  examples: ['perpsim rejudge session.ndjson', 'perpsim rejudge session.ndjson --target http://127.0.0.1:8700 --json'],
  exits: { 0: 'the same', 1: 'differences', 2: 'wrong usage or no recording', 3: 'target not reached' },
  run: async (file: string, flags: RejudgeFlags) => rejudge(file, flags),
};

/** Flags as commander collects them. */
export interface RejudgeFlags extends TargetFlags {
  readonly pace?: string;
  readonly keepGoing?: boolean;
  readonly json?: boolean;
}

/** 0 the same, 1 there are differences, 3 the target could not be reached. */
export type RejudgeExit = 0 | 1 | 3;

/**
 * Sends the requests of a recording again and prints how the responses and frames compare.
 *
 * @throws UsageError for flags that cannot be met, and for a file that is no recording
 */
export async function rejudge(file: string, flags: RejudgeFlags): Promise<RejudgeExit> {
  const pace = factorOf(flags.pace);
  const plan = await reading(file, () => planOf(linesIn(file)));
  let target: RejudgeTarget | null = null;
  try {
    target = await openTarget(plan.header, flags);
    const compared = await compare(file, plan, target, pace, flags);
    await print(flags.json ? rejudgeJson(compared) : printableLines(rejudgeText(compared)));
    return compared.judged.total === 0 && compared.judged.explanation === null ? 0 : 1;
  } catch (error) {
    if (!(error instanceof TargetUnreachable)) throw error;
    say(error.message);
    return 3;
  } finally {
    await target?.close();
  }
}

async function compare(
  file: string,
  plan: Plan,
  target: RejudgeTarget,
  factor: number,
  flags: RejudgeFlags,
): Promise<Compared> {
  const recordedName = plan.header.exchange?.serviceName ?? null;
  const wasLive = plan.header.exchange?.clock === 'live';
  const hasTimes = target.clock !== null && plan.header.exchange?.clock === 'manual';
  const judged = new Judged(hasTimes, { recordedName, targetName: target.serviceName });
  const notes = [...target.notes, ...(wasLive ? [WAS_LIVE] : [])];
  const compared = { file, plan, judged, target: target.name, notes, clock: target.clock !== null };
  if (recordedName !== null && target.serviceName !== null && recordedName !== target.serviceName && !flags.keepGoing) {
    judged.explanation =
      `signatures are bound to service name "${recordedName}"; the target is "${target.serviceName}" ` +
      `and would refuse every signed request. Start it with --service-name "${recordedName}"`;
    return compared;
  }
  const pace: ClockKeeper = target.clock ? clockPace(target.clock) : wallPace(wall, factor);
  const progress = new Progress('of the recording sent and compared', 'lines');
  const run = new Rejudge({
    target: target.url,
    token: flags.controlToken,
    plan,
    pace,
    judged,
    wall,
    keepGoing: flags.keepGoing === true,
    onLine: (line) => progress.at(line),
  });
  await reading(file, () => run.run(linesIn(file)));
  return compared;
}

const WAS_LIVE =
  'the recorded clock was live: a response may be stamped later than it was made, so times are not compared';

const linesIn = (file: string) => readRecording(linesOf(fileBytes(file)));

async function reading<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RecordingError) throw new UsageError(`${file} ${error.message}`);
    throw error;
  }
}

function factorOf(given = '1'): number {
  const factor = /^\d{1,6}(?:\.\d{1,6})?$/.test(given) ? Number(given) : 0;
  if (factor > 0) return factor;
  throw new UsageError(`--pace must be a number above 0 (got "${given}")`);
}

/** What a recording and a target were compared to. */
interface Compared {
  readonly file: string;
  readonly plan: Plan;
  readonly judged: Judged;
  readonly target: string;
  /** What is known to differ before anything was sent. */
  readonly notes: readonly string[];
  /** Whether the clock of the target was moved to the recorded times. */
  readonly clock: boolean;
}

function rejudgeJson({ file, plan, judged, target, notes, clock }: Compared): string {
  const { total, differences, compared, identical, explanation, leftOut, totalLeftOut } = judged;
  return `${JSON.stringify({
    file,
    target,
    same: total === 0 && explanation === null,
    requests: plan.requests,
    frames: plan.frames,
    compared,
    identical,
    differences: total,
    first: differences,
    explanation,
    notes,
    notSent: totalLeftOut,
    firstNotSent: leftOut,
    clock: clock ? 'manual' : 'wall',
    ended: plan.ended,
  })}\n`;
}

function rejudgeText({ file, plan, judged, target, notes, clock }: Compared): string {
  const { total, differences, compared, identical, explanation, leftOut, totalLeftOut } = judged;
  const lines = [
    `  recording  ${file}, by perpsim ${plan.header.package} (${plan.header.by})`,
    `  target     ${target}, ${clock ? 'its clock moved to the recorded times' : 'in real time'}`,
    `  holds      ${plan.requests} requests, ${plan.frames} frames of the exchange`,
    `  compared   ${compared} responses and frames, ${identical} the same to the byte`,
    ...notes.map((note) => `  note       ${note}`),
    ...(plan.torn === null ? [] : [`  note       line ${plan.torn} is cut off and was left out`]),
    ...(plan.ended ? [] : ['  note       the recording was not ended in order']),
    ...leftOut.map(({ line, what }) => `  not sent   line ${line}: ${what}`),
    ...more(totalLeftOut - leftOut.length),
    '',
  ];
  if (explanation !== null) lines.push(`explained: ${explanation}`, '');
  if (total === 0) return [...lines, explanation === null ? 'the same\n' : 'not compared\n'].join('\n');
  lines.push(`${total} ${total === 1 ? 'difference' : 'differences'}`);
  for (const { line, about, path, expected, actual } of differences) {
    lines.push(`  line ${line}: ${about}`, `    ${path}`, `      expected ${expected}`, `      actual   ${actual}`);
  }
  return [...lines, ...more(total - differences.length), ''].join('\n');
}

const more = (count: number): string[] => (count > 0 ? [`  and ${count} more`] : []);

/** Flags that name what a recording is compared with. */
interface TargetFlags {
  readonly target?: string;
  readonly controlToken?: string;
  readonly resetTarget?: boolean;
}

/** What a recording is compared with. */
interface RejudgeTarget {
  readonly name: string;
  readonly url: URL;
  /** Null for a target that does not say. */
  readonly serviceName: string | null;
  /** Moves its clock; null for a target in real time. */
  readonly clock: ControlClient | null;
  /** In what it is known to differ from the recorded deployment. */
  readonly notes: readonly string[];
  close(): Promise<void>;
}

/** What `/sim/v1/state` says, as far as it is of use here. */
const isState = isShape({
  version: isText,
  seed: isText,
  world: isText,
  serviceName: isText,
  now: isNumber,
  inputs: isNumber,
  clock: isShape({ mode: isWordOf('live', 'manual') }),
});
type StateFacts = Guarded<typeof isState>;

/**
 * The deployment that a flag names, or an exchange in this process.
 *
 * @throws UsageError for a wrong URL, and for a recording that does not say how to start its exchange; TargetUnreachable
 */
async function openTarget(header: RecordingHeader, flags: TargetFlags): Promise<RejudgeTarget> {
  return flags.target === undefined ? ownExchange(header) : deployment(flags.target, header, flags);
}

/** An exchange in this process, behind a port of its own so that the transports take part, with a clock that is moved by hand. */
async function ownExchange({ exchange: start }: RecordingHeader): Promise<RejudgeTarget> {
  if (!start)
    throw new UsageError('the recording does not say how its exchange was started: name a target with --target');
  const exchange = await createExchange(optionsOf(start));
  const writeRefusal = refusalWriter(exchange);
  const access = { boundHost: '127.0.0.1', token: null, version: exchange.version };
  const server = new RestServer({
    exchange,
    writeRefusal,
    streams: new WsUpgradeHandler({ exchange, writeRefusal }),
    innerRoutes: [createControlPlane(exchange, access)],
  });
  const { origin } = await server.listen({ host: '127.0.0.1', port: 0 });
  exchange.bound({ url: `${origin}/v1`, wsUrl: `${origin.replace(/^http/, 'ws')}/v1/ws` });
  const clock = new ControlClient(`${origin}/sim/v1`);
  await clock.lookAtClock();
  return {
    name: `perpsim ${exchange.version} in this process`,
    url: new URL(origin),
    serviceName: exchange.serviceName,
    clock,
    notes: [],
    close: async () => {
      await server.close();
      await exchange.close();
    },
  };
}

/** A recording says it as it was given to the exchange. */
const optionsOf = (start: RecordedStart): ExchangeOptions => ({ ...start, clock: 'manual' });

async function deployment(target: string, header: RecordingHeader, flags: TargetFlags): Promise<RejudgeTarget> {
  const url = URL.canParse(target) ? new URL(target) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '') {
    throw new UsageError(`--target must be http(s)://host:port without a path (got "${target}")`);
  }
  const site = new ControlClient(`${url.origin}/sim/v1`, flags.controlToken);
  const state = await stateOf(url, flags.controlToken);
  if (flags.resetTarget === true) await reset(site, state, header);
  const now = flags.resetTarget === true ? await stateOf(url, flags.controlToken) : state;
  if (now) await site.lookAtClock();
  return {
    name: url.origin,
    url,
    serviceName: now?.serviceName ?? null,
    clock: now?.clock.mode === 'manual' ? site : null,
    notes: now ? notesOf(now, header.exchange) : [],
    close: () => Promise.resolve(),
  };
}

async function reset(
  site: ControlClient,
  state: StateFacts | null,
  { exchange: start }: RecordingHeader,
): Promise<void> {
  if (!state) throw new UsageError('--reset-target needs a target with a control plane');
  if (!start) throw new UsageError('--reset-target needs a recording that says how its exchange was started');
  const { seed, world, startTime, limits } = start;
  await site.reset({ asStarted: true, seed, world, startTime, clock: 'manual', ...(limits && { limits }) });
}

const ask = boundedFetch();

/** Null for a target without a control plane, or with one that refuses. */
async function stateOf({ origin }: URL, token: string | undefined): Promise<StateFacts | null> {
  try {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await ask(`${origin}/sim/v1/state`, { headers });
    const state: unknown = response.ok ? await response.json() : null;
    return isState(state) ? state : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    if (error instanceof ResponseLimitError) throw new TargetUnreachable(error.message);
    throw new TargetUnreachable(`cannot reach ${origin}: ${causeCodeOf(error) ?? messageOf(error)}`);
  }
}

function notesOf(state: StateFacts, start: RecordedStart | null): string[] {
  if (!start) return [];
  const notes: string[] = [];
  const differs = (what: string, recorded: string | number, own: string | number): void => {
    if (recorded !== own) notes.push(`the target has ${what} ${own}, the recorded exchange had ${recorded}`);
  };
  differs('seed', start.seed, state.seed);
  if (typeof start.world === 'string') differs('world', start.world, state.world);
  if (state.inputs > 0) notes.push('the target has been used before: give --reset-target to start it over');
  else if (state.clock.mode === 'manual') differs('start time', start.startTime, state.now);
  return notes;
}
