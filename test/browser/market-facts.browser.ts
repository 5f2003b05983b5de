import { beforeAll, describe, expect, test } from 'vitest';
import { HOSTILE } from '../../src/console/pages/conformance/hostile.test-helper.ts';
import { factsPageHtml } from '../../src/console/pages/market/facts-page.ts';
import { sampleFacts } from '../../src/lab/market/sample-facts.test-helper.ts';
import { contrastsBelow } from './contrast.ts';
import { LAPTOP, openAll, openPages, PHONE, scrollWidth } from './pages.ts';

/** The page of the facts of a market in Chromium. */

const pages = openPages();

beforeAll(() => {
  pages.write('facts.html', factsPageHtml(sampleFacts()));
  const hostile = HOSTILE.join('\n');
  const { rows, seeds } = sampleFacts();
  pages.write(
    'hostile.html',
    factsPageHtml(
      sampleFacts({
        world: hostile,
        seeds: seeds.map((seed) => ({ ...seed, differences: HOSTILE })),
        rows: rows.map((row) => ({ ...row, why: hostile })),
      }),
    ),
  );
  pages.write('none.html', factsPageHtml(sampleFacts({ complete: false, seeds: [], rows: [], plots: [] })));
});

describe.each([
  ['1280', LAPTOP],
  ['390', PHONE],
])('at %s pixels', (width, options) => {
  test.each(['facts.html', 'hostile.html', 'none.html'])('%s never scrolls sideways', async (file) => {
    const page = await pages.open(file, options);
    await openAll(page);
    expect(await scrollWidth(page)).toBe(Number(width));
  });

  test.each(['light', 'dark'] as const)('texts have enough contrast in %s', async (colorScheme) => {
    const page = await pages.open('facts.html', { ...options, colorScheme });
    expect(await page.evaluate(contrastsBelow('main, header, footer'))).toEqual([]);
  });
});

test('a phone shows every figure of a row without scrolling', async () => {
  const page = await pages.open('facts.html', PHONE);
  for (const cell of await page.locator('#facts tr.failed td').all()) {
    const box = await cell.boundingBox();
    expect((box?.x ?? 999) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
  }
  expect(await page.locator('#facts tr.failed td').count()).toBe(5);
});

test('each chart is drawn, with its points as a table', async () => {
  const page = await pages.open('facts.html');
  expect(await page.locator('figure.chart canvas').count()).toBe(2);
  expect(await page.locator('figure.chart [role=img]').first().getAttribute('aria-label')).toBe(
    'Mean shape of the book: quantity of one side per bp by distance from the mid, bp.',
  );
  await page.getByText('Mean shape of the book as a table').click();
  expect(await page.locator('figure.chart').first().locator('tbody tr').allInnerTexts()).toEqual([
    '0\t0.1',
    '1\t0.5',
    '2\t–',
    '3\t0.25',
  ]);
});

test('can be read without scripts', async () => {
  const page = await pages.open('facts.html', { javaScriptEnabled: false });
  expect(await page.locator('#facts tbody tr').count()).toBe(5);
  expect(await page.locator('noscript p').count()).toBe(1);
});

test('hostile texts are shown as text and never run', async () => {
  const page = await pages.open('hostile.html');
  await openAll(page);
  expect(await page.locator('img, iframe, [onerror], [onmouseover], [onfocus], a[href^="javascript"]').count()).toBe(0);
  expect(await page.locator('script:not([type])').count()).toBe(1);
});
