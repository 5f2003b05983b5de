import { expect, test } from 'vitest';
import { factsMarkdown, factsText } from './report.ts';
import { sampleFacts } from './sample-facts.test-helper.ts';

test('the table for a terminal has a line for each figure below its fact', () => {
  expect(factsText(sampleFacts())).toBe(`world default, 2 seeds of 24 h
                      seed 1  seed 2  mean  range         verdict
trades cluster
  gaps                  1.50    1.75  1.63  at least 1.1  within
  branching             0.25    0.35  0.30  0.4 to 0.9    OUT
liquidations happen
  liquidations-burst       –       –     –  at least 1.1  not judged  (fewer than 8 liquidations)
1 of 3 figures are within their range, 1 are out, 1 are not judged
`);
});

test('a run that was stopped says how far each seed came', () => {
  const { seeds } = sampleFacts();
  const stopped = sampleFacts({
    complete: false,
    seeds: seeds.map((seed, place) => ({ ...seed, hours: place + 0.5 })),
  });
  expect(factsText(stopped)).toContain('world default, stopped early: seed 1 0.5 h, seed 2 1.5 h of 24 h\n');
});

test('the Markdown has the table, the reasons and the contradictions, and nothing of the machine', () => {
  const { seeds } = sampleFacts();
  const differing = seeds.map((seed) => ({
    ...seed,
    differences: ['BTC-USDT: volume24h is that of the candles: 1 and 2'],
  }));
  const text = factsMarkdown(sampleFacts({ seeds: differing }));
  for (const line of [
    '# Facts of the market',
    'Days: seed 1 Mon 2026-01-05, seed 2 Sat 2026-01-10.',
    '| Fact | Figure | Seed 1 | Seed 2 | Mean | Range | Verdict |',
    '|---|---|---:|---:|---:|---|---|',
    '| trades cluster | deviation over mean of the gaps | 1.50 | 1.75 | 1.63 | at least 1.1 | within |',
    '|  | branching ratio | 0.25 | 0.35 | 0.30 | 0.4 to 0.9 | **OUT** |',
    '- deviation over mean of the gaps between liquidations: fewer than 8 liquidations',
    '- seed 2: BTC-USDT: volume24h is that of the candles: 1 and 2',
  ]) {
    expect(text.split('\n')).toContain(line);
  }
  expect(factsMarkdown(sampleFacts())).not.toContain('Contradictions');
});
