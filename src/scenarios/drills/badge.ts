import type { Certification } from './certify.ts';

const COLOURS: Readonly<Record<Certification['verdict'], string>> = {
  passed: '#1a7f37',
  failed: '#c62828',
  inconclusive: '#8a6d00',
};

const LABEL = 'perpsim certify';
const HEIGHT = 20;
/** Of a letter of the font below, on average; a text of another width is squeezed into its place. */
const LETTER = 6.6;

/** The verdict of a certification as a small SVG image, for a README. */
export function badgeOf({ verdict, drills }: Pick<Certification, 'verdict' | 'drills'>): string {
  const applied = drills.filter((drill) => drill.verdict !== 'not applicable').length;
  const passed = drills.filter((drill) => drill.verdict === 'pass').length;
  const text = `${verdict}, ${passed} of ${applied} drills`;
  const [left, right] = [LABEL, text].map((one) => Math.round(one.length * LETTER) + 12) as [number, number];
  const word = (x: number, width: number, shown: string): string =>
    `<text x="${x + 6}" y="14" textLength="${width - 12}" lengthAdjust="spacingAndGlyphs">${shown}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" role="img" aria-label="${LABEL}: ${text}">`,
    `<title>${LABEL}: ${text}</title>`,
    `<rect width="${left}" height="${HEIGHT}" fill="#3d444d"/>`,
    `<rect x="${left}" width="${right}" height="${HEIGHT}" fill="${COLOURS[verdict]}"/>`,
    `<g fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">`,
    word(0, left, LABEL),
    word(left, right, text),
    '</g></svg>',
    '',
  ].join('\n');
}
