import { formatLots } from '../../contract/format.ts';
import { accountOf } from '../../engine/orders/evolve-order.ts';
import { marketOf } from '../../engine/risk/margin.ts';
import type { State } from '../../engine/state.ts';
import { accountOf as accountNoOf } from '../../exchange/account-of.ts';
import type { Run } from '../run/run.ts';
import type { ScenarioAgent } from '../scenario.ts';
import type { Strategy, StrategyFactory } from '../strategy.ts';
import { StrategyParamsError } from './library/params-error.ts';
import { loadStrategy } from './load-strategy.ts';
import { StrategyError, StrategyHost } from './strategy-host.ts';

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

/** Returns the signed size of a position as it is, "0" without one. It takes no request, so no latency and no tokens. */
export function positionAt(state: Readonly<State>, subAccountId: string, symbol: string): string {
  const account = accountOf(state, accountNoOf(state, subAccountId));
  const lots = account.positions.get(symbol)?.lots;
  return lots === undefined ? '0' : formatLots(marketOf(state, symbol).spec, lots);
}
