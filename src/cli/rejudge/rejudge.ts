import { Judged } from '../../suite/rejudge/judged.ts';
import { clockPace, type Pace, wallPace } from '../../suite/rejudge/pace.ts';
import { type Plan, planOf } from '../../suite/rejudge/plan.ts';
import { Rejudge } from '../../suite/rejudge/rejudge.ts';
import { TargetUnreachable } from '../../suite/targets/unreachable.ts';
import { wall } from '../../suite/targets/wall.ts';
import { printableLines } from '../../kernel/printable.ts';
import { readRecording, RecordingError } from '../../contract/recording/reader.ts';
import { fileBytes, linesOf } from '../byte-lines.ts';
import { print, say } from '../output.ts';
import { Progress } from '../progress.ts';
import { type Compared, rejudgeJson, rejudgeText } from './rejudge-text.ts';
import { openTarget, type RejudgeTarget, type TargetFlags } from './rejudge-target.ts';
import { UsageError } from '../usage-error.ts';

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
  const pace: Pace = target.clock ? clockPace(target.clock) : wallPace(wall, factor);
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
