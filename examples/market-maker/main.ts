import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { Client, type ClientOptions } from '../../src/client/index.ts';
import { Bot, type Report } from './bot.ts';

/** Public key of the first dev account: everybody has it, so it is good for nothing but a simulator. */
const PUBLIC_DEV_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const PUBLIC_DEV_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

const HELP = `Usage: npx tsx examples/market-maker/main.ts [options]

  --url <url>       REST url, ending in /v1 (default: http://127.0.0.1:8700/v1)
  --config <file>   take url and account from a file that --config-out wrote
  --account <n>     which account of that file (default: 0)
  --symbol <name>   market to quote (default: BTC-USDT)
  --seconds <n>     how long to run (default: 60)
  --every <ms>      time between two rounds (default: 1000)
  --json            one JSON object per line
`;

const args = parseOrFail({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8700/v1' },
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
  const bot = await Bot.open(new Client(await account()), args.symbol);
  const end = Date.now() + Number(args.seconds) * 1000;
  let last: Report;
  try {
    do {
      last = await bot.round();
      print('round', last);
      await sleep(Number(args.every), undefined, { signal: stop.signal }).catch(() => undefined);
    } while (Date.now() < end && !stop.signal.aborted);
    last = await bot.round();
  } finally {
    await bot.cancelAll();
  }
  print('done', last);
}

async function account(): Promise<ClientOptions> {
  if (args.config !== undefined) return fromConfig(args.config);
  const restUrl = args.url;
  // Public reads need no subaccount, so a client without one finds it.
  const anyone = new Client({ restUrl, privateKey: PUBLIC_DEV_KEY, subAccountId: '0' });
  const [subAccountId] = await anyone.getSubAccountIds(PUBLIC_DEV_ADDRESS);
  if (subAccountId === undefined) throw new Error('the dev account is unknown here, use --config');
  return { restUrl, privateKey: PUBLIC_DEV_KEY, subAccountId };
}

function fromConfig(file: string): ClientOptions {
  const config = JSON.parse(readFileSync(file, 'utf8')) as {
    restUrl: string;
    serviceName: string;
    accounts: { privateKey: string; subAccountId: string }[];
  };
  const chosen = config.accounts[Number(args.account)];
  if (chosen === undefined) throw new Error(`the file has ${config.accounts.length} accounts`);
  const { privateKey, subAccountId } = chosen;
  return { restUrl: config.restUrl, serviceName: config.serviceName, privateKey, subAccountId };
}

function print(kind: 'round' | 'done', report: Report): void {
  const { symbol, mid, bid, ask, position, fills, realizedPnl, unrealizedPnl, fees, netPnl } = report;
  const line = args.json
    ? JSON.stringify({ kind, ...report })
    : `${kind.padEnd(5)} ${symbol} mid ${mid}  quotes ${bid} / ${ask}  position ${position}  fills ${fills}  ` +
      `pnl ${netPnl} (realized ${realizedPnl}, unrealized ${unrealizedPnl}, fees ${fees})`;
  process.stdout.write(`${line}\n`);
}
