import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { filesFor } from '../src/cli/commands/init.ts';
import { Child } from './child.ts';
import { testWith } from './needs.ts';

/** What is offered for CI, run as a runner would: the image, the workflow, the action, and the tests in two languages. */

const FILES = filesFor('npm ci');
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const KIT = join(ROOT, 'examples', 'ci');
const SMALL = 'features/info/getMids.feature';

let folder: string;
let server: Child;
let origin: string;

beforeAll(async () => {
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs'), '--if-stale'], { stdio: 'inherit' });
  // A project that has installed perpsim and vitest, and nothing else.
  folder = mkdtempSync(join(tmpdir(), 'perpsim-ci-'));
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true });
  symlinkSync(ROOT, join(folder, 'node_modules', 'perpsim'));
  symlinkSync(join(ROOT, 'node_modules', 'vitest'), join(folder, 'node_modules', 'vitest'));
  symlinkSync(join(ROOT, 'bin', 'perpsim.js'), join(folder, 'node_modules', '.bin', 'perpsim'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  server = new Child([
    ...[join(ROOT, 'bin', 'perpsim.js'), 'serve', '--port', '0', '--world', 'quiet', '--clock', 'manual', '--json'],
  ]);
  const [line = ''] = await server.lines(1);
  origin = new URL((JSON.parse(line) as { restUrl: string }).restUrl).origin;
});
afterAll(async () => {
  server.kill();
  await server.exit();
  rmSync(folder, { recursive: true });
});

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program in the project; the server of this file must be able to respond meanwhile. */
function ran(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: folder, env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

describe('Dockerfile', () => {
  const check = (...flags: string[]): Promise<Ended> =>
    ran(process.execPath, [join(ROOT, 'scripts', 'image-check.mjs'), '--no-docker', ...flags]);

  test('is valid, and its last stage serves, is healthy and ends on SIGTERM without root', async () => {
    const { code, stdout, stderr } = await check();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.match(/^ok: .+$/gm)?.map((line) => line.replace(/\d+$/, 'N'))).toEqual([
      'ok: the Dockerfile is valid, has stages, a user and a health check',
      'ok: its health check passes',
      'ok: it runs the suite',
      'ok: it runs as user N',
      'ok: SIGTERM ends it',
    ]);
  });

  test.each([
    ['an unknown flag', '--start-period', '--begin-period', 'Unknown flag: begin-period'],
    ['root as its user', 'USER node', 'USER root', 'the last stage runs as root'],
    ['no health check', /^HEALTHCHECK.+$/m, '', 'the last stage has no HEALTHCHECK'],
    ['a file that is not there', '/perpsim/schemas /', '/perpsim/schemes /', 'there is no schemes to copy'],
    ['a version that floats', 'FROM node:${NODE} AS build', 'FROM node:latest AS build', 'name a version'],
    ['packages without the lock file', 'RUN npm ci', 'RUN npm install', 'npm ci installs what'],
  ])('%s is found', async (_what, from, to, problem) => {
    const file = join(folder, 'Dockerfile');
    writeFileSync(file, readFileSync(join(ROOT, 'Dockerfile'), 'utf8').replace(from, to));
    const { code, stderr } = await check('--file', file);
    expect(code).toBe(1);
    expect(stderr).toContain(problem);
  });
});

describe('compose.yaml', () => {
  test('serves an exchange that keeps its data; the queue of sweeps is a profile', async () => {
    const { services, volumes } = parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8')) as {
      services: Record<string, { command: string[]; profiles?: string[]; healthcheck: { test?: string[] } }>;
      volumes: object;
    };
    expect(Object.entries(services).map(([name, { profiles }]) => [name, profiles])).toEqual([
      ['exchange', undefined],
      ['redis', ['sweeps']],
      ['worker', ['sweeps']],
    ]);
    expect(volumes).toEqual({ venue: null });
    expect(services['exchange']?.healthcheck.test).toEqual([
      'CMD',
      'node',
      '/perpsim/bin/perpsim.js',
      'wait',
      '--timeout',
      '2s',
    ]);
    for (const { command } of [services['exchange']!, services['worker']!]) {
      const help = await ran(process.execPath, [join(ROOT, 'bin', 'perpsim.js'), command[0] ?? '', '--help']);
      const flags = command.filter((part) => part.startsWith('--'));
      expect(flags.length).toBeGreaterThan(0);
      for (const flag of flags) expect(help.stdout).toContain(`${flag} <`);
    }
  });
});

describe('workflows', () => {
  const lint = async (...files: string[]): Promise<unknown> => {
    const { stdout } = await ran(process.execPath, [join(ROOT, 'scripts', 'lint-workflows.mjs'), ...files]);
    return JSON.parse(stdout);
  };

  test('that of the examples and that of perpsim init are valid', async () => {
    const own = join(folder, 'init.yml');
    writeFileSync(own, FILES['.github/workflows/perpsim.yml'] ?? '');
    expect(await lint(join(KIT, 'workflow.yml'), join(KIT, 'release.yml'), own)).toEqual([]);
  });

  test('the commands of perpsim init work in its folder', async () => {
    const { jobs } = parse(FILES['.github/workflows/perpsim.yml'] ?? '') as {
      jobs: { scenarios: { steps: { run?: string }[] } };
    };
    // The first one installs the package, which is here already.
    const [install, ...commands] = jobs.scenarios.steps.flatMap(({ run }) => run ?? []);
    expect([install, commands.length]).toEqual(['npm ci', 1]);
    expect((await ran('npx', ['--no-install', 'perpsim', 'init'])).code).toBe(0);
    for (const command of commands) {
      const { code, stdout } = await ran('bash', ['-e', '-c', command]);
      expect(stdout).toMatch(/^passed: 1 of 1 expectations hold$/m);
      expect(code).toBe(0);
    }
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).toMatch(/^<!doctype html>/i);
  });

  test('a mistake in one is found', async () => {
    const wrong = join(folder, 'wrong.yml');
    writeFileSync(wrong, readFileSync(join(KIT, 'workflow.yml'), 'utf8').replace('services:', 'servces:'));
    expect(await lint(wrong)).toMatchObject([
      { message: expect.stringContaining('unexpected key "servces"') as string },
    ]);
  });
});

interface Action {
  readonly inputs: Record<string, { description: string; default: string }>;
  readonly runs: {
    using: string;
    steps: { run?: string; shell?: string; uses?: string; env?: Record<string, string> }[];
  };
}

describe('examples/ci/conform', () => {
  const { inputs, runs } = parse(readFileSync(join(KIT, 'conform', 'action.yml'), 'utf8')) as Action;

  /** The step that runs, as a runner does it: inputs in its environment, files for output and summary. */
  async function step(given: Record<string, string>): Promise<Ended & { output: string; summary: string }> {
    const { run = '', env = {} } = runs.steps[0]!;
    const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') };
    for (const file of Object.values(files)) writeFileSync(file, '');
    const valueOf = (text: string): string =>
      text.replace(/\$\{\{ inputs\.(\w+) \}\}/, (_, name: string) => given[name] ?? inputs[name]!.default);
    const values = Object.fromEntries(Object.entries(env).map(([name, text]) => [name, valueOf(text)]));
    const ended = await ran('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', run], {
      ...values,
      ...files,
    });
    const [output = '', summary = ''] = Object.values(files).map((file) => readFileSync(file, 'utf8'));
    return { ...ended, output, summary };
  }

  test('uses what it declares, and each of its steps can run', () => {
    const text = JSON.stringify(runs);
    const used = [...text.matchAll(/inputs\.(\w+)/g)].map(([, name]) => name);
    expect(new Set(used)).toEqual(new Set(Object.keys(inputs)));
    expect(runs.using).toBe('composite');
    expect(runs.steps.map(({ shell, uses }) => shell ?? uses)).toEqual(['bash', 'actions/upload-artifact@v4']);
  });

  test('a deployment that conforms: the summary is published, and nothing is annotated', async () => {
    const { code, output, summary, stderr } = await step({ target: origin, features: SMALL });
    expect(code).toBe(0);
    expect(output).toBe('conclusion=conformant\n');
    expect(summary).toMatch(/^# ✓ Conformant: /);
    expect(stderr).not.toContain('::error');
  });

  test('one that does not: the failures are annotated, the summary is published, and the step fails', async () => {
    const wrong = { target: origin, features: SMALL, arguments: '--service-name Elsewhere' };
    const { code, output, summary, stderr } = await step(wrong);
    expect(code).toBe(1);
    expect(output).toBe('conclusion=not-conformant\n');
    expect(summary).toMatch(/^# ✕ Not conformant: /);
    expect(stderr).toMatch(/^::error (?:file=features\/\S+,line=\d+,)?title=failed%3A /m);
  });
});

describe('tests of ten lines', () => {
  const lines = (path: string): number => readFileSync(path, 'utf8').trimEnd().split('\n').length;

  test('vitest, in the process of the test', async () => {
    const file = join(KIT, 'vitest', 'first.test.mjs');
    expect(lines(file)).toBeLessThanOrEqual(10);
    cpSync(file, join(folder, 'first.test.mjs'));
    const { code, stdout } = await ran(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'first.test.mjs']);
    expect(stdout).toMatch(/Tests .*1 passed/);
    expect(code).toBe(0);
  });

  testWith(['python3', 'pytest', 'requests'], 'pytest, against a server', async () => {
    const file = join(KIT, 'pytest', 'test_first.py');
    expect(lines(file)).toBeLessThanOrEqual(12);
    const env = { PERPSIM_URL: origin, PYTHONPATH: join(ROOT, 'examples', 'python') };
    const { code, stdout } = await ran('python3', ['-B', '-m', 'pytest', '-p', 'no:cacheprovider', '-q', file], env);
    expect(stdout).toContain('1 passed');
    expect(code).toBe(0);
  });
});
