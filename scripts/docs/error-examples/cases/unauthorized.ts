import { type ErrorExamples, refused } from '../case.ts';
import { signed } from '../request.ts';
import { added, BID, IDS, managerAppointed, orders, passed, sent, START_MS, WALLETS } from '../given.ts';

const ONES = `0x${'1'.repeat(64)}`;
const ZEROS = `0x${'0'.repeat(64)}`;
const NOT_THEIRS = 'not the owner or manager of this subaccount';

export const UNAUTHORIZED: ErrorExamples = {
  code: 'UNAUTHORIZED',
  meaning: 'The request has no valid signature, or its signer has no right to the action.',
  cases: [
    {
      cause: 'no signature',
      request: signed('getPositions', {}, { altered: { signature: null } }),
      reply: refused(401, 'signature is required'),
    },
    {
      cause: 'half a signature',
      request: signed('getOpenOrders', {}, { altered: { signature: { v: 27, r: ONES } } }),
      reply: refused(401, 'signature r and s fields are required'),
    },
    {
      cause: 'the first half is no hex number of 32 bytes',
      request: signed('getSubAccount', {}, { altered: { signature: { v: 27, r: '0x11', s: ONES } } }),
      reply: refused(401, 'signature r field must be a 64-character hex string with 0x prefix'),
    },
    {
      cause: 'the second half lacks its prefix',
      request: signed('getTrades', {}, { altered: { signature: { v: 27, r: ONES, s: '1'.repeat(64) } } }),
      reply: refused(401, 'signature s field must be a 64-character hex string with 0x prefix'),
    },
    {
      cause: 'a recovery number that does not exist',
      request: signed('getFeeRate', {}, { altered: { signature: { v: 29, r: ONES, s: ONES } } }),
      reply: refused(401, 'signature v field must be 0, 1, 27, or 28'),
    },
    {
      cause: 'numbers that no key can have made',
      request: signed('getReferral', {}, { altered: { signature: { v: 27, r: ZEROS, s: ZEROS } } }),
      reply: refused(401, 'signature verification failed: no key gives this signature'),
    },
    {
      cause: 'signed for a deployment of another name',
      request: signed('getDelegationsForDelegate', {}, { service: 'OtherSim' }),
      reply: refused(401, 'Authentication failed'),
    },
    {
      cause: 'changed after signing, so that the signature gives some other wallet',
      request: signed(
        'cancelAllOrders',
        { symbols: ['BTC-USDT'] },
        {
          nonce: START_MS,
          altered: { params: { action: 'cancelAllOrders', subAccountId: IDS.owner, symbols: ['*'] } },
        },
      ),
      reply: refused(
        401,
        'wallet 0x8c08f6127c3dabc0b428d8335f81de03284f7587 is not authorized to act on this subaccount',
      ),
    },
    {
      cause: 'a deadline in milliseconds that is now',
      request: signed('placeOrders', orders(BID), { expiresAfter: START_MS }),
      reply: refused(401, 'request expired'),
    },
    {
      cause: 'a deadline in seconds that has passed',
      request: signed('cancelOrders', { orderIds: ['5'] }, { expiresAfter: START_MS / 1000 - 1 }),
      reply: refused(401, 'request expired'),
    },
    {
      cause: 'a nonce that the wallet has used before',
      given: [sent('updateLeverage', { symbol: 'ETH-USDT', leverage: '5' }, { nonce: START_MS })],
      request: signed('updateLeverage', { symbol: 'ETH-USDT', leverage: '4' }, { nonce: START_MS }),
      reply: refused(401, 'nonce already used'),
    },
    {
      cause: 'a nonce below one that was used before',
      given: [sent('scheduleCancel', { timeoutSeconds: 60 }, { nonce: START_MS })],
      request: signed('scheduleCancel', { timeoutSeconds: 0 }, { nonce: START_MS - 1 }),
      reply: refused(401, 'nonce already used'),
    },
    {
      cause: 'a wallet without any right on the subaccount',
      request: signed('getOrderHistory', {}, { by: 'stranger', of: 'owner' }),
      reply: refused(
        401,
        'wallet 0x15d34aaf54267db7d7c367839aaf71a00a2c6a65 is not authorized to act on this subaccount',
      ),
    },
    {
      cause: 'a subaccount that does not exist gives the same error as a subaccount of another wallet',
      request: signed('getPortfolio', {}, { of: 'unknown' }),
      reply: refused(
        401,
        'wallet 0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266 is not authorized to act on this subaccount',
      ),
    },
    {
      cause: 'a delegation that has ended',
      given: [added('session', START_MS + 5000), passed(5000)],
      request: signed('getBalanceUpdates', {}, { by: 'session' }),
      reply: refused(
        401,
        'wallet 0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc is not authorized to act on this subaccount',
      ),
    },
    {
      cause: 'a session signer wants to exchange collateral',
      given: [added('session')],
      request: signed(
        'voluntaryCollateralExchange',
        { sourceAsset: 'WETH', targetUSDTAmount: '100' },
        { by: 'session' },
      ),
      reply: refused(
        401,
        'wallet 0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc is not authorized to act on this subaccount',
      ),
    },
    {
      cause: 'a delegate wants to open a subaccount',
      given: [added('delegate')],
      request: signed('createSubaccount', { name: 'second' }, { by: 'delegate' }),
      reply: refused(401, NOT_THEIRS),
    },
    {
      cause: 'a delegate wants to withdraw',
      given: [added('delegate')],
      request: signed(
        'withdrawCollateral',
        { symbol: 'USDT', amount: '100', destination: WALLETS.delegate },
        { by: 'delegate' },
      ),
      reply: refused(401, NOT_THEIRS),
    },
    {
      cause: 'funds for a subaccount that the signer neither owns nor manages',
      request: signed('transferCollateral', { to: IDS.stranger, symbol: 'USDT', amount: '1' }),
      reply: refused(401, NOT_THEIRS),
    },
    {
      cause: 'a manager wants to give a new name',
      given: [managerAppointed],
      request: signed('updateSubAccountName', { name: 'ours' }, { by: 'manager' }),
      reply: refused(401, 'operation requires account owner, delegates are not permitted'),
    },
  ],
};
