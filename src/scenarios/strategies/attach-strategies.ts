import type { Run } from '../run/run.ts';
import type { ScenarioAgent } from '../scenario.ts';
import type { Strategy, StrategyFactory } from '../strategy.ts';
import { StrategyParamsError } from './library/params.ts';
import { loadStrategy } from './load-strategy.ts';
import { positionAt } from './position-at.ts';
import { StrategyError } from './strategy-error.ts';
import { StrategyHost } from './strategy-host.ts';

/** Who takes the place of the scenario's strategy: another one, or somebody outside (`none`). Left out: the scenario's own. */
export type StrategyInPlace = StrategyFactory | 'none';

/**
 * Attaches the agents of a scenario to a run in the order of the file, and its strategy after them.
 *
 * @throws NoSuchStrategyError, StrategyParamsError, and StrategyError for a factory that throws something else
 */
export async function attachStrategies(run: Run, inPlace?: StrategyInPlace): Promise<void> {
  const { agents, strategy } = run.scenario;
  for (const agent of agents) attach(run, agent, await loadStrategy(agent.use));
  if (strategy === null || inPlace === 'none') return;
  attach(run, strategy, inPlace ?? (await loadStrategy(strategy.use)));
}

function attach(run: Run, agent: ScenarioAgent, factory: StrategyFactory): void {
  const { name, account, symbol, params, fromMs, untilMs } = agent;
  const { subAccountId } = run.account(account);
  const host = new StrategyHost({
    name,
    strategy: made(factory, agent, run.startTime),
    account: run.account(account),
    position: () => positionAt(run.exchange.runView.state, subAccountId, symbol),
    now: () => run.now(),
    symbol,
    params,
    seed: run.seed,
    from: run.startTime + fromMs,
    until: Math.min(run.endTime, run.startTime + untilMs),
    log: (text) => run.report({ kind: 'note', account, symbol, text: `${name}: ${text}` }),
  });
  run.attach(host);
}

function made(factory: StrategyFactory, { name, params }: ScenarioAgent, time: number): Strategy {
  try {
    return factory(params);
  } catch (error) {
    // It names the strategy and each parameter already.
    if (error instanceof StrategyParamsError) throw error;
    throw new StrategyError(name, 'its factory', time, error);
  }
}
