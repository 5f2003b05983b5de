import { expect, test } from 'vitest';
import { sampleSweep } from './sample-sweep.test-helper.ts';
import { sweepPageHtml } from './sweep-page.ts';

const still = (html: string): string => html.slice(0, html.indexOf('<script'));

test('the counts, the quantiles of the first figure and the command are in the page without scripts', () => {
  const { summary, rows } = sampleSweep(4);
  const page = still(sweepPageHtml(summary, rows));
  for (const text of [
    '<title>Sweep of making/calm-day</title>',
    '20 sets of parameters, each with 4 seeds.',
    '<dd>1..4 (4)</dd>',
    '<caption>PnL by parameters</caption>',
    '<th scope="row">spread 8, size 0.5</th>',
    '<span class="word">strategy.spread=1,2,4,8</span>',
  ]) {
    expect(page).toContain(text);
  }
});

test('variants are compared in tables without scripts, with what to beware of', () => {
  const { summary, rows } = sampleSweep(12);
  const page = still(sweepPageHtml(summary, rows));
  for (const text of [
    'Intervals hold the true mean in 95 % of studies.',
    '<caption>PnL less that of spread 1, size 0.05, in pairs of the same seed</caption>',
    'no seeds are held out',
  ]) {
    expect(page).toContain(text);
  }
  const nothing = still(sweepPageHtml({ ...summary, comparison: null }, rows));
  expect(nothing).toContain('No seed has a figure in every variant');
});

test('a sweep that was stopped says how many runs are missing', () => {
  const { summary, rows } = sampleSweep(4);
  expect(still(sweepPageHtml(summary, rows.slice(1)))).toContain('1 run of the plan is still missing.');
});

test('a scenario without a strategy has no figures', () => {
  const { summary, rows } = sampleSweep(1);
  const groups = summary.groups.map((group) => ({ ...group, figures: {} }));
  const page = sweepPageHtml(
    { ...summary, groups },
    rows.map((row) => ({ ...row, strategy: null })),
  );
  expect(still(page)).toContain('No run of the sweep has figures: the scenario has no strategy.');
});

test('texts of the sweep cannot end the element of its data', () => {
  const scenario = '</script><script>alert(1)</script>';
  const { summary, rows } = sampleSweep(1, { scenario });
  const page = sweepPageHtml(
    summary,
    rows.map((row) => ({ ...row, verdict: 'error' as const, error: scenario })),
  );
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(page).not.toContain('alert(1)</script>');
});

test('equal rows give equal pages', () => {
  const [one, other] = [sampleSweep(3), sampleSweep(3)];
  expect(sweepPageHtml(one.summary, one.rows)).toBe(sweepPageHtml(other.summary, other.rows));
});
