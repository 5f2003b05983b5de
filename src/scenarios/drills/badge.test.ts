import { expect, test } from 'vitest';
import { badgeOf } from './badge.ts';
import type { DrillResult } from './certify.ts';

const drill = (verdict: DrillResult['verdict']): DrillResult => ({ verdict }) as DrillResult;

test('a badge says the verdict, and how many of the drills that apply were passed', () => {
  const svg = badgeOf({
    verdict: 'failed',
    drills: ['pass', 'fail', 'not applicable'].map((one) => drill(one as 'pass')),
  });
  expect(svg).toContain('aria-label="perpsim certify: failed, 1 of 2 drills"');
  expect(svg).toContain('#c62828');
});
