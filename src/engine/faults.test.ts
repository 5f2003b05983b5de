import { beforeEach, describe, expect, test } from 'vitest';
import { unitsOf } from '../kernel/decimal.ts';
import { stateDigest } from './canonical-state.ts';
import type { ControlCommand } from './command.ts';
import { testConfig } from './config.test-helper.ts';
import { Engine } from './engine.ts';
import type { FaultPoint, FaultRule } from './fault-terms.ts';
import { firedIn, mayMeet } from './faults.ts';
import { genesis } from './genesis.ts';

const RULE: FaultRule = {
  name: 'broken',
  place: 'execution',
  surface: 'trade',
  target: null,
  account: null,
  wallet: null,
  item: null,
  effect: { kind: 'timeout' },
  perMille: 1_000,
  times: null,
  seed: '',
};
const POINT: FaultPoint = {
  place: 'execution',
  surface: 'trade',
  target: 'placeOrders',
  account: 0,
  wallet: '0xa',
  item: null,
  uses: [],
};

let engine: Engine;
beforeEach(() => {
  engine = new Engine(genesis(testConfig()).state);
});

const run = (command: ControlCommand) => engine.apply({ kind: 'control', at: engine.state.now, commands: [command] });
const arm = (...rules: readonly Partial<FaultRule>[]) =>
  run({ type: 'SetFaults', rules: rules.map((rule) => ({ ...RULE, ...rule })), add: false });
const meet = (point: Partial<FaultPoint> = {}): string[] => {
  const { events } = run({ type: 'MeetFaults', point: { ...POINT, ...point } });
  return firedIn(engine.state, events).map(({ name }) => name);
};
const counts = () => engine.state.faults.rules.map(({ met, fired }) => [met, fired]);

describe('a rule matches', () => {
  test.each<[string, Partial<FaultRule>, Partial<FaultPoint>, boolean]>([
    ['anything where it names nothing', {}, {}, true],
    ['its action', { target: 'placeOrders' }, {}, true],
    ['no other action', { target: 'cancelOrders' }, {}, false],
    ['no other surface', { surface: 'info' }, {}, false],
    ['every surface when it names none', { surface: null }, { surface: 'info' }, true],
    ['no other place', { place: 'arrival' }, {}, false],
    ['its subaccount', { account: 0 }, {}, true],
    ['no other subaccount', { account: 1 }, {}, false],
    ['no request without a subaccount, where it names one', { account: 0 }, { account: null }, false],
    ['its wallet', { wallet: '0xa' }, {}, true],
    ['no other wallet', { wallet: '0xb' }, {}, false],
    ['its item', { place: 'item', item: 1 }, { place: 'item', item: 1 }, true],
    ['no other item', { place: 'item', item: 1 }, { place: 'item', item: 0 }, false],
    [
      'what cannot do without the thing that is out',
      { effect: { kind: 'outage', of: 'midPrice' } },
      { uses: ['midPrice'] },
      true,
    ],
    ['nothing that does without it', { effect: { kind: 'outage', of: 'midPrice' } }, { uses: ['whitelist'] }, false],
  ])('%s', (_what, rule, point, matches) => {
    arm(rule);
    expect(mayMeet(engine.state, { ...POINT, ...point })).toBe(matches);
    expect(meet(point)).toEqual(matches ? ['broken'] : []);
    expect(counts()).toEqual([matches ? [1, 1] : [0, 0]]);
  });
});

describe('how often it fires', () => {
  test('as often as it may, and then it matches nothing any more', () => {
    arm({ times: 2 });
    expect([meet(), meet(), meet()]).toEqual([['broken'], ['broken'], []]);
    expect(counts()).toEqual([[2, 2]]);
    expect(mayMeet(engine.state, POINT)).toBe(false);
  });

  test('fires about `perMille` times in 1,000, on the same draws for the same seed', () => {
    const draws = (seed: string): boolean[] => {
      arm({ perMille: 250, seed });
      return Array.from({ length: 400 }, () => meet().length === 1);
    };
    const first = draws('a');
    expect(draws('a')).toEqual(first);
    expect(draws('b')).not.toEqual(first);
    const fired = first.filter(Boolean).length;
    expect(fired).toBeGreaterThan(70);
    expect(fired).toBeLessThan(130);
  });

  test('the draws of a rule do not change the draws of another', () => {
    arm({ name: 'other', perMille: 500, effect: { kind: 'replyLost' } });
    const alone = Array.from({ length: 50 }, () => meet().includes('other'));
    arm(
      { name: 'never', perMille: 1, effect: { kind: 'timeout' }, account: 5 },
      { name: 'other', perMille: 500, effect: { kind: 'replyLost' } },
    );
    expect(Array.from({ length: 50 }, () => meet().includes('other'))).toEqual(alone);
  });
});

describe('several rules', () => {
  test('are asked in order, and the first that ends the matter is the last', () => {
    arm({ name: 'one' }, { name: 'two' });
    expect(meet()).toEqual(['one']);
    expect(counts()).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });

  test('latency leaves the others to be asked', () => {
    const effect = { kind: 'latency', ms: 5, of: 'request' } as const;
    arm({ name: 'late', place: 'arrival', effect }, { name: 'gone', place: 'arrival', effect: { kind: 'drop' } });
    expect(meet({ place: 'arrival' })).toEqual(['late', 'gone']);
  });

  test('are added beside those there are, which go on where they stood', () => {
    arm({ name: 'one', times: 2 });
    meet();
    run({ type: 'SetFaults', rules: [{ ...RULE, name: 'two' }], add: true });
    expect(counts()).toEqual([
      [1, 1],
      [0, 0],
    ]);
    run({ type: 'SetFaults', rules: [{ ...RULE, name: 'one' }], add: true });
    expect(engine.state.faults.rules.map(({ rule, fired }) => [rule.name, fired])).toEqual([
      ['two', 0],
      ['one', 0],
    ]);
  });

  test('of one name are refused, and nothing changes', () => {
    arm({ name: 'one' });
    const before = stateDigest(engine.state);
    const { outcomes } = arm({ name: 'two' }, { name: 'two' });
    expect(outcomes[0]?.refusal).toMatchObject({ code: 'INVALID_VALUE', message: 'each rule needs a name of its own' });
    expect({ ...engine.state, inputSeq: 0 }.faults.rules.map(({ rule }) => rule.name)).toEqual(['one']);
    expect(stateDigest({ ...engine.state, inputSeq: engine.state.inputSeq - 1 })).toBe(before);
  });
});

describe('the digest of the state', () => {
  const digestAsOf = (inputs: number, events: number) =>
    stateDigest({ ...engine.state, inputSeq: inputs, eventSeq: events });

  test('covers rules in force, how often they fired, and their order', () => {
    const clean = digestAsOf(0, 0);
    arm({ name: 'one' }, { name: 'two' });
    const armed = digestAsOf(0, 0);
    meet();
    const met = digestAsOf(0, 0);
    arm({ name: 'two' }, { name: 'one' });
    expect(new Set([clean, armed, met, digestAsOf(0, 0)]).size).toBe(4);
  });

  test('equals that of an exchange without faults once they are cleared', () => {
    const clean = digestAsOf(0, 0);
    arm({});
    meet();
    run({ type: 'SetFaults', rules: [], add: false });
    expect(digestAsOf(0, 0)).toBe(clean);
  });

  test('covers overridden records until the override ends', () => {
    const clean = digestAsOf(0, 0);
    run({ type: 'SetRecord', record: 'trade', id: '7', fields: { direction: 'sideways' } });
    expect(digestAsOf(0, 0)).not.toBe(clean);
    run({ type: 'SetRecord', record: 'trade', id: '7', fields: {} });
    expect(digestAsOf(0, 0)).toBe(clean);
  });
});

describe('a struck command', () => {
  const request = { kind: 'request', wallet: '0xa', account: 0, action: 'transferCollateral', nonce: null } as const;
  const transfer = (amount: string) =>
    engine.apply({
      ...request,
      at: engine.state.now,
      commands: [{ type: 'FailTransfer', from: 0, to: 1, asset: 'USDT', amount: unitsOf(amount), errorMessage: 'no' }],
    });

  test('is refused with its code, and nothing happens', () => {
    const { outcomes, events } = engine.apply({
      ...request,
      at: engine.state.now,
      commands: [{ type: 'FailCommand', code: 'CANCEL_FAILED' }],
    });
    expect(outcomes[0]?.refusal).toMatchObject({ code: 'CANCEL_FAILED', message: 'cancel failed' });
    expect(events).toEqual([]);
  });

  test('a transfer that fails moves nothing and leaves its number', () => {
    const before = [0, 1].map((no) => engine.state.accounts.get(no)?.balances.get('USDT'));
    const { events } = transfer('5');
    expect(events).toMatchObject([{ type: 'TransferFailed', from: 0, to: 1, errorMessage: 'no' }]);
    expect([0, 1].map((no) => engine.state.accounts.get(no)?.balances.get('USDT'))).toEqual(before);
    expect(engine.state.counters.transfer).toBe((events[0] as { transfer: number }).transfer);
  });

  test('a transfer that could not have been made is refused as ever', () => {
    expect(transfer('99999999999').outcomes[0]?.refusal).toMatchObject({ code: 'INSUFFICIENT_MARGIN' });
  });
});
