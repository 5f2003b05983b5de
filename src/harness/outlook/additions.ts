import type { Capability } from '../deployment.ts';

/** What a scenario can lack on a target: something that probing finds, or something that shows while the scenario runs. */
export type Lack = Capability | 'budget' | 'time' | 'wallets';

/** What somebody can add to a profile, or to the deployment behind it. */
export type AdditionName =
  | 'funded-wallet'
  | 'second-wallet'
  | 'more-wallets'
  | 'unlisted-wallet'
  | 'longer-waits'
  | 'bigger-budget'
  | 'exhausting'
  | 'streams'
  | 'open-markets'
  | 'reference-market'
  | 'control-plane';

/** Each of them in words, in the order in which they are told: the cheapest first. */
export const ADDITIONS: Readonly<Record<AdditionName, string>> = {
  'funded-wallet': 'one funded wallet',
  'second-wallet': 'two or more funded wallets',
  'more-wallets': 'more funded wallets than now',
  'unlisted-wallet': 'a wallet that is not whitelisted (role whitelist-off)',
  'longer-waits': 'longer waits in real time (waitMs)',
  'bigger-budget': 'a bigger budget of tokens',
  exhausting: 'leave to use up buckets and connections (mayExhaust)',
  streams: 'a WebSocket address that answers',
  'open-markets': 'a run while all markets are open',
  'reference-market': 'markets with the prices and books of the world quiet',
  'control-plane': 'a simulator with its control plane',
};

/** The first of them that gives what is lacking. */
const GIVEN_BY: Readonly<Record<Lack, AdditionName>> = {
  funded: 'funded-wallet',
  'second-wallet': 'second-wallet',
  delegate: 'second-wallet',
  liquidity: 'second-wallet',
  wallets: 'more-wallets',
  'whitelist-off': 'unlisted-wallet',
  time: 'longer-waits',
  budget: 'bigger-budget',
  exhaust: 'exhausting',
  streams: 'streams',
  'trading-hours': 'open-markets',
  'reference-market': 'reference-market',
  clock: 'control-plane',
  control: 'control-plane',
  fault: 'control-plane',
  'many-records': 'control-plane',
  worlds: 'control-plane',
  'fresh-account': 'control-plane',
  limits: 'control-plane',
};

/** Two wallets are one and another; whoever has a control plane makes the rest. */
const INCLUDED: Partial<Readonly<Record<AdditionName, readonly AdditionName[]>>> = {
  'second-wallet': ['funded-wallet'],
  'control-plane': Object.keys(ADDITIONS).filter((name) => name !== 'control-plane') as AdditionName[],
};

/** True when all that is lacking is given by these additions. */
export const isGiven = (lacks: readonly string[], names: readonly AdditionName[]): boolean =>
  lacks.every((lack) => {
    const by = giverOf(lack);
    return names.some((name) => by === name || (by !== undefined && INCLUDED[name]?.includes(by) === true));
  });

/** Undefined for what a run of another version lacked. */
const giverOf = (lack: string): AdditionName | undefined =>
  Object.hasOwn(GIVEN_BY, lack) ? GIVEN_BY[lack as Lack] : undefined;
