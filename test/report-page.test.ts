import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageBundle } from '../scripts/report-page.ts';

test('the script and style of the report are made from their sources: npm run report:page', async () => {
  expect(readFileSync('src/harness/reporters/html/page-bundle.ts', 'utf8')).toBe(await pageBundle());
});
