import { beforeEach, describe, expect, test } from 'vitest';
import { Gate, LONGEST_WAIT_MS, type Preparation, PREPARING_MAX } from './clock.ts';
import { HandWall } from './hand-wall.test-helper.ts';
import { nextTurn } from './slices.ts';

let wall: HandWall;
let gate: Gate;
let ran: string[];
const pass = (name: string): void =>
  gate.pass(
    () => ran.push(name),
    () => ran.push(`${name} late`),
  );

beforeEach(() => {
  wall = new HandWall();
  gate = new Gate(wall);
  ran = [];
});

test('an open gate lets everything run at once', () => {
  pass('a');
  expect(ran).toEqual(['a']);
  expect(gate.waiting).toBe(0);
});

test('what arrives at a closed gate runs once it is open, in the order of arrival', async () => {
  gate.close();
  for (const name of ['a', 'b', 'c']) pass(name);
  await nextTurn();
  expect(ran).toEqual([]);
  expect(gate.waiting).toBe(3);
  gate.open();
  // What comes while others wait stands behind them.
  pass('d');
  expect(ran).toEqual([]);
  await nextTurn();
  expect(ran).toEqual(['a', 'b', 'c', 'd']);
  pass('e');
  expect(ran.at(-1)).toBe('e');
});

test('those that wait run in slices, with turns between them', async () => {
  gate.close();
  for (let name = 0; name < 10; name += 1) pass(String(name));
  gate.open();
  // Two looks at the wall for each that runs.
  wall.stepMs = 6;
  await nextTurn();
  expect(ran).toEqual(['0', '1']);
  pass('last');
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  expect(ran).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'last']);
});

test('one of them may close the gate, and the others go on waiting', async () => {
  gate.close();
  pass('a');
  gate.pass(() => gate.close(), null);
  pass('b');
  gate.open();
  await nextTurn();
  await nextTurn();
  expect(ran).toEqual(['a']);
  expect(gate.isClosed).toBe(true);
  gate.open();
  await nextTurn();
  expect(ran).toEqual(['a', 'b']);
});

test('one that has waited 5 s is refused then, and never runs', async () => {
  gate.close();
  pass('a');
  wall.pass(4_999);
  pass('b');
  gate.pass(() => ran.push('patient'), null);
  expect(ran).toEqual([]);
  wall.pass(1);
  expect(ran).toEqual(['a late']);
  expect(gate.waiting).toBe(2);
  gate.open();
  await nextTurn();
  expect(ran).toEqual(['a late', 'b', 'patient']);
});

test('one that became late while nothing could be looked at is refused in its turn', async () => {
  gate.close();
  pass('a');
  gate.open();
  wall.stepMs = 5_000;
  await nextTurn();
  await nextTurn();
  expect(ran).toEqual(['a late']);
});

test('an error of one reaches its own caller and does not stop the others', async () => {
  gate.close();
  const failed = gate.inTurn<string>(
    () => {
      throw new Error('broken');
    },
    () => 'late',
  );
  const fine = gate.inTurn<string>(
    () => 'fine',
    () => 'late',
  );
  gate.open();
  await expect(failed).rejects.toThrow('broken');
  await expect(fine).resolves.toBe('fine');
});

describe('a preparation', () => {
  class HandPreparation implements Preparation {
    isDone = false;
    finished = 0;
    readonly #runs: (() => void)[] = [];

    whenDone(run: () => void): void {
      this.#runs.push(run);
    }

    finish(): void {
      this.finished += 1;
      this.done();
    }

    done(): void {
      this.isDone = true;
      for (const run of this.#runs.splice(0)) run();
    }
  }

  const prepared = (name: string): HandPreparation => {
    const preparation = new HandPreparation();
    gate.pass(
      () => ran.push(name),
      () => ran.push(`${name} late`),
      preparation,
    );
    return preparation;
  };

  test('keeps the order of arrival, whichever ends first', () => {
    const [a, b] = [prepared('a'), prepared('b')];
    pass('c');
    b.done();
    expect([ran, gate.isOpen, gate.isHolding]).toEqual([[], false, false]);
    a.done();
    expect(ran).toEqual(['a', 'b', 'c']);
    expect(gate.isOpen).toBe(true);
  });

  test('that has ended already holds nothing up', () => {
    const done = new HandPreparation();
    done.isDone = true;
    gate.pass(() => ran.push('a'), null, done);
    expect(ran).toEqual(['a']);
  });

  test('is waited for however long it takes, and an advance behind it begins after it', async () => {
    const a = prepared('a');
    gate.pass(() => gate.close(), null);
    wall.pass(60_000);
    expect([ran, gate.isClosed]).toEqual([[], false]);
    a.done();
    expect([ran, gate.isClosed]).toEqual([['a'], true]);
    const b = prepared('b');
    b.done();
    expect(ran).toEqual(['a']);
    gate.open();
    await nextTurn();
    expect(ran).toEqual(['a', 'b']);
  });

  test('that ends while the gate is closed is late with everything else', () => {
    const a = prepared('a');
    gate.close();
    wall.pass(LONGEST_WAIT_MS);
    expect(ran).toEqual(['a late']);
    a.done();
    expect(ran).toEqual(['a late']);
    expect(gate.isHolding).toBe(true);
    gate.open();
    expect([gate.isHolding, gate.isOpen]).toEqual([false, true]);
  });

  test('of the oldest is finished at once when one more waits than may', () => {
    const first = prepared('first');
    for (let count = 1; count < PREPARING_MAX; count += 1) prepared(`${count}`);
    expect([first.finished, ran]).toEqual([0, []]);
    prepared('one more');
    expect([first.finished, ran, gate.waiting]).toEqual([1, ['first'], PREPARING_MAX]);
  });

  test('all of them done leaves the gate idle', async () => {
    const a = prepared('a');
    let isIdle = false;
    void gate.whenIdle().then(() => (isIdle = true));
    await nextTurn();
    expect(isIdle).toBe(false);
    a.done();
    await nextTurn();
    expect(isIdle).toBe(true);
  });
});
