import { percent, plural, rounded } from '../../../kernel/words.ts';
import type { Comparison, Estimate } from '../../../lab/sweeps/sweep.ts';
import { escapeHtml } from '../shared/parts.ts';
import { figureShown, setText, valueText } from './words.ts';

/** The comparison of the variants of a sweep: tables that need no scripts, and what to beware of. */
export function comparisonSection(compared: Comparison | null): string {
  if (!compared) return '<p class="calm">No seed has a figure in every variant, so there is nothing to compare.</p>';
  const { figure, confidence, seeds, heldOut, baseline, variants, pairs, chosen, warnings } = compared;
  const { label } = figureShown(figure);
  const held = heldOut > 0 ? `; ${plural(heldOut, 'seed')} held out` : '';
  return [
    `<p>${label} over ${plural(seeds, 'seed')}${held}. Intervals hold the true mean in ${percent(confidence, 0)} of studies.</p>`,
    warnings.length > 0
      ? `<ul class="warnings" aria-label="Beware">${warnings.map((one) => `<li>${escapeHtml(one)}</li>`).join('')}</ul>`
      : '',
    table(
      `${label} of each variant`,
      ['Mean', 'Error', 'Low', 'High', 'Mean / deviation', 'Deflated chance'],
      variants.map((one) => [
        setText(one.set),
        ...estimateCells(figure, one),
        ratio(one.sharpe),
        one.deflatedChance === null ? '–' : percent(one.deflatedChance, 1),
      ]),
    ),
    pairs.length === 0
      ? ''
      : table(
          `${label} less that of ${escapeHtml(setText(baseline))}, in pairs of the same seed`,
          ['Difference', 'Error', 'Low', 'High', 'Chance', 'Corrected', 'Finding', 'Seeds to tell'],
          pairs.map((one) => [
            setText(one.set),
            ...estimateCells(figure, one),
            ratio(one.chance),
            ratio(one.corrected),
            one.finding,
            one.seedsToTell === null ? '–' : String(one.seedsToTell),
          ]),
        ),
    chosen
      ? `<p>Chosen: <b>${escapeHtml(setText(chosen.set))}</b>, mean ${valueText(figure, chosen.inSample)}; on the seeds that are held out ` +
        `${valueText(figure, chosen.outOfSample.mean)}, from ${estimateCells(figure, chosen.outOfSample).slice(2).join(' to ')}.</p>`
      : '',
  ].join('\n');
}

const ratio = (value: number | null): string => (value === null ? '–' : rounded(value, 4));

function estimateCells(figure: string, { mean, error, interval }: Estimate): string[] {
  const shown = (value: number | undefined): string => (value === undefined ? '–' : valueText(figure, value));
  return [shown(mean), shown(error ?? undefined), shown(interval?.[0]), shown(interval?.[1])];
}

const table = (caption: string, heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<div class="scroller"><table><caption>${caption}</caption><thead><tr><th scope="col">Parameters</th>` +
  `${heads.map((head) => `<th scope="col" class="number">${head}</th>`).join('')}</tr></thead><tbody>` +
  rows
    .map(
      ([first = '', ...cells]) =>
        `<tr><th scope="row">${escapeHtml(first)}</th>${cells.map((cell) => `<td class="number">${escapeHtml(cell)}</td>`).join('')}</tr>`,
    )
    .join('') +
  '</tbody></table></div>';
