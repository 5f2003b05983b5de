import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { ApiError, botOptions, ConnectionError, StreamClient, type StreamClientOptions } from '../../src/client.ts';
import { Bot, CancelError, type Report } from './bot.ts';
import { machinePace, runPace, type Pace } from './pace.ts';

/** Public key of the first dev account: everybody has it, so it is good for nothing but a simulator. */
const PUBLIC_DEV_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const PUBLIC_DEV_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** A response that is later than this is taken for lost. */
const TIMEOUT_MS = 4000;
/** How often it asks the exchange to cancel its orders at the end. */
const ATTEMPTS_MAX = 5;

const HELP = `Usage: npx tsx examples/market-maker/main.ts [options]

  --url <url>       stream url, ending in /v1/ws (default: ws://127.0.0.1:8700/v1/ws)
  --config <file>   take url and account from a file that --config-out wrote
  --account <n>     which account of that file (default: 0)
  --symbol <name>   market to quote (default: BTC-USDT)
  --seconds <n>     how long to run (default: 60)
  --every <ms>      time between two rounds (default: 1000)
  --json            one JSON object per line

Started by \`perpsim run --bot\` or \`perpsim certify --bot\`, it takes url, account, market and time from them.
`;

const args = parseOrFail({
  options: {
    url: { type: 'string', default: 'ws://127.0.0.1:8700/v1/ws' },
    config: { type: 'string' },
    account: { type: 'string', default: '0' },
    symbol: { type: 'string', default: 'BTC-USDT' },
    seconds: { type: 'string', default: '60' },
    every: { type: 'string', default: '1000' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (args.help) {
  process.stdout.write(HELP);
} else {
  await run().catch((error: unknown) => fail(error, 1));
}

function parseOrFail<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>>['values'] {
  try {
    return parseArgs(config).values;
  } catch (error) {
    return fail(error, 2);
  }
}

/** One line instead of a stack: what went wrong is the server's address, a file or an argument. */
function fail(error: unknown, code: 1 | 2): never {
  const { message, cause } = error as Error;
  const why = cause instanceof Error ? `: ${cause.message}` : '';
  process.stderr.write(`market-maker: ${message}${why}\n`);
  process.exit(code);
}

async function run(): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const every = Number(args.every);
  const given = process.env['PERPSIM_CONTROL_URL'] === undefined ? null : botOptions(process.env);
  const pace = given
    ? runPace(given.startTime, every, stop.signal)
    : machinePace(every, Number(args.seconds), stop.signal);
  const options = { ...(given ?? (await account())), timeoutMs: TIMEOUT_MS };
  const client = new StreamClient(pace.timer ? { ...options, timer: pace.timer } : options);
  try {
    await trade(client, await Bot.open(client, given?.symbol ?? args.symbol), pace);
  } finally {
    await client.close();
  }
}

async function trade(client: StreamClient, bot: Bot, pace: Pace): Promise<void> {
  let last: Report | undefined;
  try {
    do {
      const report = await bot.round(pace.now()).catch(unlessRefused);
      if (report) print('round', report);
    } while (await pace.next(client));
  } finally {
    last = await leave(client, bot, pace);
  }
  if (last) print('done', last);
}

/** Leaves the market. What failed may work a round later; where it never does, the switch of the exchange cancels the orders. */
async function leave(client: StreamClient, bot: Bot, pace: Pace): Promise<Report | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await bot.leave();
    } catch (error) {
      if (attempt === ATTEMPTS_MAX) throw error;
      unlessRefused(error);
      await pace.next(client);
    }
  }
}

/** The client connects again by itself, and what was refused may be taken in the next round. */
function unlessRefused(error: unknown): undefined {
  if (![ConnectionError, ApiError, CancelError].some((kind) => error instanceof kind)) throw error;
  process.stderr.write(`market-maker: ${(error as Error).message}\n`);
}

async function account(): Promise<StreamClientOptions> {
  if (args.config !== undefined) return fromConfig(args.config);
  const wsUrl = args.url;
  // Public reads need no subaccount, so a client without one finds it.
  const anyone = new StreamClient({ wsUrl, privateKey: PUBLIC_DEV_KEY, subAccountId: '0' });
  try {
    const [subAccountId] = await anyone.getSubAccountIds(PUBLIC_DEV_ADDRESS);
    if (subAccountId === undefined) throw new Error('the dev account is unknown here, use --config');
    return { wsUrl, privateKey: PUBLIC_DEV_KEY, subAccountId };
  } finally {
    await anyone.close();
  }
}

function fromConfig(file: string): StreamClientOptions {
  const config = JSON.parse(readFileSync(file, 'utf8')) as {
    wsUrl: string;
    serviceName: string;
    accounts: { privateKey: string; subAccountId: string }[];
  };
  const chosen = config.accounts[Number(args.account)];
  if (chosen === undefined) throw new Error(`the file has ${config.accounts.length} accounts`);
  const { privateKey, subAccountId } = chosen;
  return { wsUrl: config.wsUrl, serviceName: config.serviceName, privateKey, subAccountId };
}

function print(kind: 'round' | 'done', report: Report): void {
  const { symbol, mid, bid, ask, position, fills, realizedPnl, unrealizedPnl, fees, netPnl } = report;
  const line = args.json
    ? JSON.stringify({ kind, ...report })
    : `${kind.padEnd(5)} ${symbol} mid ${mid}  quotes ${bid} / ${ask}  position ${position}  fills ${fills}  ` +
      `pnl ${netPnl} (realized ${realizedPnl}, unrealized ${unrealizedPnl}, fees ${fees})`;
  process.stdout.write(`${line}\n`);
}
