import { readStartTime } from '../../exchange/clock/clock.ts';
import { type Reader, report, text, type WorldNode, type WorldProblem } from '../../exchange/world/read.ts';

const DURATION = /^(?=\d)(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d{1,3})?)s)?(?:(\d+)ms)?$/;
const UNITS_MS = [86_400_000, 3_600_000, 60_000, 1_000, 1];
/** As far as a clock is ever moved. */
export const LONGEST_MS = 366 * 86_400_000;

const DURATION_TAKES = 'a duration such as "90s", "1h30m" or "250ms"';

/** Milliseconds of a text such as `1h30m` or `2.5s`; undefined for anything else. */
export function durationMs(given: string): number | undefined {
  const parts = DURATION.exec(given);
  if (!parts) return undefined;
  const ms = UNITS_MS.reduce((sum, unit, index) => sum + Math.round(Number(parts[index + 1] ?? 0) * unit), 0);
  return ms <= LONGEST_MS ? ms : undefined;
}

/** A duration of at least `leastMs`. */
export function duration(leastMs: number): Reader<number> {
  const read = text();
  return (node, problems) => {
    const given = node.kind === 'scalar' ? read(node, []) : undefined;
    const ms = given === undefined ? undefined : durationMs(given);
    if (ms === undefined) return report(problems, node, `must be ${DURATION_TAKES}, of at most 366 days`);
    return ms >= leastMs ? ms : report(problems, node, `must be at least ${leastMs} ms`);
  };
}

/** Where times of a scenario start and end. */
export interface Span {
  readonly startTime: number;
  readonly durationMs: number;
}

/** A time within a scenario as milliseconds after its start: a duration, an ISO time or `end`. */
export function moment({ startTime, durationMs: whole }: Span, isEndIncluded: boolean): Reader<number> {
  return (node, problems) => {
    const ms = momentMs(node, startTime, whole);
    if (ms === undefined) {
      const end = isEndIncluded ? ', "end"' : '';
      return report(problems, node, `must be ${DURATION_TAKES} after the start${end}, or an ISO time`);
    }
    if (ms < 0) return report(problems, node, `lies before the start, ${isoOf(startTime)}; choose a later time`);
    if (ms > whole || (ms === whole && !isEndIncluded)) return report(problems, node, pastEnd(whole, isEndIncluded));
    return ms;
  };
}

function momentMs(node: WorldNode, startTime: number, whole: number): number | undefined {
  const problems: WorldProblem[] = [];
  const given = text()(node, problems);
  if (given === undefined) return undefined;
  if (given === 'end') return whole;
  const after = durationMs(given);
  if (after !== undefined) return after;
  const time = /^\d{4}-/.test(given) ? readStartTime(given) : undefined;
  return time === undefined ? undefined : time - startTime;
}

const pastEnd = (whole: number, isEndIncluded: boolean): string =>
  `${isEndIncluded ? 'lies after' : 'is not before'} the end of the scenario (${durationText(whole)} after its start); ` +
  'choose an earlier time or a longer duration';

const isoOf = (time: number): string => new Date(time).toISOString();

/** The shortest text of a duration: `1h30m`. */
export function durationText(ms: number): string {
  const names = ['d', 'h', 'm', 's', 'ms'];
  let rest = ms;
  const parts = UNITS_MS.map((unit, index) => {
    const count = Math.floor(rest / unit);
    rest -= count * unit;
    return count > 0 ? `${count}${names[index]}` : '';
  });
  return parts.join('') || '0s';
}
