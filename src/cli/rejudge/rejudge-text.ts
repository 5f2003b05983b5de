import type { Judged } from '../../suite/rejudge/judged.ts';
import type { Plan } from '../../suite/rejudge/plan.ts';

/** What a recording and a target were compared to. */
export interface Compared {
  readonly file: string;
  readonly plan: Plan;
  readonly judged: Judged;
  readonly target: string;
  /** What is known to differ before anything was sent. */
  readonly notes: readonly string[];
  /** Whether the clock of the target was moved to the recorded times. */
  readonly clock: boolean;
}

export function rejudgeJson({ file, plan, judged, target, notes, clock }: Compared): string {
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

export function rejudgeText({ file, plan, judged, target, notes, clock }: Compared): string {
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
