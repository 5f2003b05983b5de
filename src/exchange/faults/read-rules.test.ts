import { beforeAll, describe, expect, test } from 'vitest';
import { ControlError } from '../control-error.ts';
import { type Lab, startLab } from '../lab.test-helper.ts';
import { readRules } from './read-rules.ts';

const OWN = '1867542890123456789';

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});

const read = (...specs: readonly unknown[]) => readRules(specs, lab.core.state, new Set());

function refusal(specs: unknown): { code: string; field: string; message: string } {
  try {
    readRules(specs, lab.core.state, new Set());
  } catch (error) {
    if (error instanceof ControlError) return { code: error.code, field: error.field, message: error.message };
  }
  throw new Error('it was taken');
}

test('a rule that says the least matches all that its effect can strike', () => {
  expect(read({ effect: { kind: 'failure' } })).toEqual([
    {
      name: 'fault-1',
      place: 'execution',
      surface: null,
      target: null,
      account: null,
      wallet: null,
      item: null,
      effect: { kind: 'failure', http: 500, code: 'INTERNAL_ERROR' },
      perMille: 1_000,
      times: null,
      seed: '',
    },
  ]);
});

test('a rule that says the most', () => {
  const wallet = '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  const match = { surface: 'trade', action: 'cancelAllOrders', subAccountId: OWN, wallet, item: 2 };
  const effect = { kind: 'reject', code: 'CANCEL_FAILED' };
  expect(read({ name: 'stuck', match, effect, perMille: 5, times: 3, seed: 'x' })).toEqual([
    {
      name: 'stuck',
      place: 'item',
      surface: 'trade',
      target: 'cancelAllOrders',
      account: 0,
      wallet: wallet.toLowerCase(),
      item: 2,
      effect,
      perMille: 5,
      times: 3,
      seed: 'x',
    },
  ]);
});

test('a rule of a 503 can be given again as the control plane shows it', () => {
  const effect = { kind: 'failure', http: 503, code: 'SERVICE_UNAVAILABLE' };
  expect(read({ effect: { kind: 'failure', http: 503 } })[0]?.effect).toEqual(effect);
  expect(read({ effect })[0]?.effect).toEqual(effect);
});

test('names are given where none is, without taking one twice', () => {
  const effect = { kind: 'timeout' };
  expect(read({ effect }, { name: 'mine', effect }, { effect }).map(({ name }) => name)).toEqual([
    'fault-1',
    'mine',
    'fault-2',
  ]);
  expect(readRules([{ effect }], lab.core.state, new Set(['fault-1']))[0]?.name).toBe('fault-2');
});

test.each([
  ['an action', { action: 'getMids' }, { kind: 'failure' }, ['execution', 'info', 'getMids']],
  ['a route', { route: 'contracts' }, { kind: 'failure', http: 503 }, ['execution', 'aggregator', 'contracts']],
  ['a channel', { channel: 'trades' }, { kind: 'duplicate' }, ['frame', 'ws', 'trades']],
  ['a channel whose connections drop', { channel: 'orderbook' }, { kind: 'drop' }, ['frame', 'ws', 'orderbook']],
  ['requests whose connections drop', {}, { kind: 'drop' }, ['arrival', null, null]],
  ['the only action an effect can strike', {}, { kind: 'transferFails' }, ['item', 'trade', 'transferCollateral']],
  ['the only surface an effect can strike', {}, { kind: 'rateLimitUnavailable' }, ['arrival', 'trade', null]],
])('what is matched follows from %s', (_what, match, effect, expected) => {
  const [rule] = read({ match, effect });
  expect([rule?.place, rule?.surface, rule?.target]).toEqual(expected);
});

describe('a refusal names the field', () => {
  test.each<[string, unknown, string, string]>([
    ['no list', {}, 'rules', 'rules must be a list of 1 to 100 rules'],
    ['no rules', [], 'rules', 'rules must be a list of 1 to 100 rules'],
    ['no object', ['x'], 'rules[0]', 'rules[0] must be an object'],
    ['no effect', [{}], 'rules[0].effect.kind', 'rules[0].effect.kind must be one of latency, '],
    [
      'another rule',
      [{ effect: { kind: 'drop' } }, { effect: { kind: 'fire' } }],
      'rules[1].effect.kind',
      'rules[1].effect.kind must be one of latency',
    ],
    [
      'no latency',
      [{ effect: { kind: 'latency' } }],
      'rules[0].effect.ms',
      'rules[0].effect.ms is missing: it takes a whole number from 1 to 86400000',
    ],
    [
      'half a ms',
      [{ effect: { kind: 'delay', ms: 0.5 } }],
      'rules[0].effect.ms',
      'rules[0].effect.ms must be a whole number',
    ],
    [
      'another status',
      [{ effect: { kind: 'failure', http: 501 } }],
      'rules[0].effect.http',
      'rules[0].effect.http must be one of 500, 502, 503',
    ],
    [
      'another code of a 503',
      [{ effect: { kind: 'failure', http: 503, code: 'CACHE_ERROR' } }],
      'rules[0].effect.code',
      'rules[0].effect.code must be SERVICE_UNAVAILABLE with http 503',
    ],
    [
      'the code of a 503 with another status',
      [{ effect: { kind: 'failure', code: 'SERVICE_UNAVAILABLE' } }],
      'rules[0].effect.code',
      'rules[0].effect.code must be another code than that of http 503',
    ],
    [
      'a code of a request',
      [{ effect: { kind: 'reject', code: 'UNAUTHORIZED' } }],
      'rules[0].effect.code',
      'rules[0].effect.code must be one of',
    ],
    [
      'an unknown outage',
      [{ effect: { kind: 'outage', of: 'sun' } }],
      'rules[0].effect.of',
      'rules[0].effect.of must be one of whitelist, whitelistLookup, marketConfiguration, midPrice',
    ],
    ['an unknown field', [{ effect: { kind: 'drop' }, often: 1 }], 'rules[0].often', 'unknown field "often"'],
    [
      'an unknown match',
      [{ match: { account: '1' }, effect: { kind: 'drop' } }],
      'rules[0].match.account',
      'unknown field "account"',
    ],
    ['a field of another effect', [{ effect: { kind: 'drop', ms: 5 } }], 'rules[0].effect.ms', 'unknown field "ms"'],
    [
      'a share above all',
      [{ effect: { kind: 'drop' }, perMille: 1_001 }],
      'rules[0].perMille',
      'rules[0].perMille must be a whole number from 1 to 1000',
    ],
    ['never', [{ effect: { kind: 'drop' }, times: 0 }], 'rules[0].times', 'rules[0].times must be a whole number'],
    [
      'an unknown action',
      [{ match: { action: 'getEverything' }, effect: { kind: 'drop' } }],
      'rules[0].match.action',
      'and getEverything is none',
    ],
    [
      'an older name',
      [{ match: { action: 'withdraw' }, effect: { kind: 'drop' } }],
      'rules[0].match.action',
      'and withdraw is none',
    ],
    [
      'an unknown route',
      [{ match: { route: 'books' }, effect: { kind: 'drop' } }],
      'rules[0].match.route',
      'and books is none',
    ],
    [
      'an unknown channel',
      [{ match: { channel: 'news' }, effect: { kind: 'lose' } }],
      'rules[0].match.channel',
      'and news is none',
    ],
    [
      'an action of another surface',
      [{ match: { surface: 'info', action: 'placeOrders' }, effect: { kind: 'drop' } }],
      'rules[0].match.action',
      'belongs to the surface info',
    ],
    [
      'a frame of a request',
      [{ match: { action: 'getMids' }, effect: { kind: 'duplicate' } }],
      'rules[0].match.surface',
      'ws: there this effect can strike, and info is elsewhere',
    ],
    [
      'an action an effect cannot strike',
      [{ match: { action: 'placeOrders' }, effect: { kind: 'transferFails' } }],
      'rules[0].match.action',
      'transferCollateral, the only thing',
    ],
    [
      'an unknown subaccount',
      [{ match: { subAccountId: '5' }, effect: { kind: 'drop' } }],
      'rules[0].match.subAccountId',
      'no such subaccount',
    ],
    [
      'no wallet',
      [{ match: { wallet: '0x5' }, effect: { kind: 'timeout' } }],
      'rules[0].match.wallet',
      'rules[0].match.wallet must be a wallet address',
    ],
    [
      'a wallet before it is known',
      [{ match: { wallet: `0x${'1'.repeat(40)}` }, effect: { kind: 'drop' } }],
      'rules[0].match.wallet',
      'must be absent: the wallet is not known yet',
    ],
    [
      'an item of a whole request',
      [{ match: { item: 0 }, effect: { kind: 'timeout' } }],
      'rules[0].match.item',
      'must be absent: this effect does not apply to single items',
    ],
    [
      'a subaccount of a public request',
      [{ match: { action: 'getMids', subAccountId: OWN }, effect: { kind: 'failure' } }],
      'rules[0].match.subAccountId',
      'public requests have none',
    ],
  ])('%s', (_what, specs, field, message) => {
    const said = refusal(specs);
    expect(said.field).toBe(field);
    expect(said.message).toContain(message);
  });
});
