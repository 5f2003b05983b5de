import { type Counts, totalOf, VERDICTS } from './html/summary.ts';
import { counted } from '../../pages/words.ts';
import { VERDICT_SHOWN } from './html/words.ts';

/** What ran and what did not: `18 passed, 26 skipped of 44 scenarios`. */
export function tallyOf(counts: Counts): string {
  const parts = VERDICTS.toReversed()
    .filter((verdict) => counts[verdict] > 0 || verdict === 'passed')
    .map((verdict) => `${counted(counts[verdict])} ${VERDICT_SHOWN[verdict].label}`);
  const total = totalOf(counts);
  return `${parts.join(', ')} of ${counted(total)} ${total === 1 ? 'scenario' : 'scenarios'}`;
}
