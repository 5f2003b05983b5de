import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readStatement } from '../src/scenarios/drills/statement.ts';
import { loadDrill } from '../src/scenarios/drills/drill.ts';
import { ALWAYS } from '../src/scenarios/drills/invariants.ts';
import { expectationOf, wrongBots } from '../scripts/certify-matrix/bots.ts';
import { type Cell, MARK, matrixPart, withPart } from '../scripts/certify-matrix/page.ts';

/** The bots that prove what `perpsim certify` finds: the table of wrong ones, and the page that says which were caught. */

const BOTS = fileURLToPath(new URL('../fixtures/bots/', import.meta.url));
const source = (file: string): string => readFileSync(`${BOTS}${file}`, 'utf8');
const WRONG = await wrongBots();

describe('the table of wrong bots', () => {
  test('each has a name of its own, and there are at least 30', () => {
    const names = WRONG.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(30);
  });

  test('each has to be caught in a drill that there is, by an invariant that it judges', () => {
    for (const { name } of WRONG) {
      const { drills, invariant } = expectationOf(name);
      for (const drill of drills)
        expect([...ALWAYS, ...loadDrill(drill).invariants], `${name} in ${drill}`).toContain(invariant);
    }
  });

  test.each(WRONG)('$name changes one place of its source', ({ file, from, to }) => {
    expect(source(file).split(from)).toHaveLength(2);
    expect(to).not.toBe(from);
  });
});

test('the statement says what both sound bots hold themselves to', () => {
  const { maxPosition, cancelWithin, staleAfter, clientIdPrefix, symbols } = readStatement(`${BOTS}statement.yaml`);
  const number = (text: string): string => text.replace(/\B(?=(?:\d{3})+$)/g, '_');
  const most = maxPosition[symbols[0] ?? ''];
  const [own, python] = [source('sound.mjs'), `${source('sound.py')}${source('quotes.py')}`];
  for (const term of [
    `maxPosition: '${most}'`,
    `cancelWithinMs: ${number(String(cancelWithin))}`,
    `staleAfterMs: ${number(String(staleAfter))}`,
    `clientIdPrefix: '${clientIdPrefix.slice(0, -1)}'`,
  ]) {
    expect(own).toContain(term);
  }
  for (const term of [
    `MAX_POSITION = Decimal("0.01"), Decimal("${most}")`,
    `STALE_AFTER, CANCEL_WITHIN = ${number(String(staleAfter))}, ${number(String(cancelWithin))}`,
    `PREFIX = "${clientIdPrefix.slice(0, -1)}"`,
  ]) {
    expect(python).toContain(term);
  }
});

describe('the page of the matrix', () => {
  const wrong = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ ...WRONG[0], name, file: 'sound.mjs' })) as typeof WRONG;
  const cell = (bot: string, drill: string, verdict: Cell['verdict'], ...findings: string[]): Cell => ({
    ...{ bot, drill, seed: '1', verdict, reason: '', requests: 1 },
    findings: findings.map((text) => ({ invariant: 'backs-off', text })),
  });
  const part = matrixPart(
    [
      cell('sound.mjs', 'x/one', 'pass'),
      cell('sound.mjs', 'x/two', 'fail', 'it failed'),
      cell('a', 'x/one', 'fail', 'another thing', '40 requests were turned away'),
      cell('a', 'x/two', 'fail', '50 requests were turned away'),
      cell('b', 'x/one', 'pass'),
      cell('b', 'x/two', 'fail', '50 requests were turned away'),
      cell('d', 'x/one', 'fail', 'another thing'),
      cell('e', 'x/three', 'fail', '60 requests were turned away'),
    ],
    wrong,
    () => ({ drills: ['x/one'], invariant: 'backs-off', says: /were turned away/ }),
  );

  test('a bot is caught by a drill that it fails and the sound one passes, and by no other', () => {
    expect(part).toMatch(/^\| `a` \| .* \| 2 \| `x\/one` \| `backs-off`: 40 requests were turned away \|$/m);
    expect(part).toMatch(/^\| `b` \| .* \| 2 \| \*\*not caught\*\* \|  \|$/m);
  });

  test('a finding that does not name the fault is shown as such', () => {
    expect(part).toMatch(
      /^\| `d` \| .* \| 1 \| `x\/one` \(\*\*fault not named\*\*\) \| `backs-off`: another thing \|$/m,
    );
  });

  test('a drill that the sound bot was not put through proves nothing', () => {
    expect(part).toMatch(
      /^\| `e` \| .* \| 1 \| `x\/three` \(sound bot not run\) \| `backs-off`: 60 requests were turned away \|$/m,
    );
  });

  test('what was not run says so, and what the sound bot failed is named', () => {
    expect(part).toMatch(/^\| `c` \| .* \| 0 \| not run \|  \|$/m);
    expect(part).toContain(
      '5 wrong bots: 1 caught by a finding that names the fault, 1 caught by another one, 1 failed a drill that the sound bot has not been put through, 1 not caught, 1 not run',
    );
    expect(part).toContain(
      '`sound.mjs`: 1 passed, 1 failed of 2 runs of drills (2 with seed 1); it failed `x/two` (seed 1)',
    );
    expect(part).toContain('`sound.py`: not put through any drill yet');
  });

  test('seeds of a sound bot are counted together, and what it did not pass is named', () => {
    const cells = ['1', '2', '3', '7'].flatMap((seed) => [
      { ...cell('sound.py', 'x/one', 'pass'), seed },
      { ...cell('sound.py', 'x/two', seed === '3' ? 'inconclusive' : 'pass'), seed },
    ]);
    const counted = matrixPart([...cells, { ...cell('sound.py', 'x/one', 'pass'), seed: '9' }], []);
    expect(counted).toContain(
      '`sound.py`: 8 passed, 1 inconclusive of 9 runs of drills (2 with each of the seeds 1 to 3, 7, 1 with seed 9); nothing is proved by `x/two` (seed 3)',
    );
  });

  test('it takes the place of the part that was there, and of nothing else', () => {
    const once = withPart('# Page\n\nText.\n', 'first\n');
    expect(once).toBe(`# Page\n\nText.\n\n${MARK}\n\nfirst\n`);
    expect(withPart(once, 'second\n')).toBe(`# Page\n\nText.\n\n${MARK}\n\nsecond\n`);
  });
});
