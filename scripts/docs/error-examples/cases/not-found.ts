import { type ErrorExamples, refused } from '../case.ts';
import { get, open, post, signed } from '../request.ts';
import { added, passed, sent, START_MS, WALLETS } from '../given.ts';

const SIGNER = refused(404, 'Delegated signer not found');
const SUBACCOUNT = refused(404, 'Subaccount not found');
const ROUTE = refused(404, 'no such route');
const EPOCH = refused(404, 'Epoch not found');

export const NOT_FOUND: ErrorExamples = {
  code: 'NOT_FOUND',
  meaning: 'The delegated signer, the subaccount, the epoch of the lottery or the route does not exist.',
  cases: [
    {
      cause: 'the wallet never was a signer',
      request: signed('removeDelegatedSigner', { walletAddress: WALLETS.stranger }),
      reply: SIGNER,
    },
    {
      cause: 'an address that no request has used',
      request: signed('removeDelegatedSigner', { walletAddress: WALLETS.unknown }),
      reply: SIGNER,
    },
    {
      cause: 'the owner is no signer of its own',
      request: signed('removeDelegatedSigner', { walletAddress: WALLETS.owner }),
      reply: SIGNER,
    },
    {
      cause: 'the delegation has ended',
      given: [added('session', START_MS + 5000), passed(5000)],
      request: signed('removeDelegatedSigner', { walletAddress: WALLETS.session }),
      reply: SIGNER,
    },
    {
      cause: 'the signer went with the delegate that had added it',
      given: [
        added('delegate'),
        sent('addDelegatedSigner', { walletAddress: WALLETS.manager, permissions: ['session'] }, { by: 'delegate' }),
        sent('removeDelegatedSigner', { walletAddress: WALLETS.delegate }),
      ],
      request: signed('removeDelegatedSigner', { walletAddress: WALLETS.manager }),
      reply: SIGNER,
    },
    {
      cause: 'the signer has been removed with all others',
      given: [added('delegate'), sent('removeAllDelegatedSigners')],
      request: signed('removeDelegatedSigner', { walletAddress: WALLETS.delegate }),
      reply: SIGNER,
    },
    {
      cause: 'a subaccount that does not exist',
      request: signed('removeDelegatedSigner', { walletAddress: WALLETS.session }, { of: 'unknown' }),
      reply: SUBACCOUNT,
    },
    {
      cause: 'the same for all signers',
      request: signed('removeAllDelegatedSigners', {}, { of: 'unknown' }),
      reply: SUBACCOUNT,
    },
    {
      cause: 'a week before the exchange began',
      request: open('getLotteryEpoch', { epochId: '1' }),
      reply: EPOCH,
    },
    {
      cause: 'a week that is far away',
      request: open('getLotteryEpoch', { epochId: '999999' }),
      reply: EPOCH,
    },
    { cause: 'a route that does not exist', request: get('/info/positions'), reply: ROUTE },
    { cause: 'a slash too many', request: post('/trade/', '{}'), reply: ROUTE },
    { cause: 'a surface that does not exist', request: post('/orders', '{}'), reply: ROUTE },
  ],
};
