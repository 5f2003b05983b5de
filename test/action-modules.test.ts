import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writtenModules } from '../scripts/actions.ts';

test.each(writtenModules())('$path lists the files of its folder', ({ path, text }) => {
  const written = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  expect(written, 'npx tsx scripts/actions.ts writes it').toBe(text);
});
