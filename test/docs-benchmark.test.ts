import { expect, test } from 'vitest';
import { withFigures } from '../scripts/docs/benchmark.ts';

const PAGE = 'Before\n<!-- figures -->\nold\n<!-- end of figures -->\nafter\n';
const REPORT = `# Benchmark

**The load average was 2.84 on 2 cores at the start: other work shares the machine.**

- Load average at the start: 2.84

| work | now | budget | stretch | verdict | spread | measured | yardstick |
|------|-----|--------|---------|---------|--------|----------|-----------|
| orders, against Y2 | 0.7x | >= 0.65x | | pass | 3 % | 7/s | 10/s |
| p99 of it, against Y2 | 2x | <= 1.5x | | short | 4 % | 2 ms | 1 ms |
| command at 10k accounts, against 1k | 0.5x | <= 1.33x | | pass | 6 % | 4 us | 8 us |
| command at 100k accounts, against 1k | 2x | <= 1.67x | | short | | 16 us | 8 us |
`;

test('the page gets the conditions, the growth and the short rows of the report', () => {
  expect(withFigures(PAGE, REPORT)).toBe(`Before
<!-- figures -->

- **The load average was 2.84 on 2 cores at the start: other work shares the machine.**
- Load average at the start: 2.84

| Growth of | 1k | 10k | 100k | spread of the ratios |
|---|---|---|---|---|
| command, by accounts | 8 us | 4 us | 16 us | 6 % |

| Short of its budget | now | budget | spread |
|---|---|---|---|
| orders, against Y2: p99 of it, against Y2 | 2x | <= 1.5x | 4 % |
| command at 100k accounts, against 1k | 2x | <= 1.67x |  |

<!-- end of figures -->
after
`);
});

test.each([
  ['a page without a place for figures', 'Before\n', REPORT, 'docs/benchmark.md has no'],
  ['a report without a table', PAGE, '# Benchmark\n', 'reports/bench.md has no table'],
  ['a report without a column', PAGE, REPORT.replace('verdict', 'outcome'), 'has no column verdict'],
])('%s is an error', (_name, page, report, problem) => {
  expect(() => withFigures(page, report)).toThrow(problem);
});
