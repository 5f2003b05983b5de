import type { LiquiditySpec } from '../../engine/config.ts';
import type { HistoryLiquidity } from '../../engine/world/history/history-terms.ts';
import { POPULATION_DEFAULTS, populationFields, type WorldPopulation } from './living/population-shape.ts';
import { count, kind, MILLION, perMillion, ppb, stepMs } from './ranges.ts';
import { integer, object, oneOf, type Reader, variant } from './read.ts';

/** Agents multiply ticks, lots and levels with each other: these bounds keep every product a safe integer. */
const AGENT_LEVELS_MAX = 100;
const AGENT_LOTS_MAX = 5_000_000;

/** Who stands in the books, in lots and ticks, or as a population in human figures. */
export type WorldLiquidity = Exclude<LiquiditySpec, { kind: 'population' }> | WorldPopulation;

export const liquidityShape: Reader<WorldLiquidity> = variant<WorldLiquidity>({
  none: object({ kind: kind('none') }),
  static: object({
    kind: kind('static'),
    levels: integer(1, 500),
    firstTicks: count,
    stepTicks: count,
    lotsPerLevel: count,
  }),
  agents: object({
    kind: kind('agents'),
    stepMs,
    makers: integer(1, 20),
    levels: integer(1, AGENT_LEVELS_MAX),
    firstTicks: integer(1, MILLION),
    stepTicks: integer(1, MILLION),
    minLots: integer(1, AGENT_LOTS_MAX),
    maxLots: integer(1, AGENT_LOTS_MAX),
    takerPerMillion: perMillion,
    cancelPerMillion: perMillion,
    basisReversionPerMillion: perMillion,
    basisNoisePpb: ppb,
  }),
  population: object<WorldPopulation>({ kind: kind('population'), ...populationFields }, POPULATION_DEFAULTS),
  history: object<HistoryLiquidity>(
    { kind: kind('history'), queue: oneOf(['behind', 'proportional']), through: oneOf(['quantity', 'whole']) },
    { through: undefined },
  ),
});
