import { expect, test } from 'vitest';
import { runReportHtml } from './run-report.ts';
import { sampleRun } from './sample-run.test-helper.ts';

const still = (html: string): string => html.slice(0, html.indexOf('<script'));

test('the verdict, the expectations, the figures and the command are in the page without scripts', () => {
  const page = still(runReportHtml(sampleRun({ overrides: { 'strategy.spread': '4', duration: "1h' 0m" } })));
  for (const text of [
    '<title>Passed: A flash crash liquidates the leveraged</title>',
    'All 2 expectations hold. 30m of exchange time in 1.5 s.',
    'the mark price of &quot;BTC-USDT&quot; is below &quot;91000&quot;',
    '<a href="#t=1767571920000">2026-01-05 00:12:00</a>',
    '<b>Closed.</b> No program from outside took part.',
    '<b>Digest matches</b> the one of digest.txt.',
    '+812.4219',
    '+664.9518',
  ]) {
    expect(page).toContain(text);
  }
});

test('the command repeats the run with its seed and overrides', () => {
  const page = still(runReportHtml(sampleRun({ overrides: { 'strategy.spread': '4', name: 'a b' } })));
  expect(page.replaceAll(/<\/?span[^>]*>/g, '')).toContain(
    '<pre class="command">npx perpsim run risk/flash-crash --seed 7 --set strategy.spread=4 --set &#39;name=a b&#39;</pre>',
  );
});

test('a scenario outside the library says where its command works', () => {
  const named = (name: string): string => still(runReportHtml(sampleRun({ scenario: { name, title: name } })));
  expect(named('crash')).toContain('The scenario is not of the library: run the command where crash is.');
  expect(named('risk/crash')).not.toContain('not of the library');
});

test('a failed expectation shows what was found', () => {
  const failed = {
    time: 1_767_571_200_000,
    line: 9,
    sentence: '"bob" has no fills',
    passed: false,
    message: 'it has <2>',
  };
  const page = still(runReportHtml(sampleRun({ verdict: 'failed', expectations: [failed] })));
  expect(page).toContain('<title>Failed: ');
  expect(page).toContain('The expectation failed.');
  expect(page).toContain('<pre class="error">it has &lt;2&gt;</pre>');
});

test.each([
  [{ mode: 'lockstep' }, '<b>Lockstep, repeats.</b>'],
  [{ mode: 'recorded' }, '<b>Recorded, the recording repeats.</b>'],
  [{ expectedDigest: null }, 'Digest not compared.'],
  [{ expectedDigest: 'abc' }, 'Digest differs</b> from the one of digest.txt, <code>abc</code>.'],
  [{ expectations: [], verdict: 'none' }, 'The scenario expects nothing.'],
  [{ expectations: [], verdict: 'failed' }, 'An entry of the timeline or the bot failed; see the events.'],
  [{ accounts: [] }, 'The scenario has no accounts.'],
] as const)('a run with %j says %s', (part, text) => {
  expect(still(runReportHtml(sampleRun(part)))).toContain(text);
});

test('the file holds the result itself, and nothing that ends its element', () => {
  const title = '</script><script>alert(1)</script><!--';
  const run = sampleRun({ scenario: { name: title, title } });
  const page = runReportHtml(run);
  const [, json = ''] = /<script type="application\/json" id="run">(.*?)<\/script>/s.exec(page) ?? [];
  expect(JSON.parse(json)).toEqual(run);
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(page).not.toContain('alert(1)</script>');
});

test('equal results give equal pages', () => {
  expect(runReportHtml(sampleRun())).toBe(runReportHtml(sampleRun()));
});
