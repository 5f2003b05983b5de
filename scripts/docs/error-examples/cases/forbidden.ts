import { type ErrorExamples, refused } from '../case.ts';
import { signed } from '../request.ts';
import { added, BID, managerAppointed, orders, ownerNotWhitelisted, placed, sent, WALLETS } from '../given.ts';

const OWNER_ONLY = 'Only master account can remove delegated signers';
const NOT_WHITELISTED = 'failed whitelist arbitration';
const stranger = 'wallet 0x15d34aaf54267db7d7c367839aaf71a00a2c6a65 is not authorized to act on this subaccount';
const grant = (who: keyof typeof WALLETS, permission: string) => ({
  walletAddress: WALLETS[who],
  permissions: [permission],
});

export const FORBIDDEN: ErrorExamples = {
  code: 'FORBIDDEN',
  meaning: 'It is known who signed, and that this wallet may not do it.',
  cases: [
    {
      cause: 'the owner is not whitelisted',
      given: [ownerNotWhitelisted],
      request: signed('placeOrders', orders(BID)),
      reply: refused(403, NOT_WHITELISTED),
    },
    {
      cause: 'the owner is not whitelisted, and a delegated signer signs for it',
      given: [added('session'), ownerNotWhitelisted],
      request: signed('placeOrders', orders(BID), { by: 'session' }),
      reply: refused(403, NOT_WHITELISTED),
    },
    {
      cause: 'the same for an isolated order',
      given: [ownerNotWhitelisted],
      request: signed('placeIsolatedOrder', { order: BID, leverage: '10', isolatedMargin: '100' }),
      reply: refused(403, NOT_WHITELISTED),
    },
    {
      cause: 'a stranger changes an order',
      given: [placed({ ...BID, clientOrderId: 'bid' })],
      request: signed('modifyOrder', { clientOrderId: 'bid', price: '94500' }, { by: 'stranger', of: 'owner' }),
      reply: refused(403, stranger),
    },
    {
      cause: 'a stranger adds itself',
      request: signed('addDelegatedSigner', grant('stranger', 'session'), { by: 'stranger', of: 'owner' }),
      reply: refused(403, stranger),
    },
    {
      cause: 'a session signer adds another',
      given: [added('session')],
      request: signed('addDelegatedSigner', grant('stranger', 'session'), { by: 'session' }),
      reply: refused(403, 'session signers cannot add delegated signers'),
    },
    {
      cause: 'a delegate adds another delegate',
      given: [added('delegate')],
      request: signed('addDelegatedSigner', grant('stranger', 'delegate'), { by: 'delegate' }),
      reply: refused(403, 'delegate signers can only add session signers'),
    },
    {
      cause: 'a delegate changes a signer that the owner added',
      given: [added('delegate'), added('session')],
      request: signed('addDelegatedSigner', grant('session', 'session'), { by: 'delegate' }),
      reply: refused(403, 'delegate signers can only change signers they added'),
    },
    {
      cause: 'a delegate removes a signer that it added itself',
      given: [added('delegate'), sent('addDelegatedSigner', grant('session', 'session'), { by: 'delegate' })],
      request: signed('removeDelegatedSigner', { walletAddress: WALLETS.session }, { by: 'delegate' }),
      reply: refused(403, OWNER_ONLY),
    },
    {
      cause: 'a manager removes a signer',
      given: [managerAppointed, added('session')],
      request: signed('removeDelegatedSigner', { walletAddress: WALLETS.session }, { by: 'manager' }),
      reply: refused(403, OWNER_ONLY),
    },
    {
      cause: 'a session signer removes itself',
      given: [added('session')],
      request: signed('removeDelegatedSigner', { walletAddress: WALLETS.session }, { by: 'session' }),
      reply: refused(403, OWNER_ONLY),
    },
    {
      cause: 'a stranger removes all signers',
      given: [added('session')],
      request: signed('removeAllDelegatedSigners', {}, { by: 'stranger', of: 'owner' }),
      reply: refused(403, stranger),
    },
    {
      cause: 'a look at delegations of a wallet that the signer does not trade for',
      request: signed('getDelegationsForDelegate', { owningAddress: WALLETS.stranger }),
      reply: refused(403, 'Not authorized to query delegations for the specified owningAddress'),
    },
    {
      cause: 'a manager withdraws to a wallet of its own',
      given: [managerAppointed],
      request: signed(
        'withdrawCollateral',
        { symbol: 'USDT', amount: '100', destination: WALLETS.manager },
        { by: 'manager' },
      ),
      reply: refused(403, "Managers may only withdraw to the owner's wallet address"),
    },
  ],
};
