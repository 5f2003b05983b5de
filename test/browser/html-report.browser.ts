import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { coverageFor } from '../../src/harness/reporters/coverage.test-helper.ts';
import { hostileCoverage, hostileRun } from '../../src/harness/reporters/html/hostile.test-helper.ts';
import { htmlReport } from '../../src/harness/reporters/html/report.ts';
import { http, runOf, scenario } from '../../src/harness/results/run.test-helper.ts';
import { Chromium, type Page } from './chromium.ts';
import { contrastsBelow } from './contrast.ts';

/** The report as a reader meets it: `npm run test:browser`, with Chromium at CHROMIUM or where Debian puts it. */

const PROGRAM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const VIEWS = ['summary', 'scenarios', 'clauses', 'transitions', 'actions'];

const signed = { who: 'alice', wallet: '0xa', subAccountId: '7', action: 'cancelOrders', params: { orderIds: ['1'] } };
const REQUEST = { params: { action: 'cancelOrders', subAccountId: '7', orderIds: ['1'] }, nonce: 5, signature: {} };
const RUN = runOf([
  ...Array.from({ length: 70 }, (_, at) =>
    scenario(at + 1, { name: `order ${at + 1} is cancelled`, tags: ['cancelOrders', 'clause:A'] }),
  ),
  scenario(100, {
    name: 'it is refused',
    uri: 'features/auth/nonce.feature',
    feature: 'a nonce is spent once',
    area: 'auth',
    tags: ['negative', 'clause:B'],
    verdict: 'failed',
    error: "Then nothing changed\n'open' is not 'cancelled'",
    steps: [{ text: 'Then nothing changed', line: 101, verdict: 'failed' }],
    trace: [http(REQUEST, { status: 'ok', long: 'x'.repeat(300) }, { signed })],
  }),
  scenario(110, { uri: 'features/info/getMids.feature', area: 'info', verdict: 'skipped', reason: 'clock: none here' }),
]);

let folder: string;
let browser: Chromium;
let page: Page;
const urlOf = (file: string, hash = ''): string => pathToFileURL(join(folder, file)).href + hash;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perpsim-report-'));
  writeFileSync(join(folder, 'report.html'), htmlReport(RUN, coverageFor(RUN)));
  writeFileSync(join(folder, 'hostile.html'), htmlReport(hostileRun(), hostileCoverage()));
  browser = await Chromium.start(PROGRAM);
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  page = await browser.page();
  await page.screen(1280, 900, false);
});

const text = (selector: string): Promise<string> => page.value(`document.querySelector('${selector}').innerText`);
const count = (selector: string): Promise<number> => page.value(`document.querySelectorAll('${selector}').length`);
const hash = (): Promise<string> => page.value('location.hash');
const click = (selector: string): Promise<void> => page.value(`document.querySelector('${selector}').click()`);
/** Until everything that the last input has caused is done. */
const settled = (): Promise<void> =>
  page.value('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))');

async function open(hashOf = '', file = 'report.html'): Promise<void> {
  await page.open(urlOf(file, hashOf));
  await settled();
}

/** Opens whatever can be opened, to the last line of a trace. */
const openAll = (): Promise<void> =>
  page.value(`(async () => {
    for (let round = 0; round < 5; round += 1) {
      for (const details of document.querySelectorAll('details')) details.open = true;
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    }
  })()`);

function expectQuiet(): void {
  expect(page.complaints).toEqual([]);
  expect(page.requests).toEqual([]);
}

describe('the summary', () => {
  test('says the verdict, and counts lead to what they count', async () => {
    await open();
    expect(await text('.conclusion strong')).toBe('Not conformant');
    await click('.areas a[href*="area=auth"][href*="failed"]');
    await settled();
    expect(await hash()).toBe('#scenarios?verdict=failed&area=auth');
    expect(await text('#scenarios .status-line')).toBe('1 of 72 scenarios · show all');
    expectQuiet();
  });

  test('a failure opens to its steps and its requests, with a curl command and a program for each', async () => {
    await open();
    await openAll();
    await settled();
    const shown = await text('.failures');
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
    expectQuiet();
  });

  test('stands without scripts too', async () => {
    await page.send('Emulation.setScriptExecutionDisabled', { value: true });
    await page.open(urlOf('report.html'));
    const { root } = (await page.send('DOM.getDocument', {})) as { root: { nodeId: number } };
    const { nodeIds } = await page.send('DOM.querySelectorAll', {
      nodeId: root.nodeId,
      selector: 'noscript p, .failures .error',
    });
    // One note in each part that needs scripts, and the error of the failure.
    expect(nodeIds).toHaveLength(5);
  });
});

describe('the scenarios', () => {
  test('are searched while somebody types, and the address says for what', async () => {
    await open('#scenarios');
    expect(await text('#scenarios .status-line')).toBe('72 scenarios');
    expect(await count('.feature')).toBe(3);
    expect(await count('.feature .scenario')).toBe(0);
    await page.press('/');
    await page.type('order 42 cancelled');
    await settled();
    expect(await hash()).toBe('#scenarios?q=order+42+cancelled');
    expect(await text('#scenarios .status-line')).toBe('1 of 72 scenarios · show all');
    expect(
      await page.value(
        '[...document.querySelectorAll("#scenarios .scenario > summary .name")].map((one) => one.innerText)',
      ),
    ).toEqual(['order 42 is cancelled']);
    expectQuiet();
  });

  test('a link shows what it was made from, and Back leads back', async () => {
    const link = '#scenarios?verdict=passed&tag=cancelOrders';
    await open(link);
    expect(await text('#scenarios .status-line')).toBe('70 of 72 scenarios · show all');
    expect(await page.value('document.querySelector("[data-value=passed]").ariaPressed')).toBe('true');
    await click('[data-value=failed]');
    await settled();
    expect(await hash()).toBe('#scenarios?verdict=failed&verdict=passed&tag=cancelOrders');
    await click('.pills button');
    await settled();
    expect(await text('#scenarios .status-line')).toBe('71 of 72 scenarios · show all');
    await page.value(
      'new Promise((done) => { addEventListener("hashchange", done, { once: true }); history.go(-2); })',
    );
    await settled();
    expect(await hash()).toBe(link);
    expect(await text('#scenarios .status-line')).toBe('70 of 72 scenarios · show all');
    expectQuiet();
  });

  test('choices say what they would leave', async () => {
    await open('#scenarios?area=auth');
    const options = (label: string): Promise<string[]> =>
      page.value(
        `[...[...document.querySelectorAll('#scenarios .select')].find((one) => one.innerText.startsWith('${label}')).querySelectorAll('option')].map((one) => one.innerText)`,
      );
    expect(await options('Area')).toEqual(['any', 'auth (1)', 'info (1)', 'trade (70)']);
    expect(await options('About')).toEqual(['any', 'served (0)', 'refused (1)', 'limits (0)', 'auth (1)']);
    expect(await text('[data-value=skipped]')).toMatch(/0 skipped$/);
  });

  test('are walked through with the keyboard', async () => {
    await open('#scenarios?area=auth');
    await page.press('j');
    await page.press('j');
    await page.press('j');
    expect(await page.value('document.activeElement.innerText')).toContain('it is refused');
    await page.press('Enter');
    await settled();
    expect(await page.value('document.activeElement.parentElement.open')).toBe(false);
    await page.press('4');
    expect(await hash()).toBe('#transitions');
    expectQuiet();
  });
});

describe('the clauses', () => {
  test('are one stop for Tab; arrows walk, Enter keeps', async () => {
    await open('#clauses');
    expect(await text('#clauses .status-line')).toBe('4 clauses');
    expect(await count('button.cell[tabindex="0"]')).toBe(1);
    await page.value('document.querySelector("button.cell").focus()');
    await page.press('ArrowRight');
    expect(await text('.clause-panel h3')).toBe('B');
    await page.press('Enter');
    await page.press('ArrowRight');
    expect(await text('.clause-panel')).toContain('it is refused');
    expect(await page.value('document.activeElement.ariaLabel')).toBe('C: uncovered');
    await click('.clause-panel .citing a');
    await settled();
    expect(await hash()).toBe('#scenarios?id=features%2Fauth%2Fnonce.feature%3A100');
    expect(await count('.scenario[open] .steps')).toBe(1);
    expectQuiet();
  });

  test('are filtered by state', async () => {
    await open('#clauses?state=failed&state=waived');
    expect(await page.value('[...document.querySelectorAll("button.cell")].map((one) => one.ariaLabel)')).toEqual([
      'B: failed',
      'D: waived',
    ]);
  });
});

describe('every view', () => {
  test.each(VIEWS)('%s scrolls down and never sideways on a phone, whatever is open', async (view) => {
    await page.screen(390, 844, true);
    for (const file of ['report.html', 'hostile.html']) {
      await open(`#${view}`, file);
      await openAll();
      expect(await page.value('document.documentElement.scrollWidth')).toBe(390);
    }
    expectQuiet();
  });

  test.each(VIEWS)('%s can be read in light and in dark', async (view) => {
    for (const scheme of ['light', 'dark'] as const) {
      await page.scheme(scheme);
      await open(`#${view}`);
      await openAll();
      if (view === 'clauses') await click('button.cell');
      expect(await page.value(contrastsBelow('main, header, footer'))).toEqual([]);
    }
  });
});

test('hostile texts are shown and never run', async () => {
  for (const view of VIEWS) {
    await open(`#${view}`, 'hostile.html');
    await openAll();
    await settled();
    expect(await page.value('document.title')).toMatch(/^Not conformant: <\/script>/);
    expect(await count('img, iframe, [onerror], [onmouseover], [onfocus], a[href^="javascript"]')).toBe(0);
    expect(await count('script:not([type])')).toBe(1);
  }
  await open('#summary', 'hostile.html');
  await openAll();
  expect(await text('.failures')).toContain('<img src=x onerror="document.title = \'taken\'">');
  expectQuiet();
});
