import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Profile, readProfile, remoteOptionsOf } from './profile.ts';

const KEY = `0x${'1a'.repeat(32)}`;
const PROFILE = { name: 'mine', description: 'A profile of a test.', wallets: [{ key: { env: 'MY_KEY' } }] };
const read = (profile: object): Profile => readProfile(JSON.stringify(profile), 'mine.json');

function complaintOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return String(error);
  }
  return 'it was accepted';
}

describe('readProfile', () => {
  test('takes JSON and YAML', () => {
    const yaml =
      'name: mine\ndescription: A profile of a test.\nwallets:\n  - key: { env: MY_KEY }\n    role: keeper\n';
    expect(readProfile(yaml, 'mine.yaml')).toEqual({
      ...PROFILE,
      wallets: [{ key: { env: 'MY_KEY' }, role: 'keeper' }],
      select: {},
    });
    expect(read(PROFILE)).toEqual({ ...PROFILE, select: {} });
  });

  test.each([
    [
      'an unknown field',
      { ...PROFILE, keys: [] },
      'mine.json: keys is not known; there are name, description, restUrl',
    ],
    ['no name', { description: 'x' }, 'mine.json: name is missing'],
    ['a wallet without a key', { ...PROFILE, wallets: [{}] }, 'mine.json: wallets[0].key is missing'],
    [
      'a role that is none',
      { ...PROFILE, wallets: [{ key: { env: 'K' }, role: 'boss' }] },
      'wallets[0].role takes one of',
    ],
    ['a capability that is none', { ...PROFILE, select: { without: ['magic'] } }, 'select.without takes a list out of'],
    [
      'a transport that does not exist',
      { ...PROFILE, select: { transport: 'ftp' } },
      'select.transport takes rest or ws',
    ],
    ['a variable with an inherited name', { ...PROFILE, restUrl: { env: 'constructor' } }, 'restUrl takes a URL, or'],
    ['a key with an inherited name', { ...PROFILE, wallets: [{ key: { env: '__proto__' } }] }, 'wallets[0].key takes'],
    ['an inherited name', { ...PROFILE, toString: 'x' }, 'mine.json: toString is not known'],
    ['a list', [PROFILE], 'mine.json must hold the fields of a profile'],
  ])('refuses %s', (_case, profile, complaint) => {
    expect(complaintOf(() => read(profile))).toContain(complaint);
  });

  test.each([
    ['in place of a variable', { ...PROFILE, wallets: [{ key: KEY }] }],
    ['as the name of one', { ...PROFILE, wallets: [{ key: { env: KEY } }] }],
    ['as a field', { ...PROFILE, wallets: [{ key: { env: 'MY_KEY', value: KEY } }] }],
  ])('a key written down %s is refused and not repeated', (_case, profile) => {
    const complaint = complaintOf(() => read(profile));
    expect(complaint).toContain('a key is never written down');
    expect(complaint).not.toContain('1a1a');
  });

  test('a file that cannot be read is not quoted', () => {
    const complaint = complaintOf(() => readProfile(`key: "${KEY}\nname: [`, 'mine.yaml'));
    expect(complaint).toBe('ProfileError: mine.yaml is neither JSON nor YAML');
  });
});

describe('remoteOptionsOf', () => {
  const withUrl = read({ ...PROFILE, restUrl: { env: 'MY_URL' }, budget: 500 });

  test('puts profile, environment and flags together', () => {
    const options = remoteOptionsOf(withUrl, { MY_KEY: KEY, MY_URL: 'https://exchange.test/v1' }, { budget: 900 });
    expect(options).toEqual({
      restUrl: 'https://exchange.test/v1',
      budget: 900,
      wallets: [{ privateKey: KEY, name: 'MY_KEY' }],
    });
  });

  test('names every variable that is missing', () => {
    expect(complaintOf(() => remoteOptionsOf(withUrl, { MY_KEY: '' }))).toBe(
      'ProfileError: profile mine needs MY_KEY, MY_URL in the environment',
    );
  });

  test('an optional wallet whose variable is not set is left out', () => {
    const wallets = [{ key: { env: 'MY_KEY' } }, { key: { env: 'OTHER' }, optional: true }];
    const options = remoteOptionsOf(read({ ...PROFILE, wallets }), { MY_KEY: KEY }, { restUrl: 'http://x.test' });
    expect(options.wallets).toHaveLength(1);
  });

  test('what is no key is named by its variable and not repeated', () => {
    const complaint = complaintOf(() => remoteOptionsOf(withUrl, { MY_KEY: '1a1a1a', MY_URL: 'http://x.test' }));
    expect(complaint).toBe('ProfileError: MY_KEY does not hold a private key of 64 hexadecimal digits');
  });

  test('without any URL there is nothing to reach', () => {
    expect(complaintOf(() => remoteOptionsOf(read(PROFILE), { MY_KEY: KEY }))).toContain('says no restUrl');
  });
});

describe('the built-in profiles', () => {
  test.each(['core', 'full', 'readonly', 'ws'])('%s can be used with one key and a URL', (name) => {
    const file = new URL(`../../../fixtures/targets/${name}.json`, import.meta.url);
    const profile = readProfile(readFileSync(file, 'utf8'), name);
    expect(profile.name).toBe(name);
    const options = remoteOptionsOf(profile, { PERPSIM_KEY_1: KEY }, { restUrl: 'http://x.test' });
    expect(options.wallets).toHaveLength(1);
  });
});
