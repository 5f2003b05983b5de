import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmdirSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { currentHost, fromCwd } from '../../exchange/host.ts';
import { packageRoot, packageVersion } from '../../exchange/package-root.ts';
import { loadKeyRecovery } from '../../exchange/signatures/signature.ts';
import { printableLines } from '../../kernel/printable.ts';
import type { CommandBody } from '../define.ts';
import { installCommand, missingPackages, type PackageGroup, QUEUE, SUITE } from '../optional-packages.ts';
import { print } from '../output.ts';
import type { ClientDoctorFlags } from './doctor-client.ts';
import { reasonOf, UsageError } from '../usage-error.ts';

/** `perpsim doctor`. */
export const DOCTOR: CommandBody = {
  flags: [
    ['--port <number>', 'the port to look at (default: 8700)'],
    ['--data <dir>', 'the directory to keep an exchange in (default: this one)'],
    ['--client [recording]', 'judge a client instead: behind a proxy until Ctrl-C, or what a recording holds of it'],
    ['--target <url>', 'the deployment behind the proxy (default: http://127.0.0.1:8700)'],
    ['--listen <port>', 'port of the proxy for the client (default: 0, a free one)'],
    ['--out <file>', 'keep the recording in a new file'],
    ['--seconds <n>', 'end by itself after so many seconds'],
    ['--json', 'print one JSON line'],
  ],
  examples: [
    'perpsim doctor',
    'perpsim doctor --port 8700 --data ./data --json',
    'perpsim doctor --client --target http://127.0.0.1:8700 --listen 8701',
    'perpsim doctor --client session.ndjson --json',
  ],
  exits: {
    0: 'it can run; the client speaks as the contract does',
    1: 'something keeps it from running; the client has faults',
    3: 'no client was seen, or no exchange reached',
  },
  run: async (flags: DoctorFlags & ClientDoctorFlags) => {
    if (flags.client === undefined) return doctor(flags);
    const { doctorClient } = await import('./doctor-client.ts');
    return doctorClient(flags);
  },
};

export interface DoctorFlags {
  readonly port?: string;
  readonly data?: string;
  readonly json?: boolean;
}

/** What was looked at. `missing` is something that only a part of perpsim needs, `taken` what another program uses; `bad` keeps it from running. */
export interface CheckedPart {
  readonly what: string;
  readonly state: 'good' | 'missing' | 'taken' | 'bad';
  readonly found: string;
  /** What to do about it. */
  readonly fix?: string;
}

/** 0 it can run, 1 something keeps it from running. */
export type DoctorExit = 0 | 1;

const SIGNS = { good: 'ok     ', missing: 'missing', taken: 'in use ', bad: 'BAD    ' } as const;

/** Looks at everything that perpsim needs of a machine, and says what to do about what is missing. */
export async function doctor({ port = '8700', data = '.', json = false }: DoctorFlags): Promise<DoctorExit> {
  const findings = [
    nodeVersion(process.versions.node),
    await portFree(portOf(port)),
    signatureModule(),
    built(),
    optional('conformance', SUITE, 'of the suite', 'perpsim conform needs'),
    dataDirectory(data),
    await browser(),
    await redis(),
    optional('queue', QUEUE, 'of the queue', 'sweeps over several machines need'),
  ];
  const canRun = findings.every(({ state }) => state !== 'bad');
  const width = Math.max(...findings.map(({ what }) => what.length));
  const lines = findings.flatMap(({ what, state, found, fix }) => [
    `${SIGNS[state]}  ${what.padEnd(width)}  ${found}`,
    ...(fix === undefined ? [] : [`         ${' '.repeat(width)}  ${fix}`]),
  ]);
  const end = canRun ? 'perpsim can run here.' : 'perpsim cannot run here yet.';
  await print(
    json
      ? `${JSON.stringify({ version: packageVersion(), canRun, findings })}\n`
      : printableLines(`perpsim ${packageVersion()}\n\n${lines.join('\n')}\n\n${end}\n`),
  );
  return canRun ? 0 : 1;
}

/** Node has to be 20.19 or newer. */
export function nodeVersion(version: string): CheckedPart {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > 20 || (major === 20 && minor >= 19);
  return {
    what: 'Node',
    state: isEnough ? 'good' : 'bad',
    found: `${version} on ${process.platform} ${process.arch}`,
    ...(!isEnough && { fix: 'install Node 20.19 or newer' }),
  };
}

function portOf(given: string): number {
  if (/^\d{1,5}$/.test(given) && Number(given) <= 65_535) return Number(given);
  throw new UsageError(`--port must be a port from 0 to 65535 (got "${given}")`);
}

function portFree(port: number): Promise<CheckedPart> {
  const what = `port ${port}`;
  return new Promise((done) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      const found = error.code === 'EADDRINUSE' ? 'something listens there already' : reasonOf(error);
      done({ what, state: 'taken', found, fix: 'perpsim serve --port 0 takes a free one' });
    });
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.close(() => done({ what, state: 'good', found: 'free' }));
    });
  });
}

function signatureModule(): CheckedPart {
  const what = 'signatures';
  const { backend } = loadKeyRecovery();
  if (backend === 'native') return { what, state: 'good', found: 'native module' };
  return {
    what,
    state: 'missing',
    found: 'portable module; the native one checks about four times as many signatures a second',
    fix: 'install a compiler and run npm rebuild secp256k1',
  };
}

function built(): CheckedPart {
  const isBuilt = existsSync(resolve(packageRoot(), 'dist', 'console', 'index.html'));
  return isBuilt
    ? { what: 'console', state: 'good', found: 'built' }
    : { what: 'console', state: 'missing', found: 'not built', fix: 'run npm run build' };
}

function optional(what: string, group: PackageGroup, ofWhat: string, needer: string): CheckedPart {
  const missing = missingPackages(group);
  if (missing.length === 0) return { what, state: 'good', found: `packages ${ofWhat} are installed` };
  const found = `packages ${ofWhat} are not installed; only ${needer} them`;
  return { what, state: 'missing', found, fix: installCommand(missing) };
}

function dataDirectory(given: string): CheckedPart {
  const what = 'data directory';
  let folder = fromCwd(given);
  while (!existsSync(folder)) folder = dirname(folder);
  try {
    // Rights alone do not tell: a file system may be read-only, or take no files.
    rmdirSync(mkdtempSync(join(folder, '.perpsim-doctor-')));
    const { bavail, bsize } = statfsSync(folder);
    return {
      what,
      state: 'good',
      found: `${folder} can be written, ${Math.floor((bavail * bsize) / 2 ** 30)} GiB free`,
    };
  } catch (error) {
    return {
      what,
      state: 'bad',
      found: `${folder} cannot be written: ${reasonOf(error)}`,
      fix: 'name another one: perpsim serve --data DIR',
    };
  }
}

/** A Chromium, for the tests of pages. */
async function browser(): Promise<CheckedPart> {
  const what = 'Chromium';
  const named = currentHost().env['PERPSIM_CHROMIUM'];
  const places = named === undefined ? ['chromium', 'chromium-browser', 'google-chrome'] : [named];
  const version = await versionOf(places, ['--version', '--no-sandbox']);
  return version === undefined
    ? {
        what,
        state: 'missing',
        found: 'not found; only tests of pages need it',
        fix: 'apt install chromium, or PERPSIM_CHROMIUM',
      }
    : { what, state: 'good', found: version };
}

async function redis(): Promise<CheckedPart> {
  const what = 'Redis';
  const version = await versionOf(['redis-server'], ['--version']);
  return version === undefined
    ? {
        what,
        state: 'missing',
        found: 'not found; only sweeps over several machines need it',
        fix: 'apt install redis-server',
      }
    : { what, state: 'good', found: version.split(' ').slice(0, 3).join(' ') };
}

/** The first line that the first of these programs prints; undefined where none of them runs. */
async function versionOf(programs: readonly string[], args: readonly string[]): Promise<string | undefined> {
  for (const program of programs) {
    try {
      const { stdout } = await promisify(execFile)(program, args, { env: { ...currentHost().env }, timeout: 10_000 });
      return stdout.trim().split('\n', 1)[0];
    } catch {
      // The next one may be there.
    }
  }
  return undefined;
}
