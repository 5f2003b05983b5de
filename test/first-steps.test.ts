import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeVersion } from '../src/cli/commands/doctor.ts';
import { Child } from './child.ts';
import { BIN, built, CliCall, type CliResult, perpsim } from './cli.ts';

/** init, doctor, explain and completion as a user meets them: the built bundle in a folder of its own. */

let folder: string;

const ran = (...args: string[]): Promise<CliResult> => perpsim(args);

beforeAll(async () => {
  await built();
  folder = mkdtempSync(join(tmpdir(), 'perpsim-first-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('perpsim init', () => {
  test('writes a scenario that passes and settings that serve reads', async () => {
    const mine = join(folder, 'mine');
    const { code, stdout } = await ran('init', mine);
    expect(code).toBe(0);
    // Nothing is installed there, so what to do next begins with that, from a file or a commit.
    const next =
      stdout
        .split('Next:\n')[1]
        ?.trimEnd()
        .split('\n')
        .map((line) => line.trim()) ?? [];
    expect(next.slice(-3)).toEqual([
      expect.stringMatching(/^npm install --no-save (?:\.\/perpsim-.*\.tgz|'git\+.*#[0-9a-f]{40}')$/),
      'npx --no-install perpsim serve --config perpsim.yaml',
      'npx --no-install perpsim run scenarios/first',
    ]);
    expect((await ran('run', join(mine, 'scenarios', 'first'))).code).toBe(0);
    const server = new CliCall(['serve', '--config', join(mine, 'perpsim.yaml'), '--port', '0', '--json']);
    const [line = ''] = await server.lines(1);
    expect(JSON.parse(line)).toMatchObject({ world: 'quiet', seed: '1', clock: 'manual' });
    server.kill();
    expect(await server.exit()).toBe(0);
  });

  test('changes nothing where one of its files is already', async () => {
    const taken = join(folder, 'taken');
    expect((await ran('init', taken, '--json')).code).toBe(0);
    writeFileSync(join(taken, 'perpsim.yaml'), 'port: 1\n');
    rmSync(join(taken, 'scenarios'), { recursive: true });
    const again = await ran('init', taken);
    expect(again).toMatchObject({ code: 2, stdout: '' });
    expect(again.stderr).toContain('perpsim.yaml');
    expect(again.stderr).toContain('nothing was written');
    expect(readFileSync(join(taken, 'perpsim.yaml'), 'utf8')).toBe('port: 1\n');
    expect(existsSync(join(taken, 'scenarios'))).toBe(false);
  });
});

/** procfs answers "no such file" below a folder that is there, and Node's recursive mkdir then never returns: hence processes. */
test.runIf(process.platform === 'linux').each([
  [['init', '/proc/x'], 2, 'perpsim: cannot write into /proc/x: no such file or folder\n'],
  [['serve', '--port', '0', '--data', '/proc/x'], 2, /^perpsim: the data directory \/proc\/x cannot be used: ENOENT/],
  [
    ['conform', 'features/info/getMids.feature', '--report', '/proc/x/y'],
    6,
    /^perpsim: .*\/proc\/x\/y: no such file or folder\n$/,
  ],
  [
    ['sweep', 'basics/calm-day', '--seeds', '1', '--out', '/proc/x'],
    6,
    /^perpsim: .*\/proc\/x: no such file or folder\n$/,
  ],
])('perpsim %j ends with an error', async (args, code, line) => {
  const ended = new Child([BIN, ...args]);
  expect(await ended.exit()).toBe(code);
  expect(ended.stderr).toMatch(line);
});

describe('perpsim doctor', () => {
  test('says what it found and what to do', async () => {
    const { code, stdout } = await ran('doctor', '--port', '0', '--data', folder);
    expect(code).toBe(0);
    expect(stdout).toContain(`Node            ${process.versions.node}`);
    expect(stdout).toContain('perpsim can run here.');
  });

  test('says how to get what is missing', async () => {
    const { stdout } = await perpsim(['doctor', '--json', '--port', '0'], { env: { PATH: folder } });
    const { findings } = JSON.parse(stdout) as { findings: { what: string; state: string; fix?: string }[] };
    expect(findings.filter(({ what }) => what === 'Redis' || what === 'Chromium')).toEqual([
      expect.objectContaining({ what: 'Chromium', state: 'missing', fix: 'apt install chromium, or PERPSIM_CHROMIUM' }),
      expect.objectContaining({ what: 'Redis', state: 'missing', fix: 'apt install redis-server' }),
    ]);
  });

  test('names a port that is none, and one that is taken', async () => {
    expect(await ran('doctor', '--port', 'abc')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'perpsim: --port must be a port from 0 to 65535 (got "abc")\n',
    });
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    expect((await ran('doctor', '--port', String(port))).stdout).toMatch(
      new RegExp(`^in use   port ${port} +something listens there already$`, 'm'),
    );
    taken.close();
  });

  test('looks whether the data directory takes files', async () => {
    const { code, stdout } = await ran('doctor', '--port', '0', '--data', '/proc');
    expect(code).toBe(1);
    expect(stdout).toMatch(/BAD {6}data directory {2}\/proc cannot be written/);
    expect(stdout).toContain('perpsim cannot run here yet.');
  });

  test.each([
    ['20.18.9', 'bad'],
    ['18.20.0', 'bad'],
    ['20.19.0', 'good'],
    ['24.1.0', 'good'],
  ])('Node %s is %s', (version, state) => {
    expect(nodeVersion(version).state).toBe(state);
  });
});

describe('perpsim explain', () => {
  test.each([
    ['placeOrders', 'action', 'A signed write, POST /v1/trade'],
    ['getMids', 'action', 'A public read, POST /v1/info'],
    ['POST_ONLY_WOULD_TRADE', 'code', 'post only order would trade'],
    ['insufficient_margin', 'code', 'INSUFFICIENT_MARGIN'],
    ['SURFACE-TRADE-POST', 'clause', 'Signed actions are served by POST {base_url}/v1/trade.'],
    ['R-40', 'ruling', 'R-40'],
    ['429', 'status', '429 Too Many Requests'],
    ['502', 'status', 'The exchange never responds with it'],
    ['trades', 'channel', 'docs/streaming.md'],
  ])('%s is a %s', async (name, kind, text) => {
    expect((await ran('explain', name)).stdout).toContain(text);
    expect(JSON.parse((await ran('explain', name, '--json')).stdout)).toMatchObject({ kind });
  });

  test('says who meets a code, and how', async () => {
    const orders = 'placeOrders, placeIsolatedOrder, modifyOrder, modifyOrderBatch';
    expect((await ran('explain', 'POST_ONLY_WOULD_TRADE')).stdout).toContain(
      `  one order  ${orders}: HTTP 200, as errorCode of the order\n`,
    );
    const { facts } = JSON.parse((await ran('explain', 'ORDER_NOT_FOUND', '--json')).stdout) as { facts: object };
    expect(facts).toMatchObject({
      forRequest: ['cancelAllOrders'],
      forOrder: ['modifyOrder', 'modifyOrderBatch', 'cancelOrders'],
    });
    expect((await ran('explain', 'FORBIDDEN')).stdout).toContain('  whole request  every signed request: HTTP 403\n');
  });

  test('says of an HTTP status which codes come with it', async () => {
    const { facts } = JSON.parse((await ran('explain', '429', '--json')).stdout) as { facts: object };
    expect(facts).toMatchObject({ status: 429, codes: [{ code: 'RATE_LIMIT_EXCEEDED', retryable: true }] });
    const found = (await ran('explain', '404')).stdout;
    expect([...found.matchAll(/^ {2}([A-Z_]+) /gm)].map(([, code]) => code)).toEqual([
      'NOT_FOUND',
      'MARKET_NOT_FOUND',
      'ORDER_NOT_FOUND',
      'POSITION_NOT_FOUND',
    ]);
    expect((await ran('explain', '600')).code).toBe(1);
  });

  test.each([
    ['insuficient_margin', 'INSUFFICIENT_MARGIN'],
    ['surface-trade-pots', 'SURFACE-TRADE-POST'],
  ])('suggests for %s, in any case of letters', async (given, meant) => {
    expect((await ran('explain', given)).stderr).toContain(`: did you mean ${meant}?`);
  });

  test('suggests the nearest name', async () => {
    expect(await ran('explain', 'placeOrder')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'perpsim: there is no action, error code, HTTP status, clause, ruling or channel placeOrder: did you mean placeOrders?\n',
    });
  });
});

describe('perpsim completion', () => {
  test('bash completes commands, those below them and flags', async () => {
    const script = join(folder, 'completion.bash');
    writeFileSync(script, (await ran('completion', 'bash')).stdout);
    const completed = (...words: string[]): string[] => {
      const line = words.map((word) => `'${word}'`).join(' ');
      const program = `source ${script}; COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _perpsim; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['-c', program], { encoding: 'utf8' }).trim().split('\n');
    };
    expect(completed('perpsim', 'sna')).toEqual(['snapshot']);
    expect(completed('perpsim', 'snapshot', 're')).toEqual(['revert']);
    expect(completed('perpsim', 'snapshot', 'branch', '--po')).toEqual(['--port']);
    expect(completed('perpsim', 'serve', '--port', '1', '--wor')).toEqual(['--world']);
  });

  test('zsh and fish get scripts of their own, another shell a refusal', async () => {
    expect((await ran('completion', 'zsh')).stdout.startsWith('#compdef perpsim\n')).toBe(true);
    expect((await ran('completion', 'fish')).stdout).toContain("complete -c perpsim -n '__perpsim_at' -f -a serve ");
    expect(await ran('completion', 'cmd')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'perpsim: the shell must be one of bash, zsh, fish (got "cmd")\n',
    });
  });
});
