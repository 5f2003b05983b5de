import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parseResponse, untilClosed } from '../src/exchange/rest/raw-socket.test-helper.ts';
import { Child } from './child.ts';
import { BIN, built, CliCall } from './cli.ts';

/** The command line as a user meets it: the built bundle in a process of its own. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const VERSION = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;

let folder: string;
const children: Child[] = [];

beforeAll(async () => {
  await built();
  folder = mkdtempSync(join(tmpdir(), 'perpsim-cli-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
    await child.exit();
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

function perpsim(...args: string[]): Child {
  const child = new Child([BIN, ...args]);
  children.push(child);
  return child;
}

/** The same inside this process, for what ends by itself. */
const called = (...args: string[]): CliCall => new CliCall(args);

interface Facts {
  readonly restUrl: string;
  readonly wsUrl: string;
  readonly controlUrl: string | null;
  readonly [key: string]: unknown;
}

async function serving(...args: string[]): Promise<{ child: Child; facts: Facts }> {
  const child = perpsim('serve', '--port', '0', '--world', 'quiet', '--json', ...args);
  const [line = ''] = await child.lines(1);
  return { child, facts: JSON.parse(line) as Facts };
}

function fileOf(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('what cannot be run', () => {
  test.each([
    ['an unknown command', ['sreve'], /^perpsim: unknown command 'sreve'/],
    ['an unknown flag', ['serve', '--prot', '1'], /^perpsim: unknown option '--prot' \(Did you mean --port\?\)$/],
    ['a flag without its value', ['serve', '--port'], /^perpsim: option '--port <number>' argument missing$/],
    ['an argument too many', ['serve', 'quiet'], /^perpsim: too many arguments for 'serve'/],
    [
      'a port that is none',
      ['serve', '--port', '70000'],
      /^perpsim: --port must be a port from 0 to 65535 \(got "70000"\)$/,
    ],
    ['a port in words', ['serve', '--port', '1e3'], /^perpsim: --port must be a port from 0 to 65535 \(got "1e3"\)$/],
    [
      'a clock that is none',
      ['serve', '--clock', 'fast'],
      /^perpsim: --clock must be "live" or "manual" \(got "fast"\)$/,
    ],
    ['a speed of zero', ['serve', '--speed', '0'], /^perpsim: --speed must be a number above 0/],
    [
      'a day that no month has',
      ['serve', '--start-time', '2026-02-30'],
      /^perpsim: --start-time must be Unix milliseconds/,
    ],
    [
      'a time without a zone',
      ['serve', '--start-time', '2026-01-05T00:00'],
      /^perpsim: --start-time must be Unix milliseconds/,
    ],
    ['a level that is none', ['serve', '--log-level', 'loud'], /^perpsim: --log-level must be one of silent, fatal,/],
    ['a short token', ['serve', '--control-token', 'abc'], /^perpsim: --control-token must be 8 to 256 printable/],
    [
      'a config file that is not there',
      ['serve', '--config', '/nowhere/x.yaml'],
      /^perpsim: cannot read the config file \/nowhere\/x\.yaml: no such file or folder$/,
    ],
    ['a world that is not there', ['serve', '--world', 'quite'], /no world quite \(did you mean quiet\?\); use bare,/],
    ['a profile that is none', ['conform', '--profile', 'ful'], /built in are core, full, .* \(did you mean full\?\)$/],
    [
      'a scenario that is none',
      ['run', 'flash-crsh'],
      /no file, folder or scenario flash-crsh; did you mean flash-crash\?$/,
    ],
    [
      'a kind of explanation that is none',
      ['why', 'refusl', 'x'],
      /^perpsim: why: there is nothing called refusl: did you mean refusal\?$/,
    ],
    ['a shell that is none', ['completion', 'bahs'], /\(got "bahs"\) \(did you mean bash\?\)$/],
    [
      'a host of another machine',
      ['serve', '--port', '0', '--host', '203.0.113.1'],
      /^perpsim: cannot listen on 203\.0\.113\.1 port 0: this machine has no such address/,
    ],
  ])('%s: one line on stderr and exit code 2', async (_what, args, line) => {
    const child = called(...args);
    expect(await child.exit()).toBe(2);
    expect(child.stdout).toBe('');
    expect(child.stderr.endsWith('\n')).toBe(true);
    expect(child.stderr.trimEnd()).toMatch(line);
    expect(child.stderr.trimEnd()).not.toContain('\n');
  });

  test('a config file that is wrong names line and field', async () => {
    const file = fileOf('wrong.yaml', 'seed: 7\nclock: manual\nworlds: quiet\n');
    const child = called('serve', '--config', file);
    expect(await child.exit()).toBe(2);
    expect(child.stderr).toMatch(
      /wrong\.yaml line 3: worlds is not a setting \(did you mean world\?\); there are port, host, seed, [^\n]*\n$/,
    );
  });

  test('a world file that is wrong names the field', async () => {
    const file = fileOf('wrong-world.json', '{\n  "nonsense": 1\n}\n');
    const child = called('serve', '--world', file);
    expect(await child.exit()).toBe(2);
    expect(child.stderr).toMatch(
      /^perpsim: \S+wrong-world\.json:2:15: nonsense: is not a field of a world; [^\n]* \(and \d more\)\n$/,
    );
  });

  test('a config-out that cannot be written: one line on stderr and exit code 6', async () => {
    const child = called('serve', '--port', '0', '--config-out', '/nowhere/out.json');
    expect(await child.exit()).toBe(6);
    expect(child.stdout).toBe('');
    expect(child.stderr).toBe('perpsim: cannot write /nowhere/out.json: no such file or folder\n');
  });

  test('a busy port of the program', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const child = perpsim('serve', '--port', String(port));
    expect(await child.exit()).toBe(2);
    expect(child.stderr).toBe(
      `perpsim: cannot listen on 127.0.0.1 port ${port}: the port is in use, choose another with --port or take a free one with --port 0\n`,
    );
    await new Promise((resolve) => taken.close(resolve));
  });
});

describe('help', () => {
  test('--version prints the version of the package', async () => {
    const child = called('--version');
    expect(await child.exit()).toBe(0);
    expect(child.stdout).toBe(`${VERSION}\n`);
  });

  test('--help lists the commands', async () => {
    const child = called('--help');
    expect(await child.exit()).toBe(0);
    expect(child.stdout).toMatch(/^Usage: perpsim /);
    expect(child.stdout).toContain('serve');
  });

  test('serve --help of the program lists exactly these flags', async () => {
    const child = perpsim('serve', '--help');
    expect(await child.exit()).toBe(0);
    expect([...child.stdout.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map((match) => match[1])).toEqual([
      '--port',
      '--host',
      '--seed',
      '--clock',
      '--speed',
      '--start-time',
      '--service-name',
      '--nonce-rule',
      '--no-rate-limits',
      '--no-provenance',
      '--world',
      '--fork',
      '--data',
      '--durability',
      '--journal-window',
      '--snapshot-every',
      '--snapshots-kept',
      '--state',
      '--history-rows',
      '--signature-workers',
      '--max-queue-ms',
      '--config-out',
      '--record',
      '--reports',
      '--quiet',
      '--json',
      '--log-level',
      '--open',
      '--log-requests',
      '--cors',
      '--no-control',
      '--control-token',
      '--config',
      '--help',
    ]);
  });

  const COMMANDS = ['serve', 'audit', 'why', 'conform', 'report', 'report merge', 'report make', 'report show'];

  test.each([
    '',
    ...COMMANDS,
    'report diff',
    'report open',
    'data',
    'data check',
    'calibrate',
    'fork',
    'scenario list',
    'scenario check',
    'scenario record',
    'scenario shrink',
    'sweep',
    'gym',
    'worker',
    'market',
    'market facts',
    'help',
  ])('-h, --help and help show that of "%s"', async (command) => {
    const names = command === '' ? [] : command.split(' ');
    const forms = [
      [...names, '-h'],
      [...names, '--help'],
      ['help', ...names],
    ].map((args) => called(...args));
    expect(await Promise.all(forms.map((form) => form.exit()))).toEqual([0, 0, 0]);
    const [short, long, named] = forms.map((form) => form.stdout);
    expect(short).toMatch(new RegExp(`^Usage: ${['perpsim', ...names].join(' ')} `));
    expect([long, named]).toEqual([short, short]);
    expect(forms.map((form) => form.stderr)).toEqual(['', '', '']);
  });

  test.each([[['-V']], [['serve', '-V']], [['report', 'merge', '--version']]])(
    '%j prints the version',
    async (args) => {
      const child = called(...args);
      expect(await child.exit()).toBe(0);
      expect(child.stdout).toBe(`${VERSION}\n`);
    },
  );

  test('help of a command that is none names the nearest one', async () => {
    const child = called('help', 'sreve');
    expect(await child.exit()).toBe(2);
    expect(child.stderr).toBe("perpsim: unknown command 'sreve': did you mean serve?\n");
  });

  test('no command at all shows the help on stderr and is a mistake', async () => {
    const child = called();
    expect(await child.exit()).toBe(2);
    expect(child.stdout).toBe('');
    expect(child.stderr).toMatch(/^Usage: perpsim /);
  });
});

describe('what is printed when ready', () => {
  test('the JSON line holds all facts, and the urls respond', async () => {
    const { child, facts } = await serving('--seed', '7', '--clock', 'manual', '--service-name', 'Mine');
    expect(facts).toMatchObject({
      version: VERSION,
      seed: '7',
      world: 'quiet',
      clock: 'manual',
      serviceName: 'Mine',
      pid: child.process.pid,
    });
    expect(facts.restUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(facts.wsUrl).toBe(`${facts.restUrl.replace('http', 'ws')}/ws`);
    expect(facts.controlUrl).toBe(facts.restUrl.replace('/v1', '/sim/v1'));
    expect(facts['accounts']).toHaveLength(10);
    expect((facts['accounts'] as unknown[])[0]).toEqual({
      address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
      subAccountId: '1867542890123456789',
    });
    expect((facts['markets'] as unknown[])[0]).toEqual({ symbol: 'BTC-USDT', indexPrice: '95000' });
    expect(await (await fetch(`${facts.restUrl}/exchange/status`)).json()).toMatchObject({
      exchange_status: 'RUNNING',
    });
    expect(await (await fetch(`${facts.controlUrl ?? ''}/clock`)).json()).toEqual({
      mode: 'manual',
      now: 1_767_571_200_000,
      speed: 1,
      achievedSpeed: null,
      advancing: null,
      heldUntil: null,
      nextDue: 1_767_574_800_000,
    });
    expect(child.stderr).toBe('');
  });

  test('--config-out is whole when the line is out, and nothing is left beside it', async () => {
    const file = join(folder, 'out.json');
    const { facts } = await serving('--config-out', file);
    const written = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    expect(Object.keys(written)).toEqual([
      'restUrl',
      'wsUrl',
      'controlUrl',
      'consoleUrl',
      'docsUrl',
      'serviceName',
      'seed',
      'clock',
      'pid',
      'accounts',
      'markets',
    ]);
    expect(written).toMatchObject({
      restUrl: facts.restUrl,
      wsUrl: facts.wsUrl,
      controlUrl: facts.controlUrl,
      serviceName: 'PerpSim',
      seed: '1',
      clock: 'live',
    });
    expect(written['accounts']).toEqual(facts['accounts']);
    expect((written['markets'] as string[])[0]).toBe('BTC-USDT');
    expect(readdirSync(folder).filter((name) => name.startsWith('out.json'))).toEqual(['out.json']);
  });

  test('the banner shows urls, accounts, markets and a request that works', async () => {
    const child = perpsim('serve', '--port', '0');
    const lines = await child.lines(38);
    expect(lines.slice(0, 5)).toEqual([
      `perpsim ${VERSION}`,
      '',
      '  seed       1',
      '  world      default',
      '  clock      live',
    ]);
    expect(lines.slice(5, 10)).toEqual([
      expect.stringMatching(/^ {2}REST {7}http:\/\/127\.0\.0\.1:\d+\/v1$/),
      expect.stringMatching(/^ {2}WebSocket {2}ws:\/\/127\.0\.0\.1:\d+\/v1\/ws$/),
      expect.stringMatching(/^ {2}control {4}http:\/\/127\.0\.0\.1:\d+\/sim\/v1$/),
      expect.stringMatching(/^ {2}console {4}http:\/\/127\.0\.0\.1:\d+\/console$/),
      expect.stringMatching(/^ {2}docs {7}http:\/\/127\.0\.0\.1:\d+\/docs$/),
    ]);
    expect(lines[11]).toContain('These keys are public');
    const rows = lines.slice(12, 23);
    expect(new Set(rows.map((row) => row.indexOf('0x')).slice(1))).toEqual(new Set([5]));
    expect(rows[1]).toMatch(/^ {2}0 {2}0x[0-9a-fA-F]{40} {2}0x[0-9a-f]{64} {2}\d{19}$/);
    const sample = /^ {2}curl -s (\S+) -H 'content-type: application\/json' -d '(.+)'$/.exec(lines[37] ?? '');
    const response = await fetch(sample?.[1] ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: sample?.[2] ?? '',
    });
    expect(await response.json()).toMatchObject({ status: 'ok' });
  });

  test('--quiet prints nothing', async () => {
    const file = join(folder, 'quiet.json');
    const child = perpsim(
      'serve',
      '--port',
      '0',
      '--world',
      'quiet',
      '--quiet',
      '--log-level',
      'info',
      '--config-out',
      file,
    );
    // The log goes to stderr and says when it listens; stdout stays empty.
    await new Promise((resolve) => child.process.stderr.once('data', resolve));
    expect(existsSync(file)).toBe(true);
    child.kill();
    expect(await child.exit()).toBe(0);
    expect(child.stdout).toBe('');
    expect(
      child.stderr
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => (JSON.parse(line) as { msg: string }).msg),
    ).toEqual([expect.stringMatching(/^listening on http:\/\/127\.0\.0\.1:\d+$/), 'draining', 'drained']);
  });

  test('flags win over the config file, and the file over the defaults', async () => {
    const config = fileOf('mine.yaml', 'seed: 5\nclock: manual\nserviceName: FromFile\n');
    const { facts } = await serving('--config', config, '--seed', '6');
    expect(facts).toMatchObject({ seed: '6', clock: 'manual', serviceName: 'FromFile' });
  });

  test('--no-control leaves an exchange without a control plane, with a token or without', async () => {
    const { facts } = await serving('--no-control', '--control-token', 'a-token-for-tests');
    expect(facts.controlUrl).toBeNull();
    const headers = { authorization: 'Bearer a-token-for-tests' };
    const response = await fetch(facts.restUrl.replace('/v1', '/sim/v1/clock'), { headers });
    expect(response.status).toBe(404);
    const status = await fetch(`${facts.restUrl}/exchange/status`);
    expect(status.status).toBe(200);
  });

  test('bound to every address the control plane is off, unless there is a token', async () => {
    const off = await serving('--host', '0.0.0.0');
    expect(off.facts.controlUrl).toBeNull();
    expect((await fetch(`${off.facts.restUrl.replace('/v1', '/sim/v1')}/clock`)).status).toBe(404);
    const on = await serving('--host', '0.0.0.0', '--control-token', 'a-token-for-tests');
    const headers = { authorization: 'Bearer a-token-for-tests' };
    expect((await fetch(`${on.facts.controlUrl ?? ''}/clock`, { headers })).status).toBe(200);
    expect(
      (await fetch(`${on.facts.controlUrl ?? ''}/clock`, { headers: { authorization: 'Bearer another-token' } }))
        .status,
    ).toBe(401);
  });
});

describe('the end', () => {
  /** A request whose headers have arrived and whose body has not. */
  async function openRequest(restUrl: string): Promise<{ finish: () => Promise<string> }> {
    const body = '{"params":{"action":"getExchangeStatus"}}';
    const socket = connect(Number(new URL(restUrl).port), '127.0.0.1');
    const response = untilClosed(socket);
    const isOpen = new Promise((resolve) => socket.once('data', resolve));
    socket.write(
      `POST /v1/info HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    await isOpen;
    return {
      finish: async () => {
        socket.write(body);
        return (await response).replace('HTTP/1.1 100 Continue\r\n\r\n', '');
      },
    };
  }

  async function untilDraining(restUrl: string): Promise<void> {
    for (;;) {
      const status = (await (await fetch(`${restUrl}/exchange/status`)).json()) as { exchange_status: string };
      if (status.exchange_status === 'MAINTENANCE') return;
    }
  }

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s completes the open request, refuses new ones, and exits 0',
    async (signal) => {
      const { child, facts } = await serving();
      const request = await openRequest(facts.restUrl);
      child.kill(signal);
      await untilDraining(facts.restUrl);
      const late = await fetch(`${facts.restUrl}/info`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"params":{"action":"getMids"}}',
      });
      expect(late.status).toBe(503);
      expect(await late.json()).toMatchObject({ status: 'error', error: { code: 'SERVICE_UNAVAILABLE' } });
      expect(parseResponse(await request.finish())).toMatchObject({
        status: 200,
        body: { status: 'ok', response: { accepting_orders: false, code: 'SERVICE_DRAINING' } },
      });
      expect(await child.exit()).toBe(0);
      expect(child.stderr).toBe('');
    },
  );

  test('a second signal ends it at once with 130', async () => {
    const { child, facts } = await serving();
    await openRequest(facts.restUrl);
    child.kill('SIGINT');
    await untilDraining(facts.restUrl);
    child.kill('SIGINT');
    expect(await child.exit()).toBe(130);
  });
});
