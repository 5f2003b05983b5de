import { expect, test } from 'vitest';
import { JobLines } from './child-jobs.ts';

const line = (value: object): string => `${JSON.stringify(value)}\n`;

test('lines of JSON are progress, however they are cut', () => {
  const lines = new JobLines();
  const text = line({ done: 1_000, total: 5_000, unit: 'ms' });
  lines.add(text.slice(0, 9));
  expect(lines.progress).toBeNull();
  lines.add(text.slice(9));
  expect(lines.progress).toEqual({ done: 1_000, total: 5_000, unit: 'ms', failed: 0, skipped: 0 });
  expect(lines.message).toBe('');
});

test('scenarios that have ended are given from a place on', () => {
  const lines = new JobLines();
  const ended = (id: string) => ({ done: 1, total: 2, unit: 'scenarios', ended: { id, name: id, verdict: 'passed' } });
  lines.add(line(ended('features/a.feature:1')) + line(ended('features/a.feature:2')));
  expect(lines.endedAfter(0).ended.map(({ id }) => id)).toEqual(['features/a.feature:1', 'features/a.feature:2']);
  expect(lines.endedAfter(1)).toMatchObject({ ended: [{ id: 'features/a.feature:2' }], next: 2 });
  expect(lines.endedAfter(2)).toEqual({ ended: [], next: 2 });
});

test('all other lines are messages, of which the last stay', () => {
  const lines = new JobLines();
  lines.add('perpsim: first\n{ not JSON\n');
  lines.add('perpsim: no end of line');
  lines.end();
  expect(lines.message).toBe('perpsim: first\n{ not JSON\nperpsim: no end of line');
  lines.add(`${'x'.repeat(5_000)}\n`);
  expect(lines.message).toHaveLength(3_999);
});
