import { counted } from '../../../kernel/words.ts';
import type { Coverage } from '../../../suite/coverage/count.ts';
import type { Gain } from '../../../suite/outlook.ts';
import { CONCLUSION_SHOWN } from '../../../suite/reporters/words.ts';
import type { Run } from '../../../suite/results/run.ts';
import { htmlDocument } from '../shared/document.ts';
import { bar, escapeHtml } from '../shared/parts.ts';
import type { Shares } from './areas.ts';
import { HEADINGS, type OnePage, onePageOf, SHARES, TEXTS } from './page.ts';

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

/** Colours and letters are those of the report; on paper the page is always light and fits one sheet of A4. */
const ONE_PAGE_STYLE = `
:root { color-scheme: light dark; --ground: #fbfbfa; --raised: #fff; --sunk: #f1f2f0; --line: #dcdfdb; --text: #1b1e22; --quiet: #5a616b;
  --passed: #17713a; --failed: #b3261e; --warned: #9a3412; --unchecked: #e0b34c; --open: #d5d9dd; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ground: #14171b; --raised: #1b1f25; --sunk: #0f1215; --line: #30363e; --text: #e4e7ea; --quiet: #9aa4b0;
    --passed: #57c785; --failed: #ff8379; --warned: #f7a072; --unchecked: #a3812f; --open: #3a424b; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); overflow-wrap: anywhere;
  font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 1.5rem; }
header { padding: .9rem 1.1rem; background: var(--raised); border: 1px solid var(--line); border-inline-start: 5px solid var(--look); border-radius: 6px; }
.conformant { --look: var(--passed); } .not-conformant { --look: var(--failed); }
.incomplete { --look: var(--warned); } .inconclusive, .nothing-proven { --look: var(--quiet); }
h1 { margin: 0; font-size: 22px; line-height: 1.3; color: var(--look); }
h1 .mark { margin-inline-end: .5rem; }
h1 .target { margin-inline-start: .5rem; color: var(--quiet); font-size: 14px; font-weight: 400; }
h2 { margin: 0 0 .3rem; font-size: 15px; }
p { margin: .35rem 0; }
small, .quiet { color: var(--quiet); font-size: 12px; }
.figures { display: flex; flex-wrap: wrap; gap: .2rem 2rem; margin: .4rem 0 0; padding: 0; list-style: none; }
.swatch { display: inline-block; width: .65em; height: .65em; margin-inline-end: .4rem; border-radius: 2px; background: var(--open); }
.swatch.proven { background: var(--passed); } .swatch.contradicted { background: var(--failed); } .swatch.unchecked { background: var(--unchecked); }
.figures b { color: var(--text); font-size: 24px; font-weight: 600; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: .4rem 1.5rem; margin: 1rem 0; }
dt { color: var(--quiet); font-size: 12px; } dd { margin: 0; }
.columns { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1.2rem 2.5rem; align-items: start; margin-bottom: 1.2rem; }
section { break-inside: avoid; }
.columns section + section { margin-top: 1.2rem; }
header > .bar { height: 8px; margin: .6rem 0 .4rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .2rem 0; border-bottom: 1px solid var(--line); text-align: start; font-weight: 400; vertical-align: bottom; }
td, thead th + th { padding-inline-start: 1rem; text-align: end; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
td { white-space: nowrap; }
thead th { color: var(--quiet); font-size: 12px; }
.bar { display: block; width: 100%; height: 5px; margin: .15rem 0 .1rem; border-radius: 3px; }
rect.proven { fill: var(--passed); } rect.contradicted { fill: var(--failed); } rect.unchecked { fill: var(--unchecked); } rect.left { fill: var(--open); }
.failures { margin: 0; padding-inline-start: 1.3rem; } .failures li { margin-bottom: .3rem; }
pre { margin: 0; padding: .5rem .6rem; background: var(--sunk); border: 1px solid var(--line); border-radius: 4px; white-space: pre-wrap;
  font: 12px/1.45 ui-monospace, "SF Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace; }
@media (max-width: 700px) {
  main { padding: .9rem; }
  h1 .target { display: block; margin: 0; }
  dl { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .columns { grid-template-columns: minmax(0, 1fr); }
}
@page { size: A4; margin: 11mm; }
@media print {
  :root { --ground: #fff; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { font-size: 10px; line-height: 1.35; } main { max-width: none; padding: 0; }
  h1 { font-size: 17px; } h2 { font-size: 12px; } .figures b { font-size: 16px; } h1 .target { font-size: 11px; }
  small, dt, thead th, .quiet { font-size: 9px; } pre { font-size: 9px; }
  dl { grid-template-columns: repeat(3, minmax(0, 1fr)); margin: .6rem 0; gap: .25rem 1rem; }
  .columns { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .7rem 1.5rem; margin-bottom: .7rem; }
  .columns section + section { margin-top: .6rem; }
  th, td { padding-block: .1rem; } .bar { height: 4px; } header > .bar { height: 6px; }
}
`;
