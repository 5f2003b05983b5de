import type { Coverage } from '../../../suite/coverage/count.ts';
import type { Gain } from '../../../suite/outlook.ts';
import type { Run } from '../../../suite/results/run.ts';
import { counted } from '../../../kernel/words.ts';
import { CONCLUSION_SHOWN } from '../../../suite/reporters/words.ts';
import { code, fenced, inline, table } from '../../../suite/reporters/markdown.ts';
import { HEADINGS, onePageOf, SHARES, TEXTS } from './page.ts';

/** The page as Markdown, for a mail or a ticket. */
export function onePageMarkdown(run: Run, coverage: Coverage): string {
  const page = onePageOf(run, coverage);
  const shares = SHARES.filter(({ of }) => page.clauses[of] > 0 || of === 'proven');
  const failures = page.failures.map(({ title, feature, clauses, moreClauses }) => {
    const more = moreClauses > 0 ? [TEXTS.moreClauses(moreClauses)] : [];
    return `- ${inline(title)} (${[inline(feature), ...clauses.map(code), ...more].join(', ')})`;
  });
  const more = page.moreFailures > 0 ? [`- ${TEXTS.more(page.moreFailures)}`] : [];
  const parts = [
    `# ${CONCLUSION_SHOWN[page.conclusion].mark} ${page.verdict}: ${inline(page.target)}`,
    inline(page.sentence),
    shares.map(({ of, label, means }) => `- **${counted(page.clauses[of])}** ${label}: ${means}`).join('\n'),
    TEXTS.clause(page.clauses.clauses),
    page.facts.map(([term, value]) => `- ${term}: ${inline(value)}`).join('\n'),
    `## ${HEADINGS.proven}`,
    TEXTS.proven,
    table(
      ['area', 'clauses', ...shares.map(({ label }) => label)],
      page.areas.map((area) => [area.name, counted(area.clauses), ...shares.map(({ of }) => counted(area[of]))]),
    ),
    `## ${HEADINGS.failed}`,
    failures.length === 0 ? TEXTS.nothingFailed : [...failures, ...more].join('\n'),
    `## ${HEADINGS.lacking}`,
    page.lacking.length === 0 ? TEXTS.nothingLacking : `${gains('it needs', page.lacking)}\n\n${TEXTS.lacking}`,
    ...(page.additions.length === 0 ? [] : [`## ${HEADINGS.additions}`, gains('with', page.additions, '+')]),
    `## ${HEADINGS.repeat}`,
    fenced(page.command, 'sh'),
    TEXTS.repeat,
  ];
  return `${parts.join('\n\n')}\n`;
}

const gains = (what: string, rows: readonly (readonly [string, Gain])[], sign = ''): string =>
  table(
    [what, 'clauses', 'checks'],
    rows.map(([name, { clauses, scenarios }]) => [
      inline(name),
      `${sign}${counted(clauses)}`,
      `${sign}${counted(scenarios)}`,
    ]),
  );
