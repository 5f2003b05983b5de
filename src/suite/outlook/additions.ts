import type { Unmet } from '../deployment.ts';

/** What a scenario can lack on a target: something that probing finds, or something that shows while the scenario runs. */
export type Lack = Unmet['capability'];

/** What a user can add to a profile, or to the deployment behind it. */
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

/** What a user can add, and what it lets scenarios have. */
interface Addition {
  readonly words: string;
  /** Where a profile says it, if one does. */
  readonly setting?: string;
  /** What it gives, in words that follow "needs". */
  readonly gives: Partial<Readonly<Record<Lack, string>>>;
}

/** In the order of reports: the cheapest first. What several of them give is listed with the first. */
const ADDITIONS: Readonly<Record<AdditionName, Addition>> = {
  writing: {
    words: 'permission to write',
    setting: 'a profile without readOnly',
    gives: { writes: 'permission to write' },
  },
  'funded-wallet': { words: 'one funded wallet', gives: { funded: 'a funded wallet' } },
  'second-wallet': {
    words: 'two or more funded wallets',
    gives: {
      'second-wallet': 'a second funded wallet',
      delegate: 'a wallet that may sign for another',
      liquidity: 'a wallet to trade with',
    },
  },
  'more-wallets': { words: 'more funded wallets than now', gives: { wallets: 'more funded wallets' } },
  keeper: {
    words: 'a wallet that fills up the books again',
    setting: 'role keeper',
    gives: { keeper: 'a wallet that fills up the books again' },
  },
  'unlisted-wallet': {
    words: 'a wallet that is not whitelisted',
    setting: 'role whitelist-off',
    gives: { 'whitelist-off': 'a wallet that is not whitelisted' },
  },
  'new-subaccounts': {
    words: 'permission to open subaccounts, which stay',
    setting: 'subAccounts',
    gives: { 'new-subaccounts': 'permission to open a subaccount' },
  },
  withdrawing: {
    words: 'permission to withdraw a little to the owner',
    setting: 'mayWithdrawToOwner',
    gives: { withdrawals: 'permission to withdraw to the owner' },
  },
  'second-subaccounts': {
    words: 'empty subaccounts besides those the wallets trade with',
    gives: { 'second-subaccount': 'an empty second subaccount' },
  },
  'longer-waits': {
    words: 'longer waits in real time',
    setting: 'waitMs',
    gives: { time: 'longer waits than the profile allows' },
  },
  'bigger-budget': { words: 'a bigger budget of tokens', gives: { budget: 'more tokens than the budget has' } },
  exhausting: {
    words: 'permission to use up buckets and connections',
    setting: 'mayExhaust',
    gives: { exhaust: 'permission to use up buckets and connections' },
  },
  streams: {
    words: 'a WebSocket address that responds',
    gives: { streams: 'a WebSocket address that responds' },
  },
  limited: {
    words: 'a deployment with rate limits that are switched on',
    gives: { 'rate-limits': 'rate limits that are switched on' },
  },
  'open-markets': {
    words: 'a run while all markets are open',
    gives: { 'trading-hours': 'markets that are open at this hour' },
  },
  'reference-market': {
    words: 'markets with the prices and books of the world quiet',
    gives: { 'reference-market': 'markets with known prices and books' },
  },
  'control-plane': {
    words: 'a simulator with its control plane',
    gives: {
      clock: 'a clock that can be moved',
      control: 'a way to set prices, tiers and roles',
      fault: 'a way to inject failures',
      'many-records': 'more records than a page holds',
      worlds: 'a fresh exchange for each scenario',
      'fresh-account': 'an account without a past',
      limits: 'rate limits with chosen figures',
    },
  },
};

export const ADDITION_NAMES = Object.keys(ADDITIONS) as AdditionName[];

/** Returns the words of an addition, with its setting for the author of a profile. */
export function additionText(name: AdditionName, withSetting: boolean): string {
  const { words, setting } = ADDITIONS[name];
  return withSetting && setting !== undefined ? `${words} (${setting})` : words;
}

/** What is lacking, in words, and what gives it. */
const LACKS: ReadonlyMap<string, { readonly words: string; readonly by: AdditionName }> = new Map(
  ADDITION_NAMES.flatMap((by) => Object.entries(ADDITIONS[by].gives).map(([lack, words]) => [lack, { words, by }])),
);

/** Returns the words of a lack; a lack without words here keeps its own text. */
export const lackWords = (lack: string): string => LACKS.get(lack)?.words ?? lack;

/** Two wallets include one; a control plane can create all the others. */
const INCLUDED: Partial<Readonly<Record<AdditionName, readonly AdditionName[]>>> = {
  'second-wallet': ['funded-wallet'],
  'control-plane': ADDITION_NAMES.filter((name) => name !== 'control-plane'),
};

/** True when all that is lacking is given by these additions. */
export const isGiven = (lacks: readonly string[], names: readonly AdditionName[]): boolean =>
  lacks.every((lack) => {
    const by = LACKS.get(lack)?.by;
    return names.some((name) => by === name || (by !== undefined && INCLUDED[name]?.includes(by) === true));
  });
