import type { TObject } from '@sinclair/typebox';
import { CONTROL_ROUTES } from '../../exchange/control/routes.ts';

/** Control commands by the name that a timeline calls them by, and the route of the control plane that does each. */
export const CONTROL_PATHS: Readonly<Record<string, string>> = {
  deposit: '/deposit',
  movePrice: '/prices/move',
  pinPrice: '/prices/pin',
  stopFeed: '/prices/stop',
  releasePrice: '/prices/release',
  setMarkPrice: '/prices/mark',
  setPeg: '/prices/collateral',
  setWhitelisted: '/whitelist',
  setTier: '/tier',
  setReferral: '/referrals',
  setManager: '/managers',
  settleWithdrawal: '/withdrawals',
  planWithdrawal: '/withdrawals/next',
  setCancelOnDisconnect: '/cancelOnDisconnect',
  setLatency: '/latency',
  setMarketStatus: '/market',
  setExchangeStatus: '/status',
  setFees: '/fees',
  setMargin: '/market/margin',
  setOpenInterestCap: '/market/openInterestCap',
  delist: '/market/delist',
};

/** Shape of the body of a control command. */
export const controlBody = (action: string): TObject | undefined =>
  CONTROL_ROUTES.find(({ method, path }) => method === 'POST' && path === CONTROL_PATHS[action])?.body;

/** Fields of control commands that one account stands for, with what they hold of it. */
export const ACCOUNT_FIELDS_OF_CONTROL = { subAccountId: 'subAccountId', wallet: 'address' } as const;
