import { beforeEach, expect, test } from 'vitest';
import { Gate } from './gate.ts';
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
