import type { Coverage } from '../../../suite/coverage/count.ts';
import type { Gain } from '../../../suite/outlook/outlook.ts';
import type { Run } from '../../../suite/results/run.ts';
import { htmlDocument } from '../shared/document.ts';
import { escapeHtml } from '../shared/escape.ts';
import { bar } from '../shared/parts.ts';
import { counted } from '../../../kernel/words.ts';
import { CONCLUSION_SHOWN } from '../../../suite/reporters/words.ts';
import type { Shares } from './areas.ts';
import { type OnePage, onePageOf } from './page.ts';
import { ONE_PAGE_STYLE } from './style.ts';
import { HEADINGS, SHARES, TEXTS } from './texts.ts';

/** The page as one HTML file without scripts, made to be printed: nothing in it is loaded from elsewhere. */
export function onePageHtml(run: Run, coverage: Coverage): string {
  const page = onePageOf(run, coverage);
  return htmlDocument({
    title: `${page.verdict}: ${page.target}`,
    style: ONE_PAGE_STYLE,
    body: `<main>
${headOf(page)}
<div class="columns">
${provenPart(page)}
<div>
${failedPart(page)}
${lackingPart(page)}
${additionsPart(page)}
</div>
</div>
<section><h2>${HEADINGS.repeat}</h2><pre>${escapeHtml(page.command)}</pre><p class="quiet">${TEXTS.repeat}</p></section>
</main>`,
  });
}

function headOf({ conclusion, verdict, sentence, target, facts, clauses }: OnePage): string {
  const figures = SHARES.filter(({ of }) => clauses[of] > 0 || of === 'proven').map(
    ({ of, label, means }) =>
      `<li><span class="swatch ${of}" aria-hidden="true"></span><b>${counted(clauses[of])}</b> ${label}<br><small>${means}</small></li>`,
  );
  return `<header class="${conclusion}">
<h1><span class="mark" aria-hidden="true">${CONCLUSION_SHOWN[conclusion].mark}</span>${verdict} <span class="target">${escapeHtml(target)}</span></h1>
<p>${escapeHtml(sentence)}</p>
${barOf(clauses)}
<ul class="figures">${figures.join('')}</ul>
<p class="quiet">${TEXTS.clause(clauses.clauses)}</p>
</header>
<dl>${facts.map(([term, value]) => `<div><dt>${escapeHtml(term)}</dt><dd>${escapeHtml(value)}</dd></div>`).join('')}</dl>`;
}

const barOf = (shares: Shares): string => bar(SHARES.map(({ of, label }) => ({ look: of, label, count: shares[of] })));

function provenPart({ areas }: OnePage): string {
  const rows = areas.map(
    (area) =>
      `<tr><th scope="row">${escapeHtml(area.name)}${barOf(area)}</th><td>${counted(area.proven)} of ${counted(area.clauses)}</td></tr>`,
  );
  return `<section><h2>${HEADINGS.proven}</h2><table>${rows.join('')}</table></section>`;
}

function failedPart({ failures, moreFailures }: OnePage): string {
  if (failures.length === 0) return `<section><h2>${HEADINGS.failed}</h2><p>${TEXTS.nothingFailed}</p></section>`;
  const items = failures.map(({ title, feature, clauses, moreClauses }) => {
    const more = moreClauses > 0 ? [TEXTS.moreClauses(moreClauses)] : [];
    return `<li>${escapeHtml(title)}<br><small>${[feature, ...clauses, ...more].map(escapeHtml).join(' · ')}</small></li>`;
  });
  const more = moreFailures > 0 ? `<li>${TEXTS.more(moreFailures)}</li>` : '';
  return `<section><h2>${HEADINGS.failed}</h2><ol class="failures">${items.join('')}${more}</ol></section>`;
}

function lackingPart({ lacking }: OnePage): string {
  const content =
    lacking.length === 0
      ? `<p>${TEXTS.nothingLacking}</p>`
      : `${gains('It needs', lacking)}<p class="quiet">${TEXTS.lacking}</p>`;
  return `<section><h2>${HEADINGS.lacking}</h2>${content}</section>`;
}

const additionsPart = ({ additions }: OnePage): string =>
  additions.length === 0 ? '' : `<section><h2>${HEADINGS.additions}</h2>${gains('With', additions, '+')}</section>`;

function gains(what: string, rows: readonly (readonly [string, Gain])[], sign = ''): string {
  const lines = rows.map(
    ([name, { clauses, scenarios }]) =>
      `<tr><th scope="row">${escapeHtml(name)}</th><td>${sign}${counted(clauses)}</td><td>${sign}${counted(scenarios)}</td></tr>`,
  );
  return `<table><thead><tr><th scope="col">${what}</th><th scope="col">clauses</th><th scope="col">checks</th></tr></thead><tbody>${lines.join('')}</tbody></table>`;
}
