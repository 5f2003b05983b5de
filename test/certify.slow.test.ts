import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { built, CliCall } from './cli.ts';

/** `perpsim certify` with a small bot in a process of its own: what is delivered to it, and what is found out about it. */

const CLIENT = join(fileURLToPath(new URL('..', import.meta.url)), 'dist', 'client.js');

/**
 * Keeps one bid, and reads its open orders first; `blind` sends a placement again whose response was lost, `deaf` leaves its orders behind,
 * `stubborn` goes on after SIGTERM, `pausing` has no order at second 30.
 */
const BOT = `
import { botOptions, Client } from '${CLIENT}';
const options = botOptions(process.env);
const client = new Client(options);
const [blind, deaf, stubborn, pausing] = ['blind', 'deaf', 'stubborn', 'pausing'].map((word) => process.argv.includes(word));
let stopping = false;
process.on('SIGTERM', () => (stopping = !stubborn));
const bid = async (ids) => client.placeOrders([{ symbol: options.symbol, side: 'buy', orderType: 'limitGtc', price: '93000', quantity: '0.01', clientOrderId: 'b' + step.now + '-' + ids }]);
let step = await client.nextStep({ ms: 1000, until: 'time' });
for (let round = 0; !step.ended && !stopping; round += 1) {
  try {
    const open = await client.getOpenOrders({ symbol: options.symbol });
    if (pausing && (round === 28 || round === 29)) { if (open.length > 0) await client.cancelAllOrders([options.symbol]); }
    else if (open.length === 0) await bid(round).catch((error) => { if (blind) return bid(round + 'again'); throw error; });
    else if (round % 4 === 0) await client.cancelAllOrders([options.symbol]);
  } catch {}
  step = await client.nextStep({ ms: 1000, until: 'time' });
}
if (!deaf) for (let open = true; open;) {
  try { await client.cancelAllOrders([options.symbol]); open = false; } catch (error) { if (error.code === 'ORDER_NOT_FOUND') open = false; else await client.nextStep({ ms: 500, until: 'time' }); }
}
`;

const DRILLS = 'responses/lost-after-placing,process/asked-to-end,streams/lost-fills';

interface Verdicts {
  readonly verdict: string;
  readonly drills: readonly {
    readonly name: string;
    readonly verdict: string;
    readonly reason: string;
    readonly digest: string;
  }[];
}

let folder: string;
beforeAll(async () => {
  await built();
  folder = mkdtempSync(join(tmpdir(), 'perpsim-certify-'));
  writeFileSync(join(folder, 'bot.mjs'), BOT);
});
afterAll(() => rmSync(folder, { recursive: true }));

const botOf = (word: string): string => `${process.execPath} ${join(folder, 'bot.mjs')} ${word}`;

async function certified(word: string, ...flags: string[]): Promise<Verdicts & { readonly code: unknown }> {
  const only = flags.includes('--only') ? [] : ['--only', DRILLS];
  const child = new CliCall(['certify', '--bot', botOf(word), ...only, '--shrink', '0s', '--json', ...flags]);
  const code = await child.exit();
  if (child.stdout === '') throw new Error(child.stderr);
  return { code, ...(JSON.parse(child.stdout) as Verdicts) };
}

const verdictsOf = ({ drills }: Verdicts) => Object.fromEntries(drills.map(({ name, verdict }) => [name, verdict]));

describe('perpsim certify', () => {
  test('passes a bot that asks first and cleans up, and says which drill is not about it', async () => {
    const [junit, report] = [join(folder, 'certify.xml'), join(folder, 'certify.html')];
    const result = await certified('', '--junit', junit, '--report', report);
    expect(verdictsOf(result)).toEqual({
      'process/asked-to-end': 'pass',
      'responses/lost-after-placing': 'pass',
      'streams/lost-fills': 'not applicable',
    });
    expect(result.code).toBe(0);
    expect(readFileSync(junit, 'utf8')).toContain('<skipped message="the bot does not subscribe to subAccountUpdates"');
    expect(readFileSync(report, 'utf8')).toContain('The bot passed every drill that applies to it');
  });

  test('finds a bot that sends a lost placement again', async () => {
    const { code, drills } = await certified('blind');
    const lost = drills.find(({ name }) => name === 'responses/lost-after-placing');
    expect(code).toBe(1);
    expect(lost?.verdict).toBe('fail');
    expect(lost?.reason).toContain('was placed again without asking what became of the first');
  });

  test('finds a bot that leaves its orders behind, and says the same when drills run side by side', async () => {
    const [one, many] = [await certified('deaf'), await certified('deaf', '--jobs', '3')];
    const end = one.drills.find(({ name }) => name === 'process/asked-to-end');
    expect(one.code).toBe(1);
    expect(end?.reason).toMatch(/1 orders? (was|were) open 5000 ms after it was asked to end/);
    const shown = ({ drills }: Verdicts) =>
      drills.map(({ name, verdict, reason, digest }) => [name, verdict, reason, digest]);
    expect(shown(many)).toEqual(shown(one));
  });

  test('finds a program that goes on after SIGTERM, though the shell before it has ended', async () => {
    const { drills } = await certified('stubborn', '--only', 'process/asked-to-end');
    const end = drills.find(({ name }) => name === 'process/asked-to-end');
    expect(end?.reason).toContain('the program was still there 5000 ms after SIGTERM');
  });

  test('a program is killed once it has an open order, for a while', async () => {
    const { drills } = await certified('pausing', '--only', 'process/killed-and-restarted');
    expect(drills.find(({ name }) => name === 'process/killed-and-restarted')).toMatchObject({ verdict: 'pass' });
  });

  test('a bot that its owner starts is judged like one that is started, but for drills of its program', async () => {
    const file = join(folder, 'bot.env');
    const only = 'responses/lost-after-placing,process/asked-to-end';
    const flags = ['--attach', file, '--port', String(await freePort()), '--step-timeout', '5m', '--only', only];
    const child = new CliCall(['certify', ...flags, '--json']);
    // As docs/certify.md says: the owner starts it again and again, and it gets the environment of the drill that is under way.
    // It goes with the test, even one that is killed: else it would start a bot three times a second for ever.
    const loop = `while sleep 0.3 && kill -0 ${process.pid}; do (. '${file}' && ${botOf('')}); done 2>/dev/null`;
    const owner = spawn('sh', ['-c', loop], { detached: true, stdio: 'ignore' });
    try {
      expect(await child.exit()).toBe(0);
    } finally {
      if (owner.pid !== undefined) process.kill(-owner.pid, 'SIGKILL');
    }
    const { drills } = JSON.parse(child.stdout) as Verdicts;
    expect(verdictsOf({ verdict: '', drills })).toEqual({
      'responses/lost-after-placing': 'pass',
      'process/asked-to-end': 'not applicable',
    });
    expect(drills.find(({ name }) => name === 'process/asked-to-end')?.reason).toContain('which its owner has started');
  });
});

/** A port that nobody has at the moment. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
