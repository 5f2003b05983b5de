import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** Where the pictures are that the documentation shows. */
const PICTURES = 'docs/screenshots';
/** Where a picture that differs is kept, with the difference. */
const FAILED = 'reports/latest/console/pictures';
/** Share of the pixels that may differ: the edges of letters are drawn a little differently by each version of Chromium. */
const TOLERANCE = 0.005;
/** How far the colour of one pixel may be off, from 0 to 1, before it counts as different. */
const THRESHOLD = 0.1;

/**
 * Compares what a window shows with the picture of this name. Returns null when they are alike, else what differs and what
 * to do.
 *
 * @param isWritten - a picture that is missing or differs becomes what is shown; one that is alike stays as it is, because each that changes stays in the history of
 * the repository
 */
export function differenceFrom(name: string, shown: Buffer, isWritten: boolean): string | null {
  const file = join(PICTURES, `${name}.png`);
  if (!isWritten) return compared(name, file, shown);
  const isKept = existsSync(file) && compared(name, file, shown) === null;
  if (!isKept) write(file, shown);
  return null;
}

function compared(name: string, file: string, shown: Buffer): string | null {
  if (!existsSync(file)) return `there is no picture ${file}: "npx tsx scripts/console-screenshots.ts" makes it`;
  const picture = readFileSync(file);
  // Most are equal to the byte, and to decode two of them takes longer than to take one.
  if (picture.equals(shown)) return null;
  const wanted = PNG.sync.read(picture);
  const found = PNG.sync.read(shown);
  if (wanted.width !== found.width || wanted.height !== found.height) {
    return `the window is ${found.width} x ${found.height}, and the picture ${wanted.width} x ${wanted.height}`;
  }
  const { width, height } = wanted;
  const difference = new PNG({ width, height });
  const count = pixelmatch(wanted.data, found.data, difference.data, width, height, { threshold: THRESHOLD });
  if (count <= TOLERANCE * width * height) return null;
  write(join(FAILED, `${name}.shown.png`), shown);
  write(join(FAILED, `${name}.difference.png`), PNG.sync.write(difference));
  const percent = ((100 * count) / (width * height)).toFixed(2);
  return (
    `${percent} % of the pixels differ from ${file}, at most ${100 * TOLERANCE} % may: see ${FAILED}. ` +
    'If the page is meant to look so, "npx tsx scripts/console-screenshots.ts" makes the pictures anew'
  );
}

function write(file: string, data: Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, data);
}
