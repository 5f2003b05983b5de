import { invariant } from '../../../kernel/errors.ts';
import type { AccountNo } from '../../../kernel/ids.ts';
import { Draw, streamOf } from '../../../kernel/random.ts';
import type { TimeMs } from '../../../kernel/units.ts';
import type { ExchangeConfig, MarketSpec } from '../../config.ts';
import type { JobResult } from '../../handlers.ts';
import { isIndexStale, isInSession } from '../../prices.ts';
import type { Market, State } from '../../state.ts';
import { ARBITRAGE } from './arbitrage.ts';
import { DEPTH } from './depth.ts';
import { FLOW } from './flow.ts';
import type { GroupRules, GroupStart } from './group.ts';
import { HOLDERS } from './holders.ts';
import { HUNTERS } from './hunters.ts';
import { MAKERS } from './makers.ts';
import { type Group, GROUPS, type PopulationSpec, type PopulationState } from '../population-spec.ts';

const RULES: Readonly<Record<Group, GroupRules>> = {
  makers: MAKERS,
  depth: DEPTH,
  flow: FLOW,
  holders: HOLDERS,
  arbitrage: ARBITRAGE,
  hunters: HUNTERS,
};

/** How long groups wait in a market that takes no new positions. Makers look more often: quotes must follow when it does again. */
const ASLEEP_MS = 10_000;
const MAKERS_ASLEEP_MS = 1_000;
const MINUTE_MS = 60_000;
/** A group without accounts has nothing to do. */
const IDLE_MS = 3_600_000;

/** The population of a market before its accounts are opened; null without one. */
export function populationAtStart({ seed }: ExchangeConfig, spec: MarketSpec): PopulationState | null {
  const { liquidity } = spec;
  if (liquidity.kind !== 'population') return null;
  // One stream by name for each market, because those take a while to make.
  const draw = new Draw(streamOf(seed, `population:${spec.symbol}`));
  return {
    groups: byGroup((group) => ({ random: draw.branch().stream(), memory: RULES[group].memory(liquidity) })),
    accounts: byGroup(() => []),
    takenLots: 0,
  };
}

/** Returns what the accounts of a group have at the start; null for groups whose accounts are rich and hold nothing. */
export function startOf(seed: string, market: MarketSpec, group: Group): GroupStart | null {
  const { symbol, liquidity } = market;
  const rules = RULES[group];
  if (liquidity.kind !== 'population' || !rules.start) return null;
  return rules.start(market, liquidity, new Draw(streamOf(seed, `population:${symbol}:${group}:start`)));
}

/** The accounts of a population, by group in the order of `GROUPS`. */
export const populationRoles = (spec: PopulationSpec): { readonly group: Group; readonly role: string }[] =>
  GROUPS.flatMap((group) => RULES[group].accounts(spec).map((role) => ({ group, role })));

/**
 * One look of a group: what it does now, as a function of state and the group's own stream. Groups do not act in a market that
 * takes no new positions: quotes on a stale price stay as they are, so that there is something to close against.
 */
export function stepGroup(state: State, market: Market, group: Group): JobResult {
  const { spec, population } = market;
  invariant(spec.liquidity.kind === 'population' && population, `${spec.symbol} has a population`);
  const { random, memory } = population.groups[group];
  const draw = new Draw(random);
  const accounts = population.accounts[group];
  const pause = pauseOf(state, market, group, accounts);
  const act =
    pause === null
      ? RULES[group].act({ state, market, spec: spec.liquidity, population, accounts, memory, draw })
      : { commands: [], memory, afterMs: pause };
  const acted = {
    type: 'PopulationActed',
    at: state.now,
    symbol: spec.symbol,
    group,
    random: draw.stream(),
    memory: act.memory,
    again: state.now + act.afterMs,
  } as const;
  return { events: [acted], commands: act.commands };
}

/** How long a group does nothing; null while it acts. Sessions open at full minutes. */
function pauseOf(state: State, market: Market, group: Group, accounts: readonly AccountNo[]): TimeMs | null {
  if (accounts.length === 0) return IDLE_MS;
  if (!isInSession(market.spec, state.now)) return MINUTE_MS - (state.now % MINUTE_MS);
  if (market.status === 'open' && !isIndexStale(state, market)) return null;
  return group === 'makers' ? MAKERS_ASLEEP_MS : ASLEEP_MS;
}

function byGroup<T>(make: (group: Group) => T): Record<Group, T> {
  return {
    makers: make('makers'),
    depth: make('depth'),
    flow: make('flow'),
    holders: make('holders'),
    arbitrage: make('arbitrage'),
    hunters: make('hunters'),
  };
}
