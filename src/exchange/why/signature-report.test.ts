import { describe, expect, test } from 'vitest';
import { Client } from '../../client/client.ts';
import { Signer } from '../../client/signer.ts';
import { BID, type Lab, startLab } from '../lab.test-helper.ts';
import { flatLogin, textLogin } from '../stream/session/login.test-helper.ts';

const FIRST = '1867542890123456789';
const SECOND = '1867542890123456790';
const OWNER = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const OTHER = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';

const keyOf = (lab: Lab, place: number): string => lab.accounts[place]?.privateKey ?? '';

/** The body of an order that account 0 signs for a service of this name. */
function signedFor(lab: Lab, serviceName: string, subAccountId = FIRST) {
  const client = new Client({ restUrl: 'http://lab/v1', privateKey: keyOf(lab, 0), subAccountId, serviceName });
  return client.signed('placeOrders', { orders: [BID] }, { nonce: 1_767_571_200_001 });
}

describe('the refusal of a signer', () => {
  test('names the first member that differs, its fix, and who signed and should have', async () => {
    const lab = await startLab();
    const { envelope } = await lab.post('trade', await signedFor(lab, 'perpsim'));
    expect(envelope.error?.code).toBe('UNAUTHORIZED');
    const why = lab.core.why.refusal(envelope.request_id);
    expect(why.verdict).toMatchObject({
      step: 'checkAuthority',
      mistake: 'domain.name',
      signed: '"perpsim"',
      expected: '"PerpSim"',
      fix: 'Sign with the service name "PerpSim" as the domain\'s name.',
      details: `perpsim why signature ${envelope.request_id}`,
    });
    expect(why.inputs.map(({ name }) => name)).toEqual(['recovered', 'signers', 'digest', 'domainSeparator', 'tried']);
    expect(why.inputs[1]?.value).toBe(`${OWNER} (owner)`);
  });

  test('has a report of its own by the id of the response', async () => {
    const lab = await startLab();
    const body = await signedFor(lab, 'perpsim');
    const { envelope } = await lab.post('trade', body);
    const report = lab.core.why.signatureOf(envelope.request_id);
    expect(report).toMatchObject({
      action: 'placeOrders',
      subAccountId: FIRST,
      verdict: 'explained',
      mistake: { field: 'domain.name', signer: OWNER },
      expected: [{ address: OWNER, role: 'owner' }],
    });
    expect(lab.core.why.signature(JSON.stringify(body))).toEqual(report);
  });

  test('is not reported for a request that was refused for something else, or is unknown', async () => {
    const lab = await startLab();
    const body = await lab.signed(0, 'placeOrders', { orders: [{ ...BID, side: 'up' }] });
    const { envelope } = await lab.post('trade', body);
    const { why } = lab.core;
    expect(() => why.signatureOf(envelope.request_id)).toThrow(
      `request ${envelope.request_id} was not refused for its signer: perpsim why refusal ${envelope.request_id} says for what`,
    );
    expect(() => why.signatureOf('0123456789abcdef')).toThrow('request 0123456789abcdef is not kept');
    expect(why.refusal(envelope.request_id).verdict['mistake']).toBeUndefined();
  });

  test('of a signature that no key gives says so', async () => {
    const lab = await startLab();
    const body = { ...(await signedFor(lab, 'PerpSim')), signature: { v: 27, r: `0x${'f'.repeat(64)}`, s: '0x1' } };
    const zero = { ...body, signature: { v: 27, r: `0x${'f'.repeat(64)}`, s: `0x${'1'.repeat(64)}` } };
    const { envelope } = await lab.post('trade', zero);
    expect(lab.core.why.refusal(envelope.request_id).verdict).toMatchObject({
      step: 'recoverWallet',
      fix: 'No key gives this signature: send r, s and v as the wallet returned them.',
    });
  });
});

describe('a request that is given', () => {
  test('and is right shows its typed data without loss of digits', async () => {
    const lab = await startLab();
    const report = lab.core.why.signature(JSON.stringify(await signedFor(lab, 'PerpSim')));
    expect(report).toMatchObject({
      verdict: 'right',
      mistake: null,
      recovered: { address: OWNER, role: 'owner', owns: [FIRST] },
      typedData: {
        domain: {
          name: 'PerpSim',
          version: '1',
          chainId: 1,
          verifyingContract: '0x0000000000000000000000000000000000000000',
        },
        primaryType: 'PlaceOrders',
        message: { subAccountId: FIRST, nonce: '1767571200001', expiresAfter: '0', grouping: '' },
      },
      advice: `The signature is right: ${OWNER} signed the request as owner.`,
    });
    expect(Object.keys(report.typedData.types)).toEqual(['EIP712Domain', 'PlaceOrders', 'Order']);
  });

  test('as the frame of a post, or as its params alone, is the same request', async () => {
    const lab = await startLab();
    const { params, ...signed } = await signedFor(lab, 'PerpSim');
    const flat = { ...(params as object), ...signed };
    const { why } = lab.core;
    const report = why.signature(JSON.stringify({ params, ...signed }));
    expect(why.signature(JSON.stringify({ id: 1, method: 'post', params: flat }))).toEqual(report);
    expect(why.signature(JSON.stringify(flat))).toEqual(report);
  });

  test('as a login in either form is examined as a login', async () => {
    const lab = await startLab();
    const { why } = lab.core;
    const intent = { privateKey: keyOf(lab, 0), subAccountId: FIRST, timestamp: 1_767_571_200_000 };
    const params = await textLogin(intent);
    expect(why.signature({ id: 1, method: 'auth', params })).toMatchObject({
      action: 'websocket_auth',
      verdict: 'right',
      typedData: { primaryType: 'AuthMessage' },
    });
    const flat = await flatLogin({ ...intent, serviceName: 'Exchange' });
    expect(why.signature(JSON.stringify(flat))).toMatchObject({
      action: 'websocketAuth',
      verdict: 'explained',
      mistake: { field: 'domain.name', signed: '"Exchange"' },
    });
  });

  test('that was signed by its name instead of its own type is told so', async () => {
    const lab = await startLab();
    const nonce = 1_767_571_200_001n;
    const signature = await new Signer(keyOf(lab, 0), 'PerpSim').sign({
      type: 'SubAccountActionNonce',
      values: { subAccountId: BigInt(FIRST), action: 'placeOrders', nonce, expiresAfter: 0n },
    });
    const body = await signedFor(lab, 'PerpSim');
    expect(lab.core.why.signature(JSON.stringify({ ...body, signature }))).toMatchObject({
      verdict: 'explained',
      mistake: { field: 'primaryType', signed: 'SubAccountAction', expected: 'PlaceOrders' },
      tried: 4,
    });
  });

  test('for the subaccount of another wallet says whose it is and what the signer owns', async () => {
    const lab = await startLab();
    const report = lab.core.why.signature(JSON.stringify(await signedFor(lab, 'PerpSim', SECOND)));
    expect(report).toMatchObject({
      verdict: 'unexplained',
      recovered: { address: OWNER, role: null, owns: [FIRST] },
      expected: [{ address: OTHER, role: 'owner' }],
      advice:
        `${OWNER} signed this very request and owns ${FIRST}: send that subaccount id, ` +
        'or sign with the key of an expected wallet.',
    });
  });

  test('for a subaccount that does not exist is held against every owner', async () => {
    const lab = await startLab();
    const report = lab.core.why.signature(JSON.stringify(await signedFor(lab, 'perpsim', '12')));
    expect(report).toMatchObject({ verdict: 'explained', expected: [], mistake: { field: 'domain.name' } });
    expect(report.advice).toMatch(/^There is no subaccount 12\. Sign with the service name "PerpSim"/);
  });

  test('of a manager whose role is not enough says which roles are', async () => {
    const lab = await startLab();
    const { accounts, core } = lab;
    const delegate = { walletAddress: accounts[1]?.address, permissions: ['delegate'] };
    const granted = await lab.post('trade', await lab.signed(0, 'addDelegatedSigner', delegate));
    expect(granted.envelope.status).toBe('ok');
    const params = { symbol: 'USDT', amount: '1', destination: OTHER };
    const report = core.why.signature(JSON.stringify(await lab.signed(1, 'withdrawCollateral', params, {}, 0)));
    expect(report).toMatchObject({
      verdict: 'right',
      roles: ['owner', 'manager'],
      expected: [
        { address: OWNER, role: 'owner' },
        { address: OTHER, role: 'delegate' },
      ],
      advice: `${OTHER} signed the request as delegate, but the action takes the signature of owner or manager.`,
    });
  });

  test('and the address that the client says it signs with are compared', async () => {
    const lab = await startLab();
    const body = JSON.stringify(await signedFor(lab, 'perpsim'));
    expect(lab.core.why.signature(body, OTHER.toUpperCase().replace('0X', '0x'))).toMatchObject({
      verdict: 'unexplained',
      expected: [{ address: OTHER, role: null }],
    });
    expect(() => lab.core.why.signature(body, '0x1')).toThrow('address must be 0x and 40 hex digits');
  });

  test.each([
    ['{', 'the request is not JSON: '],
    ['[1]', 'the request must be the body of POST /v1/trade'],
    ['{}', 'the request must be the body of POST /v1/trade'],
    ['{"method":"auth"}', 'the request must be the body of POST /v1/trade'],
    ['{"params":{"action":"fly"}}', 'at checkAction: VALIDATION_ERROR, unsupported action'],
    ['{"params":{"action":"getOpenOrders"}}', 'at checkSubAccountId: '],
    ['{"params":{"action":"getOpenOrders","subAccountId":"1"}}', 'at checkSignatureForm: UNAUTHORIZED, signature is'],
    ['{"method":"auth","params":{"message":"{}","signature":""}}', 'at auth: UNAUTHORIZED, message must be typed data'],
  ])('that never comes to its signer is refused: %s', async (text, message) => {
    const lab = await startLab();
    expect(() => lab.core.why.signature(text)).toThrow(message);
  });
});
