import { backtest } from '../../src/lab/backtest.ts';
import { loadStrategy } from '../../src/scenarios/strategies/load-strategy.ts';
import { BOTS, type BotSymbol, SYMBOLS } from './bots.ts';
import { Tape, watched } from './watched.ts';

/** What a worker process of `run.ts` is asked to run. */
export interface BotTask {
  readonly bot: string;
  readonly seed: number;
  readonly hours: number;
  readonly world: string;
  /** Of requests, responses and pushes alike. */
  readonly latencyMs: number;
}

/** Figures of one run in USDT and bp, by column of the report. */
export type BotFigures = Readonly<Record<Column, number | null>>;

export const COLUMNS = [
  'total',
  'price',
  'spread',
  'fees',
  'funding',
  'fills',
  'notional',
  'distance',
  'after1s',
  'after10s',
  'after60s',
] as const;
export type Column = (typeof COLUMNS)[number];

export interface BotReport {
  readonly task: BotTask;
  readonly figures: BotFigures;
}

const SCENARIO = 'scripts/market-bots/scenario.yaml';

/** The markets that a bot does not trade in are at rest, which makes its run shorter and changes nothing for it. */
const othersAtRest = (symbol: BotSymbol): Readonly<Record<string, string>> =>
  Object.fromEntries(
    SYMBOLS.filter((other) => other !== symbol).flatMap((other) => [
      [`markets.${other}.process.kind`, 'still'],
      [`markets.${other}.liquidity.kind`, 'none'],
    ]),
  );

async function figuresOf({ bot: name, seed, hours, world, latencyMs }: BotTask): Promise<BotFigures> {
  const bot = BOTS.find((own) => own.name === name);
  if (!bot) throw new Error(`no bot ${name}`);
  const create = await loadStrategy(bot.strategy);
  const tape = new Tape();
  const { pnl, statistics } = await backtest({
    scenario: SCENARIO,
    set: { world, duration: `${Math.round(hours * 60)}m`, ...othersAtRest(bot.symbol) },
    account: bot.account,
    symbol: bot.symbol,
    params: bot.params,
    latency: { entry: latencyMs, response: latencyMs, data: latencyMs },
    strategy: (params) => watched(create(params), tape),
    seed,
  });
  if (Number(pnl.liquidation) !== 0) throw new Error(`${name} was liquidated with seed ${seed}`);
  const spread = tape.spread();
  return {
    total: Number(pnl.total),
    price: Number(pnl.price) - spread,
    spread,
    fees: Number(pnl.fees),
    funding: Number(pnl.funding),
    fills: statistics.fills,
    notional: Number(statistics.notional),
    distance: tape.distanceBps(),
    after1s: tape.againstBps(1_000),
    after10s: tape.againstBps(10_000),
    after60s: tape.againstBps(60_000),
  };
}

// A terminal sends Ctrl-C to this process as well; the one that shares out the work ends it.
process.on('SIGINT', () => undefined);
process.on('message', (task: BotTask) => {
  void figuresOf(task).then((figures) => process.send?.({ task, figures } satisfies BotReport));
});
