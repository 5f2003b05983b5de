import { counted, plural } from '../../../kernel/words.ts';
import { keyOfSet } from '../../../lab/sweeps/plan/plan.ts';
import { FIGURES } from '../../../lab/sweeps/results/columns.ts';
import type { SweepRow, SweepSummary } from '../../../lab/sweeps/sweep.ts';
import { placeOfCommand } from '../run/words.ts';
import { htmlDocument, pageAssets, pageHead } from '../shared/document.ts';
import { bar, commandBox, escapeHtml, factList, jsonForScript, mark } from '../shared/parts.ts';
import { comparisonSection } from './comparison-section.ts';
import { ELEMENT, type PackedRun, type PageData } from './page-data.ts';
import { figureShown, seedsText, setText, sweepCommand, valueText } from './words.ts';

/**
 * Returns the page of a sweep as one HTML file that needs nothing else. The counts and the quantiles of the first figure
 * can be read without scripts. Rows are given by the index of their job; a sweep that was stopped has some of them only.
 */
export function sweepPageHtml(summary: SweepSummary, rows: readonly SweepRow[]): string {
  const { style, script } = pageAssets('sweep');
  const data = pack(summary, rows);
  return htmlDocument({
    title: `Sweep of ${summary.plan.scenario}`,
    style,
    script,
    body: `${pageHead('Sweep', [
      ['summary', 'Summary'],
      ['comparison', 'Comparison'],
      [ELEMENT.distributions, 'Distributions'],
      [ELEMENT.heat, 'Heat map'],
      [ELEMENT.runs, 'Runs', rows.length],
    ])}
<main id="main" tabindex="-1">
<section id="summary" aria-label="Summary">
${summarySection(summary, rows)}
</section>
${section('comparison', 'Comparison', comparisonSection(summary.comparison))}
<div id="figure-bar"></div>
${section(ELEMENT.distributions, 'Distributions', quantileTable(summary, data.figures[0]))}
${section(ELEMENT.heat, 'Heat map', SCRIPTS_NEEDED)}
${section(ELEMENT.runs, 'Runs', SCRIPTS_NEEDED)}
</main>
<footer><p>Made by perpsim from the rows of the sweep. The same rows, with every digit, are in results.parquet.</p></footer>
<script type="application/json" id="${ELEMENT.data}">${jsonForScript(data)}</script>`,
  });
}

const SCRIPTS_NEEDED = '<noscript><p>This part needs scripts.</p></noscript>';

const section = (id: string, heading: string, content: string): string =>
  `<section id="${id}" aria-labelledby="${id}-heading"><h2 id="${id}-heading">${heading}</h2><div id="${id}-content">${content}</div></section>`;

function summarySection(summary: SweepSummary, rows: readonly SweepRow[]): string {
  const { plan, passed, failed, errors, groups } = summary;
  const none = rows.length - passed - failed - errors;
  const look = failed + errors > 0 ? 'failed' : passed > 0 ? 'passed' : 'skipped';
  const counts = [
    { look: 'failed', sign: '✕', label: 'failed', count: failed },
    { look: 'incomplete', sign: '!', label: 'without a result', count: errors },
    { look: 'passed', sign: '✓', label: 'passed', count: passed },
    { look: 'skipped', sign: '–', label: 'without expectations', count: none },
  ];
  const missing = plan.jobs - rows.length;
  return `<div class="banner ${look}">
<p class="conclusion"><strong>${escapeHtml(plan.scenario)}</strong> <span class="target">${plural(rows.length, 'run')}</span></p>
<p>${plural(groups.length, 'set')} of parameters, each with ${plural(plan.seeds.length, 'seed')}.${missing > 0 ? ` ${plural(missing, 'run')} of the plan ${missing === 1 ? 'is' : 'are'} still missing.` : ''}</p>
${bar(counts)}
<ul class="counts" aria-label="Runs by verdict">${counts
    .filter(({ count }) => count > 0)
    .map(({ look: own, sign, label, count }) => `<li>${mark(own, sign)}<b>${counted(count)}</b> ${label}</li>`)
    .join('')}</ul>
</div>
<h2>What was run</h2>
${factList([
  ['Scenario', plan.scenario],
  ['Seeds', `${seedsText(plan.seeds)} (${counted(plan.seeds.length)})`],
  ...plan.parameters.map(({ path, values }) => [path, values.join(', ')] as const),
  ['Plan', plan.id],
  ['Sources', plan.source],
])}
<p>Make the sweep again.${escapeHtml(placeOfCommand(plan.scenario))}</p>${commandBox(sweepCommand(plan))}`;
}

/** Groups that are listed without scripts. */
const STILL_GROUPS = 100;
const QUANTILES = ['min', 'p05', 'p25', 'p50', 'p75', 'p95', 'max'] as const;

/** What stands in the page until the script takes its place. */
function quantileTable({ groups }: SweepSummary, figure: string | undefined): string {
  if (figure === undefined) return '<p class="calm">No run of the sweep has figures: the scenario has no strategy.</p>';
  const rows = groups.slice(0, STILL_GROUPS).flatMap(({ set, figures }) => {
    const found = figures[figure];
    if (!found) return [];
    const cells = QUANTILES.map((name) => `<td class="number">${valueText(figure, found[name])}</td>`);
    return [
      `<tr><th scope="row">${escapeHtml(setText(set))}</th><td class="number">${counted(found.count)}</td>${cells.join('')}</tr>`,
    ];
  });
  const heads = ['Runs', ...QUANTILES].map((name) => `<th scope="col" class="number">${name}</th>`);
  return `<div class="scroller"><table><caption>${figureShown(figure).label} by parameters</caption><thead><tr><th scope="col">Parameters</th>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

/** Runs that the file lists at most: a browser stays quick with them. The summary counts all. */
const MOST_RUNS = 50_000;
/** Characters of a digest, enough to compare two runs by eye. */
const DIGEST = 12;

/** The rows as what the page needs of them. */
export function pack(summary: SweepSummary, rows: readonly SweepRow[]): PageData {
  const columns = FIGURES.filter(({ name }) => summary.groups.some(({ figures }) => name in figures));
  const places = new Map(summary.groups.map(({ set }, place) => [keyOfSet(set), place]));
  const runs = rows.slice(0, MOST_RUNS).map((row): PackedRun => {
    const values = columns.map(({ valueOf }) => {
      const value = valueOf(row);
      return value === null ? null : Number(value);
    });
    const { job, verdict, digest, error } = row;
    return [places.get(keyOfSet(job.set)) ?? 0, job.seed, verdict, digest.slice(0, DIGEST), error, values];
  });
  return { summary, figures: columns.map(({ name }) => name), runs, allRuns: rows.length };
}
