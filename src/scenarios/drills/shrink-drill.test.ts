import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Drill, loadDrill } from './drill.ts';
import { shrinkDrill, shrunkText, type TriedDrill, writeShrunk } from './shrink-drill.ts';

/** Shrinking a drill, with runs that a rule judges in place of a bot. */

const DRILL = `title: Much happens
story: Two faults strike, and the program is killed.
stands: A bad day.
sound: It goes on.
timeline:
  - { at: 5s, as: other, do: cancelAllOrders, with: { symbols: [BTC-USDT] } }
  - at: 20s
    faults:
      - { name: lost, match: { action: placeOrders }, effect: { kind: replyLost }, times: 2 }
      - { name: cut, match: { channel: orderbook }, effect: { kind: drop }, times: 1 }
  - { at: 60s, clearFaults: true }
program:
  - { at: 30s, do: kill }
  - { at: 31s, do: start }
from: 20s
until: 40s
bites: [{ fault: lost }, { open: 1 }]
invariants: [no-blind-retry]
`;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perpsim-shrink-test-'));
  writeFileSync(join(folder, 'busy.yaml'), DRILL);
});
afterEach(() => rmSync(folder, { recursive: true }));

const namesOf = ({ scenario }: Drill): string => JSON.stringify(scenario.timeline);

/** Fails where the fault `lost` is left and two seconds after it are. The second proof needs the program to be killed. */
function judged(drill: Drill): TriedDrill {
  const isBroken = namesOf(drill).includes('"lost"') && drill.scenario.durationMs >= 22_500;
  const text = `buy BTC-USDT was placed again after ${drill.scenario.durationMs} ms`;
  return {
    bites: [
      { found: isBroken ? 1 : 0, needed: 1 },
      { found: drill.program.length > 0 ? 1 : 0, needed: 1 },
    ],
    invariants: [
      { id: 'no-blind-retry', violations: isBroken ? [{ at: 22_400, text }] : [] },
      { id: 'recovers', violations: [{ at: 80_000, text: 'the drill is too short' }] },
    ],
  };
}

const shrunk = (run: (drill: Drill) => TriedDrill | null, signal = new AbortController().signal) => {
  const drill = loadDrill(join(folder, 'busy.yaml'));
  return shrinkDrill(drill, judged(drill), { run: async (one) => run(one), workFolder: folder, signal });
};

test('one fault is left, the drill ends with the second of the failure, and proofs that nothing can meet go', async () => {
  const found = await shrunk(judged);
  expect(found).toMatchObject({
    invariant: 'no-blind-retry',
    violation: 'buy BTC-USDT was placed again after 23000 ms',
    before: { entries: 6, durationMs: 65_000 },
    after: { entries: 1, durationMs: 23_000 },
    isMinimal: true,
  });
  writeFileSync(join(folder, 'again.yaml'), found?.script ?? '');
  const again = loadDrill(join(folder, 'again.yaml'));
  expect(namesOf(again)).toContain('"lost"');
  expect(namesOf(again)).not.toContain('"cut"');
  expect([again.program, again.bites, again.untilMs]).toEqual([
    [],
    [{ kind: 'fault', name: 'lost', atLeast: 1 }],
    23_000,
  ]);
  expect(found && shrunkText(found)).toMatch(
    /^shrunk from 6 entries in 1m 5s to 1 entry in 23s, with \d+ runs; none of them can be left out$/,
  );
});

test('another failure of the same drill does not count', async () => {
  const other = (drill: Drill): TriedDrill => ({
    ...judged(drill),
    invariants: [{ id: 'no-blind-retry', violations: [{ at: 1, text: 'sell BTC-USDT was cancelled' }] }],
  });
  expect(await shrunk(other)).toBeNull();
});

test('a search that is stopped gives the shortest so far', async () => {
  const stop = new AbortController();
  let runs = 0;
  const found = await shrunk((drill) => {
    runs += 1;
    if (runs === 3) stop.abort();
    return judged(drill);
  }, stop.signal);
  expect(found?.isMinimal).toBe(false);
  expect(found?.after.durationMs).toBe(23_000);
  expect(runs).toBe(3);
});

test('a file in another folder is the same drill', async () => {
  const found = await shrunk(judged);
  const file = writeShrunk(join(folder, 'shrunk'), loadDrill(join(folder, 'busy.yaml')), '7', found?.script ?? '');
  expect(file).toBe(join(folder, 'shrunk', 'busy-7.yaml'));
  expect(readFileSync(file, 'utf8')).toMatch(/^# The shortest script found that still fails busy: no-blind-retry\n/);
  expect(loadDrill(file).scenario.durationMs).toBe(23_000);
});
