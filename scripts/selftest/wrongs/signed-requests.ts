import type { Field } from '../../../src/contract/signing.ts';
import { replyOf } from '../bodies.ts';
import { subAccountOf } from '../backstage.ts';
import { asOwner, refuses, serves } from '../make.ts';
import type { Backstage, Body, Call, Rewriting, Wrong } from '../wrong.ts';
import { isInMilliseconds, NOT_THE_SIGNERS, ownerOf, withoutExpiry } from './auth.ts';

/** Nonces, expiries and signatures that are judged wrongly for one action, and rightly for all others. */
export const SIGNED_REQUESTS: readonly Wrong[] = [
  {
    name: 'nonce-unchecked-for-one-write',
    clause: 'AUTH-NONCE-REUSED',
    what: 'updateLeverage is done under any nonce.',
    make: () => serves(['updateLeverage'], /^nonce already used$/, asOwner),
  },
  {
    name: 'nonces-of-one-write-in-any-order',
    clause: 'AUTH-NONCE-INCREASING',
    what: 'addDelegatedSigner accepts an unused nonce below the last one.',
    make: () => {
      const seen = new Set<string>();
      return {
        responded: async (reply, call, backstage) => {
          const nonce = JSON.stringify([subAccountOf(call), call.body.nonce]);
          const isNew = !seen.has(nonce);
          if (reply.status === 200) seen.add(nonce);
          const isRefused = reply.text.includes('nonce already used');
          if (call.action !== 'addDelegatedSigner' || !isNew || !isRefused) return reply;
          return backstage.send(await asOwner(call, backstage));
        },
      };
    },
  },
  {
    name: 'no-nonce-for-one-write',
    clause: 'AUTH-NONCE-POSITIVE',
    what: 'removeAllDelegatedSigners is done with the nonce 0, or with none.',
    make: () =>
      serves(['removeAllDelegatedSigners'], /^nonce is required/, (call, backstage) =>
        backstage.signedAnew(call, call.params, { nonce: backstage.nextNonce() }),
      ),
  },
  {
    name: 'nonce-of-one-write-in-double-precision',
    clause: 'AUTH-NONCE-INCREASING',
    what: 'createSubaccount compares nonces as numbers of double precision.',
    takes: 'a nonce that would use up a wallet',
    make: () => nonceInDoublePrecision('createSubaccount'),
  },
  {
    name: 'nonce-checked-for-one-read',
    clause: 'REQ-NONCE-READ-OPTIONAL',
    what: 'getWithdrawableAmounts refuses a nonce that it has had before.',
    make: () => {
      const seen = new Set<unknown>();
      const isSeen = ({ body: { nonce } }: Call): boolean => nonce !== undefined && seen.size === seen.add(nonce).size;
      return refuses(['getWithdrawableAmounts'], isSeen, [401, 'UNAUTHORIZED', 'nonce already used']);
    },
  },
  {
    name: 'expiry-ignored-for-one-read',
    clause: 'AUTH-EXPIRESAFTER-PAST',
    what: 'getFundingPayments succeeds after its expiry.',
    make: () => neverExpires('getFundingPayments', () => true),
  },
  {
    name: 'seconds-never-expire-for-one-read',
    clause: 'AUTH-EXPIRESAFTER-PAST',
    what: 'getDelegatedSigners takes an expiry in seconds for none.',
    make: () => neverExpires('getDelegatedSigners', (expiry) => !isInMilliseconds(expiry)),
  },
  {
    name: 'expiry-ignored-for-one-write',
    clause: 'AUTH-EXPIRESAFTER-PAST',
    what: 'withdrawCollateral is done after its expiry.',
    make: () => neverExpires('withdrawCollateral', () => true),
  },
  {
    name: 'milliseconds-never-expire-for-one-write',
    clause: 'AUTH-EXPIRESAFTER-UNIT',
    what: 'voluntaryCollateralExchange reads an expiry in milliseconds as seconds, which are far away.',
    make: () => neverExpires('voluntaryCollateralExchange', isInMilliseconds),
  },
  {
    name: 'one-read-signed-as-another',
    clause: 'AUTH-READ-ACTION-MISMATCH',
    what: 'getReferral succeeds with a signature of getFeeRate.',
    make: () => takesSignatureOf('getReferral', ({ params }) => ({ action: 'getFeeRate', params })),
  },
  {
    name: 'one-write-signed-as-another',
    clause: 'AUTH-FAIL-TAMPERED',
    what: 'createSubaccount is done under a signature of updateSubAccountName.',
    make: () => takesSignatureOf('createSubaccount', ({ params }) => ({ action: 'updateSubAccountName', params })),
  },
  {
    name: 'subaccount-not-bound-for-one-read',
    clause: 'AUTH-FAIL-TAMPERED',
    what: 'getPortfolio succeeds with a signature for another subaccount of the same wallet.',
    make: () => takesAnySubaccount('getPortfolio'),
  },
  {
    name: 'subaccount-not-bound-for-one-write',
    clause: 'AUTH-FAIL-TAMPERED',
    what: 'scheduleCancel is done under a signature for another subaccount of the same wallet.',
    make: () => takesAnySubaccount('scheduleCancel'),
  },
  {
    name: 'one-value-not-bound',
    clause: 'AUTH-FAIL-TAMPERED',
    what: 'withdrawCollateral pays to whatever destination the request names, whichever was signed.',
    make: () => serves(['withdrawCollateral'], /^not the owner/, whereverSigned('destination')),
  },
  {
    name: 'name-signature-for-one-write',
    clause: 'AUTH-TYPE-OTHER-WRITES',
    what: 'modifyOrderBatch is done under a SubAccountAction over its name.',
    make: () =>
      serves(['modifyOrderBatch'], NOT_THE_SIGNERS, async (call, backstage) => {
        const message = backstage.messageOf(call);
        const { subAccountId, nonce, expiresAfter } = message.values;
        const fields = 'uint256 subAccountId,string action,uint256 nonce,uint256 expiresAfter';
        const types = { SubAccountAction: fieldsOf(fields) };
        const values = { subAccountId, action: call.action, nonce, expiresAfter };
        return asOwnerWhenSignedBy(await backstage.signerUnder(call, types, values), call, backstage);
      }),
  },
];

const fieldsOf = (text: string): Field[] =>
  text.split(',').map((field) => {
    const [type = '', name = ''] = field.split(' ');
    return { type, name } as Field;
  });

/** Refuses a nonce that is not greater than the last one of its subaccount once both are rounded. */
function nonceInDoublePrecision(action: string): Rewriting {
  const last = new Map<string, number>();
  return {
    asked: (call, backstage) => {
      const nonce = Number(call.body.nonce);
      if (call.action !== action || nonce > (last.get(subAccountOf(call)) ?? 0)) return call;
      const error = { code: 'UNAUTHORIZED', message: 'nonce already used', category: 'AUTH', retryable: false };
      return replyOf(401, { error }, backstage.now());
    },
    responded: (reply, call) => {
      if (reply.status === 200 && call.body.nonce !== undefined) last.set(subAccountOf(call), Number(call.body.nonce));
      return reply;
    },
  };
}

const neverExpires = (action: string, isOfKind: (expiry: number) => boolean): Rewriting =>
  serves([action], /^request expired$/, (call, backstage) => withoutExpiry(call, backstage, isOfKind));

/** Takes the owner's signature of another action for one of this action. */
export const takesSignatureOf = (action: string, other: (call: Call) => { action: string; params: Body }): Rewriting =>
  serves([action], NOT_THE_SIGNERS, async (call, backstage) => {
    const signer = await backstage.signerOf({ ...call, ...other(call) });
    return asOwnerWhenSignedBy(signer, call, backstage);
  });

/** Takes the owner's signature over the name of an action, which may be another one, without a nonce. */
export const takesNameSignature = (actions: readonly string[] | RegExp, nameOf: (call: Call) => string): Rewriting =>
  serves(actions, NOT_THE_SIGNERS, async (call, backstage) => {
    const types = { SubAccountAction: fieldsOf('uint256 subAccountId,string action,uint256 expiresAfter') };
    const values = {
      subAccountId: subAccountOf(call),
      action: nameOf(call),
      expiresAfter: call.body.expiresAfter ?? 0,
    };
    return asOwnerWhenSignedBy(await backstage.signerUnder(call, types, values), call, backstage);
  });

/** Takes a signature that was made for any subaccount that requests have named. */
function takesAnySubaccount(action: string): Rewriting {
  const named = new Set<string>();
  const rewriting = serves([action], NOT_THE_SIGNERS, async (call, backstage) => {
    const owner = await ownerOf(call, backstage);
    for (const subAccountId of named) {
      const signer = await backstage.signerOf({ ...call, params: { ...call.params, subAccountId } });
      if (signer === owner) return asOwner(call, backstage);
    }
    return call;
  });
  return {
    ...rewriting,
    asked: (call) => {
      named.add(subAccountOf(call));
      return call;
    },
  };
}

/** Takes a signature over the value that a request of the same subaccount might have had: the owner's own wallet. */
const whereverSigned =
  (field: string) =>
  async (call: Call, backstage: Backstage): Promise<Call> => {
    const owner = await ownerOf(call, backstage);
    const signer = await backstage.signerOf({ ...call, params: { ...call.params, [field]: owner } });
    return signer === owner ? asOwner(call, backstage) : call;
  };

/** The request as its owner's, when it is the owner who signed it; otherwise as it is. */
async function asOwnerWhenSignedBy(signer: string | undefined, call: Call, backstage: Backstage): Promise<Call> {
  return signer === (await ownerOf(call, backstage)) ? asOwner(call, backstage) : call;
}
