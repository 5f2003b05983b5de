import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { HOSTILE } from '../../src/console/pages/conformance/hostile.test-helper.ts';
import { runReportHtml } from '../../src/console/pages/run/run-report.ts';
import { sampleRun } from '../../src/console/pages/run/sample-run.test-helper.ts';
import type { RunResult } from '../../src/scenarios/run-result.ts';
import { contrastsBelow } from './contrast.ts';
import { blankCharts, LAPTOP, openAll, openPages, PHONE, scrollWidth } from './pages.ts';

/** The report of a run in Chromium. */

const pages = openPages();

/** A run of which every text is hostile. */
function hostileRun(): RunResult {
  const [first = ''] = HOSTILE;
  const all = HOSTILE.join('\n');
  const run = sampleRun();
  return {
    ...run,
    scenario: { name: all, title: all },
    seed: first,
    world: all,
    overrides: { [first]: all },
    verdict: 'failed',
    expectations: [{ time: run.startTime, line: 1, sentence: all, passed: false, message: all }],
    accounts: run.accounts.map((account, place) => ({
      ...account,
      name: `${HOSTILE[place] ?? ''}${place}`,
      fills: account.fills.map((fill) => ({ ...fill, clientOrderId: first })),
    })),
    markets: run.markets.map((market, place) => ({ ...market, symbol: HOSTILE[place] ?? '' })),
    events: HOSTILE.map((text) => ({ time: run.startTime, kind: 'note', account: text, symbol: text, text })),
  };
}

const EMPTY = sampleRun({ accounts: [], markets: [], events: [], expectations: [], verdict: 'none' });

beforeAll(() => {
  const run = sampleRun();
  pages.write('run.html', runReportHtml(run));
  pages.write('hostile.html', runReportHtml(hostileRun()));
  pages.write('empty.html', runReportHtml(EMPTY));
  const bare = run.markets.map((market) => ({
    ...market,
    prices: [],
    depth: [],
    trades: [],
    tradeCount: 0,
    funding: [],
  }));
  const idle = run.accounts.map((account) => ({ ...account, fills: [], equity: [] }));
  pages.write('idle.html', runReportHtml(sampleRun({ markets: bare, accounts: idle })));
});

const time = (page: Page): Promise<string> => page.locator('.time output').innerText();
const chart = (page: Page, title: string) => page.locator('figure.chart', { hasText: title }).first();

describe.each([
  ['1280', LAPTOP],
  ['390', PHONE],
])('at %s pixels', (width, options) => {
  test.each(['run.html', 'hostile.html', 'empty.html', 'idle.html'])('%s never scrolls sideways', async (file) => {
    const page = await pages.open(file, options);
    await openAll(page);
    expect(await scrollWidth(page)).toBe(Number(width));
  });

  test('every chart is drawn', async () => {
    const page = await pages.open('run.html', options);
    await expect.poll(() => page.locator('figure.chart canvas').count()).toBe(8);
    await expect.poll(() => blankCharts(page)).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('texts have enough contrast in %s', async (colorScheme) => {
    const page = await pages.open('run.html', { ...options, colorScheme });
    await openAll(page);
    expect(await page.evaluate(contrastsBelow('main, header, footer'))).toEqual([]);
  });
});

describe('the charts', () => {
  test('have a text for readers who do not see them, and their figures as a table', async () => {
    const page = await pages.open('run.html');
    const labels = await page
      .locator('.canvas[role=img]')
      .evaluateAll((all: { ariaLabel: string }[]) => all.map(({ ariaLabel }) => ariaLabel));
    expect(labels).toHaveLength(8);
    expect(labels[0]).toMatch(
      /^Price of BTC-USDT: the mark price goes from [\d,.]+ to [\d,.]+, lowest [\d,.]+, highest [\d,.]+, at 1,801 times\.$/,
    );
    const price = chart(page, 'Price of BTC-USDT');
    await price.locator('summary').click();
    expect(await price.locator('tbody tr').count()).toBe(20);
    expect(await price.locator('tbody th').first().innerText()).toBe('2026-01-05 00:00:00');
    expect(await price.locator('caption').innerText()).toBe('Price of BTC-USDT');
    await price.getByRole('button', { name: 'Next' }).click();
    expect(await price.locator('.pager [role=status]').innerText()).toBe('Rows 21 to 40 of 1,801');
  });

  test('show the values at the time of the slider, which the keyboard moves', async () => {
    const page = await pages.open('run.html', {}, '#t=1767571200000');
    await expect.poll(() => time(page)).toBe('2026-01-05 00:00:00 UTC +0s');
    expect(await page.evaluate('document.activeElement.id')).toBe('time');
    const value = chart(page, 'Account value of maker').locator('.at-cursor');
    const before = await value.innerText();
    await page.keyboard.press('End');
    await expect.poll(() => time(page)).toBe('2026-01-05 00:30:00 UTC +30m');
    expect(await value.innerText()).not.toBe(before);
    expect(await page.locator('#time').getAttribute('aria-valuetext')).toBe('2026-01-05 00:30:00 UTC');
    expect(await chart(page, 'Book of BTC-USDT').innerText()).toContain('2026-01-05 00:29:30 UTC');
  });

  test('zoom in by a drag or a button, all of them together, and reset', async () => {
    const page = await pages.open('run.html');
    const reset = page.getByRole('button', { name: 'Reset' });
    const trades = chart(page, 'Trades in BTC-USDT');
    expect(await reset.isDisabled()).toBe(true);
    const plot = chart(page, 'Price of BTC-USDT').locator('.u-over');
    await plot.scrollIntoViewIfNeeded();
    const box = await plot.boundingBox();
    if (!box) throw new Error('the chart has no size');
    await page.mouse.move(box.x + 0.4 * box.width, box.y + 50);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.6 * box.width, box.y + 60, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => page.locator('#time').getAttribute('min')).toMatch(/^17675719[12]\d{4}$/);
    await expect.poll(() => trades.innerText()).toContain('A bar stands for 5s.');
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => trades.innerText()).toContain('A bar stands for 2s.');
    await reset.click();
    await expect.poll(() => page.locator('#time').getAttribute('min')).toBe('1767571200000');
    expect(await reset.isDisabled()).toBe(true);
  });

  test('a click sets their time', async () => {
    const page = await pages.open('run.html');
    const plot = chart(page, 'Account value of maker').locator('.u-over');
    const box = await plot.boundingBox();
    if (!box) throw new Error('the chart has no size');
    await plot.click({ position: { x: box.width / 2, y: 20 } });
    await page.mouse.move(5, 5);
    await expect.poll(() => time(page)).toMatch(/^2026-01-05 00:1[45]:/);
  });

  test('follow the chosen market and account', async () => {
    const page = await pages.open('run.html');
    await page.getByLabel('Market').selectOption('ETH-USDT');
    await page.locator('.time-bar').getByLabel('Account').selectOption('bob');
    expect(await chart(page, 'Price of ETH-USDT').innerText()).toMatch(/Fills of bob\s60/);
    expect(await page.locator('.tiles-of:visible h4').innerText()).toContain('bob');
    expect(await page.locator('#fills .with-action').innerText()).toContain('60 fills of bob.');
    await expect.poll(() => blankCharts(page)).toEqual([]);
  });

  test('the legend hides and shows fills and events', async () => {
    const page = await pages.open('run.html');
    const fills = page.getByRole('button', { name: 'Fills of maker' });
    const canvas = chart(page, 'Price of BTC-USDT').locator('canvas');
    await expect.poll(() => blankCharts(page)).toEqual([]);
    const before = await canvas.screenshot();
    await fills.click();
    expect(await fills.getAttribute('aria-pressed')).toBe('false');
    await expect.poll(async () => (await canvas.screenshot()).equals(before)).toBe(false);
  });
});

describe('the events', () => {
  test('are filtered by kind, account and text', async () => {
    const page = await pages.open('run.html');
    const events = page.locator('#events');
    const status = events.locator('.status-line');
    expect(await status.innerText()).toBe('69 events');
    await events.getByRole('button', { name: 'liquidation' }).click();
    expect(await status.innerText()).toBe('1 of 69 events');
    await events.getByRole('button', { name: 'refusal' }).click();
    await events.getByLabel('Account').selectOption('alice');
    await events.getByRole('searchbox').fill('insufficient');
    expect(await events.locator('tbody tr').allInnerTexts()).toEqual([
      expect.stringMatching(/00:02:00.*refusal.*alice.*INSUFFICIENT_MARGIN/s),
    ]);
    await events.getByRole('searchbox').fill('nothing like it');
    expect(await events.innerText()).toContain('No event is left by this filter.');
  });

  test('a click on a time moves the cursor of the charts there, and Back returns', async () => {
    const page = await pages.open('run.html');
    await page.getByRole('button', { name: 'liquidation' }).click();
    await page.locator('#events .time-link').click();
    await expect.poll(() => time(page)).toBe('2026-01-05 00:11:12 UTC +11m 12s');
    expect(new URL(page.url()).hash).toBe('#t=1767571872000');
    expect(await page.locator('#time').isVisible()).toBe(true);
    await page.goBack();
    expect(new URL(page.url()).hash).toBe('');
  });

  test('are sorted by a header, which says so', async () => {
    const page = await pages.open('run.html');
    const events = page.locator('#events');
    await events.getByRole('button', { name: 'Time (UTC)' }).press('Enter');
    expect(await events.locator('th[aria-sort]').getAttribute('aria-sort')).toBe('descending');
    expect(await events.locator('tbody tr').first().innerText()).toContain('00:29:30');
  });
});

test('the fills can be saved as CSV', async () => {
  const page = await pages.open('run.html');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('fills-maker.csv');
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect(lines).toHaveLength(402);
  expect(lines[0]).toBe('time,timeMs,account,symbol,side,price,quantity,fee,liquidity,tradeId,orderId,clientOrderId');
});

test('a run without accounts, markets, events and expectations says so in each part', async () => {
  const page = await pages.open('empty.html');
  const text = await page.locator('main').innerText();
  for (const said of [
    'No expectations',
    'The scenario has no accounts.',
    'The run has no markets.',
    'Nothing is recorded: no entry of a timeline, no refusal, no liquidation.',
  ]) {
    expect(text).toContain(said);
  }
});

test('a run without prices, trades, depth, funding and fills says so in each chart', async () => {
  const page = await pages.open('idle.html');
  expect(await page.locator('canvas').count()).toBe(0);
  const text = await page.locator('main').innerText();
  for (const said of [
    'The run has no prices of this market.',
    'No trade took place in this market.',
    'The run has no values of this account.',
    'The run has no samples of this book.',
    'No funding was settled during the run.',
    'No order of maker was filled.',
  ]) {
    expect(text).toContain(said);
  }
});

test('can be read without scripts', async () => {
  const page = await pages.open('run.html', { javaScriptEnabled: false });
  expect(await page.locator('noscript p').count()).toBe(3);
  expect(await page.locator('.tiles-of').count()).toBe(3);
  expect(await page.locator('.expectations tbody tr').count()).toBe(2);
});

test('hostile texts are shown as text and never run', async () => {
  const page = await pages.open('hostile.html');
  await openAll(page);
  expect(await page.title()).toMatch(/^Failed: <\/script>/);
  expect(await page.locator('img, iframe, [onerror], [onmouseover], [onfocus], a[href^="javascript"]').count()).toBe(0);
  expect(await page.locator('script:not([type])').count()).toBe(1);
  expect(await page.locator('#events tbody').innerText()).toContain('<img src=x onerror="document.title = \'taken\'">');
});
