import { AscendingMap, FewMap, FewSet, NumberedMap } from '../../kernel/tables.ts';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { CodecError, type Plain } from '../../kernel/codec/codec.ts';
import { stateDigest } from '../canonical-state.ts';
import { testConfig } from '../config.test-helper.ts';
import { Engine } from '../engine.ts';
import { genesis } from '../genesis.ts';
import { type Preset, PRESETS } from '../random-run/presets.test-helper.ts';
import type { State } from '../state.ts';
import { TestVenue } from '../venue.test-helper.ts';
import { RichInputs, richConfig } from './rich-run.test-helper.ts';
import { decodeState, encodeState } from './state-codec.ts';

/** The state of a run of one preset, every 20 inputs until `commands`. */
function* statesOf(name: string, commands: number): Iterable<State> {
  const preset = presetCalled(name);
  const engine = new Engine(genesis(richConfig(preset, '5')).state);
  const inputs = new RichInputs(preset, '5');
  for (let turn = 1; turn <= commands; turn += 1) {
    engine.apply(inputs.next(engine.state));
    if (turn % 20 === 0) yield engine.state;
  }
}

function presetCalled(name: string): Preset {
  const preset = PRESETS.find((one) => one.name === name);
  if (!preset) throw new Error(`there is no preset ${name}`);
  return preset;
}

/** What follows from the configuration, or from other parts of the state. */
const DERIVED = new Set(['config', 'spec', 'ownerWallet', 'previous', 'next', 'resting', 'book', 'triggers', 'timers']);

const isLeaf = (value: unknown): boolean => value === null || typeof value !== 'object';

function otherThan(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'bigint') return value + 1n;
  if (typeof value === 'boolean') return !value;
  return typeof value === 'string' ? `${value}x` : 4;
}

/** Changes one leaf of each kind of path in place, calls `look`, and changes it back. */
function changeEach(node: object, path: string, seen: Set<string>, look: (path: string) => void): void {
  if (node instanceof Map || node instanceof FewMap || node instanceof AscendingMap || node instanceof NumberedMap) {
    const table = node as Pick<Map<unknown, unknown>, 'set' | typeof Symbol.iterator>;
    for (const [key, value] of [...table]) {
      changeMember(value, `${path}.*`, seen, look, (other) => void table.set(key, other));
    }
    return;
  }
  if (node instanceof Set || node instanceof FewSet) {
    const members = [...(node as Iterable<unknown>)];
    const [first] = members;
    if (first === undefined) return;
    changeMember(first, `${path}.*`, seen, look, (other) => {
      for (const member of [...(node as Iterable<unknown>)]) node.delete(member);
      for (const member of members) node.add(member === first ? other : member);
    });
    return;
  }
  const place = (key: string): string => (Array.isArray(node) ? `${path}.*` : `${path}.${key}`);
  for (const [key, value] of Object.entries(node)) {
    if (DERIVED.has(key)) continue;
    changeMember(value, place(key), seen, look, (other) => {
      (node as Record<string, unknown>)[key] = other;
    });
  }
}

function changeMember(
  value: unknown,
  path: string,
  seen: Set<string>,
  look: (path: string) => void,
  set: (value: unknown) => void,
): void {
  if (!isLeaf(value)) return changeEach(value as object, path, seen, look);
  if (seen.has(path)) return;
  seen.add(path);
  set(otherThan(value));
  look(path);
  set(value);
}

describe('the encoded state', () => {
  test('differs when any one field of the state differs', () => {
    const seen = new Set<string>();
    const unnoticed: string[] = [];
    for (const name of ['calm', 'depeg', 'patient', 'manyAccounts']) {
      for (const state of statesOf(name, 800)) {
        const before = canonicalJson(encodeState(state));
        changeEach(state, 'state', seen, (path) => {
          if (encodedOrError(state) === before) unnoticed.push(path);
        });
        expect(canonicalJson(encodeState(state)) === before).toBe(true);
      }
    }
    expect(unnoticed).toEqual([]);
    expect(RARE.filter((path) => !seen.has(`state.${path}`))).toEqual([]);
  });

  test('differs when two orders of one price level are in another order', () => {
    const queued = (first: number, second: number): string => {
      const venue = new TestVenue();
      venue.place(0, 'buy', '0.1', '95000');
      venue.place(1, 'buy', '0.1', '95000');
      const plain = encodeState(venue.engine.state);
      const market = (plain as { markets: [string, { bids: number[] }][] }).markets[0]?.[1];
      expect(market?.bids).toEqual([0, 1]);
      market?.bids.splice(0, 2, first, second);
      return stateDigest(decodeState(plain, venue.engine.state.config));
    };
    expect(queued(0, 1)).not.toBe(queued(1, 0));
  });

  test('shares nothing with the state: what happens later does not change it', () => {
    const [state] = [...statesOf('crash', 200)].slice(-1);
    if (!state) throw new Error('a run has a state');
    const plain = encodeState(state);
    const before = canonicalJson(plain);
    const engine = new Engine(state);
    const inputs = new RichInputs(presetCalled('crash'), '6');
    for (let turn = 0; turn < 100; turn += 1) engine.apply(inputs.next(state));
    expect(canonicalJson(plain) === before).toBe(true);
    expect(canonicalJson(encodeState(state)) === before).toBe(false);
  });
});

/** A value of another type in place of an object can only be noticed by failing. */
function encodedOrError(state: State): string {
  try {
    return canonicalJson(encodeState(state));
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

/** Parts of the state that are there at times only; the runs above are long enough to have each. */
const RARE = [
  'accounts.*.cancelAt',
  'accounts.*.delegations.*.permission',
  'accounts.*.isolated.*.margin',
  'accounts.*.open.*.groups.*.fired.*',
  'accounts.*.open.*.groups.*.waiting.*',
  'accounts.*.pendingWithdraw.*',
  'cancelOnDisconnect.*',
  'delegates.*.*',
  'faults.records.*.status',
  'faults.rules.*.met',
  'faults.rules.*.rule.effect.code',
  'isolatedAccounts.*',
  'limits.minutes.young.*.parts',
  'limits.placements.young.*.*.orders',
  'liquidations.*.timer',
  'markets.*.agentRandom.*',
  'markets.*.funding.premiumSum',
  'nonces.*.*',
  'nonces.*.*.*',
  'orders.*.group.pair',
  'orders.*.trigger.price',
  'orders.*.twap.chunks',
  'pegs.*',
  'plannedWithdrawals.*',
  'twaps.*.sent',
  'wallets.*.referral.code',
  'wallets.*.volume.hours.*.notional',
  'withdrawals.*.fee',
];

type Step = string | number;

/** Puts `value` at a place in plain data; undefined removes what is there. */
function put(plain: Plain, [first, ...rest]: readonly Step[], value: Plain | undefined): void {
  const node = plain as Record<Step, Plain>;
  if (first === undefined) throw new Error('a place has a path');
  if (rest.length > 0) put(node[first] ?? null, rest, value);
  else if (value === undefined) delete node[first];
  else node[first] = value;
}

/** The state of a venue with one resting bid, changed at one place: what decoding it says. */
function errorOf(place: readonly Step[], value: Plain | undefined): string {
  const venue = new TestVenue();
  venue.place(0, 'buy', '0.1', '95000', { clientId: 'mine' });
  const { state } = venue.engine;
  const plain = encodeState(state);
  put(plain, place, value);
  try {
    decodeState(plain, state.config);
  } catch (error) {
    if (error instanceof CodecError) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('decoding refuses, and names the place of', () => {
  test.each<[string, readonly Step[], Plain | undefined, string]>([
    ['a missing field', ['counters'], undefined, 'counters: is missing, it takes an object'],
    ['a field that is not known', ['colour'], 1, 'colour: is not known here'],
    ['a text for a number', ['now'], 'noon', 'now: takes a whole number'],
    ['a fraction', ['eventSeq'], 1.5, 'eventSeq: takes a whole number of at least 0'],
    ['a negative count', ['counters', 'order'], -1, 'counters.order: takes a whole number of at least 0'],
    ['a number for an amount', ['accounts', 0, 1, 'balances', 0, 1], 5, 'accounts[0].balances[USDT]: takes a bigint'],
    ['an unknown word', ['status'], 'asleep', 'status: takes "running" or "degraded" or "draining" or "down"'],
    ['a key that is there twice', ['accounts', 1, 0], 0, 'accounts[1]: 0 is there twice'],
    ['a pair without a value', ['accounts', 1], [1], 'accounts[1]: takes a pair of key and value'],
    ['a random stream of three words', ['twapRandom'], [1, 2, 3], 'twapRandom: takes four numbers'],
    ['a word beyond 32 bits', ['twapRandom', 2], 2 ** 32, 'twapRandom[2]: takes a whole number of 32 bits'],
    ['another market', ['markets', 0, 0], 'DOGE-USDT', 'markets: takes BTC-USDT, ETH-USDT, in this order'],
    [
      'a dead order in the book',
      ['markets', 0, 1, 'bids'],
      [3],
      'markets[BTC-USDT].bids[0]: order 3 is no live order of BTC-USDT',
    ],
    ['a bid among the asks', ['markets', 0, 1, 'asks'], [0], 'markets[BTC-USDT].asks[0]: order 0 is a buy order'],
    [
      'an order that rests twice',
      ['markets', 0, 1, 'bids'],
      [0, 0],
      'markets[BTC-USDT].bids[1]: order 0 is there twice',
    ],
    [
      'an order of an account that does not list it',
      ['orders', 0, 1, 'account'],
      1,
      'orders[0].account: does not list the order',
    ],
    [
      'a client id of another order',
      ['accounts', 0, 1, 'clientIds', 0, 1],
      7,
      'accounts[0].clientIds[mine]: is no live order of that id',
    ],
    [
      'a tier that the configuration does not have',
      ['wallets', 0, 1, 'tierId'],
      'gold',
      'wallets[0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa].tierId: gold is no tier of the configuration',
    ],
    [
      'a timer of an unknown kind',
      ['timers', 0, 'job'],
      { kind: 'tea' },
      'timers[0].job.kind: takes index or mark or ramp or peg or agents or population or factor or funding or expireOrder or withdrawal or ' +
        'scheduledCancel or twapChunk or tierReview or lotteryDraw or sampleValues or liquidation or vaultUnwind or ' +
        'expireDelegation',
    ],
    ['a timer beyond the last number', ['timers', 0, 'seq'], 1_000, 'counters.timer: is not above timer 1000'],
  ])('%s', (_, place, value, message) => {
    expect(errorOf(place, value)).toBe(message);
  });

  test.each([null, 7, 'state', [], undefined])('a whole that is no state: %j', (plain) => {
    expect(() => decodeState(plain, testConfig())).toThrow(CodecError);
  });
});
