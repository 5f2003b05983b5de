import { plural } from '../../kernel/words.ts';
import { isSame, type RunDiff, type VerdictDifference } from './diff.ts';

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
