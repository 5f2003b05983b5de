import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Proxy } from './selftest/proxy.ts';
import { WRONGS } from './selftest/wrongs/index.ts';

/**
 * Makes reports/sample: `perpsim conform` against a plain deployment that is wrong in one way, so that the sample has
 * something of everything: what passed, what failed with its wire trace, and what was skipped with its reason.
 *
 *   npx tsx scripts/report-sample.ts
 */

const FOLDER = 'reports/sample';
/** One of the deployments of `npm run conform:selftest`. */
const WRONG = 'nothing-to-cancel-is-well';
const FEATURES = [
  'features/auth/nonce.feature',
  'features/info/getMids.feature',
  'features/info/getOrderbook.feature',
  'features/info/getFundingRate.feature',
  'features/info/getMarkets.feature',
  'features/trade/cancelAllOrders-refusals.feature',
  'features/errors/envelope.feature',
  'features/trade/getOpenOrders-filters.feature',
];
/** What a reader of a repository can do without: it is long, and made of the rest or a longer form of it. */
const LEFT_OUT = ['messages.ndjson', 'run.json', 'coverage.json', 'coverage.md'];
/** The same address for everybody who makes the sample anew, so that only times differ. */
const PORT = 8790;

interface Served {
  readonly restUrl: string;
  readonly serviceName: string;
  readonly accounts: readonly { readonly privateKey: string }[];
}

async function main(): Promise<number> {
  const flags = ['--port', '0', '--world', 'quiet', '--no-control', '--json', '--start-time', '2026-01-05T00:00:00Z'];
  const simulator = spawn(process.execPath, ['bin/perpsim.js', 'serve', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(simulator.stdout), 'line')) as [string];
  const { restUrl, serviceName, accounts } = JSON.parse(line) as Served;
  const proxy = new Proxy(new URL(restUrl).origin, serviceName);
  try {
    proxy.become(WRONGS.find(({ name }) => name === WRONG));
    const target = await proxy.listen(PORT);
    const keys = accounts.map(({ privateKey }, at) => [`PERPSIM_KEY_${at + 1}`, privateKey] as const);
    const args = ['conform', ...FEATURES, '--target', target, '--profile', 'core', '--report', FOLDER];
    const suite = spawn(process.execPath, ['bin/perpsim.js', ...args], {
      stdio: 'inherit',
      env: { ...process.env, ...Object.fromEntries(keys) },
    });
    const [code] = (await once(suite, 'exit')) as [number | null];
    if (code !== 0 && code !== 1) return 1;
    for (const name of readdirSync(FOLDER)) if (LEFT_OUT.includes(name)) rmSync(join(FOLDER, name));
    // It is wrong, and the suite has to say so.
    return code === 1 ? 0 : 1;
  } finally {
    await proxy.close();
    simulator.kill();
    await once(simulator, 'exit');
  }
}

process.exitCode = await main();
