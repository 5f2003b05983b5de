import { TokenAccount } from '../../src/suite/token-account.ts';
import type { ExchangeWorld } from './world.ts';

/** A server that is busy states the time of a response some milliseconds after it has charged the request. */
const BUSY_MS = 20;

/** The buckets of subaccounts that the scenario has mentioned. */
const accounts = new WeakMap<ExchangeWorld, Map<string, TokenAccount>>();

export function accountOf(world: ExchangeWorld, who: string): TokenAccount {
  const known = accounts.get(world) ?? new Map<string, TokenAccount>();
  accounts.set(world, known);
  const { subAccountId } = world.wallet(who);
  const account = known.get(subAccountId) ?? new TokenAccount(world.isSteered ? undefined : BUSY_MS);
  known.set(subAccountId, account);
  return account;
}
