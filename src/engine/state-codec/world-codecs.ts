import { big, type Codec, count, int, oneOf, optional } from '../../kernel/codec/codec.ts';
import { type Fields, list, readonlyList, record } from '../../kernel/codec/collections.ts';
import type {
  ActivityProfile,
  DynamicsState,
  FactorSpec,
  FactorState,
  StochasticSpec,
  VolatilitySpec,
  VolatilityState,
} from '../world/dynamics-spec.ts';
import type {
  ArbitrageSpec,
  DepthSpec,
  FairSpec,
  FlowSpec,
  Group,
  GroupState,
  HoldersSpec,
  HuntersSpec,
  MakersSpec,
  PopulationSpec,
  PopulationState,
  SignalsSpec,
} from '../world/population-spec.ts';
import { randomStream } from './terms.ts';

/** Codecs of the common factor, of stochastic markets and of populations: their figures and their state. */

const volatilitySpec: Fields<VolatilitySpec> = {
  stepMs: count,
  volatilityPpb: count,
  fastPpm: count,
  fastDecayPpb: count,
  slowPpm: count,
  slowDecayPpb: count,
  intensityPpb: count,
  branchingPpb: count,
  decayPpb: count,
  jumpPpb: count,
  profile: record<ActivityProfile>({ hours: readonlyList(count), weekdays: readonlyList(count) }),
};

export const factorSpec = record<FactorSpec>(volatilitySpec);

export const stochasticSpec = record<Omit<StochasticSpec, 'kind'>>({
  ...volatilitySpec,
  betaPpm: count,
  driftPpb: int,
});

export const populationSpec = record<Omit<PopulationSpec, 'kind'>>({
  fair: record<FairSpec>({
    slowPpb: count,
    slowMs: count,
    fastPpb: count,
    fastMs: count,
    impactPpb: count,
    impactLots: count,
  }),
  makers: record<MakersSpec>({
    count,
    everyMs: count,
    levels: count,
    halfSpreadPpb: count,
    lots: count,
    inventoryLots: count,
  }),
  depth: record<DepthSpec>({
    levels: count,
    everyMs: count,
    lots: count,
    farLots: count,
    nearTicks: count,
    farTicks: count,
    tailPpm: count,
  }),
  flow: record<FlowSpec>({
    everyMs: count,
    branchingPpm: count,
    excitedMs: count,
    lots: count,
    metaPpm: count,
    metaorders: count,
    metaShortest: count,
    metaLongest: count,
  }),
  holders: record<HoldersSpec>({
    count,
    everyMs: count,
    lots: count,
    leverageLow: count,
    leverageHigh: count,
    holdMs: count,
    restMs: count,
    stoplessPpm: count,
    openLots: count,
  }),
  arbitrage: record<ArbitrageSpec>({ everyMs: count, bandPpb: count, lots: count, inventoryLots: count }),
  hunters: record<HuntersSpec>({ everyMs: count, movePpm: count, lots: count }),
  signals: optional(
    record<SignalsSpec>({
      informedPpm: count,
      foresightMs: count,
      makersKnowPpm: count,
      readingPpm: count,
      roundPpm: count,
      positionsPpm: count,
      thinPpm: count,
      thinMs: count,
      requoteMs: count,
    }),
  ),
});

const volatility: Fields<VolatilityState> = { fast: int, slow: int, excitation: big };

export const factorState = record<FactorState>({ ...volatility, random: randomStream, level: int });

export const dynamicsState = record<DynamicsState>({ ...volatility, factorSeen: int, livelinessPpm: count });

const ofGroups = <T>(codec: Codec<T>): Codec<Record<Group, T>> =>
  record<Record<Group, T>>({
    makers: codec,
    depth: codec,
    flow: codec,
    holders: codec,
    arbitrage: codec,
    hunters: codec,
  });

export const populationState = record<PopulationState>({
  groups: ofGroups(record<GroupState>({ random: randomStream, memory: readonlyList(int) })),
  accounts: ofGroups(list(count)),
  takenLots: int,
});

export const group = oneOf('makers', 'depth', 'flow', 'holders', 'arbitrage', 'hunters') satisfies Codec<Group>;
