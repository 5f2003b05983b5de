import type { Run } from '../results/run.ts';
import { type Conclusion, summaryOf } from './summary.ts';
import { counted } from '../../kernel/words.ts';
import { xmlText, xmlValue } from './junit.ts';

/** What a badge says: left, right, and the colour of the right. */
interface Badge {
  readonly label: string;
  readonly message: string;
  readonly colour: keyof typeof COLOURS;
}

/** By the names that shields.io has for them. */
const COLOURS = { brightgreen: '#2e7d32', red: '#c62828', orange: '#b25600', lightgrey: '#616161' } as const;

const COLOUR_OF: Readonly<Record<Conclusion, Badge['colour']>> = {
  conformant: 'brightgreen',
  'not-conformant': 'red',
  incomplete: 'orange',
  'nothing-proven': 'lightgrey',
  inconclusive: 'lightgrey',
};

function badgeOf(run: Run): Badge {
  const { conclusion, counts } = summaryOf(run);
  const wrong = counts.failed + counts.error + counts['unexpected-pass'];
  const passed = `${counted(counts.passed)} passed`;
  const message = {
    conformant: passed,
    'not-conformant': `${counted(wrong)} of ${counted(run.scenarios.length)} failed`,
    incomplete: `incomplete, ${passed}`,
    'nothing-proven': 'nothing proven',
    inconclusive: `inconclusive, ${passed}`,
  }[conclusion];
  return { label: 'conformance', message, colour: COLOUR_OF[conclusion] };
}

/** The badge as the JSON that shields.io fetches to draw one. */
export function badgeJson(run: Run): string {
  const { label, message, colour } = badgeOf(run);
  return `${JSON.stringify({ schemaVersion: 1, label, message, color: colour, isError: colour === 'red' })}\n`;
}

const HEIGHT = 20;
const PADDING = 6;
/** Of a letter at the size below, about; `textLength` makes the text fit whatever font there is. */
const LETTER = 6.2;

/** The badge as a picture that needs nothing from elsewhere. */
export function badgeSvg(run: Run): string {
  const { label, message, colour } = badgeOf(run);
  const [left, right] = [widthOf(label), widthOf(message)];
  const title = `${label}: ${message}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" role="img" aria-label=${xmlValue(title)}>`,
    `  <title>${xmlText(title)}</title>`,
    `  <clipPath id="corners"><rect width="${left + right}" height="${HEIGHT}" rx="3"/></clipPath>`,
    '  <g clip-path="url(#corners)">',
    `    <rect width="${left}" height="${HEIGHT}" fill="#424242"/>`,
    `    <rect x="${left}" width="${right}" height="${HEIGHT}" fill="${COLOURS[colour]}"/>`,
    '  </g>',
    '  <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">',
    `    ${textAt(PADDING, label, left)}`,
    `    ${textAt(left + PADDING, message, right)}`,
    '  </g>',
    '</svg>',
    '',
  ].join('\n');
}

const widthOf = (text: string): number => Math.round(text.length * LETTER) + 2 * PADDING;

const textAt = (x: number, text: string, width: number): string =>
  `<text x="${x}" y="14" textLength="${width - 2 * PADDING}">${xmlText(text)}</text>`;
