import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

/**
 * Replays the golden journals on three versions of Node, in two time zones with a locale each, once without the compiler of
 * V8, and compares what each run comes to. Each version also plays the scripts once. The default world runs by itself
 * for --minutes of exchange time in each (2 unless given), and must come to equal digests everywhere. The versions come from
 * the registry, as packages that hold one program each. With --here only the Node that runs this is taken, with --node FILE,
 * which may be given several times, those programs.
 */

const VERSIONS = ['20', '22', '24'];
/**
 * A time zone with a locale each. What depends on the zone or on the locale differs between the two, and between either and
 * the journals, which were written in UTC; every pair of both would show no more.
 */
const PLACES = [
  { zone: 'Asia/Kathmandu', locale: 'tr_TR.UTF-8' },
  { zone: 'America/St_Johns', locale: 'C' },
];
const PROGRAM = 'dist/determinism/course.js';

interface Setting {
  readonly node: string;
  readonly zone: string;
  readonly locale: string;
  readonly isJitless: boolean;
  readonly isLive: boolean;
}

/** What one run printed. */
interface Course {
  readonly node: string;
  readonly inputs: number;
  readonly rate: number;
  readonly found: Readonly<Record<string, string>>;
}

function ran(folder: string, command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${String(status)}: ${stderr}`);
  return stdout.trim();
}

/** Fetches the newest Node of a major version; returns its program. */
function fetched(major: string, folder: string): string {
  const home = mkdtempSync(join(folder, `node-${major}-`));
  ran(home, 'npm', 'pack', '--silent', `node-${process.platform}-${process.arch}@${major}`);
  const [archive = ''] = readdirSync(home);
  ran(home, 'tar', 'xzf', archive);
  return join(home, 'package', 'bin', 'node');
}

function settingsOf(nodes: readonly string[]): readonly Setting[] {
  const compiled = nodes.flatMap((node) =>
    PLACES.map((place, no) => ({ node, ...place, isJitless: false, isLive: no === 0 })),
  );
  // Without the compiler there is no WebAssembly either, which signatures need: the journals are replayed only.
  const [first] = compiled;
  return first ? [...compiled, { ...first, isJitless: true, isLive: false }] : compiled;
}

/** What the program of a setting takes its zone and its locale to be. */
const PLACE = 'const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions(); timeZone.padEnd(18) + locale';

const courseOf = (setting: Setting, minutes: string): Course => {
  // An exchange that was just made has signatures ready, and so needs the compiler.
  const flags = [...(setting.isLive ? ['--live'] : []), ...(setting.isJitless ? [] : ['--minutes', minutes])];
  return JSON.parse(output(setting, [PROGRAM, ...flags])) as Course;
};

function output({ node, zone, locale, isJitless }: Setting, args: readonly string[]): string {
  const env = { ...process.env, TZ: zone, LC_ALL: locale, LANG: locale };
  const all = [...(isJitless ? ['--jitless'] : []), ...args];
  const { status, stdout, stderr } = spawnSync(node, all, { encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${node} ${all.join(' ')} ended with ${String(status)}: ${stderr}`);
  return stdout.trim();
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      here: { type: 'boolean', default: false },
      node: { type: 'string', multiple: true },
      minutes: { type: 'string', default: '2' },
    },
  });
  await build({
    entryPoints: ['scripts/determinism/course.ts'],
    outfile: PROGRAM,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    packages: 'external',
  });
  const folder = mkdtempSync(join(tmpdir(), 'perpsim-determinism-'));
  try {
    const given = values.here ? [process.execPath] : values.node;
    const nodes = given ?? VERSIONS.map((major) => fetched(major, folder));
    return compare(settingsOf(nodes), values.minutes);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Prints one line a run; 1 when a run comes to other digests than the committed ones, or than the first run. */
function compare(settings: readonly Setting[], minutes: string): number {
  let differing = 0;
  const first = new Map<string, string>();
  for (const setting of settings) {
    const { node, inputs, rate, found } = courseOf(setting, minutes);
    const others = Object.entries(found).filter(([name, digest]) => {
      if (!first.has(name)) first.set(name, digest);
      return digest.includes(' ') || digest !== first.get(name);
    });
    const whole = createHash('sha256').update(JSON.stringify(found)).digest('hex');
    const how = `${setting.isLive ? 'played, replayed' : 'replayed'}${setting.isJitless ? ', --jitless' : ''}`;
    console.log(
      `${node.padEnd(9)} ${output(setting, ['-p', PLACE]).padEnd(24)} ${how.padEnd(20)} ` +
        `${Object.keys(found).length} courses ${inputs} inputs ${String(rate).padStart(6)}/s  ${whole.slice(0, 16)}`,
    );
    for (const [name, digests] of others) console.error(`  ${name} comes to other digests: ${digests}`);
    if (others.length > 0) differing += 1;
  }
  console.log(
    differing === 0 ? `${settings.length} runs, all equal` : `${differing} of ${settings.length} runs differ`,
  );
  return differing === 0 ? 0 : 1;
}

process.exitCode = await main();
