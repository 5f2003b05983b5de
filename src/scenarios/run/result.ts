import { formatAmount } from '../../contract/format.ts';
import type { AccountResult, ExpectationResult, RunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';
import { pnlBySource } from '../statistics/pnl-by-source.ts';
import { statisticsOf } from '../statistics/statistics.ts';
import type { Sample } from '../statistics/steps.ts';
import type { AccountRecord } from './collect/account-record.ts';
import type { Collector } from './collect/collector.ts';
import { thinned } from './collect/sampling.ts';
import type { ScenarioRun } from './open-run.ts';

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
export function resultOf({ run, collector, mode, overrides, expectedDigest, elapsedMs }: ResultParts): RunResult {
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
