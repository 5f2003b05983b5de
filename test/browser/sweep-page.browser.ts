import { beforeAll, describe, expect, test } from 'vitest';
import { HOSTILE } from '../../src/console/pages/conformance/hostile.test-helper.ts';
import { sampleSweep } from '../../src/console/pages/sweep/sample-sweep.test-helper.ts';
import { sweepPageHtml } from '../../src/console/pages/sweep/sweep-page.ts';
import { contrastsBelow } from './contrast.ts';
import { LAPTOP, openAll, openPages, PHONE, scrollWidth } from './pages.ts';

/** The page of a sweep in Chromium. */

const pages = openPages();

beforeAll(() => {
  const { summary, rows } = sampleSweep(500);
  pages.write('sweep.html', sweepPageHtml(summary, rows));
  const [first = ''] = HOSTILE;
  const hostile = sampleSweep(2, {
    scenario: HOSTILE.join('\n'),
    parameters: [
      { path: first, values: HOSTILE },
      { path: 'duration', values: ['1', first] },
    ],
  });
  const failing = hostile.rows.map((row) => ({ ...row, error: HOSTILE.join('\n') }));
  pages.write('hostile.html', sweepPageHtml(hostile.summary, failing));
  const one = sampleSweep(3, { parameters: [] });
  const idle = one.rows.map((row) => ({ ...row, strategy: null }));
  const groups = one.summary.groups.map((group) => ({ ...group, figures: {} }));
  pages.write('idle.html', sweepPageHtml({ ...one.summary, groups }, idle));
  pages.write('one.html', sweepPageHtml(one.summary, one.rows));
  pages.write('none.html', sweepPageHtml({ ...one.summary, groups }, []));
});

describe.each([
  ['1280', LAPTOP],
  ['390', PHONE],
])('at %s pixels', (width, options) => {
  test.each(['sweep.html', 'hostile.html', 'idle.html', 'one.html', 'none.html'])(
    '%s never scrolls sideways',
    async (file) => {
      const page = await pages.open(file, options);
      await openAll(page);
      expect(await scrollWidth(page)).toBe(Number(width));
    },
  );

  test.each(['light', 'dark'] as const)('texts have enough contrast in %s', async (colorScheme) => {
    const page = await pages.open('sweep.html', { ...options, colorScheme });
    expect(await page.evaluate(contrastsBelow('main, header, footer'))).toEqual([]);
  });
});

describe('the distributions', () => {
  test('have a drawing and a row of quantiles for each set, for the chosen figure', async () => {
    const page = await pages.open('sweep.html');
    const drawings = page.locator('.distributions svg');
    expect(await drawings.count()).toBe(20);
    expect(await drawings.first().getAttribute('aria-label')).toMatch(
      /^\d+ runs, median [−\d.]+, half of them from [−\d.]+ to [−\d.]+, 90 % from [−\d.]+ to [−\d.]+$/,
    );
    await page.getByLabel('Figure').selectOption('fillRatio');
    expect(await page.locator('.distributions .median').first().innerText()).toMatch(/^\d+\.\d\d %$/);
    expect(await page.getByRole('heading', { name: 'Quantiles of Fill ratio' }).count()).toBe(1);
  });

  test('are sorted by a quantile', async () => {
    const page = await pages.open('sweep.html');
    const table = page.locator('#distributions table');
    await table.getByRole('button', { name: 'Median' }).click();
    expect(await table.locator('tbody th').first().innerText()).toBe('spread 8, size 1');
    await table.getByRole('button', { name: 'Median' }).click();
    expect(await table.locator('th[aria-sort]').getAttribute('aria-sort')).toBe('ascending');
    expect(await table.locator('tbody th').last().innerText()).toBe('spread 8, size 1');
  });
});

describe('the heat map', () => {
  test('shows a number in each cell, and takes either parameter for its rows', async () => {
    const page = await pages.open('sweep.html');
    const heat = page.locator('#heat');
    expect(await heat.locator('tbody tr').count()).toBe(4);
    expect(await heat.locator('td button').allInnerTexts()).toHaveLength(20);
    expect(await heat.locator('caption').innerText()).toBe(
      'PnL, mean, by strategy.spread (rows) and strategy.size (columns)',
    );
    await heat.getByLabel(/^Rows/).selectOption('strategy.size');
    expect(await heat.locator('tbody tr').count()).toBe(5);
    expect(await heat.getByLabel(/^Columns/).inputValue()).toBe('strategy.spread');
    await heat.getByLabel(/^Shown/).selectOption('failed');
    expect(await heat.locator('td button').first().innerText()).toMatch(/ %$/);
  });

  test('Tab reaches one cell, arrow keys the others, and Enter lists the runs of a cell', async () => {
    const page = await pages.open('sweep.html');
    const cells = page.locator('#heat td button');
    expect(await page.locator('#heat td button[tabindex="0"]').count()).toBe(1);
    await cells.first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate('document.activeElement.ariaLabel')).toMatch(
      /^strategy\.spread 2, strategy\.size 0\.1: [−\d.]+, 500 runs\. Show the runs\.$/,
    );
    await page.keyboard.press('Enter');
    expect(await page.locator('#runs .status-line').innerText()).toBe('500 of 10,000 runs');
    expect(await page.locator('#runs tbody td').first().innerText()).toBe('spread 2, size 0.1');
  });

  test('needs two parameters', async () => {
    const page = await pages.open('one.html');
    expect(await page.locator('#heat').innerText()).toContain('A heat map needs two parameters');
  });
});

describe('the runs', () => {
  test('the best and the worst have the command that repeats them, to copy', async () => {
    const page = await pages.open('sweep.html', { permissions: ['clipboard-read', 'clipboard-write'] });
    expect(await page.locator('.extremes h3').allInnerTexts()).toEqual(['Worst PnL', 'Best PnL']);
    expect(await page.locator('.extremes li').count()).toBe(10);
    await page.getByRole('button', { name: 'Copy command' }).first().click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
      /^npx perpsim run making\/calm-day --seed \d+ --set strategy\.spread=\d --set strategy\.size=[\d.]+$/,
    );
    await page.getByLabel('Figure').selectOption('drawdown');
    expect(await page.locator('.extremes .value').first().innerText()).not.toMatch(/^0\.00/);
  });

  test('10,000 are filtered and sorted, some rows at a time', async () => {
    const page = await pages.open('sweep.html');
    const runs = page.locator('#runs');
    expect(await runs.locator('.status-line').innerText()).toBe('10,000 runs');
    expect(await runs.locator('tbody tr').count()).toBe(25);
    await runs.getByRole('button', { name: 'PnL' }).click();
    expect(await runs.locator('tbody tr').first().locator('td').nth(2).innerText()).toBe(
      await page.locator('.extremes').last().locator('.value').first().innerText(),
    );
    await runs.getByLabel('Verdict').selectOption('failed');
    await runs.getByRole('searchbox', { name: 'Seed' }).fill('416');
    await runs.getByRole('button', { name: 'Show the command of seed 416' }).first().click();
    expect(await runs.locator('.chosen-run').innerText()).toContain('npx perpsim run making/calm-day --seed 416');
    await runs.getByRole('button', { name: 'Show all' }).click();
    expect(await runs.locator('.status-line').innerText()).toBe('10,000 runs');
  });
});

test('a sweep without figures, or without runs, says so', async () => {
  const idle = await pages.open('idle.html');
  expect(await idle.locator('#distributions').innerText()).toContain('No run of the sweep has figures');
  expect(await idle.locator('#runs .status-line').innerText()).toBe('3 runs');
  const none = await pages.open('none.html');
  expect(await none.locator('main').innerText()).toContain('3 runs of the plan are still missing.');
  expect(await none.locator('#runs').innerText()).toContain('The sweep has no runs yet.');
});

test('can be read without scripts', async () => {
  const page = await pages.open('sweep.html', { javaScriptEnabled: false });
  expect(await page.locator('#distributions tbody tr').count()).toBe(20);
  expect(await page.locator('noscript p').count()).toBe(2);
});

test('hostile texts are shown as text and never run', async () => {
  const page = await pages.open('hostile.html');
  await openAll(page);
  expect(await page.title()).toMatch(/^Sweep of <\/script>/);
  expect(await page.locator('img, iframe, [onerror], [onmouseover], [onfocus], a[href^="javascript"]').count()).toBe(0);
  expect(await page.locator('script:not([type])').count()).toBe(1);
});
