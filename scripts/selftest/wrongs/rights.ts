import { bodyOf, changed, listOf, objectOf } from '../bodies.ts';
import { respondsItself, asOwner, messageOf, refuses, resigned, serves } from '../make.ts';
import type { Body, Rewriting, Wrong } from '../wrong.ts';

const STRANGER = /is not authorized to act on this subaccount/;

/** Who may do what, judged wrongly, and delegations that are kept wrongly. */
export const RIGHTS: readonly Wrong[] = [
  {
    name: 'strangers-read',
    clause: 'ROLE-STRANGER-READ',
    what: 'Every wallet may read every subaccount.',
    make: () => serves(/^get/, STRANGER, asOwner),
  },
  {
    name: 'strangers-write',
    clause: 'ROLE-STRANGER-WRITE',
    what: 'Every wallet may act on every subaccount.',
    make: () => serves(/^(?!get)/, STRANGER, asOwner),
  },
  {
    name: 'delegates-withdraw',
    clause: 'ROLE-DELEGATE-WITHDRAWCOLLATERAL',
    what: 'Every signer with any right on a subaccount may withdraw from it.',
    make: () => may('withdrawCollateral'),
  },
  {
    name: 'delegates-transfer',
    clause: 'ROLE-DELEGATE-TRANSFERCOLLATERAL',
    what: 'Every signer with any right on a subaccount may transfer out of it.',
    make: () => may('transferCollateral'),
  },
  {
    name: 'delegates-open-subaccounts',
    clause: 'ROLE-DELEGATE-CREATESUBACCOUNT',
    what: 'A delegate may create subaccounts.',
    make: () => may('createSubaccount'),
  },
  {
    name: 'sessions-delegate',
    clause: 'ROLE-SESSION-ADDDELEGATEDSIGNER',
    what: 'A session signer may add others.',
    make: () => may('addDelegatedSigner'),
  },
  {
    name: 'rights-of-the-whole-wallet',
    clause: 'ROLE-SCOPE-SUBACCOUNT',
    what: 'A delegation for one subaccount is good for all of its owner.',
    make: () => {
      const delegates = new Set<string>();
      return {
        responded: async (reply, call, backstage) => {
          if (call.action === 'addDelegatedSigner' && reply.status === 200) {
            delegates.add(String(call.params.walletAddress).toLowerCase());
          }
          if (!STRANGER.test(messageOf(reply))) return reply;
          const signer = await backstage.signerOf(call);
          return signer !== undefined && delegates.has(signer) ? backstage.send(await asOwner(call, backstage)) : reply;
        },
      };
    },
  },
  {
    name: 'removes-no-signer',
    clause: 'REMOVEDELEGATEDSIGNER',
    what: 'A signer that is removed may go on.',
    make: () =>
      respondsItself(['removeDelegatedSigner'], ({ params }) => ({
        subAccountId: params.subAccountId,
        walletAddress: params.walletAddress,
      })),
  },
  {
    name: 'no-cascade',
    clause: 'REMOVEDELEGATEDSIGNER-CASCADE',
    what: 'Signers that a removed one has added stay, though the response says that they went too.',
    make: () => ({
      responded: async (reply, call, backstage) => {
        if (call.action !== 'removeDelegatedSigner') return reply;
        const { cascadeRemovedSigners = [] } = objectOf(bodyOf(reply.text).response);
        for (const walletAddress of cascadeRemovedSigners as string[]) {
          const params = { walletAddress, permissions: ['session'] };
          await backstage.write(String(call.params.subAccountId), 'addDelegatedSigner', params);
        }
        return reply;
      },
    }),
  },
  {
    name: 'empty-cascade',
    clause: 'REMOVEDELEGATEDSIGNER-RESP-CASCADE-OMITTED',
    what: 'cascadeRemovedSigners is given as an empty list.',
    make: () => ({
      responded: (reply, call) =>
        call.action === 'removeDelegatedSigner' && reply.status === 200
          ? changed(reply, ({ response }) => {
              objectOf(response).cascadeRemovedSigners ??= [];
            })
          : reply,
    }),
  },
  {
    name: 'delegations-without-end',
    clause: 'ADDDELEGATEDSIGNER-EXPIRED',
    what: 'A delegation goes on after its expiresAt.',
    make: () => resigned(['addDelegatedSigner'], (params) => delete params.expiresAt),
  },
  {
    name: 'first-of-two-permissions',
    clause: 'ADDDELEGATEDSIGNER-ONE-PERMISSION',
    what: 'Of two permissions the first is granted.',
    make: () =>
      resigned(['addDelegatedSigner'], (params) => {
        if (Array.isArray(params.permissions)) params.permissions = params.permissions.slice(0, 1);
      }),
  },
  {
    name: 'former-permission-unknown',
    clause: 'PERM-TRADING-INPUT',
    what: 'The permission trading is refused.',
    make: () =>
      refuses(['addDelegatedSigner'], ({ params }) => JSON.stringify(params.permissions) === '["trading"]', [
        400,
        'VALIDATION_ERROR',
        'invalid permission',
      ]),
  },
  {
    name: 'ended-delegations-listed',
    clause: 'GETDELEGATIONSFORDELEGATE-EXPIRED-EXCLUDED',
    what: 'Delegations that have expired are listed with the others.',
    make: () => listsEverGranted(),
  },
];

/** Executes an action that was refused for lack of a right, for every signer with some right on the subaccount. */
const may = (action: string): Rewriting => ({
  responded: async (reply, call, backstage) => {
    const isRefused = (reply.status === 401 || reply.status === 403) && !STRANGER.test(messageOf(reply));
    if (call.action !== action || !isRefused || (await backstage.signerOf(call)) === undefined) return reply;
    return backstage.send(await asOwner(call, backstage));
  },
});

function listsEverGranted(): Rewriting {
  const granted = new Map<unknown, Body>();
  return {
    responded: (reply, call) => {
      const response = objectOf(bodyOf(reply.text).response);
      if (call.action === 'addDelegatedSigner' && reply.status === 200) granted.set(response.subAccountId, response);
      if (call.action !== 'getDelegationsForDelegate' || reply.status !== 200) return reply;
      return changed(reply, (body) => {
        const accounts = listOf(objectOf(body.response).delegatedAccounts);
        for (const [id, record] of granted)
          if (!accounts.some(({ subAccountId }) => subAccountId === id)) accounts.push(record);
      });
    },
  };
}
