import { expect, test } from 'vitest';
import { runOf, scenario } from '../results/run.test-helper.ts';
import type { Run, Verdict } from '../results/run.ts';
import { badgeJson, badgeSvg } from './badge.ts';

/** A run with a scenario of each of these verdicts. */
const runWith = (...verdicts: readonly Verdict[]): Run =>
  runOf(verdicts.map((verdict, line) => scenario(line, { verdict })));

test.each([
  [['passed', 'skipped'], '1 passed', 'brightgreen', false],
  [['passed', 'expected-failure'], '1 passed', 'brightgreen', false],
  [['passed', 'failed', 'unexpected-pass'], '2 of 3 failed', 'red', true],
  [['passed', 'error'], 'incomplete, 1 passed', 'orange', false],
  [['skipped', 'skipped'], 'nothing proven', 'lightgrey', false],
] as const)('verdicts %j make the badge say "%s"', (verdicts, message, color, isError) => {
  expect(JSON.parse(badgeJson(runWith(...verdicts)))).toEqual({
    schemaVersion: 1,
    label: 'conformance',
    message,
    color,
    isError,
  });
});

test('a run that stopped early is never green', () => {
  const stopped = runOf([scenario(1)], { stopped: 'interrupted' });
  expect(JSON.parse(badgeJson(stopped))).toMatchObject({ message: 'incomplete, 1 passed', color: 'orange' });
});

test('the picture holds both texts, the colour, and itself alone', () => {
  const run = runOf(Array.from({ length: 1_200 }, (_, line) => scenario(line)));
  expect(badgeSvg(run))
    .toBe(`<svg xmlns="http://www.w3.org/2000/svg" width="166" height="20" role="img" aria-label="conformance: 1,200 passed">
  <title>conformance: 1,200 passed</title>
  <clipPath id="corners"><rect width="166" height="20" rx="3"/></clipPath>
  <g clip-path="url(#corners)">
    <rect width="80" height="20" fill="#424242"/>
    <rect x="80" width="86" height="20" fill="#2e7d32"/>
  </g>
  <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
    <text x="6" y="14" textLength="68">conformance</text>
    <text x="86" y="14" textLength="74">1,200 passed</text>
  </g>
</svg>
`);
});
