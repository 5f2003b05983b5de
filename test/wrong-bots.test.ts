import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readStatement } from '../src/scenarios/drills/statement.ts';
import { wrongBots } from '../scripts/certify-matrix/bots.ts';
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
  const [first, second, third] = ['a', 'b', 'c'].map((name) => ({ ...WRONG[0], name, file: 'sound.mjs' }));
  const wrong = [first, second, third] as typeof WRONG;
  const cell = (bot: string, drill: string, verdict: Cell['verdict'], ...invariants: string[]): Cell => ({
    ...{ bot, drill, seed: '1', verdict, invariants, reason: '' },
  });
  const part = matrixPart(
    [
      cell('sound.mjs', 'x/one', 'pass'),
      cell('sound.mjs', 'x/two', 'fail', 'recovers'),
      cell('a', 'x/one', 'fail', 'backs-off'),
      cell('a', 'x/two', 'fail', 'recovers'),
      cell('b', 'x/one', 'pass'),
      cell('b', 'x/two', 'fail', 'recovers'),
    ],
    wrong,
  );

  test('a bot is caught by a drill that it fails and the sound one passes, and by no other', () => {
    expect(part).toMatch(/^\| `a` \| .* \| 2 \| `x\/one` \| `backs-off` \|$/m);
    expect(part).toMatch(/^\| `b` \| .* \| 2 \| \*\*not caught\*\* \|  \|$/m);
  });

  test('what was not run says so, and what the sound bot failed is named', () => {
    expect(part).toMatch(/^\| `c` \| .* \| 0 \| not run yet \|  \|$/m);
    expect(part).toContain(
      '3 wrong bots: 1 caught, 1 not caught by the drills that they were put through, 1 not put through any yet',
    );
    expect(part).toContain('`sound.mjs`: 1 passed, 1 failed of 2 runs of drills; it failed `x/two`');
    expect(part).toContain('`sound.py`: not put through any drill yet');
  });

  test('it takes the place of the part that was there, and of nothing else', () => {
    const once = withPart('# Page\n\nText.\n', 'first\n');
    expect(once).toBe(`# Page\n\nText.\n\n${MARK}\n\nfirst\n`);
    expect(withPart(once, 'second\n')).toBe(`# Page\n\nText.\n\n${MARK}\n\nsecond\n`);
  });
});
