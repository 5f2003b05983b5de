import { escapeHtml } from './escape.ts';
import { commandWords } from '../../../kernel/shell.ts';
import { counted } from '../../../kernel/words.ts';

/** Pieces of markup that several pages use. Their arguments are escaped texts. */

export interface Share {
  /** Name of a class that gives it its colour. */
  readonly look: string;
  readonly label: string;
  readonly count: number;
}

const BAR = 1_000;
/** The least width of a share, so that one failure among thousands can be seen. */
const LEAST = 8;

/** Shares of a whole as one bar. The figures stand beside it. */
export function bar(shares: readonly Share[]): string {
  const shown = shares.filter(({ count }) => count > 0);
  const total = shown.reduce((sum, { count }) => sum + count, 0);
  const widths = shown.map(({ count }) => Math.max(LEAST, Math.round((BAR * count) / total)));
  const scale = widths.reduce((sum, width) => sum + width, 0);
  let x = 0;
  const rects = shown.map(({ look, label, count }, at) => {
    const width = widths[at] ?? 0;
    const rect = `<rect class="${look}" x="${x}" width="${width}" height="8"><title>${escapeHtml(label)}: ${counted(count)}</title></rect>`;
    x += width;
    return rect;
  });
  return `<svg class="bar" viewBox="0 0 ${Math.max(scale, 1)} 8" preserveAspectRatio="none" aria-hidden="true">${rects.join('')}</svg>`;
}

/** A sign that gives the same information as its colour. */
export const mark = (look: string, sign: string): string =>
  `<span class="mark ${look}" aria-hidden="true">${sign}</span>`;

/** A term and what it is; null leaves the pair out. */
export type Fact = readonly [term: string, value: string | null];

/** A longer value takes the width of two columns. */
const LONG = 50;

export const factList = (facts: readonly Fact[]): string =>
  `<dl class="facts">${facts
    .map(([term, value]) =>
      value === null
        ? ''
        : `<div${value.length > LONG ? ' class="wide"' : ''}><dt>${escapeHtml(term)}</dt><dd>${escapeHtml(value)}</dd></div>`,
    )
    .join('')}</dl>`;

/** A command in a box. A line never breaks within a word that a hyphen begins. */
export const commandBox = (command: string): string =>
  `<pre class="command">${commandWords(command)
    .map((word) => `<span class="word">${escapeHtml(word)}</span>`)
    .join(' ')}</pre>`;
