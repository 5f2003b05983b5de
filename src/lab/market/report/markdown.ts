import { printableLines } from '../../../kernel/printable.ts';
import type { FactsResult } from '../run/facts-result.ts';
import { dayText, differencesOf, hoursText, unjudgedOf } from './text.ts';
import { countsText, figureText, rangeText, VERDICT_WORD } from './words.ts';

const line = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** The report as Markdown. It holds nothing of the machine or the time of the run. */
export function factsMarkdown(result: FactsResult): string {
  const { rows, seeds, world } = result;
  const head = ['Fact', 'Figure', ...seeds.map(({ seed }) => `Seed ${seed}`), 'Mean', 'Range', 'Verdict'];
  const unjudged = unjudgedOf(rows);
  const differences = differencesOf(result);
  return printableLines(
    [
      '# Facts of the market',
      '',
      `World \`${world}\`, ${hoursText(result)}; ${countsText(rows)}. Figures are of the market ${seeds[0]?.symbol ?? ''}`,
      'unless said otherwise. [How each is measured](../docs/market.md#how-each-fact-is-measured).',
      '',
      `Days: ${seeds.map(({ seed, startTime }) => `seed ${seed} ${dayText(startTime)}`).join(', ')}.`,
      '',
      line(head),
      `|${head.map((_none, place) => (place > 1 && place < head.length - 2 ? '---:' : '---')).join('|')}|`,
      ...rows.map((row, place) =>
        line([
          row.fact === rows[place - 1]?.fact ? '' : row.fact,
          row.figure,
          ...row.figures.map((figure) => figureText(figure, row)),
          figureText(row.mean, row),
          rangeText(row),
          row.verdict === 'within' ? 'within' : `**${VERDICT_WORD[row.verdict]}**`,
        ]),
      ),
      '',
      ...(unjudged.length === 0
        ? []
        : [
            '## Figures that a seed does not have',
            '',
            ...unjudged.map(({ figure, why }) => `- ${figure}: ${why ?? ''}`),
            '',
          ]),
      ...(differences.length === 0
        ? []
        : ['## Contradictions in the past', '', ...differences.map((difference) => `- ${difference}`), '']),
    ].join('\n'),
  );
}
