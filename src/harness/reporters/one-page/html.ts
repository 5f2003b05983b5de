import { createHash } from 'node:crypto';
import type { Coverage } from '../../coverage/count.ts';
import type { Gain } from '../../outlook/outlook.ts';
import type { Run } from '../../results/run.ts';
import { escapeHtml } from '../html/escape.ts';
import { bar } from '../html/parts.ts';
import { CONCLUSION_SHOWN, counted } from '../html/words.ts';
import { type OnePage, onePageOf } from './page.ts';
import { ONE_PAGE_STYLE } from './style.ts';
import { HEADINGS, TEXTS } from './texts.ts';

/** The page as one HTML file without scripts, made to be printed: nothing in it is loaded from elsewhere. */
export function onePageHtml(run: Run, coverage: Coverage): string {
  const page = onePageOf(run, coverage);
  const hash = createHash('sha256').update(ONE_PAGE_STYLE).digest('base64');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escapeHtml(`${page.verdict}: ${page.target}`)}</title>
<style>${ONE_PAGE_STYLE}</style>
</head>
<body>
<main>
${headOf(page)}
<div class="columns">
${provenPart(page)}
${failedPart(page)}
${lackingPart(page)}
${additionsPart(page)}
</div>
<section><h2>${HEADINGS.repeat}</h2><pre>${escapeHtml(page.command)}</pre><p class="quiet">${TEXTS.repeat}</p></section>
</main>
</body>
</html>
`;
}

function headOf({ conclusion, verdict, sentence, target, facts, clauses }: OnePage): string {
  const figures = [
    ['proven', clauses.proven],
    ['could be asked', clauses.asked],
    ['in the contract', clauses.contract],
  ] as const;
  return `<header class="${conclusion}">
<h1><span class="mark" aria-hidden="true">${CONCLUSION_SHOWN[conclusion].mark}</span>${verdict} <span class="target">${escapeHtml(target)}</span></h1>
<p>${escapeHtml(sentence)}</p>
<ul class="figures">${figures.map(([label, count]) => `<li><b>${counted(count)}</b> ${label}</li>`).join('')}</ul>
</header>
<dl>${facts.map(([term, value]) => `<div><dt>${escapeHtml(term)}</dt><dd>${escapeHtml(value)}</dd></div>`).join('')}</dl>`;
}

function provenPart({ clauses, areas }: OnePage): string {
  const rows = areas.map(({ name, proven, clauses: all }) => {
    const shares = [
      { look: 'proven', label: 'proven', count: proven },
      { look: 'open', label: 'not proven', count: all - proven },
    ];
    return `<tr><th scope="row">${escapeHtml(name)}${bar(shares)}</th><td>${counted(proven)} of ${counted(all)}</td></tr>`;
  });
  return `<section><h2>${HEADINGS.proven}</h2><p>${TEXTS.proven(clauses.proven, clauses.contract)}</p><table>${rows.join('')}</table></section>`;
}

function failedPart({ failures, moreFailures }: OnePage): string {
  if (failures.length === 0) return `<section><h2>${HEADINGS.failed}</h2><p>${TEXTS.nothingFailed}</p></section>`;
  const items = failures.map(
    ({ title, feature, clauses }) =>
      `<li>${escapeHtml(title)}<br><small>${[feature, ...clauses].map(escapeHtml).join(' · ')}</small></li>`,
  );
  const more = moreFailures > 0 ? `<li>${TEXTS.more(moreFailures)}</li>` : '';
  return `<section><h2>${HEADINGS.failed}</h2><ol class="failures">${items.join('')}${more}</ol></section>`;
}

function lackingPart({ lacking, unasked }: OnePage): string {
  const content =
    lacking.length === 0
      ? `<p>${TEXTS.nothingLacking}</p>`
      : `<p>${TEXTS.lacking}</p>${gains('For want of', 'unproven', lacking)}`;
  return `<section><h2>${HEADINGS.lacking}</h2>${content}${unasked === undefined ? '' : `<p>${escapeHtml(unasked)}</p>`}</section>`;
}

const additionsPart = ({ additions }: OnePage): string =>
  additions.length === 0 ? '' : `<section><h2>${HEADINGS.additions}</h2>${gains('With', 'more', additions)}</section>`;

function gains(what: string, how: string, rows: readonly (readonly [string, Gain])[]): string {
  const lines = rows.map(
    ([name, { clauses, scenarios }]) =>
      `<tr><th scope="row">${escapeHtml(name)}</th><td>${counted(clauses)}</td><td>${counted(scenarios)}</td></tr>`,
  );
  return `<table><thead><tr><th scope="col">${what}</th><th scope="col">clauses ${how}</th><th scope="col">scenarios</th></tr></thead><tbody>${lines.join('')}</tbody></table>`;
}
