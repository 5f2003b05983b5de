import { formatAmount } from '../../contract/format.ts';
import { WALL_TIME } from '../../exchange/clock/clock.ts';
import type { AccountResult, ExpectationResult, RunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';
import { pnlBySource, type Sample, statisticsOf } from '../statistics.ts';
import { subAccountsOf } from './accounts.ts';
import type { Bot, BotSettings } from './bot.ts';
import { type AccountRecord, Collector, thinned } from './collector.ts';
import { openRun, type RunOptions, type ScenarioRun } from './open-run.ts';

export interface ScenarioOptions extends RunOptions {
  /** What was set in place of values of the scenario, by path: it stands in the result. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** A program that takes the place of the strategy. */
  readonly bot?: BotSettings;
  /** Called once the run has ended, while its exchange is still there. */
  readonly onEnd?: (run: ScenarioRun) => void | Promise<void>;
}

/**
 * Runs a scenario to its end and returns what came out. A run that is stopped gives what came out by then.
 *
 * @throws WorldFileError, ControlError or RunError for a scenario that cannot be run as it is written
 */
export async function runScenario(scenario: Scenario, options: ScenarioOptions = {}): Promise<RunResult> {
  const startedAt = WALL_TIME.elapsed();
  const bot = options.bot ? await newBot(options.bot, options.signal) : null;
  const run = await openRun(scenario, bot ? withBot(options, bot) : options);
  try {
    const collector = new Collector({
      view: run.exchange.runView,
      startTime: run.startTime,
      durationMs: run.endTime - run.startTime,
      accounts: subAccountsOf(run.accounts),
      report: (event) => run.events.push(event),
    });
    await run.play();
    const { overrides = {} } = options;
    const result = resultOf({
      run,
      collector,
      mode: bot?.mode ?? 'closed',
      overrides,
      expectedDigest: isAsWritten(scenario, options) && run.now() === run.endTime ? scenario.digest : null,
      elapsedMs: Math.round(WALL_TIME.elapsed() - startedAt),
    });
    await options.onEnd?.(run);
    return result;
  } finally {
    await bot?.close();
    await run.close();
  }
}

/** A server and its control plane take longer to load than a short run without a bot. */
async function newBot(settings: BotSettings, signal: AbortSignal | undefined): Promise<Bot> {
  const module = await import('./bot.ts');
  return new module.Bot(settings, signal);
}

/** The bot takes the place of the strategy, and is attached after the agents. */
function withBot(options: ScenarioOptions, bot: Bot): RunOptions {
  return {
    ...options,
    strategy: 'none',
    attach: async (run) => {
      await options.attach?.(run);
      await bot.attach(run);
    },
    ...(bot.pace && { pace: bot.pace }),
  };
}

/** Only the run that the scenario describes has the digest that stands beside it. */
function isAsWritten(scenario: Scenario, { seed, untilMs, bot, overrides = {} }: ScenarioOptions): boolean {
  if (bot) return false;
  const ownSeed = seed === undefined || seed === scenario.seed;
  return ownSeed && (untilMs === undefined || untilMs >= scenario.durationMs) && Object.keys(overrides).length === 0;
}

export interface ResultParts {
  readonly run: ScenarioRun;
  readonly collector: Collector;
  readonly mode: RunResult['mode'];
  readonly overrides: RunResult['overrides'];
  /** Digest to compare with; null without one. */
  readonly expectedDigest: string | null;
  /** Wall time that the run has taken. */
  readonly elapsedMs: number;
}

/** Puts together what came out of a run that has ended. */
function resultOf({ run, collector, mode, overrides, expectedDigest, elapsedMs }: ResultParts): RunResult {
  collector.finish();
  const { scenario, exchange, startTime, checks } = run;
  const digest = exchange.digest();
  const { inputs, events, now } = exchange.control.state();
  return {
    format: 'perpsim-run',
    version: 1,
    scenario: { name: scenario.name, title: scenario.title },
    seed: run.seed,
    overrides,
    world: exchange.world,
    startTime,
    endTime: now,
    mode,
    digest,
    expectedDigest,
    inputs,
    eventCount: events,
    expectations: checks,
    verdict: verdictOf(checks),
    accounts: scenario.accounts.flatMap(({ name }) => accountOf(name, scenario, run, collector)),
    markets: Array.from(collector.markets.values(), (market) => market.result()),
    events: run.events,
    measured: { elapsedMs, speed: elapsedMs > 0 ? (now - startTime) / elapsedMs : 0 },
  };
}

function verdictOf(checks: readonly ExpectationResult[]): RunResult['verdict'] {
  if (checks.length === 0) return 'none';
  return checks.every(({ passed }) => passed) ? 'passed' : 'failed';
}

function accountOf(name: string, scenario: Scenario, run: ScenarioRun, collector: Collector): AccountResult[] {
  const record = collector.accounts.get(name);
  const account = run.accounts.get(name);
  if (!record || !account) return [];
  const equity = record.equity.map(sampleOf);
  return [
    {
      name,
      subAccountId: account.subAccountId,
      wallet: account.address,
      isStrategy: scenario.strategy?.account === name,
      equity: thinned(equity),
      fills: record.fills,
      liquidations: record.liquidations,
      pnl: pnlBySource({
        total: formatAmount(totalOf(record)),
        fees: [formatAmount(record.earned.fees)],
        funding: [formatAmount(record.earned.funding)],
        liquidation: [formatAmount(record.earned.liquidation)],
      }),
      statistics: statisticsOf({
        equity,
        payments: record.payments.map(([time, amount]) => sampleOf([Math.max(time, run.startTime + 1), amount])),
        fills: record.fills,
        orders: record.orders,
        mids: midsOf(record, collector),
        endTime: run.now(),
      }),
    },
  ];
}

/** Change of account value less what was paid in and out. */
function totalOf({ equity, payments }: AccountRecord): bigint {
  const first = equity[0]?.[1] ?? 0n;
  const last = equity.at(-1)?.[1] ?? 0n;
  return payments.reduce((total, [, amount]) => total - amount, last - first);
}

/** The first figures are those before anything happened, so what is paid at that very time counts as paid after them. */
const sampleOf = ([time, amount]: readonly [number, bigint]): Sample => [time, formatAmount(amount)];

function midsOf(record: AccountRecord, collector: Collector): ReadonlyMap<string, readonly Sample[]> {
  const symbols = new Set(record.fills.map(({ symbol }) => symbol));
  return new Map([...symbols].map((symbol) => [symbol, collector.markets.get(symbol)?.mids() ?? []]));
}
