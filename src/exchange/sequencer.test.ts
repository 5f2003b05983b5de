import { describe, expect, test } from 'vitest';
import { PART } from '../engine/account-value.ts';
import type { ExchangeConfig } from '../engine/config.ts';
import { Engine } from '../engine/engine.ts';
import { genesis } from '../engine/genesis.ts';
import { BinaryReader, shapesFrom } from '../kernel/binary-form.ts';
import { type Applied, Bus, Sequencer } from './sequencer.ts';
import { MemoryJournal } from './journal/memory-journal.ts';
import { settingsOf } from './options.ts';

type DevAccount = ExchangeConfig['devAccounts'][number];

const START = 1_767_571_200_000;
const HOUR_MS = 3_600_000;
const DRAIN = { kind: 'control', commands: [{ type: 'SetExchangeStatus', status: 'draining' }] } as const;

function setUp(change: (engine: Engine) => void = () => undefined, world = 'quiet', more: readonly DevAccount[] = []) {
  const { config } = settingsOf({ world });
  const { state } = genesis({ ...config, devAccounts: [...config.devAccounts, ...more] });
  const engine = new Engine(state);
  change(engine);
  const journal = new MemoryJournal();
  const received: Applied[] = [];
  const bus = new Bus((error) => {
    throw error;
  });
  bus.subscribe((applied) => received.push(applied));
  return { state, journal, received, bus, sequencer: new Sequencer(engine, journal, bus) };
}

describe('submit', () => {
  test('stamps a manual input with the time of the last one', () => {
    const { sequencer, journal } = setUp();
    sequencer.submit(DRAIN);
    expect([...journal.records()]).toEqual([{ seq: 1, input: { ...DRAIN, at: START }, crc: 0 }]);
  });

  test('stamps with the clock it follows, and never goes back with it', () => {
    const { sequencer, journal } = setUp();
    let now = START + 40;
    sequencer.follow(() => now);
    sequencer.submit(DRAIN);
    now = START + 10;
    sequencer.submit(DRAIN);
    expect([...journal.records()].map(({ input }) => input.at)).toEqual([START + 40, START + 40]);
    expect(sequencer.now()).toBe(START + 40);
  });

  test('publishes each input once, with what it caused', () => {
    const { sequencer, received, state } = setUp();
    const outcome = sequencer.submit(DRAIN);
    expect(received).toEqual([{ seq: 1, input: { ...DRAIN, at: START }, outcome }]);
    expect(outcome.events.map(({ type }) => type)).toEqual(['ExchangeStatusSet']);
    expect(state.status).toBe('draining');
  });

  test('hands on the events in binary form before it publishes them', () => {
    const { sequencer, received } = setUp();
    const handed: unknown[] = [];
    const reader = new BinaryReader();
    sequencer.handTo(({ bytes, start, ends }, { first, events }) => {
      reader.learn(shapesFrom(0));
      const handedOn = [...reader.values(bytes.subarray(start, ends[events.length - 1]))];
      handed.push({ first, events: handedOn, before: received.length });
    });
    const { events, first } = sequencer.submit(DRAIN);
    sequencer.handTo(null);
    sequencer.submit(DRAIN);
    expect(handed).toEqual([{ first, events, before: 0 }]);
  });

  test('an input that a listener submits comes after the input it received', () => {
    const { sequencer, bus, received, journal } = setUp();
    const leave = bus.subscribe(() => {
      leave();
      sequencer.submit({ kind: 'control', commands: [{ type: 'SetExchangeStatus', status: 'running' }] });
    });
    sequencer.submit(DRAIN);
    expect(received.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(journal.length).toBe(2);
  });
});

describe('moveTo', () => {
  test('takes no two parts of a sample of many subaccounts in one input', () => {
    const crowd = Array.from({ length: 2 * PART }, (_, no) => ({
      address: `0x${(no + 1).toString(16).padStart(40, '0')}`,
      tierId: 'tier_0',
      balances: [],
    }));
    const { sequencer, received } = setUp(undefined, 'quiet', crowd);
    sequencer.submit({
      kind: 'control',
      commands: [{ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: 9_600_000_000_000 }],
    });
    sequencer.moveTo(START + HOUR_MS + 500);
    const parts = received.map(({ outcome }) => outcome.events.filter(({ type }) => type === 'ValuesSampled').length);
    expect(parts.filter((count) => count > 0)).toEqual([1, 1, 1]);
    // Nothing has moved since: the clock goes straight on.
    const before = received.length;
    sequencer.moveTo(START + 20 * HOUR_MS);
    expect(received.length - before).toBeLessThan(40);
  });

  test('crosses a quiet stretch from one full hour to the next, which is when funding falls due', () => {
    const { sequencer, journal } = setUp();
    sequencer.moveTo(START + 3.5 * HOUR_MS);
    expect([...journal.records()].map(({ input }) => input)).toEqual([
      { kind: 'clock', at: START + HOUR_MS },
      { kind: 'clock', at: START + 2 * HOUR_MS },
      { kind: 'clock', at: START + 3 * HOUR_MS },
      { kind: 'clock', at: START + 3.5 * HOUR_MS },
    ]);
  });

  test('advances a long time in steps of a second where much falls due, and reports the events it caused', () => {
    const { sequencer, journal, state } = setUp(() => undefined, 'default');
    const before = state.eventSeq;
    const result = sequencer.moveTo(START + 2_500);
    expect([...journal.records()].map(({ input }) => input)).toEqual([
      { kind: 'clock', at: START + 1_000 },
      { kind: 'clock', at: START + 2_000 },
      { kind: 'clock', at: START + 2_500 },
    ]);
    expect(result).toEqual({ from: START, now: START + 2_500, firstEvent: before + 1, lastEvent: state.eventSeq });
    expect(result.lastEvent).toBeGreaterThan(before);
  });

  test('to where it is adds nothing', () => {
    const { sequencer, journal, state } = setUp();
    const { firstEvent, lastEvent } = sequencer.moveTo(START);
    expect(journal.length).toBe(0);
    expect([firstEvent, lastEvent]).toEqual([state.eventSeq + 1, state.eventSeq]);
  });
});

describe('an engine that breaks', () => {
  test('reaching for the wall clock breaks it, and it stays down', () => {
    const { sequencer, received } = setUp((engine) => {
      const apply = engine.apply.bind(engine);
      engine.apply = (input) => {
        Date.now();
        return apply(input);
      };
    });
    const trapped = 'the engine asked for ambient time, randomness or a timer';
    expect(() => sequencer.submit(DRAIN)).toThrow(trapped);
    expect(() => sequencer.submit(DRAIN)).toThrow(trapped);
    expect(() => sequencer.runDueTimers()).toThrow(trapped);
    expect(received).toEqual([]);
  });
});
