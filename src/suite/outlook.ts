import { keysOf } from '../kernel/entries.ts';
import { counted, plural } from '../kernel/words.ts';
import { citedBy } from './coverage/citations.ts';
import type { Unmet } from './deployment.ts';

/** A scenario that was chosen, as far as an outlook needs it. */
export interface Prospect {
  /** Without `@`. */
  readonly tags: readonly string[];
  /** What it needs and the target does not offer; empty for one that can run. */
  readonly lacks: readonly string[];
}

/** How many scenarios, and how many clauses that nothing else proves. */
export interface Gain {
  readonly scenarios: number;
  readonly clauses: number;
}

/** What chosen scenarios can prove on a target, what they cannot, and what would let them prove more. */
export interface Outlook {
  readonly scenarios: { readonly chosen: number; readonly runnable: number };
  readonly clauses: {
    /** Of the whole contract. */
    readonly contract: number;
    /** Cited by the chosen scenarios. */
    readonly cited: number;
    /** Cited by one that can run. */
    readonly provable: number;
  };
  /** Clauses that no scenario can prove here, each with what the scenario that comes nearest lacks. */
  readonly unprovable: readonly { readonly clause: string; readonly lacks: readonly string[] }[];
  /** What holds back most comes first; a scenario or a clause that lacks several things counts under each. */
  readonly lacking: readonly ({ readonly lack: string } & Gain)[];
  /** What each addition would add by itself; additions that would add nothing are left out. */
  readonly additions: readonly ({ readonly name: AdditionName } & Gain)[];
  /** What all of them but the control plane would add together. */
  readonly together: Gain;
}

/** @param contract number of clauses of the contract */
export function outlookOf(prospects: readonly Prospect[], contract: number): Outlook {
  const blocked = prospects.filter(({ lacks }) => lacks.length > 0);
  const provable = clausesIn(prospects.filter(({ lacks }) => lacks.length === 0));
  const nearest = nearestLacks(blocked, provable);
  const gainOf = (names: readonly AdditionName[]): Gain => {
    const freed = blocked.filter(({ lacks }) => isGiven(lacks, names));
    return { scenarios: freed.length, clauses: [...clausesIn(freed)].filter((id) => !provable.has(id)).length };
  };
  return {
    scenarios: { chosen: prospects.length, runnable: prospects.length - blocked.length },
    clauses: { contract, cited: clausesIn(prospects).size, provable: provable.size },
    unprovable: [...nearest].map(([clause, lacks]) => ({ clause, lacks })),
    lacking: lackingIn(blocked, nearest),
    additions: ADDITION_NAMES.map((name) => ({ name, ...gainOf([name]) })).filter(({ scenarios }) => scenarios > 0),
    together: gainOf(ADDITION_NAMES.filter((name) => name !== 'control-plane')),
  };
}

const clausesIn = (prospects: readonly Prospect[]): ReadonlySet<string> =>
  new Set(prospects.flatMap(({ tags }) => citedBy(tags, 'clause')));

/** The least that the scenarios of a clause lack; of equals the first. */
function nearestLacks(blocked: readonly Prospect[], provable: ReadonlySet<string>): Map<string, readonly string[]> {
  const nearest = new Map<string, readonly string[]>();
  for (const { tags, lacks } of blocked) {
    for (const id of citedBy(tags, 'clause')) {
      const known = nearest.get(id);
      if (!provable.has(id) && (known === undefined || lacks.length < known.length)) nearest.set(id, lacks);
    }
  }
  return nearest;
}

function lackingIn(blocked: readonly Prospect[], nearest: ReadonlyMap<string, readonly string[]>): Outlook['lacking'] {
  const lacks = [...new Set(blocked.flatMap((one) => one.lacks))];
  return lacks
    .map((lack) => ({
      lack,
      scenarios: blocked.filter((one) => one.lacks.includes(lack)).length,
      clauses: [...nearest.values()].filter((one) => one.includes(lack)).length,
    }))
    .toSorted((a, b) => b.clauses - a.clauses || b.scenarios - a.scenarios);
}

/** What a scenario can lack on a target: something that probing finds, or something that shows while the scenario runs. */
export type Lack = Unmet['capability'];

/** What a user can add to a profile, or to the deployment behind it. */
type AdditionName =
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
  | 'any-market'
  | 'usual-schedule'
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
      'own-wallet': 'a wallet for the limits alone',
    },
  },
  'more-wallets': {
    words: 'more funded wallets than now',
    gives: { wallets: 'more funded wallets', 'own-wallet': 'a wallet for the limits alone' },
  },
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
    words: 'empty subaccounts besides those the wallets trade with, or permission to open them',
    setting: 'mayCreate',
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
  'any-market': {
    words: 'an open market with a price between its best two',
    gives: { market: 'an open market with room in its book' },
  },
  'usual-schedule': {
    words: 'fee tiers and collaterals as in the world quiet',
    gives: { 'usual-schedule': 'known fees and collaterals' },
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

const ADDITION_NAMES = keysOf(ADDITIONS);

/** Returns the words of an addition, with its setting for the author of a profile. */
function additionText(name: AdditionName, withSetting: boolean): string {
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

/** Says what could be proven and what a richer profile would add, as the lines of a terminal. */
export function outlookLines(outlook: Outlook): string[] {
  const { clauses } = outlook;
  const rows = additionRows(outlook);
  const width = Math.max(0, ...rows.map(([what]) => what.length));
  return [
    `would prove ${counted(clauses.provable)} of the ${plural(clauses.cited, 'clause')} that these scenarios cite, of ${counted(clauses.contract)} of the contract`,
    ...(rows.length === 0 ? [] : ['', `${'a richer profile would add'.padEnd(width)}  scenarios  clauses`]),
    ...rows.map(
      ([what, { scenarios, clauses: more }]) =>
        `${what.padEnd(width)}  ${counted(scenarios).padStart(9)}  ${counted(more).padStart(7)}`,
    ),
  ];
}

/**
 * Each addition in words with what it adds; all together stand before the control plane.
 *
 * @param withSetting says where a profile gives it
 */
export function additionRows(
  { additions, together }: Pick<Outlook, 'additions' | 'together'>,
  withSetting = true,
): (readonly [what: string, gain: Gain])[] {
  const own = additions.filter(({ name }) => name !== 'control-plane');
  const steered = additions.filter(({ name }) => name === 'control-plane');
  const named = ({ name, ...gain }: (typeof additions)[number]): readonly [string, Gain] => [
    additionText(name, withSetting),
    gain,
  ];
  const isMore = together.scenarios > Math.max(0, ...own.map(({ scenarios }) => scenarios));
  return [
    ...own.map(named),
    ...(isMore ? [[own.length === 0 ? 'several additions at once' : 'all of these together', together] as const] : []),
    ...steered.map(named),
  ];
}
