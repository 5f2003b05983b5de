import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { noProvenance, publishCommand, type ReleaseFacts, todoBefore } from './checks.ts';

/**
 * Makes a release: looks at the repository, builds, checks the package and packs it. With --publish it is published as well, with
 * provenance; with --dry-run the command is only printed.
 */

const USAGE = 'npx tsx scripts/release/main.ts --dry-run | --publish';

const read = (file: string): string => readFileSync(file, 'utf8');
const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');

function run(command: string, ...args: readonly string[]): void {
  console.log(`\n$ ${[command, ...args].join(' ')}`);
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args[0] ?? ''} failed`);
}

function factsHere(): ReleaseFacts {
  const manifest = JSON.parse(read('package.json')) as ReleaseFacts['manifest'];
  const { version: lockVersion } = JSON.parse(read('package-lock.json')) as { version: string };
  const changes = git('status', '--porcelain');
  return { manifest, lockVersion, changelog: read('CHANGELOG.md'), changes, tags: git('tag', '--points-at', 'HEAD') };
}

/** Packs what was built. Returns the file, with a line about it. */
function pack(folder: string): { file: string; about: string } {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const [packed] = JSON.parse(execFileSync('npm', args, { encoding: 'utf8' })) as [Packed];
  const { filename, size, unpackedSize, entryCount, integrity } = packed;
  const megabytes = [size, unpackedSize].map((bytes) => (bytes / 1e6).toFixed(1));
  const about = `${filename}: ${entryCount} files, ${megabytes.join(' MB packed, ')} MB unpacked, ${integrity}`;
  return { file: join(folder, filename), about };
}

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly entryCount: number;
  readonly integrity: string;
}

function release(isPublishing: boolean): number {
  const todo = todoBefore(factsHere());
  for (const line of todo) console.log(`to do: ${line}`);
  const lacking = isPublishing ? noProvenance(process.env) : undefined;
  if (isPublishing && (todo.length > 0 || lacking !== undefined)) {
    console.error(lacking ?? 'nothing was built or published');
    return 1;
  }
  run('npm', 'run', '--silent', 'build');
  run('npm', 'run', '--silent', 'package:check');
  const folder = mkdtempSync(join(tmpdir(), 'perpsim-release-'));
  try {
    const { file, about } = pack(folder);
    console.log(`\n${about}`);
    const command = publishCommand(file);
    if (isPublishing) run(...command);
    else console.log(`\nnot published; the command would be:\n  ${command.join(' ')}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
  return todo.length > 0 ? 1 : 0;
}

const { values } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false }, publish: { type: 'boolean', default: false } },
});
if (values['dry-run'] === values.publish) {
  console.error(`say which: ${USAGE}`);
  process.exitCode = 2;
} else {
  process.exitCode = release(values.publish);
}
