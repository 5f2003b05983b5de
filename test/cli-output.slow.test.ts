import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Child } from './child.ts';
import { shell } from './shell.ts';

/** Output that cannot be written: every command ends with one line and exit code 6. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = join(ROOT, 'bin', 'perpsim.js');
const FOLDER = mkdtempSync(join(tmpdir(), 'perpsim-output-'));
const SMALL = 'features/trade/cancelOrders.feature';
const FULL = 'perpsim: cannot write standard output: no space is left on the device\n';

let simulator: Child;
let target: string;
const finished = join(FOLDER, 'finished');

const NODE = process.execPath;
const perpsim = (redirected: string, ...args: string[]) => shell(`"$@" ${redirected}`, NODE, BIN, ...args);

beforeAll(async () => {
  execFileSync(NODE, [join(ROOT, 'scripts', 'build.mjs'), '--if-stale'], { stdio: 'inherit' });
  simulator = new Child([BIN, 'serve', '--port', '0', '--world', 'quiet', '--json']);
  const [line = ''] = await simulator.lines(1);
  target = new URL((JSON.parse(line) as { restUrl: string }).restUrl).origin;
  expect(perpsim('', 'conform', SMALL, '--report', finished).code).toBe(0);
});
afterAll(async () => {
  simulator.kill();
  await simulator.exit();
  rmSync(FOLDER, { recursive: true });
});

describe('a full disk behind standard output ends with one line and exit code 6', () => {
  test.each<[string, () => string[]]>([
    ['serve', () => ['serve', '--port', '0']],
    ['serve --json', () => ['serve', '--port', '0', '--json']],
    ['audit', () => ['audit', '--target', target]],
    ['why', () => ['why', 'refusals', '--target', target]],
    ['conform', () => ['conform', SMALL, '--report', join(FOLDER, 'unsaid')]],
    ['conform --json', () => ['conform', SMALL, '--json', '--quiet', '--report', join(FOLDER, 'unsaid')]],
    ['conform --list', () => ['conform', '--list']],
    ['conform --dry-run', () => ['conform', SMALL, '--dry-run']],
    ['report show', () => ['report', 'show', finished]],
    ['report diff', () => ['report', 'diff', finished, finished]],
    ['report make', () => ['report', 'make', finished, '--report', join(FOLDER, 'unsaid')]],
    ['--help', () => ['--help']],
    ['help serve', () => ['help', 'serve']],
  ])('%s', (_command, args) => {
    expect(perpsim('> /dev/full', ...args())).toEqual({ code: 6, stdout: '', stderr: FULL });
  });
});

test('a reader that closes the pipe after one line leaves one line on stderr and exit code 6', () => {
  const report = join(FOLDER, 'piped');
  const line = '"$@" | head -1; exit ${PIPESTATUS[0]}';
  const { code, stdout, stderr } = shell(line, NODE, BIN, 'conform', SMALL, '--report', report);
  expect(stdout).toMatch(/^suite +perpsim \S+, \d+ clauses\n$/);
  expect({ code, stderr }).toEqual({
    code: 6,
    stderr: 'perpsim: cannot write standard output: its reader has closed it\n',
  });
  expect(readFileSync(join(report, 'summary.txt'), 'utf8')).toContain('Conformant');
});

describe('reports that cannot be written', () => {
  test('--report on a file ends conform and report before anything runs', () => {
    const file = join(FOLDER, 'a-file');
    writeFileSync(file, 'mine');
    const stderr = `perpsim: cannot write ${file}: it is no folder, or lies in none\n`;
    expect(perpsim('', 'conform', SMALL, '--report', file)).toEqual({ code: 6, stdout: '', stderr });
    expect(perpsim('', 'report', 'make', finished, '--report', file)).toEqual({ code: 6, stdout: '', stderr });
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  test('a disk that fills up while scenarios run ends the run, and the folder says that it is incomplete', () => {
    const report = join(FOLDER, 'stopped');
    const line = 'ulimit -f 8; exec "$@"';
    const { code, stdout, stderr } = shell(line, NODE, BIN, 'conform', SMALL, '--report', report);
    const what = `cannot write ${report}/messages.ndjson: the file would become too large`;
    expect({ code, stderr }).toEqual({
      code: 6,
      stderr: `perpsim: ${what}: the reports in ${report} are incomplete\n`,
    });
    expect(stdout).toContain(`\nended early: ${what}\n`);
    expect(stdout).toContain('\nIncomplete: perpsim in process');
    expect(readdirSync(report)).toEqual(['INCOMPLETE.txt', 'messages.ndjson']);
  });

  test('a disk that fills up with the reports leaves none that is cut off, and none of an earlier run', () => {
    const report = join(FOLDER, 'cut');
    expect(perpsim('', 'report', 'make', finished, '--report', report).code).toBe(0);
    const line = 'ulimit -f 200; exec "$@"';
    const { code, stderr } = shell(line, NODE, BIN, 'conform', SMALL, '--report', report);
    expect({ code, stderr }).toEqual({
      code: 6,
      stderr: `perpsim: cannot write ${report}: the file would become too large: the reports in ${report} are incomplete\n`,
    });
    expect(readdirSync(report)).toEqual(['INCOMPLETE.txt', 'messages.ndjson']);
    expect(perpsim('', 'report', 'show', report)).toEqual({
      code: 2,
      stdout: '',
      stderr: `perpsim: the reports in ${report} are incomplete: see INCOMPLETE.txt there\n`,
    });
  });
});

describe('files that flags name', () => {
  test.each([
    ['serve --config-out', () => ['serve', '--port', '0', '--config-out', '/dev/full']],
    ['audit --save', () => ['audit', '--target', target, '--save', '/dev/full']],
  ])('%s writes to a device directly, and reports a full one', (_flag, args) => {
    expect(perpsim('', ...args())).toEqual({
      code: 6,
      stdout: '',
      stderr: 'perpsim: cannot write /dev/full: no space is left on the device\n',
    });
    expect(lstatSync('/dev/full').isCharacterDevice()).toBe(true);
  });

  test('--config-out writes to a pipe, and the pipe stays one', () => {
    const line = 'mkfifo "$1"; (exec "$2" "$3" serve --port 0 --quiet --config-out "$1") & cat "$1"; kill $!; wait $!';
    const { stdout, code } = shell(line, join(FOLDER, 'fifo'), NODE, BIN);
    expect(Object.keys(JSON.parse(stdout) as object)).toContain('restUrl');
    expect(code).toBe(0);
    expect(lstatSync(join(FOLDER, 'fifo')).isFIFO()).toBe(true);
  });

  test('--config-out /dev/stdout comes before the JSON line, also where standard output is a file', () => {
    const file = join(FOLDER, 'both.txt');
    const line =
      '"$2" "$3" serve --port 0 --json --config-out /dev/stdout > "$1" & until grep -q \'^{"version"\' "$1"; do sleep 0.1; done; kill $!; wait $!';
    expect(shell(line, file, NODE, BIN).code).toBe(0);
    const text = readFileSync(file, 'utf8');
    const end = text.indexOf('\n}\n') + 3;
    expect(JSON.parse(text.slice(0, end))).toHaveProperty('restUrl');
    expect(JSON.parse(text.slice(end))).toHaveProperty('version');
    expect(lstatSync('/dev/stdout').isSymbolicLink()).toBe(true);
  });

  test('--save follows a link to a file, and replaces the file at its end', () => {
    const file = join(FOLDER, 'journal');
    const link = join(FOLDER, 'link');
    writeFileSync(file, 'old');
    symlinkSync(file, link);
    expect(perpsim('', 'audit', '--target', target, '--save', link).code).toBe(0);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(file, 'utf8').includes('"format":"perpsim-journal"')).toBe(true);
    expect(readdirSync(FOLDER).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

test('a log on a full disk does not end the exchange', () => {
  const line =
    '"$2" "$3" serve --port 0 --quiet --log-level info --config-out "$1" 2> /dev/full & until [ -e "$1" ]; do sleep 0.1; done; kill $!; wait $!';
  expect(shell(line, join(FOLDER, 'logged.json'), NODE, BIN).code).toBe(0);
});
