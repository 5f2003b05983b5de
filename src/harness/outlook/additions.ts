import type { Unmet } from '../deployment.ts';

/** What a scenario can lack on a target: something that probing finds, or something that shows while the scenario runs. */
export type Lack = Unmet['capability'];

/** What somebody can add to a profile, or to the deployment behind it. */
export type AdditionName =
  | 'writing'
  | 'funded-wallet'
  | 'second-wallet'
  | 'more-wallets'
  | 'keeper'
  | 'unlisted-wallet'
  | 'second-subaccounts'
  | 'new-subaccounts'
  | 'withdrawing'
  | 'longer-waits'
  | 'bigger-budget'
  | 'exhausting'
  | 'streams'
  | 'limited'
  | 'open-markets'
  | 'reference-market'
  | 'control-plane';

/** Each of them in words, in the order in which they are told: the cheapest first. */
export const ADDITIONS: Readonly<Record<AdditionName, string>> = {
  writing: 'leave to write (a profile without readOnly)',
  'funded-wallet': 'one funded wallet',
  'second-wallet': 'two or more funded wallets',
  'more-wallets': 'more funded wallets than now',
  keeper: 'a wallet that fills up the books again (role keeper)',
  'unlisted-wallet': 'a wallet that is not whitelisted (role whitelist-off)',
  'new-subaccounts': 'leave to open subaccounts, which stay (subAccounts)',
  withdrawing: 'leave to withdraw a little to the owner (mayWithdrawToOwner)',
  'second-subaccounts': 'empty subaccounts besides those the wallets trade with',
  'longer-waits': 'longer waits in real time (waitMs)',
  'bigger-budget': 'a bigger budget of tokens',
  exhausting: 'leave to use up buckets and connections (mayExhaust)',
  streams: 'a WebSocket address that answers',
  limited: 'a deployment with rate limits that are switched on',
  'open-markets': 'a run while all markets are open',
  'reference-market': 'markets with the prices and books of the world quiet',
  'control-plane': 'a simulator with its control plane',
};

/** What is lacking, in words that follow "could not be asked for want of", and the first addition that gives it. */
const LACKS: Readonly<Record<Lack, { readonly words: string; readonly by: AdditionName }>> = {
  funded: { words: 'a funded wallet', by: 'funded-wallet' },
  'second-wallet': { words: 'a second funded wallet', by: 'second-wallet' },
  delegate: { words: 'a wallet that may sign for another', by: 'second-wallet' },
  liquidity: { words: 'somebody to trade with', by: 'second-wallet' },
  wallets: { words: 'more funded wallets', by: 'more-wallets' },
  keeper: { words: 'a wallet that fills up the books again', by: 'keeper' },
  'whitelist-off': { words: 'a wallet that is not whitelisted', by: 'unlisted-wallet' },
  writes: { words: 'leave to write', by: 'writing' },
  'second-subaccount': { words: 'an empty second subaccount', by: 'second-subaccounts' },
  'new-subaccounts': { words: 'leave to open a subaccount', by: 'new-subaccounts' },
  withdrawals: { words: 'leave to withdraw to the owner', by: 'withdrawing' },
  time: { words: 'longer waits than the profile allows', by: 'longer-waits' },
  budget: { words: 'more tokens than the budget has', by: 'bigger-budget' },
  exhaust: { words: 'leave to use up buckets and connections', by: 'exhausting' },
  streams: { words: 'a WebSocket address that answers', by: 'streams' },
  'trading-hours': { words: 'markets that are open at this hour', by: 'open-markets' },
  'reference-market': { words: 'markets with known prices and books', by: 'reference-market' },
  clock: { words: 'a clock that can be moved', by: 'control-plane' },
  control: { words: 'a way to set prices, tiers and roles', by: 'control-plane' },
  fault: { words: 'a way to inject failures', by: 'control-plane' },
  'many-records': { words: 'more records than a page holds', by: 'control-plane' },
  worlds: { words: 'a fresh exchange for each scenario', by: 'control-plane' },
  'fresh-account': { words: 'an account without a past', by: 'control-plane' },
  'rate-limits': { words: 'rate limits that are switched on', by: 'limited' },
  limits: { words: 'rate limits with chosen figures', by: 'control-plane' },
};

/** In words; what has no words here is told as it is. */
export const lackWords = (lack: string): string => knownLack(lack)?.words ?? lack;

/** Two wallets are one and another; whoever has a control plane makes the rest. */
const INCLUDED: Partial<Readonly<Record<AdditionName, readonly AdditionName[]>>> = {
  'second-wallet': ['funded-wallet'],
  'control-plane': Object.keys(ADDITIONS).filter((name) => name !== 'control-plane') as AdditionName[],
};

/** True when all that is lacking is given by these additions. */
export const isGiven = (lacks: readonly string[], names: readonly AdditionName[]): boolean =>
  lacks.every((lack) => {
    const by = knownLack(lack)?.by;
    return names.some((name) => by === name || (by !== undefined && INCLUDED[name]?.includes(by) === true));
  });

/** Undefined for what a run of another version lacked, and for reasons that no addition can remove. */
const knownLack = (lack: string): (typeof LACKS)[Lack] | undefined =>
  Object.hasOwn(LACKS, lack) ? LACKS[lack as Lack] : undefined;
