import type { BrowserContextOptions, Locator, Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadSteps } from '../../src/cli/conform/files.ts';
import { coverageFor } from '../../src/suite/reporters/coverage.test-helper.ts';
import { hostileCoverage, hostileRun } from '../../src/console/pages/conformance/hostile.test-helper.ts';
import { htmlReport } from '../../src/console/pages/conformance/report.ts';
import { http, runOf, scenario } from '../../src/suite/results/run.test-helper.ts';
import { contrastsBelow } from './contrast.ts';
import { openPages, PHONE, scrollWidth } from './pages.ts';

// The report lists what the steps of each scenario need.
await loadSteps();

/** The HTML report in Chromium: `npx vitest run --config vitest.browser.config.ts`. */

const VIEWS = ['summary', 'scenarios', 'clauses', 'transitions', 'actions'];

const signed = { who: 'alice', wallet: '0xa', subAccountId: '7', action: 'cancelOrders', params: { orderIds: ['1'] } };
const REQUEST = { params: { action: 'cancelOrders', subAccountId: '7', orderIds: ['1'] }, nonce: 5, signature: {} };
const RUN = runOf([
  ...Array.from({ length: 70 }, (_, at) =>
    scenario(at + 1, { name: `order ${at + 1} is cancelled`, tags: ['cancelOrders', 'clause:A'] }),
  ),
  scenario(100, {
    name: 'a used nonce is rejected',
    uri: 'features/auth/nonce.feature',
    feature: 'a nonce is accepted once',
    area: 'auth',
    tags: ['negative', 'clause:B'],
    verdict: 'failed',
    error: "Then nothing changed\n'open' is not 'cancelled'",
    steps: [{ text: 'Then nothing changed', line: 101, verdict: 'failed' }],
    trace: [http(REQUEST, { status: 'ok', long: 'x'.repeat(300) }, { signed })],
  }),
  scenario(110, { uri: 'features/info/getMids.feature', area: 'info', verdict: 'skipped', reason: 'clock: none here' }),
]);

const pages = openPages();

beforeAll(() => {
  pages.write('report.html', htmlReport(RUN, coverageFor(RUN)));
  pages.write('hostile.html', htmlReport(hostileRun(), hostileCoverage()));
});

const open = (hash = '', file = 'report.html', options: BrowserContextOptions = {}): Promise<Page> =>
  pages.open(file, options, hash);

const status = (page: Page, view: string): Promise<string> => page.locator(`#${view} .status-line`).innerText();
const hashOf = (page: Page): string => new URL(page.url()).hash;

/** Opens every part that can be opened, to the last line of a trace. */
const openAll = (page: Page): Promise<void> =>
  page.evaluate(`(async () => {
    for (let round = 0; round < 5; round += 1) {
      for (const details of document.querySelectorAll('details')) details.open = true;
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    }
  })()`);

describe('the summary', () => {
  test('shows the verdict, and each count links to the scenarios it counts', async () => {
    const page = await open();
    expect(await page.locator('.conclusion strong').innerText()).toBe('Not conformant');
    await page.locator('.areas a[href*="area=auth"][href*="failed"]').click();
    expect(hashOf(page)).toBe('#scenarios?verdict=failed&area=auth');
    expect(await status(page, 'scenarios')).toBe('1 of 72 scenarios · show all');
  });

  test('a failure opens to its steps and its requests, with a curl command and a program for each', async () => {
    const page = await open();
    await openAll(page);
    const shown = await page.locator('.failures').innerText();
    for (const part of [
      "'open' is not 'cancelled'",
      'Then nothing changed',
      'npx perpsim conform --profile full features/auth/nonce.feature:100',
      'B holds.',
      '"orderIds": [',
      "curl -sS -i -X POST 'http://127.0.0.1:8700/v1/trade'",
      "await client.raw('cancelOrders', {",
    ]) {
      expect(shown).toContain(part);
    }
  });

  test('a copy button puts the text of its box on the clipboard', async () => {
    const page = await open('', 'report.html', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.locator('.failures summary').first().click();
    await page.getByRole('button', { name: 'Copy command' }).first().click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      'npx perpsim conform --profile full features/auth/nonce.feature:100',
    );
    expect(await page.locator('.failures .copy.said').innerText()).toBe('Copied');
  });

  test('can be read without scripts', async () => {
    const page = await open('', 'report.html', { javaScriptEnabled: false });
    // One note in each part that needs scripts.
    expect(await page.locator('noscript p').count()).toBe(4);
    await page.locator('.failures summary').click();
    expect(await page.locator('.failures .error').innerText()).toBe("Then nothing changed\n'open' is not 'cancelled'");
  });
});

describe('the scenarios', () => {
  test('are filtered with each letter that is typed, and the address holds the search', async () => {
    const page = await open('#scenarios');
    expect(await status(page, 'scenarios')).toBe('72 scenarios');
    expect(await page.locator('.feature').count()).toBe(3);
    expect(await page.locator('.feature .scenario').count()).toBe(0);
    await page.keyboard.press('/');
    await page.keyboard.type('order 42 cancelled');
    expect(hashOf(page)).toBe('#scenarios?q=order+42+cancelled');
    expect(await status(page, 'scenarios')).toBe('1 of 72 scenarios · show all');
    expect(await page.locator('#scenarios .scenario > summary .name').allInnerTexts()).toEqual([
      'order 42 is cancelled',
    ]);
  });

  test('a link shows what it was made from, and Back leads back', async () => {
    const link = '#scenarios?verdict=passed&tag=cancelOrders';
    const page = await open(link);
    expect(await status(page, 'scenarios')).toBe('70 of 72 scenarios · show all');
    expect(await page.locator('[data-value=passed]').getAttribute('aria-pressed')).toBe('true');
    await page.locator('[data-value=failed]').click();
    expect(hashOf(page)).toBe('#scenarios?verdict=failed&verdict=passed&tag=cancelOrders');
    await page.locator('.pills button').click();
    expect(await status(page, 'scenarios')).toBe('71 of 72 scenarios · show all');
    await page.goBack();
    await page.goBack();
    expect(hashOf(page)).toBe(link);
    expect(await status(page, 'scenarios')).toBe('70 of 72 scenarios · show all');
  });

  test('each choice of a filter shows how many scenarios it would leave', async () => {
    const page = await open('#scenarios?area=auth');
    const select = (label: string): Locator => page.locator('#scenarios .select', { hasText: label }).locator('select');
    const options = (label: string): Promise<string[]> => select(label).locator('option').allTextContents();
    expect(await options('Area')).toEqual(['any', 'auth (1)', 'info (1)', 'trade (70)']);
    expect(await options('About')).toEqual(['any', 'served (0)', 'refused (1)', 'limits (0)', 'auth (1)']);
    expect(await page.locator('[data-value=skipped]').innerText()).toMatch(/0 skipped$/);
    await select('Area').selectOption('info');
    expect(hashOf(page)).toBe('#scenarios?area=info');
  });

  test('keys move through the scenarios and open them', async () => {
    const page = await open('#scenarios?area=auth');
    for (const key of ['j', 'j', 'j']) await page.keyboard.press(key);
    expect(await page.evaluate('document.activeElement.innerText')).toContain('a used nonce is rejected');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.parentElement.open')).toBe(false);
    await page.keyboard.press('4');
    expect(hashOf(page)).toBe('#transitions');
  });

  test('3,600 scenarios are filtered without a row for each of them', async () => {
    const many = runOf(
      Array.from({ length: 3_600 }, (_, at) =>
        scenario(at + 1, {
          name: `order ${at + 1} is cancelled`,
          uri: `features/trade/part-${at % 300}.feature`,
          tags: ['cancelOrders', `part-${at % 300}`, 'clause:A'],
        }),
      ),
    );
    pages.write('many.html', htmlReport(many, coverageFor(many)));
    const page = await open('#scenarios', 'many.html');
    expect(await status(page, 'scenarios')).toBe('3,600 scenarios');
    expect(await page.locator('.feature').count()).toBe(300);
    expect(await page.locator('.feature .scenario').count()).toBe(0);
    await page.keyboard.press('/');
    await page.keyboard.type('order 3600 ');
    expect(await status(page, 'scenarios')).toBe('1 of 3,600 scenarios · show all');
    expect(await page.locator('.feature .scenario').count()).toBe(1);
  });
});

describe('the clauses', () => {
  test('Tab reaches one square, arrow keys reach the others, and Enter pins one', async () => {
    const page = await open('#clauses');
    expect(await status(page, 'clauses')).toBe('4 clauses');
    expect(await page.locator('button.cell[tabindex="0"]').count()).toBe(1);
    await page.locator('button.cell').first().focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('.clause-panel h3').innerText()).toBe('B');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('.clause-panel').innerText()).toContain('a used nonce is rejected');
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('C: uncovered');
    expect(await page.locator('button.cell[aria-expanded="true"]').getAttribute('aria-label')).toBe('B: failed');
    await page.locator('.clause-panel .citing a').click();
    expect(hashOf(page)).toBe('#scenarios?id=features%2Fauth%2Fnonce.feature%3A100');
    await page.locator('.scenario[open] .steps').waitFor();
    expect(await page.locator('.scenario[open] .steps').count()).toBe(1);
  });

  test('the panel shows the legend until a square is pointed at, and again when a pinned one is closed', async () => {
    const page = await open('#clauses');
    const heading = page.locator('.clause-panel h3');
    expect(await heading.innerText()).toBe('Every square is a clause');
    await page.locator('button.cell').nth(1).hover();
    expect(await heading.innerText()).toBe('B');
    await page.locator('button.cell').nth(1).click();
    await page.locator('button.cell').nth(2).hover();
    expect(await heading.innerText()).toBe('B');
    await page.locator('.clause-panel .close').click();
    expect(await heading.innerText()).toBe('Every square is a clause');
  });

  test('are filtered by state', async () => {
    const page = await open('#clauses?state=failed&state=waived');
    const labels = await page
      .locator('button.cell')
      .evaluateAll((cells: { getAttribute(name: string): string | null }[]) =>
        cells.map((cell) => cell.getAttribute('aria-label')),
      );
    expect(labels).toEqual(['B: failed', 'D: waived']);
  });
});

describe('every view', () => {
  test.each(VIEWS)('%s never scrolls sideways on a phone, with every part open', async (view) => {
    for (const file of ['report.html', 'hostile.html']) {
      const page = await open(`#${view}`, file, PHONE);
      await openAll(page);
      expect(await scrollWidth(page)).toBe(390);
    }
  });

  test.each(VIEWS)('%s has enough contrast in light and in dark', async (view) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open(`#${view}`, 'report.html', { colorScheme });
      await openAll(page);
      if (view === 'clauses') await page.locator('button.cell').first().click();
      expect(await page.evaluate(contrastsBelow('main, header, footer'))).toEqual([]);
    }
  });
});

test('hostile texts are shown as text and never run', async () => {
  const page = await open('', 'hostile.html');
  for (const view of VIEWS) {
    await page.locator(`header nav a[href="#${view}"]`).click();
    await openAll(page);
    expect(await page.title()).toMatch(/^Not conformant: <\/script>/);
    expect(await page.locator('img, iframe, [onerror], [onmouseover], [onfocus], a[href^="javascript"]').count()).toBe(
      0,
    );
    expect(await page.locator('script:not([type])').count()).toBe(1);
  }
  await page.locator('header nav a[href="#summary"]').click();
  expect(await page.locator('.failures').innerText()).toContain('<img src=x onerror="document.title = \'taken\'">');
});
