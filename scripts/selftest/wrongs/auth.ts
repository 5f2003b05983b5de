import { TRADE_ACTIONS } from '../../../src/contract/catalogue.ts';
import { asOwner, messageOf, refuses, serves } from '../make.ts';
import type { Backstage, Body, Call, Rewriting, Wrong } from '../wrong.ts';

/** Fields of a request beside its params. */
const KNOWN = new Set(['params', 'nonce', 'signature', 'expiresAfter', 'subaccountId', 'subAccountId']);
const UNAUTHORIZED = 401;
/** Responses to requests that the owner has not signed. */
export const NOT_THE_SIGNERS =
  /is not authorized to act on this subaccount|^not the owner or manager|^operation requires account owner|^Authentication failed$/;
const STRANGER = /is not authorized to act on this subaccount/;

/** Signatures, nonces and expiries that are judged wrongly. */
export const AUTH: readonly Wrong[] = [
  {
    name: 'nonce-accepted-twice',
    clause: 'AUTH-NONCE-REUSED',
    what: 'A nonce that was spent is good once more.',
    make: () => serves('*', /^nonce already used$/, asOwner),
  },
  {
    name: 'nonces-in-any-order',
    clause: 'AUTH-NONCE-INCREASING',
    what: 'A nonce below the last one is accepted when it is new.',
    make: () => {
      const seen = new Set<string>();
      return {
        responded: async (reply, call, backstage) => {
          const nonce = JSON.stringify([call.params.subAccountId, call.body.nonce]);
          const isNew = !seen.has(nonce);
          seen.add(nonce);
          if (!isNew || messageOf(reply) !== 'nonce already used') return reply;
          return backstage.send(await asOwner(call, backstage));
        },
      };
    },
  },
  {
    name: 'nonce-of-zero',
    clause: 'AUTH-NONCE-POSITIVE',
    what: 'A write with the nonce 0, or with none, is done.',
    make: () =>
      serves('*', /^nonce is required/, (call, backstage) =>
        backstage.signedAnew(call, call.params, { nonce: backstage.nextNonce() }),
      ),
  },
  {
    name: 'nonces-of-everybody',
    clause: 'AUTH-NONCE-SCOPE',
    what: 'A nonce that one wallet has used is spent for all.',
    make: () => {
      const spent = new Set<unknown>();
      return refuses(
        '*',
        ({ body: { nonce } }) => {
          const isSpent = nonce !== undefined && spent.has(nonce);
          spent.add(nonce);
          return isSpent;
        },
        [UNAUTHORIZED, 'UNAUTHORIZED', 'nonce already used'],
      );
    },
  },
  {
    name: 'nonce-for-reads',
    clause: 'REQ-NONCE-READ-OPTIONAL',
    what: 'A read without a nonce is refused.',
    make: () =>
      refuses(
        '*',
        ({ path, action, body }) => path === '/v1/trade' && action.startsWith('get') && body.nonce === undefined,
        [400, 'MISSING_REQUIRED_FIELD', 'nonce is required for this operation'],
      ),
  },
  {
    name: 'expired-and-served',
    clause: 'AUTH-EXPIRESAFTER-PAST',
    what: 'A request whose expiresAfter has passed is served.',
    make: () => serves('*', /^request expired$/, (call, backstage) => withoutExpiry(call, backstage, () => true)),
  },
  {
    name: 'milliseconds-never-expire',
    clause: 'AUTH-EXPIRESAFTER-UNIT',
    what: 'An expiresAfter in milliseconds is read as seconds, which are far away.',
    make: () => serves('*', /^request expired$/, (call, backstage) => withoutExpiry(call, backstage, isInMilliseconds)),
  },
  {
    name: 'seconds-never-expire',
    clause: 'AUTH-EXPIRESAFTER-PAST',
    what: 'An expiresAfter in seconds is taken for no expiry.',
    make: () =>
      serves('*', /^request expired$/, (call, backstage) =>
        withoutExpiry(call, backstage, (expiry) => !isInMilliseconds(expiry)),
      ),
  },
  {
    name: 'seconds-taken-for-milliseconds',
    clause: 'AUTH-EXPIRESAFTER-FUTURE',
    what: 'An expiresAfter in seconds is read as a moment of 1970.',
    make: () =>
      refuses(
        '*',
        ({ body: { expiresAfter } }) => Number(expiresAfter) > 0 && !isInMilliseconds(Number(expiresAfter)),
        [UNAUTHORIZED, 'UNAUTHORIZED', 'request expired'],
      ),
  },
  {
    name: 'zero-expires',
    clause: 'AUTH-READ-EXPIRESAFTER-ZERO',
    what: 'An expiresAfter of 0 is long past.',
    make: () =>
      refuses('*', ({ body: { expiresAfter } }) => expiresAfter === 0, [
        UNAUTHORIZED,
        'UNAUTHORIZED',
        'request expired',
      ]),
  },
  {
    name: 'unsigned-and-served',
    clause: 'AUTH-TRADE-REQUIRED',
    what: 'A request without a signature is done.',
    make: () => serves('*', /^signature is required$/, (call, backstage) => backstage.signedAnew(call, call.params)),
  },
  {
    name: 'malformed-signatures-pass',
    clause: 'AUTH-FAIL-MALFORMED',
    what: 'A signature whose v makes no sense is taken for 27.',
    make: () => serves('*', /^signature v field must be/, (call, backstage) => backstage.signedAnew(call, call.params)),
  },
  {
    name: 'tampered-and-served',
    clause: 'AUTH-FAIL-TAMPERED',
    what: 'A request that was changed after signing is executed, whichever address is recovered from its signature.',
    make: () => serves('*', STRANGER, asOwner),
  },
  {
    name: 'any-chain',
    clause: 'AUTH-DOMAIN-WRONG',
    what: 'A signature for chain 5 counts.',
    make: () => acceptsDomain({ chainId: 5 }),
  },
  {
    name: 'any-read-for-any',
    clause: 'AUTH-READ-ACTION-MISMATCH',
    what: 'A signature for one read is good for another.',
    make: () =>
      serves(/^get/, STRANGER, async (call, backstage) => {
        const owner = await ownerOf(call, backstage);
        const asSigned = [...TRADE_ACTIONS.keys()].map((action) => backstage.signerOf({ ...call, action }));
        return (await Promise.all(asSigned)).includes(owner) ? asOwner(call, backstage) : call;
      }),
  },
  {
    name: 'signed-info',
    clause: 'AUTH-INFO-NONE',
    what: 'Public data is for those who sign.',
    make: () =>
      refuses('*', ({ path, body }) => path === '/v1/info' && body.signature === undefined, [
        UNAUTHORIZED,
        'UNAUTHORIZED',
        'signature is required',
      ]),
  },
  {
    name: 'not-whitelisted-and-placed',
    clause: 'WHITELIST-REQUIRED',
    what: 'A wallet that is not whitelisted may place orders.',
    make: () => ({
      responded: async (reply, call, backstage) => {
        if (call.action !== 'placeOrders' || reply.status !== 403) return reply;
        const wallet = await ownerOf(call, backstage);
        await backstage.control('/whitelist', { wallet, whitelisted: true });
        const placed = await backstage.send(await asOwner(call, backstage));
        await backstage.control('/whitelist', { wallet, whitelisted: false });
        return placed;
      },
    }),
  },
  {
    name: 'asks-for-a-version',
    clause: 'VERSION-NO-HEADER',
    what: 'A request has to name the version of the API in a field.',
    make: () =>
      refuses('*', ({ body }) => body.version === undefined, [400, 'VALIDATION_ERROR', 'version is required']),
  },
  {
    name: 'unknown-fields-refused',
    clause: 'VERSION-NO-HEADER',
    what: 'A request with a version, or with any field that no action knows, is refused.',
    make: () =>
      refuses('*', ({ body }) => Object.keys(body).some((name) => !KNOWN.has(name)), [
        400,
        'VALIDATION_ERROR',
        'unknown field',
      ]),
  },
];

/** A number of seconds is smaller for some thousand years to come. */
export const isInMilliseconds = (expiry: number): boolean => expiry >= 100_000_000_000;

/** A request as if it never expired, when its expiry is of a kind. */
export const withoutExpiry = async (
  call: Call,
  backstage: Backstage,
  isOfKind: (expiry: number) => boolean,
): Promise<Call> =>
  isOfKind(Number(call.body.expiresAfter))
    ? backstage.signedAnew(call, call.params, { expiresAfter: undefined })
    : call;

/** The wallet that owns the subaccount of a request, in lower case. */
export async function ownerOf(call: Call, backstage: Backstage): Promise<string | undefined> {
  return backstage.signerOf(await backstage.signedAnew(call, call.params));
}

const acceptsDomain = (domain: Body): Rewriting =>
  serves('*', STRANGER, async (call, backstage) => {
    const signer = await backstage.signerOf(call, domain);
    return signer === (await ownerOf(call, backstage)) ? asOwner(call, backstage) : call;
  });
