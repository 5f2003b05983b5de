import type { Coverage } from '../../coverage/count.ts';
import type { Gain } from '../../outlook/outlook.ts';
import type { Run } from '../../results/run.ts';
import { CONCLUSION_SHOWN, counted } from '../html/words.ts';
import { code, fenced, inline, table } from '../markdown.ts';
import { onePageOf } from './page.ts';
import { HEADINGS, TEXTS } from './texts.ts';

/** The page as Markdown, for a mail or a ticket. */
export function onePageMarkdown(run: Run, coverage: Coverage): string {
  const page = onePageOf(run, coverage);
  const { clauses } = page;
  const failures = page.failures.map(
    ({ title, feature, clauses: ids }) => `- ${inline(title)} (${[inline(feature), ...ids.map(code)].join(', ')})`,
  );
  const more = page.moreFailures > 0 ? [`- ${TEXTS.more(page.moreFailures)}`] : [];
  const parts = [
    `# ${CONCLUSION_SHOWN[page.conclusion].mark} ${page.verdict}: ${inline(page.target)}`,
    inline(page.sentence),
    page.facts.map(([term, value]) => `- ${term}: ${inline(value)}`).join('\n'),
    `## ${HEADINGS.proven}`,
    TEXTS.proven(clauses.proven, clauses.contract),
    table(
      ['area', 'proven', 'clauses'],
      page.areas.map(({ name, proven, clauses: all }) => [name, counted(proven), counted(all)]),
    ),
    `## ${HEADINGS.failed}`,
    failures.length === 0 ? TEXTS.nothingFailed : [...failures, ...more].join('\n'),
    `## ${HEADINGS.lacking}`,
    page.lacking.length === 0
      ? TEXTS.nothingLacking
      : `${TEXTS.lacking}\n\n${gains('for want of', 'clauses unproven', page.lacking)}`,
    ...(page.unasked === undefined ? [] : [inline(page.unasked)]),
    ...(page.additions.length === 0 ? [] : [`## ${HEADINGS.additions}`, gains('with', 'clauses more', page.additions)]),
    `## ${HEADINGS.repeat}`,
    fenced(page.command, 'sh'),
    TEXTS.repeat,
  ];
  return `${parts.join('\n\n')}\n`;
}

const gains = (what: string, clauses: string, rows: readonly (readonly [string, Gain])[]): string =>
  table(
    [what, clauses, 'scenarios'],
    rows.map(([name, gain]) => [inline(name), counted(gain.clauses), counted(gain.scenarios)]),
  );
