import { plural } from '../../kernel/words.ts';
import { diffTraces, type ResponseDifference } from './diff-responses.ts';
import { inFeatureOrder } from './read-messages.ts';
import type { Run, ScenarioResult, Verdict } from './run.ts';

/** What differs between two runs of the suite: of two deployments, or of one at two times. */
interface RunDiff {
  /** What the two are called. */
  readonly left: string;
  readonly right: string;
  /** Scenarios of either run. */
  readonly scenarios: number;
  /** Of those, how many have a wire trace on both sides, so that their responses were compared; null where that was not requested. */
  readonly compared: number | null;
  /** In the order of the features. */
  readonly verdicts: readonly VerdictDifference[];
  readonly responses: readonly ScenarioResponses[];
}

interface VerdictDifference {
  readonly id: string;
  readonly name: string;
  /** Null where that run has no such scenario. */
  readonly left: Verdict | null;
  readonly right: Verdict | null;
  /** Why one was skipped; null otherwise. */
  readonly reason: string | null;
}

export interface ScenarioResponses {
  readonly id: string;
  readonly name: string;
  readonly differences: readonly ResponseDifference[];
}

/** @param only `verdicts` leaves the responses alone */
export function diffRuns(left: Run, right: Run, only: 'verdicts' | 'all' = 'all'): RunDiff {
  const pairs = pairsOf(left, right);
  // Where both move time by hand, moments must correspond; elsewhere they are what they are.
  const hasClocks = [left, right].every(({ facts }) => facts.capabilities.includes('clock'));
  const traced =
    only === 'verdicts' ? [] : pairs.flatMap(([l, r]) => (l?.trace.length && r?.trace.length ? [[l, r] as const] : []));
  const responses = traced.map(([l, r]) => ({
    id: l.id,
    name: l.name,
    differences: diffTraces(l.trace, r.trace, hasClocks),
  }));
  return {
    left: left.facts.target.name,
    right: right.facts.target.name,
    scenarios: pairs.length,
    compared: only === 'verdicts' ? null : traced.length,
    verdicts: pairs.flatMap(([l, r]) => verdictDifference(l, r)),
    responses: responses.filter(({ differences }) => differences.length > 0),
  };
}

export const isSame = ({ verdicts, responses }: RunDiff): boolean => verdicts.length === 0 && responses.length === 0;

type Side = ScenarioResult | undefined;

/** Every scenario of either run, in the order of the features. */
function pairsOf(left: Run, right: Run): (readonly [Side, Side])[] {
  const byId = (run: Run): Map<string, ScenarioResult> => new Map(run.scenarios.map((each) => [each.id, each]));
  const [lefts, rights] = [byId(left), byId(right)];
  const all = new Map([...rights, ...lefts]);
  return [...all.values()].sort(inFeatureOrder).map(({ id }) => [lefts.get(id), rights.get(id)] as const);
}

function verdictDifference(left: Side, right: Side): VerdictDifference[] {
  const one = left ?? right;
  if (!one || left?.verdict === right?.verdict) return [];
  const skipped = [left, right].find((side) => side?.verdict === 'skipped');
  return [
    {
      id: one.id,
      name: one.name,
      left: left?.verdict ?? null,
      right: right?.verdict ?? null,
      reason: skipped?.reason ?? null,
    },
  ];
}

/** Of one scenario: a first difference often brings others with it. */
const DIFFERENCES_SHOWN = 5;

/** A diff for people, without colours: verdicts, then responses scenario by scenario, then what it comes to. */
export function diffText(diff: RunDiff): string {
  const { left, right, verdicts, responses, scenarios, compared } = diff;
  const parts = [
    [`left   ${left}`, `right  ${right}`],
    verdicts.length === 0
      ? []
      : [
          `${plural(verdicts.length, 'verdict')} differ${verdicts.length === 1 ? 's' : ''}:`,
          ...verdicts.map(verdictLine),
        ],
    ...responses.map(({ id, name, differences }) => [
      `${id}  ${name}`,
      ...differences
        .slice(0, DIFFERENCES_SHOWN)
        .flatMap(({ about, path, left: l, right: r }) => [`  ${about}  ${path}`, `    left   ${l}`, `    right  ${r}`]),
      ...(differences.length > DIFFERENCES_SHOWN ? [`  and ${differences.length - DIFFERENCES_SHOWN} more`] : []),
    ]),
    [
      isSame(diff)
        ? `no difference in ${plural(scenarios, 'scenario')}`
        : `${plural(scenarios, 'scenario')}: ${plural(verdicts.length, 'other verdict')}, ${plural(responses.length, 'scenario')} with other responses`,
      ...(compared === null ? [] : [comparedLine(compared)]),
    ],
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

const comparedLine = (compared: number): string =>
  compared === 0
    ? 'no responses were compared: their traces are kept with --trace all'
    : `the responses of ${plural(compared, 'scenario')} were compared`;

function verdictLine({ id, name, left, right, reason }: VerdictDifference): string {
  const why = reason === null ? '' : ` (${reason})`;
  return `  ${id}  ${name}: ${left ?? 'not run'}, ${right ?? 'not run'}${why}`;
}
