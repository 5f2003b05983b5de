import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../contract/json.ts';
import type { Command, ControlCommand } from '../../../engine/command.ts';
import { isRefusal, type Refusal } from '../../../kernel/errors.ts';
import { type Lab, startLab } from '../../lab.test-helper.ts';
import { createSignatureChecker, type SignatureChecker } from '../../signatures/signature.ts';
import { loginText, vector } from '../../signatures/signing-vectors.test-helper.ts';
import { flatLogin, type Intent, textLogin } from './login.test-helper.ts';
import { type Login, Logins } from './login.ts';

/** Monday noon. The test sets the time of the logins; the exchange behind it stands still. */
const NOW = 1_767_614_400_000;
const OWN = '1867542890123456789';
const WALLET = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const SECOND = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';

let checker: SignatureChecker;
let lab: Lab;
let logins: Logins;

beforeAll(async () => {
  checker = await createSignatureChecker({ serviceName: 'PerpSim' });
});
beforeEach(async () => {
  lab = await startLab();
  logins = newVenue();
});

const newVenue = (): Logins => new Logins({ state: lab.core.state, checker, serviceName: 'PerpSim' });

const keyOf = (who: number): string => lab.accounts[who]?.privateKey ?? '';

/** Account `who` for its own subaccount, now. */
const intent = (change: Partial<Intent> = {}, who = 0): Intent => ({
  privateKey: keyOf(who),
  subAccountId: lab.accounts[who]?.subAccountId ?? '',
  timestamp: NOW,
  ...change,
});

const steer = (command: Extract<Command, ControlCommand>): void => {
  lab.core.sequencer.submit({ kind: 'control', commands: [command] });
};

/** A command of the first wallet for its own subaccount. */
const owner = (command: Command): void => {
  const draft = { kind: 'request', wallet: WALLET, account: 0, action: 'test', nonce: null } as const;
  lab.core.sequencer.submit({ ...draft, commands: [command] });
};

const grant = (permission: 'delegate' | 'session', expiresAt: number | null = null): void =>
  owner({ type: 'GrantDelegation', account: 0, wallet: SECOND, permission, expiresAt, grantedBy: WALLET });

/** The login, or code and text of why there is none. */
function validated(params: object, now = NOW, at = logins): Login | [string, number, string] {
  const result: Login | Refusal = at.validate(params as JsonObject, now);
  return isRefusal(result) ? [result.code, result.http, result.message] : result;
}

const refused = (text: string): [string, number, string] => ['UNAUTHORIZED', 401, text];
const LOGIN: Login = { wallet: WALLET, account: 0, subAccountId: OWN };

describe('both forms', () => {
  test('the typed data as text, by the vector of another implementation', () => {
    const { typed } = vector('V20');
    const message = JSON.stringify({
      primaryType: typed.type,
      domain: { name: 'PerpSim', version: '1', chainId: 1, verifyingContract: `0x${'0'.repeat(40)}` },
      message: { subAccountId: OWN, timestamp: 1_735_689_600_000, action: 'websocket_auth' },
    });
    const params = { message, signature: loginText };
    expect(validated(params, 1_735_689_600_000)).toEqual(
      refused(`wallet ${SECOND} is not authorized to act on this subaccount`),
    );
    grant('session');
    expect(validated(params, 1_735_689_600_000)).toEqual({ wallet: SECOND, account: 0, subAccountId: OWN });
  });

  test('the typed data as text, with the action of either form or any other', async () => {
    expect(validated(await textLogin(intent()))).toEqual(LOGIN);
    expect(validated(await textLogin(intent({ action: 'websocketAuth', timestamp: NOW + 1 })))).toEqual(LOGIN);
    expect(validated(await textLogin(intent({ action: 'anything', timestamp: NOW + 2 })))).toEqual(LOGIN);
  });

  test('the flat one, its signature as an object or as text', async () => {
    expect(validated(await flatLogin(intent()))).toEqual(LOGIN);
    const later = intent({ timestamp: NOW + 1, action: 'websocketAuth' });
    const { signature } = await textLogin(later);
    expect(validated({ ...(await flatLogin(later)), signature })).toEqual(LOGIN);
  });

  test.each([
    ['decimal text', { subAccountId: OWN, timestamp: String(NOW) }],
    ['JSON numbers', { timestamp: NOW }],
    ['hex text', { subAccountId: '0x19ead85d289d7115', timestamp: `0x${NOW.toString(16)}` }],
    ['hex text of 32 bytes', { subAccountId: `0x${'19ead85d289d7115'.padStart(64, '0')}` }],
    ['hex text in capitals', { subAccountId: '0x19EAD85D289D7115' }],
  ])('uint256 as %s', async (_form, written) => {
    expect(validated(await textLogin(intent({ written })))).toEqual(LOGIN);
    expect(validated(await flatLogin(intent({ written })), NOW, newVenue())).toEqual(LOGIN);
  });

  test('an id beyond 2^53 as a JSON number keeps all its digits', async () => {
    const params = await textLogin(intent());
    expect(params.message).toContain(`"subAccountId":"${OWN}"`);
    const message = params.message.replace(`"subAccountId":"${OWN}"`, `"subAccountId":${OWN}`);
    expect(validated({ ...params, message })).toEqual(LOGIN);
  });

  test('chain id as a number, decimal or hex; the contract in any case', async () => {
    for (const [index, chainId] of [1, '1', '0x1', `0x${'1'.padStart(64, '0')}`].entries()) {
      expect(validated(await textLogin(intent({ domain: { chainId }, timestamp: NOW + index })))).toEqual(LOGIN);
    }
    const verifyingContract = `0X${'0'.repeat(40)}`;
    expect(validated(await textLogin(intent({ domain: { verifyingContract }, timestamp: NOW + 9 })))).toEqual(LOGIN);
  });
});

const NOT_AUTHORIZED = expect.stringMatching(
  /^wallet 0x[0-9a-f]{40} is not authorized to act on this subaccount$/,
) as string;

describe('the domain, each value alone', () => {
  test.each([
    ['name', 'Elsewhere', 'invalid domain name: expected PerpSim, got Elsewhere'],
    ['name', null, 'invalid domain name: expected PerpSim, got none'],
    ['version', '2', 'invalid domain version: expected 1, got 2'],
    ['version', 1, 'invalid domain version: expected 1, got 1'],
    ['chainId', 5, 'invalid chain ID: expected 1, got 5'],
    ['chainId', '0x5', 'invalid chain ID: expected 1, got 0x5'],
    ['chainId', -1, 'invalid chain ID: expected 1, got -1'],
    [
      'verifyingContract',
      `0x${'1'.repeat(40)}`,
      `invalid verifying contract: expected 0x${'0'.repeat(40)}, got 0x${'1'.repeat(40)}`,
    ],
    ['verifyingContract', 0, `invalid verifying contract: expected 0x${'0'.repeat(40)}, got 0`],
  ])('%s %j', async (name, value, text) => {
    expect(validated(await textLogin(intent({ domain: { [name]: value } })))).toEqual(refused(text));
  });

  test('a value that runs on is not given back whole', async () => {
    const [, , text] = validated(await textLogin(intent({ domain: { name: 'x'.repeat(5_000) } }))) as string[];
    expect(text).toBe(`invalid domain name: expected PerpSim, got ${'x'.repeat(64)}`);
  });

  test('a signature for another deployment opens nothing, though the text names this one', async () => {
    expect(validated(await textLogin(intent({ serviceName: 'Elsewhere', domain: { name: 'PerpSim' } })))).toEqual(
      refused(NOT_AUTHORIZED),
    );
  });
});

describe('the window', () => {
  test.each([
    ['60 s ago', NOW - 60_000, LOGIN],
    ['60.001 s ago', NOW - 60_001, refused('request too old')],
    ['60 s ahead', NOW + 60_000, LOGIN],
    ['60.001 s ahead', NOW + 60_001, refused('timestamp from future')],
    ['60 s ago in seconds', NOW / 1_000 - 60, LOGIN],
    ['61 s ago in seconds', NOW / 1_000 - 61, refused('request too old')],
    ['60 s ahead in seconds', NOW / 1_000 + 60, LOGIN],
    ['61 s ahead in seconds', NOW / 1_000 + 61, refused('timestamp from future')],
    ['the largest that is read as seconds', 2_147_483_647, refused('timestamp from future')],
    ['the smallest that is read as milliseconds', 2_147_483_648, refused('request too old')],
    ['0', 0, refused('request too old')],
    ['2^64 - 1', 18_446_744_073_709_551_615n, refused('timestamp from future')],
  ])('%s', async (_when, timestamp, expected) => {
    expect(validated(await textLogin(intent({ timestamp, written: { timestamp: String(timestamp) } })))).toEqual(
      expected,
    );
  });
});

describe('a signed time serves once', () => {
  test('for a wallet, in whatever form it comes again', async () => {
    const params = await textLogin(intent());
    expect(validated(params)).toEqual(LOGIN);
    expect(validated(params)).toEqual(refused('timestamp already used'));
    const hex = { timestamp: `0x${NOW.toString(16)}` };
    expect(validated(await textLogin(intent({ written: hex })))).toEqual(refused('timestamp already used'));
    expect(validated(await flatLogin(intent()))).toEqual(refused('timestamp already used'));
    expect(validated(await textLogin(intent({}, 1)))).toMatchObject({ wallet: SECOND });
  });

  test('as long as it lies in the window, to the millisecond, however the clock jumps', async () => {
    const params = await textLogin(intent({ timestamp: NOW + 60_000 }));
    expect(validated(params)).toEqual(LOGIN);
    for (const now of [NOW + 1, NOW + 60_001, NOW + 119_000, NOW + 120_000]) {
      expect(validated(params, now)).toEqual(refused('timestamp already used'));
    }
    expect(validated(params, NOW + 120_001)).toEqual(refused('request too old'));
    expect(validated(params, NOW + 86_400_000)).toEqual(refused('request too old'));
  });

  test('also when its wallet may not log in any more', async () => {
    grant('session');
    const params = await textLogin(intent({ privateKey: keyOf(1) }));
    expect(validated(params)).toMatchObject({ wallet: SECOND });
    owner({ type: 'RemoveDelegation', account: 0, wallet: SECOND });
    expect(validated(params)).toEqual(refused('timestamp already used'));
  });

  test('a refused login uses nothing up, and strangers are not remembered', async () => {
    const stranger = await textLogin(intent({ privateKey: keyOf(3) }));
    expect(validated(stranger)).toEqual(refused(NOT_AUTHORIZED));
    expect(validated(stranger)).toEqual(refused(NOT_AUTHORIZED));
    expect(logins.size).toBe(0);
    const early = await textLogin(intent({ timestamp: NOW + 70_000 }));
    expect(validated(early)).toEqual(refused('timestamp from future'));
    expect(validated(early, NOW + 10_000)).toEqual(LOGIN);
  });

  test('what is too old to serve is forgotten; what is not makes no room for more', async () => {
    const small = new Logins({ state: lab.core.state, checker, serviceName: 'PerpSim', keptMax: 5 });
    for (const ago of [30, 25, 20, 15, 10]) {
      expect(validated(await textLogin(intent({ timestamp: NOW - ago * 1_000 })), NOW, small)).toEqual(LOGIN);
    }
    const more = await textLogin(intent({ timestamp: NOW + 5_000 }));
    const full = ['RATE_LIMIT_EXCEEDED', 429, 'too many logins'];
    expect(validated(more, NOW, small)).toEqual(full);
    const first = await textLogin(intent({ timestamp: NOW - 30_000 }));
    expect(validated(first, NOW, small)).toEqual(refused('timestamp already used'));
    // Room is each wallet's own.
    expect(validated(await textLogin(intent({}, 1)), NOW, small)).toMatchObject({ wallet: SECOND });
    expect(validated(more, NOW + 30_000, small)).toEqual(full);
    expect(validated(more, NOW + 31_001, small)).toEqual(LOGIN);
    expect(small.size).toBe(6);
    const later = NOW + 600_000;
    expect(validated(await textLogin(intent({ timestamp: later })), later, small)).toEqual(LOGIN);
    expect(small.size).toBe(1);
  });
});

describe('who may', () => {
  test('owner, delegate, session and manager, and no other wallet', async () => {
    const params = async (timestamp: number) => textLogin(intent({ privateKey: keyOf(1), timestamp }));
    const second = { wallet: SECOND, account: 0, subAccountId: OWN };
    expect(validated(await params(NOW))).toEqual(
      refused(`wallet ${SECOND} is not authorized to act on this subaccount`),
    );
    grant('session');
    expect(validated(await params(NOW + 1))).toEqual(second);
    grant('delegate');
    expect(validated(await params(NOW + 2))).toEqual(second);
    owner({ type: 'RemoveDelegation', account: 0, wallet: SECOND });
    expect(validated(await params(NOW + 3))).toEqual(refused(NOT_AUTHORIZED));
    steer({ type: 'SetManager', owner: WALLET, manager: SECOND, appointed: true });
    expect(validated(await params(NOW + 4))).toEqual(second);
    steer({ type: 'SetManager', owner: WALLET, manager: SECOND, appointed: false });
    expect(validated(await params(NOW + 5))).toEqual(refused(NOT_AUTHORIZED));
  });

  test('a delegation that has expired', async () => {
    const { now } = lab.core.state;
    grant('session', now + 5_000);
    lab.core.clock.advance(5_000);
    expect(validated(await textLogin(intent({ privateKey: keyOf(1) })))).toEqual(refused(NOT_AUTHORIZED));
  });

  test.each(['1', '0', '18446744073709551615'])('subaccount %s, which does not exist', async (subAccountId) => {
    expect(validated(await textLogin(intent({ subAccountId })))).toEqual(refused(NOT_AUTHORIZED));
  });
});

describe('the order of the validation steps', () => {
  test('domain, then signature, then window, then replay, then authority', async () => {
    const bad = await textLogin(intent({ domain: { name: 'X', version: '2', chainId: 5 }, timestamp: 1 }));
    expect(validated({ ...bad, signature: 'none' })).toEqual(refused('invalid domain name: expected PerpSim, got X'));
    const noName = await textLogin(intent({ domain: { version: '2', chainId: 5 }, timestamp: 1 }));
    expect(validated(noName)).toEqual(refused('invalid domain version: expected 1, got 2'));
    const old = await textLogin(intent({ timestamp: 1 }));
    expect(validated({ ...old, signature: 'none' })).toEqual(refused('signature must be 65 bytes'));
    expect(validated(await textLogin(intent({ timestamp: 1, privateKey: keyOf(3) })))).toEqual(
      refused('request too old'),
    );
  });
});

describe('what is no login', () => {
  const text = { primaryType: 'AuthMessage', domain: {}, message: {} };
  test.each([
    ['nothing', {}, 'signature is required'],
    ['a message that is no text', { message: {} }, 'signature is required'],
    ['a message that is no JSON', { message: '{' }, 'message must be typed data as JSON'],
    ['a list', { message: '[]' }, 'message must be typed data as JSON'],
    ['a repeated key', { message: '{"domain":{},"domain":{},"message":{}}' }, 'message must be typed data as JSON'],
    ['no domain', { message: '{"message":{}}' }, 'message must be typed data as JSON'],
    [
      'a message within that is text',
      { message: JSON.stringify({ ...text, message: '' }) },
      'message must be typed data as JSON',
    ],
    ['a bomb', { message: '['.repeat(20_000) }, 'message must be typed data as JSON'],
    [
      'another type',
      { message: JSON.stringify({ ...text, primaryType: 'PlaceOrders' }) },
      'primaryType must be AuthMessage',
    ],
    ['an inherited name', { message: '{"__proto__":{},"domain":{},"message":{}}' }, 'primaryType must be AuthMessage'],
  ])('%s', (_what, params, message) => {
    expect(validated(params)).toEqual(refused(message));
  });

  test.each([
    ['nothing', '', 'signature is required'],
    ['a number', 7, 'signature is required'],
    ['no hex', 'signature', 'signature must be 65 bytes'],
    ['64 bytes', `0x${'1'.repeat(128)}`, 'signature must be 65 bytes'],
    ['66 bytes', `0x${'1'.repeat(132)}`, 'signature must be 65 bytes'],
    ['no prefix', '1'.repeat(130), 'signature must be 65 bytes'],
    ['other digits', `0x${'１'.repeat(130)}`, 'signature must be 65 bytes'],
    ['a v of 2', `0x${'1'.repeat(128)}02`, 'signature v field must be 0, 1, 27, or 28'],
    ['a v of 255', `0x${'1'.repeat(128)}ff`, 'signature v field must be 0, 1, 27, or 28'],
    ['zeros', `0x${'0'.repeat(128)}1b`, 'signature verification failed: no key gives this signature'],
    ['what no curve holds', `0x${'f'.repeat(128)}1b`, 'signature verification failed: no key gives this signature'],
  ])('a signature of %s', async (_what, signature, message) => {
    expect(validated({ ...(await textLogin(intent())), signature })).toEqual(refused(message));
  });

  test.each([
    ['no id', { subAccountId: undefined }, 'subAccountId must be a positive integer'],
    ['a negative id', { subAccountId: -1 }, 'subAccountId must be a positive integer'],
    ['a fraction', { subAccountId: 1.5 }, 'subAccountId must be a positive integer'],
    ['an id beyond 64 bits', { subAccountId: '18446744073709551616' }, 'subAccountId must be a positive integer'],
    ['a hex id beyond 64 bits', { subAccountId: '0x10000000000000000' }, 'subAccountId must be a positive integer'],
    ['a hex id beyond 256 bits', { subAccountId: `0x${'0'.repeat(65)}` }, 'subAccountId must be a positive integer'],
    ['an id with a leading zero', { subAccountId: `0${OWN}` }, 'subAccountId must be a positive integer'],
    ['an id with spaces', { subAccountId: ` ${OWN}` }, 'subAccountId must be a positive integer'],
    ['a list', { subAccountId: [OWN] }, 'subAccountId must be a positive integer'],
    ['no time', { timestamp: null }, 'timestamp must be a Unix time'],
    ['a time in words', { timestamp: '2026-01-05T12:00:00Z' }, 'timestamp must be a Unix time'],
    ['an exponent', { timestamp: '1e12' }, 'timestamp must be a Unix time'],
    ['no action', { action: undefined }, 'action is required'],
    ['an action that is no text', { action: 5 }, 'action is required'],
  ])('%s', async (_what, written, message) => {
    expect(validated(await textLogin(intent({ written })))).toEqual(refused(message));
    expect(validated(await flatLogin(intent({ written })))).toEqual(refused(message));
  });

  test('any signed value that is changed after signing gives another wallet', async () => {
    for (const written of [{ subAccountId: '1867542890123456790' }, { timestamp: NOW + 1 }, { action: 'other' }]) {
      expect(validated(await textLogin(intent({ written })))).toEqual(refused(NOT_AUTHORIZED));
    }
  });
});
