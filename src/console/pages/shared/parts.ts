import { commandWords } from '../../../kernel/shell.ts';
import { counted, rounded } from '../../../kernel/words.ts';

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

/** Escapes texts of a target, so that a page shows them as text. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Any text as content of an element, or between quotes as the value of an attribute. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? '');

/**
 * A value as the content of `<script type="application/json">`. Nothing in there can end the element, begin a comment
 * that swallows the end, or break a line where a program would not expect it.
 */
export const jsonForScript = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Labels of the axes of charts. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** `14:05`, with seconds or milliseconds where the step needs them, and the date at midnight. In UTC. */
export function timeLabel(time: number, step: number): string {
  const text = new Date(time).toISOString();
  if (time % DAY === 0) return text.slice(5, 10);
  if (step < SECOND) return text.slice(14, 23);
  return step < MINUTE ? text.slice(11, 19) : text.slice(11, 16);
}

/** `95,000.5`, `1.25M`: as many digits as the step between two labels has. */
export function figureLabel(value: number, step: number): string {
  const scale = step >= 100_000 ? 1e6 : 1;
  return `${rounded(value / scale, digitsOf(step / scale))}${scale > 1 && value !== 0 ? 'M' : ''}`;
}

const MOST_DIGITS = 8;

/** Digits behind the point that a multiple of the step can have. */
function digitsOf(step: number): number {
  for (let digits = 0; digits < MOST_DIGITS; digits += 1) {
    const scaled = step * 10 ** digits;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled) return digits;
  }
  return MOST_DIGITS;
}
