import { type Counts, totalOf, VERDICTS } from './summary.ts';
import { counted } from '../../kernel/words.ts';
import { VERDICT_SHOWN } from './words.ts';

/** What ran and what did not: `18 passed, 26 skipped of 44 scenarios`. */
export function tallyOf(counts: Counts): string {
  const parts = VERDICTS.toReversed()
    .filter((verdict) => counts[verdict] > 0 || verdict === 'passed')
    .map((verdict) => `${counted(counts[verdict])} ${VERDICT_SHOWN[verdict].label}`);
  const total = totalOf(counts);
  return `${parts.join(', ')} of ${counted(total)} ${total === 1 ? 'scenario' : 'scenarios'}`;
}
