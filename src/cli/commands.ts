import { type AddCommand, late } from './define.ts';
import { serveCommand } from './serve/command.ts';

/** In the order in which the help lists them. What a command needs is loaded when it is called. */
export const COMMANDS: readonly AddCommand[] = [
  serveCommand(async (options) => (await import('./serve/serve.ts')).serve(options)),
  late(
    'init [folder]',
    'Writes settings, a first scenario and a workflow for CI into a folder.',
    async () => (await import('./commands/init.ts')).INIT,
  ),
  late(
    'doctor',
    'Looks at what perpsim needs of this machine, and says how to get what is missing.',
    async () => (await import('./commands/doctor.ts')).DOCTOR,
  ),
  late(
    'explain <name>',
    'Says what an action, an error code, an HTTP status, a clause, a ruling or a channel is.',
    async () => (await import('./commands/explain.ts')).EXPLAIN,
  ),
  late(
    'accounts',
    'Lists the dev accounts with their public keys, balances and positions.',
    async () => (await import('./commands/accounts.ts')).ACCOUNTS,
  ),
  late(
    'price [symbol] [price]',
    'Moves, pins, stops or releases the index price of a market, or shows the prices of markets.',
    async () => (await import('./commands/price.ts')).PRICE,
  ),
  late(
    'clock [mode]',
    'Shows the clock, or makes it live or manual.',
    async () => (await import('./commands/clock.ts')).CLOCK,
  ),
  late(
    'advance [duration]',
    'Moves a manual clock, with everything that falls due meanwhile.',
    async () => (await import('./commands/advance.ts')).ADVANCE,
  ),
  late(
    'deposit <account> <amount> [asset]',
    'Credits an account from outside the exchange.',
    async () => (await import('./commands/deposit.ts')).DEPOSIT,
  ),
  late(
    'liquidate <account> [symbol]',
    'Finds the price that liquidates an account, and moves the market there.',
    async () => (await import('./commands/liquidate.ts')).LIQUIDATE,
  ),
  late(
    'reset',
    'Starts the exchange over; what no flag says stays as it was.',
    async () => (await import('./commands/reset.ts')).RESET,
  ),
  late(
    'fault',
    'Injects faults into a running exchange by rules (docs/faults.md).',
    async () => (await import('./commands/fault.ts')).FAULT,
  ),
  late('wait', 'Waits until an exchange is ready.', async () => (await import('./commands/wait.ts')).WAIT),
  late(
    'audit',
    'Recomputes every balance, position and PnL from trades, payments and transfers, and compares.',
    async () => (await import('./commands/audit.ts')).AUDIT,
  ),
  late(
    'why <kind> [id]',
    'Explains the arithmetic of a refusal, a trigger in vain, a margin figure, a payment, a liquidation or an ADL, and who signed a request.',
    async () => (await import('./commands/why.ts')).WHY,
  ),
  late(
    'journal',
    'Checks, prints and compacts the journal of a data directory.',
    async () => (await import('./commands/journal.ts')).JOURNAL,
  ),
  late(
    'replay <journal>',
    'Rebuilds an exchange from its journal and compares every digest that was recorded.',
    async () => (await import('./commands/replay.ts')).REPLAY,
  ),
  late(
    'diff <a> <b>',
    'Compares two runs: the first input at which they differ, and where in the state.',
    async () => (await import('./commands/diff.ts')).DIFF,
  ),
  late(
    'snapshot',
    'Saves a running exchange, goes back to what was saved, and starts others from it.',
    async () => (await import('./commands/snapshot.ts')).SNAPSHOT,
  ),
  late(
    'conform [features...]',
    'Runs the conformance suite against a deployment and says whether it conforms.',
    async () => (await import('./commands/conform.ts')).CONFORM,
  ),
  late(
    'report',
    'Makes, merges, compares, shows and opens the reports of finished runs.',
    async () => (await import('./commands/report.ts')).REPORT,
  ),
  late(
    'record',
    'Forwards traffic between clients and a deployment and records every request, response and frame.',
    async () => (await import('./commands/record.ts')).RECORD,
  ),
  late(
    'rejudge <file>',
    'Sends the requests of a recording again and compares every response and frame.',
    async () => (await import('./commands/rejudge.ts')).REJUDGE,
  ),
  late(
    'explore',
    'Sends random requests to a deployment and to an exchange of its own, and compares every response.',
    async () => (await import('./commands/explore.ts')).EXPLORE,
  ),
  late(
    'export <journal>',
    'Writes orders, fills, positions, funds, funding, candles and books of a journal as tables.',
    async () => (await import('./commands/export.ts')).EXPORT,
  ),
  late(
    'query <source> <sql>',
    'Runs a SQL query over an exported file or a journal.',
    async () => (await import('./commands/query.ts')).QUERY,
  ),
  late('data', 'Checks recorded market data.', async () => (await import('./commands/data.ts')).DATA),
  late(
    'calibrate',
    'Estimates a market from recorded trades, books and candles, and writes a world file of it.',
    async () => (await import('./commands/calibrate.ts')).CALIBRATE,
  ),
  late(
    'fork <url>',
    'Writes a world file like a deployment of this API, from its public surface alone.',
    async () => (await import('./commands/fork.ts')).FORK,
  ),
  late('market', 'Measures the market of a world.', async () => (await import('./commands/market.ts')).MARKET),
  late(
    'run <scenario>',
    'Runs a scenario and says whether its expectations hold.',
    async () => (await import('./commands/run.ts')).RUN,
  ),
  late(
    'scenario',
    'Lists, checks, records and shrinks scenarios.',
    async () => (await import('./commands/scenario.ts')).SCENARIO,
  ),
  late(
    'certify',
    'Puts a bot through drills in which one thing goes wrong, and says what it did wrong.',
    async () => (await import('./commands/certify.ts')).CERTIFY,
  ),
  late(
    'sweep <scenario>',
    'Runs a scenario with many seeds and parameters, and writes a table of what came out.',
    async () => (await import('./commands/sweep.ts')).SWEEP,
  ),
  late(
    'compare <a> <b>',
    'Compares two sweeps in pairs of runs with the same seed, with intervals.',
    async () => (await import('./commands/compare.ts')).COMPARE,
  ),
  late(
    'gym <scenario>',
    'Serves environments of a scenario to learning programs, stepped in batches over a local socket.',
    async () => (await import('./commands/gym.ts')).GYM,
  ),
  late(
    'worker',
    'Takes runs of sweeps from a queue until it is stopped.',
    async () => (await import('./commands/worker.ts')).WORKER,
  ),
  late(
    'completion <shell>',
    'Prints a script that completes commands and flags in a shell.',
    async () => (await import('./commands/completion.ts')).COMPLETION,
  ),
];
