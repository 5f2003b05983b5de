import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { PAGE_NAMES } from '../src/console/browser/app/page-names.ts';

/** The pictures of the console that the documentation shows. Whether they are like the pages, the features say. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, 'docs', 'screenshots');
const SIZES = { desktop: [1_440, 900], laptop: [1_280, 720], phone: [390, 844] } as const;
/** A picture of a report, which is a file and no page of the console. */
const REPORT = 'certify';
const COLOURS = ['light', 'dark'] as const;
/** A picture of a wide window has about 150 kB. */
const MOST_BYTES = 400_000;

/** Width and height of a PNG: they stand first in its first chunk. */
function sizeOf(file: string): readonly number[] {
  const bytes = readFileSync(join(FOLDER, file));
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

test.each(PAGE_NAMES)('the page %s has pictures at three sizes, in light and dark', (page) => {
  for (const [name, size] of Object.entries(SIZES)) {
    for (const colours of COLOURS) expect(sizeOf(`${page}-${name}-${colours}.png`)).toEqual(size);
  }
});

test('each picture is made and compared by the features, and is small', () => {
  const features = readFileSync(join(ROOT, 'features', 'console', 'pictures.feature'), 'utf8');
  for (const file of readdirSync(FOLDER)) {
    const [view = ''] = file.split('-');
    if (view !== REPORT) expect(features, file).toMatch(new RegExp(`(\\| |")${view}( |")`));
    expect(statSync(join(FOLDER, file)).size, file).toBeLessThan(MOST_BYTES);
  }
});

test('no picture is in the package', () => {
  const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly files: readonly string[];
  };
  expect(files).toContain('!docs/screenshots');
});
