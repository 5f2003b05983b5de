import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { outlookTables, PAGE, withTables } from '../scripts/docs/target-outlook.ts';

test('tables stand between their marks', () => {
  const page = 'before\n<!-- written by npm run docs:pages -- targets -->\nold\n<!-- end -->\nafter';
  expect(withTables(page, 'new')).toBe(
    'before\n<!-- written by npm run docs:pages -- targets -->\n\nnew\n\n<!-- end -->\nafter',
  );
  expect(() => withTables('a page', 'new')).toThrow('docs/targets.md lacks the marks');
});

test('the page says what features and profiles come to: npm run docs:pages -- targets writes it anew', async () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(withTables(page, await outlookTables())).toBe(page);
});
