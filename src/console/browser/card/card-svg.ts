/** A moment of an account as a picture to share. */
export interface Card {
  readonly title: string;
  /** Who and where, in a line. */
  readonly subtitle: string;
  /** The sentence that says it all. */
  readonly said: string;
  /** The price on its way there: times and prices in order. */
  readonly path: readonly (readonly [at: number, price: number])[];
  /** Prices that are drawn across it, such as the one at which margin was no longer enough. */
  readonly lines: readonly { readonly price: number; readonly name: string }[];
  /** The arithmetic, a line each. */
  readonly sums: readonly string[];
  /** Seed, world and time. */
  readonly origin: string;
  /** The command that works out the same from the journal that is saved with the card. */
  readonly command: string;
  readonly tone: 'good' | 'bad';
}

/** The size that pages which show links take. */
export const CARD_SIZE = { width: 1_200, height: 630 } as const;

const COLOURS = { ground: '#0e1318', panel: '#151c23', line: '#28323c', text: '#e3e8ed', quiet: '#98a5b2' } as const;
const TONES = { good: '#35c4ae', bad: '#f58a57' } as const;
const PLOT = { x: 48, y: 176, width: 640, height: 330 } as const;
const SUMS = { x: 724, letters: 46, most: 11 } as const;
const SANS = 'system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, sans-serif';
const MONO = 'ui-monospace, DejaVu Sans Mono, Menlo, Consolas, monospace';

/** Returns the card as an SVG document that needs nothing from elsewhere. */
export function cardSvg(card: Card): string {
  const { width, height } = CARD_SIZE;
  const tone = TONES[card.tone];
  const said = wrapped(card.said, 96).slice(0, 2);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${SANS}">`,
    `<title>${escaped(`${card.title}: ${card.said}`)}</title>`,
    `<rect width="${width}" height="${height}" fill="${COLOURS.ground}"/>`,
    `<rect width="8" height="${height}" fill="${tone}"/>`,
    text({ x: 48, y: 66, size: 36, fill: tone, weight: 700 }, card.title),
    text({ x: width - 48, y: 60, size: 20, fill: COLOURS.quiet, anchor: 'end' }, card.subtitle),
    ...said.map((line, at) => text({ x: 48, y: 108 + 28 * at, size: 22, fill: COLOURS.text }, line)),
    ...plot(card, tone),
    ...sums(card.sums),
    `<line x1="48" x2="${width - 48}" y1="540" y2="540" stroke="${COLOURS.line}"/>`,
    text({ x: 48, y: 572, size: 18, fill: COLOURS.quiet }, card.origin),
    text({ x: 48, y: 602, size: 16, fill: COLOURS.text, isCode: true }, `$ ${card.command}`),
    text({ x: width - 48, y: 572, size: 18, fill: COLOURS.quiet, anchor: 'end' }, 'perpsim'),
    '</svg>',
  ].join('\n');
}

function plot({ path, lines }: Card, tone: string): string[] {
  const { x, y, width, height } = PLOT;
  const prices = [...path.map(([, price]) => price), ...lines.map(({ price }) => price)];
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const [begin, end] = [path[0]?.[0] ?? 0, path.at(-1)?.[0] ?? 0];
  const across = (at: number): number => x + (end === begin ? 1 : (at - begin) / (end - begin)) * width;
  // A margin above and below, so that no line lies on the frame.
  const up = (price: number): number => y + 20 + (high === low ? 0.5 : (high - price) / (high - low)) * (height - 40);
  const points = path.map(([at, price]) => `${across(at).toFixed(1)},${up(price).toFixed(1)}`);
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="${COLOURS.panel}"/>`,
    ...lines.flatMap(({ price, name }) => {
      const at = up(price);
      // The name stands on the side of the line where there is room.
      const place = at < y + 40 ? at + 20 : at - 8;
      return [
        `<line x1="${x}" x2="${x + width}" y1="${at.toFixed(1)}" y2="${at.toFixed(1)}" stroke="${tone}" stroke-width="2" stroke-dasharray="8 6"/>`,
        text({ x: x + 12, y: place, size: 17, fill: tone }, name),
      ];
    }),
    ...(points.length > 1
      ? [`<polyline points="${points.join(' ')}" fill="none" stroke="${COLOURS.text}" stroke-width="2.5"/>`]
      : []),
    ...(points.length > 0
      ? [`<circle cx="${across(end).toFixed(1)}" cy="${up(path.at(-1)?.[1] ?? 0).toFixed(1)}" r="6" fill="${tone}"/>`]
      : [text({ x: x + 12, y: y + 30, size: 17, fill: COLOURS.quiet }, 'No price is known.')]),
  ];
}

function sums(all: readonly string[]): string[] {
  const lines = all.flatMap((sum) => wrapped(sum, SUMS.letters));
  const shown = lines.length > SUMS.most ? [...lines.slice(0, SUMS.most - 1), '…'] : lines;
  return shown.map((line, at) =>
    text({ x: SUMS.x, y: PLOT.y + 22 + 30 * at, size: 16, fill: COLOURS.text, isCode: true }, line),
  );
}

interface TextLook {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly fill: string;
  readonly weight?: number;
  readonly anchor?: 'end';
  readonly isCode?: boolean;
}

const text = ({ x, y, size, fill, weight, anchor, isCode }: TextLook, words: string): string =>
  `<text x="${x}" y="${y.toFixed(0)}" font-size="${size}" fill="${fill}"${weight === undefined ? '' : ` font-weight="${weight}"`}${anchor === undefined ? '' : ` text-anchor="${anchor}"`}${isCode === true ? ` font-family="${MONO}"` : ''} xml:space="preserve">${escaped(words)}</text>`;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Texts come from requests too, so nothing of them may become markup. */
const escaped = (words: string): string =>
  words.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign).replace(/[^\P{Cc}]/gu, ' ');

/** Breaks a text into lines of at most so many letters; the second and later ones of it are indented. */
export function wrapped(words: string, letters: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words.split(' ').flatMap((one) => pieces(one, letters - 2))) {
    if (line !== '' && line.length + 1 + word.length > letters) {
      lines.push(line);
      line = `  ${word}`;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

const pieces = (word: string, most: number): string[] => word.match(new RegExp(`.{1,${most}}`, 'gu')) ?? [''];
