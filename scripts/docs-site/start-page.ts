import { packageVersion } from '../../src/exchange/package-root.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Executed, shown, Terminal } from './executed.ts';
import { block, parts } from './markdown.ts';
import type { SitePage } from './page.ts';

const BOT = `import { Client } from 'perpsim/client';

const { accounts } = await (await fetch('http://127.0.0.1:8700/sim/v1/accounts')).json();
const client = new Client({ restUrl: 'http://127.0.0.1:8700/v1', ...accounts[0] });

const { bids, asks } = await client.getOrderbook('BTC-USDT', 5);
console.log('best bid', bids[0], 'best ask', asks[0]);

const { statuses } = await client.placeOrders([
  { symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '0.1' },
]);
console.log('order', JSON.stringify(statuses[0]));

const [position] = await client.getPositions();
console.log('position', position.side, position.quantity, 'at', position.entryPrice);
`;

const TEST = `import { createExchange } from 'perpsim';

const exchange = await createExchange({ seed: 7, world: 'quiet' });
const client = exchange.client(0);
await client.placeOrders([{ symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '0.1' }]);
exchange.clock.advance(3_600_000); // an hour, at once
const [position] = await client.getPositions();
console.log('bought at', position.entryPrice);
console.log('digest', exchange.digest());
await exchange.close();
`;

/** The first page: from an empty folder to a bot, a crash and a verdict. All output was printed by these commands. */
export async function startPage(root: string, executed: ReadonlyMap<string, readonly Executed[]>): Promise<SitePage> {
  const terminal = await Terminal.open(['--world', 'quiet', '--seed', '7', '--clock', 'manual']);
  try {
    const bot = runModule(terminal, root, 'bot.mjs', BOT);
    const run = (line: string): string => shown(terminal.run(line));
    const shared = (command: string): string[] => (executed.get(command) ?? []).map(shown);
    const text = parts(
      '# Getting started',
      'From an empty folder to an exchange, a first order, a crash and a verdict. Every output below was printed when these pages were built; the port was replaced by the usual one.',
      '## Install and start',
      block('sh', `npm install --save-dev ./perpsim-${packageVersion()}.tgz\nnpx --no-install perpsim serve`),
      'It needs Node 20.19 or newer and nothing else. [Installing](/guides/installing) says how to get the tarball, and what to write for a git address.',
      'Inside a clone of the project it is `npm ci && npm start`. The exchange listens on this machine only, with ten funded accounts and a market that moves. With a fixed seed and a clock that you move, everything repeats to the last digit:',
      shown({ line: 'npx perpsim serve --world quiet --seed 7 --clock manual', printed: terminal.banner, code: 0 }),
      'The keys are public, everybody has them: never send them anything of value. Open the [console](/guides/console) at `http://127.0.0.1:8700/console`.',
      '## Ask it something',
      'Public reads need no signature:',
      await curl(terminal),
      'All [actions](/actions/), with fields and examples. The same requests go over a [WebSocket](/guides/streaming).',
      '## Place an order',
      'Requests that trade are signed by a wallet. The client does it; save this as `bot.mjs`:',
      block('js', BOT),
      shown(bot),
      '[The client](/guides/client), and [the signature step by step](/guides/http-api#a-signed-request-step-by-step) for other languages.',
      '## Move prices and time',
      run('perpsim price BTC-USDT 80000'),
      run('perpsim advance 1h'),
      run('perpsim audit'),
      '[More recipes](/guides/control): liquidations, lost responses, snapshots. [Every route of the control plane](/control/).',
      '## In a test',
      'No port and no process: the exchange lives inside the test and its clock stands still until you move it.',
      block('js', TEST),
      shown(runModule(terminal, root, 'in-a-test.mjs', TEST)),
      'Equal seeds and equal inputs give this digest on every machine.',
      '## Run a scenario',
      ...shared('run'),
      '[All scenarios](/scenarios/), and how to [write one](/guides/scenarios). `perpsim init` makes a folder with a first one.',
      '## Check a deployment',
      'The suite tells whether a deployment behaves as the specification says. Here it asks an exchange that runs beside it:',
      ...shared('conform'),
      'Where the packages of the suite are not installed, the command says which they are. For another deployment add `--target URL`: [conformance](/guides/conform).',
    );
    return {
      kind: 'start',
      path: 'getting-started',
      name: 'Getting started',
      group: 'Start',
      summary: 'From an empty folder to an exchange, a first order, a crash and a verdict.',
      text,
    };
  } finally {
    await terminal.close();
  }
}

/** Runs a module as a file, with the packages of this build and the port that is in use. */
function runModule(terminal: Terminal, root: string, name: string, text: string): Executed {
  const { origin } = new URL(terminal.connection.restUrl);
  const built = (file: string): string => `'${pathToFileURL(join(root, 'dist', file)).href}'`;
  const module = text
    .replace("'perpsim/client'", built('client.js'))
    .replace("'perpsim'", built('index.js'))
    .replaceAll('http://127.0.0.1:8700', origin);
  writeFileSync(join(terminal.folder, name), module);
  const executed = terminal.runModule(name);
  if (executed.code !== 0) throw new Error(`${name} failed: ${executed.printed}`);
  return executed;
}

const REQUEST = '{"params":{"action":"getOrderbook","symbol":"BTC-USDT","limit":5}}';

async function curl({ connection }: Terminal): Promise<string> {
  const response = await fetch(`${connection.restUrl}/info`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: REQUEST,
  });
  const line = `curl -s http://127.0.0.1:8700/v1/info -H 'content-type: application/json' -d '${REQUEST}'`;
  return shown({ line, printed: await response.text(), code: response.ok ? 0 : 1 });
}
