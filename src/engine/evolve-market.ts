import { invariant } from '../kernel/errors.ts';
import { UNIT } from '../kernel/units.ts';
import { fire } from './evolve-timers.ts';
import { takeSamples } from './funding.ts';
import type { Handlers } from './handlers.ts';
import { marketOf } from './risk/margin.ts';

export const MARKET_HANDLERS: Handlers<
  | 'IndexMoved'
  | 'FeedSet'
  | 'PricePinned'
  | 'RampSet'
  | 'PegSet'
  | 'MarkMoved'
  | 'AgentsStepped'
  | 'FactorMoved'
  | 'PopulationActed'
  | 'MarketStatusSet'
> = {
  IndexMoved: (state, event) => {
    const market = marketOf(state, event.symbol);
    fire(state, event);
    takeSamples(market, event.at);
    market.index = event.price;
    market.mark = event.mark;
    state.sampling.moved = true;
    market.indexAt = event.at;
    if (event.random) market.indexRandom = event.random;
    if (event.memory !== undefined) market.indexMemory = event.memory;
    if (event.dynamics !== undefined) market.dynamics = event.dynamics;
  },
  FeedSet: (state, { at, symbol, frozen }) => {
    marketOf(state, symbol).frozenAt = frozen ? at : null;
  },
  PricePinned: (state, { symbol, pinned }) => {
    const market = marketOf(state, symbol);
    if (pinned) market.pinned = true;
    else delete market.pinned;
  },
  RampSet: (state, { symbol, ramp }) => {
    const market = marketOf(state, symbol);
    if (ramp) market.ramp = ramp;
    else delete market.ramp;
  },
  PegSet: (state, { asset, peg }) => {
    state.sampling.moved = true;
    if (peg === UNIT) state.pegs.delete(asset);
    else state.pegs.set(asset, peg);
  },
  MarkMoved: (state, event) => {
    const market = marketOf(state, event.symbol);
    if (event.again !== undefined) {
      fire(state, event);
      market.sampling = event.again !== null;
    }
    takeSamples(market, event.at);
    market.premium = event.premium;
    market.mark = event.mark;
    state.sampling.moved = true;
  },
  AgentsStepped: (state, event) => {
    const market = marketOf(state, event.symbol);
    fire(state, event);
    market.agentRandom = event.random;
    market.agentBasis = event.basis;
  },
  FactorMoved: (state, event) => {
    fire(state, event);
    state.factor = event.factor;
  },
  PopulationActed: (state, event) => {
    const { symbol, group, random, memory } = event;
    fire(state, event);
    const { population } = marketOf(state, symbol);
    invariant(population, () => `${symbol} has a population`);
    population.groups[group] = { random, memory };
  },
  MarketStatusSet: (state, event) => {
    marketOf(state, event.symbol).status = event.status;
  },
};
