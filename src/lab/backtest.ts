import type { AccountResult, PnlBySource, RunResult, Statistics } from '../scenarios/run-result.ts';
import { readLatencyModel } from '../exchange/latencies.ts';
import { loadScenario, scenarioOfDocument } from '../scenarios/format/load.ts';
import { durationMs } from '../scenarios/format/times.ts';
import type { RunProgress } from '../scenarios/run/open-run.ts';
import { RunError } from '../scenarios/run/run.ts';
import { runScenario } from '../scenarios/run/run-scenario.ts';
import type {
  LatencyModel,
  LatencySpec,
  Scenario,
  ScenarioAgent,
  ScenarioDocument,
  StrategyParams,
} from '../scenarios/scenario.ts';
import { loadStrategy } from '../scenarios/strategies/load-strategy.ts';
import type { Fill, Strategy, StrategyFactory } from '../scenarios/strategy.ts';

/** Options of a backtest: a scenario, a strategy, and what differs from the scenario. */
export interface BacktestOptions {
  /** A name of the library, a file, a folder, an object in the shape of the file, or a scenario that was loaded. */
  readonly scenario: string | ScenarioDocument | Scenario;
  /** Takes the place of the scenario's strategy: an object, a function that makes one, a name such as `maker`, or the file of a module. */
  readonly strategy?: Strategy | StrategyFactory | string;
  /** Parameters of the strategy, laid over those of the scenario. */
  readonly params?: StrategyParams;
  /** Account and market of the strategy. Default: those of the scenario's strategy. */
  readonly account?: string;
  readonly symbol?: string;
  /** Of the strategy's account; a number is constant milliseconds. What is left out is as the scenario has it. */
  readonly latency?: { readonly [K in keyof LatencyModel]?: LatencySpec | number | null };
  readonly seed?: string | number;
  /** Values in place of those of the file, by path: `{ 'markets.BTC-USDT.path.volatility': '0.8' }`. */
  readonly set?: Readonly<Record<string, string | number>>;
  /** Ends the run earlier: milliseconds after the start, or a duration such as `10m`. */
  readonly until?: number | string;
  /** Stops the run; what came out by then is returned. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: RunProgress) => void;
}

/** Result of a backtest; amounts are decimal texts in the settlement asset. */
export interface BacktestResult {
  /** Of the strategy's account, as all below. */
  readonly fills: readonly Fill[];
  /** [time, account value]. */
  readonly equity: AccountResult['equity'];
  readonly statistics: Statistics;
  readonly pnl: PnlBySource;
  /** Equal for equal runs. */
  readonly digest: string;
  /** Everything that came out of the run. */
  readonly run: RunResult;
}

/**
 * Runs a scenario with a strategy and returns what the strategy did. Equal options give equal results.
 *
 * @throws RunError for options that do not fit the scenario, StrategyError when a callback throws, StrategyParamsError,
 * NoSuchStrategyError, or what a scenario throws that cannot be read or run
 */
export async function backtest(options: BacktestOptions): Promise<BacktestResult> {
  const { seed, signal, onProgress } = options;
  const set = textsOf(options.set ?? {});
  const scenario = scenarioOf(options, set);
  const trader = traderOf(scenario, options);
  const factory = await factoryOf(options.strategy ?? trader.use);
  const changed = isAsWritten(options) ? scenario : { ...withTrader(scenario, trader, options.latency), digest: null };
  const run = await runScenario(changed, {
    strategy: factory,
    overrides: set,
    ...(seed !== undefined && { seed: String(seed) }),
    ...(options.until !== undefined && { untilMs: untilOf(options.until) }),
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  });
  const account = run.accounts.find(({ name }) => name === trader.account);
  if (!account) throw new RunError(`the run has no account "${trader.account}"`);
  const { fills, equity, statistics, pnl } = account;
  return { fills, equity, statistics, pnl, digest: run.digest, run };
}

function scenarioOf(options: BacktestOptions, set: Readonly<Record<string, string>>): Scenario {
  // A caller in JavaScript may have left it out.
  const { scenario } = options as { scenario?: BacktestOptions['scenario'] | null };
  if (typeof scenario === 'string') return loadScenario(scenario, { set });
  if (typeof scenario !== 'object' || scenario === null)
    throw new RunError('backtest needs a scenario: a folder, a file, a name of the library, or a scenario object');
  if (!isLoaded(scenario)) return scenarioOfDocument(scenario, { set });
  if (Object.keys(set).length === 0) return scenario;
  throw new RunError('set needs the name or the file of a scenario: one that was loaded is not read again');
}

/** Milliseconds stand where the file has a text, and only a scenario that was read knows its folder. */
const isLoaded = (scenario: ScenarioDocument | Scenario): scenario is Scenario =>
  typeof scenario['durationMs'] === 'number' && typeof scenario['folder'] === 'string';

/** The scenario's own strategy, with what the options say laid over it. */
function traderOf(scenario: Scenario, options: BacktestOptions): ScenarioAgent {
  const own = scenario.strategy;
  const account = options.account ?? own?.account;
  const symbol = options.symbol ?? own?.symbol;
  const use = typeof options.strategy === 'string' ? options.strategy : (own?.use ?? '');
  if (account === undefined || symbol === undefined || (options.strategy === undefined && own === null)) {
    const missing = 'give strategy, account and symbol';
    throw new RunError(`the scenario ${scenario.name} has no strategy of its own: ${missing}`);
  }
  if (!scenario.accounts.some(({ name }) => name === account)) {
    const names = scenario.accounts.map(({ name }) => name).join(', ') || 'none';
    throw new RunError(`the scenario ${scenario.name} has no account "${account}"; there are ${names}`);
  }
  // Parameters of another strategy by name would only be refused.
  const inherited = typeof options.strategy === 'string' && options.strategy !== own?.use ? {} : own?.params;
  return {
    name: own?.name ?? 'strategy',
    account,
    use,
    symbol,
    params: { ...inherited, ...options.params },
    fromMs: own?.fromMs ?? 0,
    untilMs: own?.untilMs ?? scenario.durationMs,
  };
}

function factoryOf(strategy: Strategy | StrategyFactory | string): Promise<StrategyFactory> | StrategyFactory {
  if (typeof strategy === 'string') return loadStrategy(strategy);
  return typeof strategy === 'function' ? strategy : () => strategy;
}

/** True when the run is that of the scenario itself, so that its digest may be compared. */
const isAsWritten = ({ strategy, params, account, symbol, latency }: BacktestOptions): boolean =>
  [strategy, params, account, symbol, latency].every((given) => given === undefined);

function withTrader(scenario: Scenario, trader: ScenarioAgent, latency: BacktestOptions['latency']): Scenario {
  const model = latency && readLatencyModel(specsOf(latency), 'latency');
  const accounts = scenario.accounts.map((account) => {
    if (account.name !== trader.account || !model) return account;
    const before = account.latency;
    const laid = (of: keyof LatencyModel): LatencySpec | null =>
      latency[of] === undefined ? (before?.[of] ?? null) : model[of];
    return { ...account, latency: { entry: laid('entry'), response: laid('response'), data: laid('data') } };
  });
  return { ...scenario, accounts, strategy: trader };
}

const specsOf = (given: object): object =>
  Object.fromEntries(
    Object.entries(given).map(([of, spec]) => [of, typeof spec === 'number' ? { kind: 'constant', ms: spec } : spec]),
  );

function untilOf(until: number | string): number {
  const ms = typeof until === 'string' ? durationMs(until) : until;
  if (ms !== undefined && Number.isSafeInteger(ms) && ms > 0) return ms;
  throw new RunError(`until must be milliseconds above 0, or a duration such as 10m (got ${JSON.stringify(until)})`);
}

const textsOf = (set: Readonly<Record<string, string | number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(set).map(([path, value]) => [path, String(value)]));
