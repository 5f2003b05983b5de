import { expect, test } from 'vitest';
import { sampleFacts } from '../../../lab/market/sample-facts.test-helper.ts';
import { factsPageHtml } from './facts-page.ts';

const still = (html: string): string => html.slice(0, html.indexOf('<script'));

test('verdicts, figures and ranges are in the page without scripts', () => {
  const page = still(factsPageHtml(sampleFacts()));
  for (const text of [
    '<title>Facts of the market of default</title>',
    '<b>1</b> out of range',
    '<b>1</b> not judged',
    '<b>1</b> within range',
    'Seed 2 starts on Sat 2026-01-10.',
    '<td class="number" data-label="seed 1">1.50</td>',
    '<td>0.4 to 0.9</td>',
    '<small>fewer than 8 liquidations</small>',
  ]) {
    expect(page).toContain(text);
  }
});

test('a world with a hostile name is text, and the points of the charts are data', () => {
  const result = sampleFacts({ world: '</script><script>alert(1)</script>' });
  const page = factsPageHtml(result);
  const [, json = ''] = /<script type="application\/json" id="plots">(.*?)<\/script>/s.exec(page) ?? [];
  expect(JSON.parse(json)).toEqual(result.plots);
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(page).not.toContain('alert(1)</script>');
});

test('contradictions in the past are listed', () => {
  const { seeds } = sampleFacts();
  const page = still(factsPageHtml(sampleFacts({ seeds: seeds.map((seed) => ({ ...seed, differences: ['1 < 2'] })) })));
  expect(page).toContain(
    '<h2>Contradictions in the past</h2><ul><li>seed 1: 1 &lt; 2</li><li>seed 2: 1 &lt; 2</li></ul>',
  );
});
