import { describe, expect, test } from 'vitest';
import type { Broken } from '../scripts/selftest/broken.ts';
import {
  type Finding,
  findingLine,
  isSound,
  markdownOf,
  type SelfTest,
  summaryLines,
  survivorsOf,
  withFaults,
} from '../scripts/selftest/table.ts';

const CAUGHT: Finding = {
  name: 'end-excluded',
  group: 'lists',
  clause: 'GETTRADES-PARAM-ENDTIME',
  what: 'A record at endTime is left out.',
  transport: 'rest',
  scenarios: 3,
  caught: { id: 'features/trade/getTrades-windows.feature:28', name: 'at | the <end>', said: 'should have 1 items' },
  seconds: 0.25,
};
const BROKEN: Broken = { id: 'features/a.feature:1', name: 'a read', said: 'should be ok', trace: [] };
const SURVIVOR: Finding = { ...CAUGHT, name: 'end-moved', caught: null };
const SOUND: SelfTest = {
  control: { scenarios: 3, failed: [] },
  findings: [CAUGHT],
  stub: { scenarios: 200, failed: 190, percent: 95, passed: ['features/a.feature:1'] },
  seconds: 12.4,
};

describe('the verdict', () => {
  test.each([
    ['everything caught', SOUND, true],
    ['no stub asked for', { ...SOUND, stub: null }, true],
    ['a survivor', { ...SOUND, findings: [CAUGHT, SURVIVOR] }, false],
    ['a control run that fails', { ...SOUND, control: { scenarios: 3, failed: [BROKEN] } }, false],
    ['a stub below 95 %', { ...SOUND, stub: { scenarios: 200, failed: 189, percent: 94.5, passed: [] } }, false],
  ])('%s', (_case, given, sound) => {
    expect(isSound(given)).toBe(sound);
    expect(summaryLines(given).at(-1)).toBe(`in 12 s: ${sound ? 'sound' : 'NOT SOUND'}`);
  });

  test('survivors are named, with what they break', () => {
    const given = { ...SOUND, findings: [CAUGHT, SURVIVOR] };
    expect(survivorsOf(given)).toEqual([SURVIVOR]);
    expect(summaryLines(given)).toEqual([
      'passes against the stub: features/a.feature:1',
      'survived: end-moved breaks GETTRADES-PARAM-ENDTIME',
      'control: 3 of 3 scenarios pass through the proxy',
      'wrong deployments: 1 of 2 caught',
      'stub: 190 of 200 scenarios fail, 95.0 %',
      'in 12 s: NOT SOUND',
    ]);
  });
});

// A simulator that throws fails any scenario, and says nothing about the suite.
test('a deployment that has broken down counts as a survivor, and its error is named', () => {
  expect(withFaults(CAUGHT, [])).toBe(CAUGHT);
  const broken = withFaults(CAUGHT, ['addDelegatedSigner failed: TIMER is not defined', 'another']);
  expect(findingLine(broken)).toMatch(
    /^SURVIVED {2}end-excluded .* it broke down: addDelegatedSigner failed: TIMER is not/,
  );
  const given = { ...SOUND, findings: [broken] };
  expect(isSound(given)).toBe(false);
  expect(summaryLines(given)).toContain('broke down: end-excluded, addDelegatedSigner failed: TIMER is not defined');
  expect(markdownOf(given)).toContain('| **broke down:** addDelegatedSigner failed: TIMER is not defined |');
});

test('a line names the scenario that caught it, or says that none did', () => {
  expect(findingLine(CAUGHT)).toMatch(
    /^caught {4}end-excluded +GETTRADES-PARAM-ENDTIME +0\.3 s {2}features\/trade\/getTrades-windows\.feature:28 at \| the <end>$/,
  );
  expect(findingLine(SURVIVOR)).toMatch(/^SURVIVED {2}end-moved .* s {2}3 scenarios cite the clause and none failed$/);
});

test('the page has a row for each, and lists what is left to do', () => {
  const page = markdownOf({ ...SOUND, findings: [CAUGHT, SURVIVOR] });
  expect(page).toContain('- 1 of 2 wrong deployments caught, in 12 s\n');
  expect(page).toContain(
    '| end-excluded | A record at endTime is left out. | GETTRADES-PARAM-ENDTIME | rest | `features/trade/getTrades-windows.feature:28` at \\| the &lt;end> | 0.3 |\n',
  );
  expect(page).toContain(
    '| end-moved | A record at endTime is left out. | GETTRADES-PARAM-ENDTIME | rest | **survived** | 0.3 |\n',
  );
  expect(page).toContain('## Passes although every request receives an ok response\n\n- `features/a.feature:1`\n');
  expect(page).not.toContain('Fails although nothing is wrong');
});
