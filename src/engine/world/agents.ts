import { invariant } from '../../kernel/assert.ts';
import { divHalfEven, divHalfEvenInt } from '../../kernel/decimal.ts';
import { sha256 } from '../../kernel/sha256.ts';
import type { Address } from '../../kernel/ids.ts';
import { Draw } from '../../kernel/random.ts';
import type { PriceUnits } from '../../kernel/units.ts';
import type { Command } from '../command.ts';
import type { MarketSpec } from '../config.ts';
import type { JobResult } from '../handlers.ts';
import { isInSession } from '../prices.ts';
import { isIndexStale } from '../risk/price-age.ts';
import type { Market, State } from '../state.ts';
import { type AgentLiquidity, stepMaker } from './maker.ts';
import { takeMispriced } from './mispriced.ts';
import { takeAtRandom, takerOf } from './taker.ts';
import { populationRoles } from './population/population.ts';
import type { Group } from './population/population-state.ts';
import { scaledNormal } from './returns.ts';

const MILLION = 1_000_000;
const BILLION_BIG = 1_000_000_000n;

/**
 * The wallets of a market's agents in account order: the makers, then one taker; one maker and one taker of history; one
 * wallet for a static ladder; those of its groups for a population; none without liquidity. An address is the start of a
 * hash, so no key for it exists (R-81).
 */
export function agentWallets(spec: MarketSpec): { wallet: Address; name: string; group?: Group }[] {
  return agentRoles(spec).map(({ role, group }) => {
    const name = `${spec.symbol} ${role}`;
    return { wallet: `0x${sha256(`perpsim agent ${name}`).slice(0, 40)}`, name, ...(group && { group }) };
  });
}

interface AgentRole {
  readonly role: string;
  readonly group?: Group;
}

function agentRoles({ liquidity }: MarketSpec): readonly AgentRole[] {
  switch (liquidity.kind) {
    case 'none':
      return [];
    case 'static':
      return [{ role: 'ladder' }];
    case 'history':
      return [{ role: 'history maker' }, { role: 'history taker' }];
    case 'population':
      return populationRoles(liquidity);
    case 'agents':
      return [
        ...Array.from({ length: liquidity.makers }, (_, rank) => ({ role: `maker ${rank + 1}` })),
        { role: 'taker' },
      ];
  }
}

/**
 * What the agents of a market do now, as a function of state and the market's own stream: the event with the stream
 * and basis after the step, and their commands in order. A refused command is simply missing from the state the next
 * step looks at. Agents do not act in a market that takes no new positions: quotes on a stale price stay as they are,
 * so that there is something to close against.
 */
export function stepAgents(state: State, market: Market): JobResult {
  const { spec, agentRandom } = market;
  invariant(spec.liquidity.kind === 'agents' && agentRandom, `${spec.symbol} has agents`);
  const draw = new Draw(agentRandom);
  const awake = market.status === 'open' && isInSession(spec, state.now) && !isIndexStale(state, market);
  const basis = awake ? nextBasis(market, spec.liquidity, draw) : market.agentBasis;
  const commands = awake ? commandsOf(state, market, spec.liquidity, basis, draw) : [];
  const stepped = {
    type: 'AgentsStepped',
    at: state.now,
    symbol: spec.symbol,
    random: draw.stream(),
    basis,
    again: state.now + spec.liquidity.stepMs,
  } as const;
  return { events: [stepped], commands };
}

/** The basis falls back towards zero and is pushed by noise in proportion to the index. */
function nextBasis(market: Market, liquidity: AgentLiquidity, draw: Draw): PriceUnits {
  const noise = BigInt(market.index) * BigInt(scaledNormal(liquidity.basisNoisePpb, draw));
  const pull = BigInt(market.agentBasis) * BigInt(liquidity.basisReversionPerMillion);
  const basis =
    market.agentBasis - Number(divHalfEven(pull, BigInt(MILLION))) + Number(divHalfEven(noise, BILLION_BIG));
  // Half the index bounds it, so that a fair price is always positive.
  const limit = Math.floor(market.index / 2);
  return Math.max(-limit, Math.min(limit, basis));
}

// Stale quotes are cancelled first, then mispriced user orders are taken, so that new quotes cannot cross.
function commandsOf(state: State, market: Market, liquidity: AgentLiquidity, basis: PriceUnits, draw: Draw): Command[] {
  const fair = Math.max(1, divHalfEvenInt(market.index + basis, market.spec.tickUnits));
  const cancels: Command[] = [];
  const quotes: Command[] = [];
  for (let rank = 0; rank < liquidity.makers; rank += 1) {
    const step = stepMaker(state, market, rank, fair, draw);
    cancels.push(...step.cancels);
    quotes.push(...step.quotes);
  }
  const taker = { account: takerOf(market), minLots: liquidity.minLots, isOwn: isAgentOf(market), edge: 0 };
  return [
    ...cancels,
    ...takeMispriced(market, fair, taker).commands,
    ...quotes,
    ...takeAtRandom(state, market, fair, draw),
  ];
}

const isAgentOf =
  ({ agents }: Market) =>
  (account: number): boolean =>
    agents.includes(account);
