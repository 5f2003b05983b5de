import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { loadSteps } from '../../../cli/conform/files.ts';
import { http, runOf, scenario } from '../../../suite/results/run.test-helper.ts';
import { coverageFor } from '../../../suite/reporters/coverage.test-helper.ts';
import { hostileCoverage, hostileRun } from './hostile.test-helper.ts';
import { pageAssets } from '../shared/document.ts';
import { htmlReport } from './report.ts';

// The report lists what the steps of each scenario need.
await loadSteps();

const RUN = runOf([
  scenario(12, { name: 'an open order is cancelled', tags: ['cancelOrders', 'clause:A'] }),
  scenario(20, {
    name: 'it is refused',
    verdict: 'failed',
    error: 'Then nothing changed\n<b>1</b> is not 2',
    steps: [{ text: 'Then nothing changed', line: 21, verdict: 'failed' }],
    trace: [http({ params: { action: 'cancelOrders' } }, { status: 'ok' })],
  }),
  scenario(30, { verdict: 'skipped', reason: 'clock: no control plane' }),
]);
const page = htmlReport(RUN, coverageFor(RUN));
const { script, style } = pageAssets('conformance');

/** Contents of the elements of a kind, in their order. */
const contents = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, content = '']) => content);

test('the summary and the failures are in the page without scripts', () => {
  const still = page.slice(0, page.indexOf('<script'));
  for (const text of [
    'Not conformant',
    '1 scenario failed. 3 scenarios in 1.5 s; clauses proven: 1 of 1 that profile full could ask.',
    'perpsim in process',
    '2026-01-02 03:04:05 UTC',
    'clock: no control plane',
    'it is refused',
    '&lt;b&gt;1&lt;/b&gt; is not 2',
    'npx perpsim conform --profile full features/trade/cancelOrders.feature:20',
  ]) {
    expect(still).toContain(text);
  }
});

test('the page is one file that loads nothing', () => {
  expect(page).not.toMatch(
    /<(?:link(?! rel="icon" href="data:,")|img|iframe|object|embed)\b|\b(?:src|srcset)=|@import|url\(/,
  );
});

test('the policy of the page allows its own script and style, by their hashes, and nothing else', () => {
  const sha256 = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
  const [policy] = contents(page, /Content-Security-Policy" content="([^"]*)"/g);
  expect(policy).toBe(
    `default-src 'none'; script-src '${sha256(script)}'; style-src '${sha256(style)}'; img-src data:; base-uri 'none'; form-action 'none'`,
  );
  expect(contents(page, /<style>([^]*?)<\/style>/g)).toEqual([style]);
  expect(contents(page, /<script>([^]*?)<\/script>/g)).toEqual([script]);
  expect(page).not.toMatch(/ style="| on\w+="/);
});

const ELEMENTS = new Set(
  'html head meta link title style body a header h1 h2 nav span main section div p strong b svg rect ul li dl dt dd table thead tbody tr th td small details summary pre noscript footer kbd'.split(
    ' ',
  ),
);
const ATTRIBUTES = new Set(
  'lang charset http-equiv content name rel href class id tabindex aria-label aria-hidden aria-labelledby viewBox preserveAspectRatio x width height scope data-label data-scenario'.split(
    ' ',
  ),
);

test('hostile texts remain text', () => {
  const run = hostileRun();
  const hostile = htmlReport(run, hostileCoverage());
  // One element of JSON for the run and one for each trace, and the one script of the page.
  const data = contents(hostile, /<script type="application\/json" id="[\w-]+">([^]*?)<\/script>/g);
  expect(data).toHaveLength(1 + run.scenarios.length);
  for (const text of data) expect(() => JSON.parse(text) as unknown).not.toThrow();
  expect(contents(hostile, /<script>([^]*?)<\/script>/g)).toEqual([script]);
  // The markup has no element and no attribute apart from those of the page itself.
  const tags = contents(hostile.replaceAll(/<script[^]*?<\/script>/g, ''), /<([^!/][^>]*)>/g);
  const attributes = tags.flatMap((tag) => contents(tag, / ([\w-]+)="[^"]*"/g));
  expect(tags.map((tag) => tag.replaceAll(/ [\w-]+(="[^"]*")?/g, '')).filter((name) => !ELEMENTS.has(name))).toEqual(
    [],
  );
  expect(attributes.filter((name) => !ATTRIBUTES.has(name))).toEqual([]);
  expect(hostile).not.toMatch(/href="(?!#|data:,)/);
  expect(data.join('')).not.toMatch(/[<>\u2028\u2029]/);
});

test('equal runs give equal pages', () => {
  expect(htmlReport(RUN, coverageFor(RUN))).toBe(page);
});

test('a run that fails everywhere names the first hundred failures in the page itself', () => {
  const run = runOf(
    Array.from({ length: 300 }, (_, at) => scenario(at + 1, { verdict: 'failed', error: 'x'.repeat(9_000) })),
  );
  const html = htmlReport(run, coverageFor(run));
  expect(html.match(/<details class="scenario"/g)).toHaveLength(100);
  expect(html).toContain('All 300 failures');
  expect(html.length).toBeLessThan(700_000);
});
