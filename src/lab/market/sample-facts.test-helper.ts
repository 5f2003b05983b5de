import type { FactsResult } from './run/facts-result.ts';

/** A made-up result with each verdict, for tests of the reports. */
export function sampleFacts(part: Partial<FactsResult> = {}): FactsResult {
  return {
    format: 'perpsim-market-facts',
    version: 1,
    world: 'default',
    hours: 24,
    complete: true,
    seeds: [
      { seed: '1', startTime: Date.UTC(2026, 0, 5), hours: 24, symbol: 'BTC-USDT', differences: [] },
      { seed: '2', startTime: Date.UTC(2026, 0, 10), hours: 24, symbol: 'BTC-USDT', differences: [] },
    ],
    rows: [
      {
        id: 'gaps',
        fact: 'trades cluster',
        figure: 'deviation over mean of the gaps',
        least: 1.1,
        most: null,
        digits: 2,
        figures: [1.5, 1.75],
        mean: 1.625,
        verdict: 'within',
        why: null,
      },
      {
        id: 'branching',
        fact: 'trades cluster',
        figure: 'branching ratio',
        least: 0.4,
        most: 0.9,
        digits: 2,
        figures: [0.25, 0.35],
        mean: 0.3,
        verdict: 'out',
        why: null,
      },
      {
        id: 'liquidations-burst',
        fact: 'liquidations happen',
        figure: 'deviation over mean of the gaps between liquidations',
        least: 1.1,
        most: null,
        digits: 2,
        figures: [null, null],
        mean: null,
        verdict: 'not judged',
        why: 'fewer than 8 liquidations',
      },
    ],
    plots: [
      {
        id: 'book',
        title: 'Mean shape of the book',
        xLabel: 'distance from the mid, bp',
        yLabel: 'quantity of one side per bp',
        x: [0, 1, 2, 3],
        lines: [{ label: 'quantity', y: [0.1, 0.5, null, 0.25] }],
      },
      {
        id: 'returns-acf',
        title: 'Autocorrelation of returns',
        xLabel: 'lag, steps of 10 s',
        yLabel: 'autocorrelation',
        x: [1, 2, 3],
        lines: [
          { label: 'absolute returns', y: [0.3, 0.2, 0.15] },
          { label: 'returns', y: [-0.02, 0.01, 0] },
        ],
      },
    ],
    ...part,
  };
}
