import { expect, test } from 'vitest';
import { type Applied, Bus } from './sequencer.ts';

const applied = (seq: number): Applied => ({
  seq,
  input: { kind: 'clock', at: seq },
  outcome: { outcomes: [], events: [], first: 1, last: 0 },
});

test('every listener receives every event in order, and listeners are called in order of subscription', () => {
  const received: string[] = [];
  const bus = new Bus(() => undefined);
  bus.subscribe(({ seq }) => received.push(`a${seq}`));
  bus.subscribe(({ seq }) => received.push(`b${seq}`));
  bus.publish(applied(1));
  bus.publish(applied(2));
  expect(received).toEqual(['a1', 'b1', 'a2', 'b2']);
});

test('an event that a listener causes is delivered after every listener received the cause', () => {
  const received: string[] = [];
  const bus = new Bus(() => undefined);
  bus.subscribe(({ seq }) => {
    received.push(`a${seq}`);
    if (seq === 1) bus.publish(applied(2));
  });
  bus.subscribe(({ seq }) => received.push(`b${seq}`));
  bus.publish(applied(1));
  expect(received).toEqual(['a1', 'b1', 'a2', 'b2']);
});

test('a listener that throws is reported and stops no other listener', () => {
  const received: number[] = [];
  const reported: unknown[] = [];
  const bus = new Bus((error) => reported.push(error));
  const broken = new Error('broken');
  bus.subscribe(() => {
    throw broken;
  });
  bus.subscribe(({ seq }) => received.push(seq));
  bus.publish(applied(1));
  bus.publish(applied(2));
  expect(received).toEqual([1, 2]);
  expect(reported).toEqual([broken, broken]);
});

test('a listener that unsubscribed receives nothing more', () => {
  const received: number[] = [];
  const bus = new Bus(() => undefined);
  const leave = bus.subscribe(({ seq }) => received.push(seq));
  bus.publish(applied(1));
  leave();
  bus.publish(applied(2));
  expect(received).toEqual([1]);
});
