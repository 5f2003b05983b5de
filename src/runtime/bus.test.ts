import { expect, test } from 'vitest';
import { type Applied, Bus } from './bus.ts';

const applied = (seq: number): Applied => ({
  seq,
  input: { kind: 'clock', at: seq },
  outcome: { outcomes: [], events: [], first: 1, last: 0 },
});

test('every listener hears everything in order, in the order they came', () => {
  const heard: string[] = [];
  const bus = new Bus(() => undefined);
  bus.subscribe(({ seq }) => heard.push(`a${seq}`));
  bus.subscribe(({ seq }) => heard.push(`b${seq}`));
  bus.publish(applied(1));
  bus.publish(applied(2));
  expect(heard).toEqual(['a1', 'b1', 'a2', 'b2']);
});

test('what a listener causes is delivered after everybody heard of the cause', () => {
  const heard: string[] = [];
  const bus = new Bus(() => undefined);
  bus.subscribe(({ seq }) => {
    heard.push(`a${seq}`);
    if (seq === 1) bus.publish(applied(2));
  });
  bus.subscribe(({ seq }) => heard.push(`b${seq}`));
  bus.publish(applied(1));
  expect(heard).toEqual(['a1', 'b1', 'a2', 'b2']);
});

test('a listener that throws is reported and stops nobody', () => {
  const heard: number[] = [];
  const reported: unknown[] = [];
  const bus = new Bus((error) => reported.push(error));
  const broken = new Error('broken');
  bus.subscribe(() => {
    throw broken;
  });
  bus.subscribe(({ seq }) => heard.push(seq));
  bus.publish(applied(1));
  bus.publish(applied(2));
  expect(heard).toEqual([1, 2]);
  expect(reported).toEqual([broken, broken]);
});

test('who left hears no more', () => {
  const heard: number[] = [];
  const bus = new Bus(() => undefined);
  const leave = bus.subscribe(({ seq }) => heard.push(seq));
  bus.publish(applied(1));
  leave();
  bus.publish(applied(2));
  expect(heard).toEqual([1]);
});
