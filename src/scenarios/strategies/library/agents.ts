import type { StrategyFactory } from '../../strategy.ts';
import type { AgentName } from './agent-name.ts';
import { LIBRARY } from './library.ts';

/**
 * The agents as factories: `agents.value({ edge: 2 })` is a strategy with a state of its own. Parameters are those of docs/agents.md; one
 * that does not fit throws StrategyParamsError with all problems.
 */
export const agents = Object.fromEntries([...LIBRARY].map(([name, { create }]) => [name, create])) as {
  readonly [K in AgentName]: StrategyFactory;
};
