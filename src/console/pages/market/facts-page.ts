import { htmlDocument, pageAssets, pageHead } from '../shared/document.ts';
import { bar, escapeHtml, jsonForScript, mark } from '../shared/parts.ts';
import { counted } from '../../../kernel/words.ts';
import { dayText, differencesOf, hoursText } from '../../../lab/market/report.ts';
import { countsOf, figureText, rangeText, VERDICT_WORD } from '../../../lab/market/report.ts';
import type { FactsResult } from '../../../lab/market/run/facts-result.ts';
import type { Row, Verdict } from '../../../lab/market/table/table.ts';
import { ELEMENT } from './page-data.ts';

const LOOKS: Readonly<Record<Verdict, readonly [look: string, sign: string, label: string]>> = {
  out: ['failed', '✕', 'out of range'],
  'not judged': ['incomplete', '!', 'not judged'],
  within: ['passed', '✓', 'within range'],
};

/**
 * Returns the report as one HTML file that needs nothing else. The table can be read without scripts; the charts need
 * them. The points of the charts are in the file, as JSON.
 */
export function factsPageHtml(result: FactsResult): string {
  const { style, script } = pageAssets('market');
  const { plots, rows, world } = result;
  return htmlDocument({
    title: `Facts of the market of ${world}`,
    style,
    script,
    body: `${pageHead('Facts of the market', [
      ['summary', 'Summary'],
      ['facts', 'Facts', rows.length],
      [ELEMENT.charts, 'Charts', plots.length],
    ])}
<main id="main" tabindex="-1">
<section id="summary" aria-label="Summary">
${summary(result)}
</section>
<section id="facts" aria-labelledby="facts-heading"><h2 id="facts-heading">Facts</h2>
<p class="calm">The mean over the seeds is judged. A figure that is not judged does not count as within its range.</p>
${table(result)}
</section>
<section id="${ELEMENT.charts}" aria-labelledby="charts-heading"><h2 id="charts-heading">Charts</h2>
<p class="calm">Means over the seeds, unless a chart says otherwise.</p>
<div id="${ELEMENT.charts}-content"></div><noscript><p>The charts need scripts. The table above does not.</p></noscript></section>
</main>
<footer><p>Made by perpsim from what clients of the exchange see. All times are exchange times in UTC.</p></footer>
<script type="application/json" id="${ELEMENT.plots}">${jsonForScript(plots)}</script>`,
  });
}

function summary(result: FactsResult): string {
  const { rows, seeds, world } = result;
  const counts = countsOf(rows);
  const shares = (['out', 'not judged', 'within'] as const).map((verdict) => {
    const [look, sign, label] = LOOKS[verdict];
    return { look, sign, label, count: counts[verdict] };
  });
  const look = counts.out > 0 ? 'failed' : counts['not judged'] > 0 || rows.length === 0 ? 'incomplete' : 'passed';
  const differences = differencesOf(result);
  const told = differences.map((difference) => `<li>${escapeHtml(difference)}</li>`).join('');
  return `<div class="banner ${look}">
<p class="conclusion"><strong>World ${escapeHtml(world)}</strong> <span class="target">${escapeHtml(hoursText(result))}</span></p>
<p>Figures are of ${escapeHtml(seeds[0]?.symbol ?? 'no market')} unless said otherwise. ${escapeHtml(
    seeds.map(({ seed, startTime }) => `Seed ${seed} starts on ${dayText(startTime)}.`).join(' '),
  )}</p>
${bar(shares)}
<ul class="counts" aria-label="Figures by verdict">${shares
    .filter(({ count }) => count > 0)
    .map(({ look: own, sign, label, count }) => `<li>${mark(own, sign)}<b>${counted(count)}</b> ${label}</li>`)
    .join('')}</ul>
</div>${differences.length === 0 ? '' : `<h2>Contradictions in the past</h2><ul>${told}</ul>`}`;
}

function table({ rows, seeds }: FactsResult): string {
  const heads = seeds.map(({ seed }) => `<th scope="col" class="number">Seed ${escapeHtml(seed)}</th>`).join('');
  const head = `<tr><th scope="col">Figure</th>${heads}<th scope="col" class="number">Mean</th><th scope="col">Range</th><th scope="col">Verdict</th></tr>`;
  const body = rows.map((row, place) => {
    const isFirst = row.fact !== rows[place - 1]?.fact;
    const fact = `<tr class="fact"><th scope="colgroup" colspan="${seeds.length + 4}">${escapeHtml(row.fact)}</th></tr>`;
    return `${isFirst ? fact : ''}${rowOf(row, seeds)}`;
  });
  return `<div class="scroller" tabindex="0" role="region" aria-label="Facts"><table class="facts-table cards"><caption class="unseen">Figures with their ranges</caption><thead>${head}</thead><tbody>${body.join('')}</tbody></table></div>`;
}

function rowOf(row: Row, seeds: FactsResult['seeds']): string {
  const [look, sign] = LOOKS[row.verdict];
  const cells = row.figures.map(
    (figure, place) =>
      `<td class="number" data-label="seed ${escapeHtml(seeds[place]?.seed ?? '')}">${figureText(figure, row)}</td>`,
  );
  const why = row.why === null ? '' : `<small>${escapeHtml(row.why)}</small>`;
  return `<tr class="${look}"><th scope="row">${escapeHtml(row.figure)}</th>${cells.join('')}<td class="number mean" data-label="mean">${figureText(row.mean, row)}</td><td>${rangeText(row)}</td><td class="verdict">${mark(look, sign)}${VERDICT_WORD[row.verdict].toLowerCase()}${why}</td></tr>`;
}
