import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { pathsOf } from './page.ts';
import { Session } from './session.ts';

/**
 * Does what the README says as somebody new would, and writes down each command with its output and time: in a fresh clone, in a
 * project that installs the packed tarball, and `perpsim doctor` where there is neither Redis nor Chromium.
 *
 *   npx tsx scripts/transcripts/main.ts [--tests]    with --tests also `npm test`, which takes minutes
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TO = join(ROOT, 'reports', 'transcripts');
const { values } = parseArgs({ options: { tests: { type: 'boolean', default: false } } });

const folder = mkdtempSync(join(tmpdir(), 'perpsim-transcripts-'));
const HOME = '/home/me';
/** As on a terminal of somebody else: nothing of the npm that runs this. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
const { version, peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
};
/** What `perpsim conform` needs beside the package (docs/installing.md). */
const suitePackages = Object.entries(peerDependencies).map(([name, range]) => `'${name}@${range}'`);
/** As a project beside it names it. */
const TARBALL = `../perpsim-${version}.tgz`;
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

function head(title: string, about: string): string {
  const made = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const load = readFileSync('/proc/loadavg', 'utf8').split(' ')[0] ?? '';
  return `# ${title}\n\n${about}\n\nMade by \`npx tsx scripts/transcripts/main.ts\` on ${made} UTC from commit ${git('rev-parse', '--short', 'HEAD')}: Node ${process.versions.node}, ${cpus().length} cores, load ${load}.`;
}

/** The four paths, command by command. */
async function walk(session: Session, where: string, change: (command: string) => string): Promise<void> {
  for (const { heading, program, commands } of pathsOf(readme)) {
    session.say(`## ${heading}`);
    if (program !== undefined) {
      writeFileSync(join(where, 'offline.mjs'), program);
      session.say('The program of the README is saved as `offline.mjs`.');
    }
    for (const command of commands) await session.run(change(command));
  }
}

async function fromClone(): Promise<number> {
  const clone = join(folder, 'perpsim');
  const session = new Session(clone, env, [folder, HOME]);
  session.say(head('A fresh clone', 'Every command of the README, in a clone of the repository.'));
  execFileSync('git', ['clone', '--quiet', ROOT, clone]);
  await session.run('npm ci --no-audit --no-fund');
  session.say('## The exchange');
  await session.run('npm start -- --port 8700 &', { until: 'Try' });
  await session.run(
    `curl -s http://127.0.0.1:8700/v1/info -H 'content-type: application/json' -d '{"params":{"action":"getOrderbook","symbol":"BTC-USDT","limit":5}}'`,
  );
  await walk(session, clone, (command) => command);
  session.say('## The tests');
  if (values.tests) await session.run('npm test');
  else session.say('Left out: `npx tsx scripts/transcripts/main.ts --tests` runs `npm test` here as well.');
  writeFileSync(join(TO, 'clone.md'), await session.end());
  return session.failed;
}

/** An empty project beside the tarball. */
function emptyProject(name: string): string {
  const project = join(folder, name);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  return project;
}

async function fromTarball(): Promise<number> {
  const project = emptyProject('project');
  const session = new Session(project, env, [folder, HOME]);
  session.say(
    head(
      'A fresh install of the packed package',
      'The commands of the README in a project of its own, with the tarball of `npm pack` and packages from the registry.',
    ),
  );
  await session.run(`npm install --no-audit --no-fund ${TARBALL}`);
  await session.run(`npm install --no-audit --no-fund ${suitePackages.join(' ')}`);
  await session.run('du -sh node_modules/perpsim && du -sh node_modules');
  session.say('## The exchange');
  await session.run('npx perpsim serve --port 8700 &', { until: 'Try' });
  await session.run('npx perpsim wait --timeout 30s');
  // The examples lie in the package.
  await walk(session, project, (command) => command.replace(' examples/', ' node_modules/perpsim/examples/'));
  writeFileSync(join(TO, 'package.md'), await session.end());
  return session.failed;
}

/** With the package alone, so that it says of the suite too what is missing. */
async function doctorAlone(): Promise<number> {
  const project = emptyProject('plain');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', TARBALL], { cwd: project, env });
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, 'node'));
  symlinkSync('/bin/bash', join(bin, 'bash'));
  const bare = { PATH: bin, HOME: folder, PERPSIM_CHROMIUM: '/nowhere/chromium' };
  const session = new Session(folder, bare, [folder, HOME]);
  session.say(
    head(
      'perpsim doctor without Redis and Chromium',
      'On a path that holds Node and nothing else, which stands for a machine without Redis and Chromium, beside the package without the suite.',
    ),
  );
  const doctor = 'node plain/node_modules/perpsim/bin/perpsim.js doctor';
  await session.run(`${doctor} --port 0`);
  await session.run(`${doctor} --port 0 --json`);
  writeFileSync(join(TO, 'doctor.md'), await session.end());
  return session.failed;
}

mkdirSync(TO, { recursive: true });
try {
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { cwd: ROOT });
  let failed = 0;
  for (const make of [fromTarball, doctorAlone, fromClone]) failed += await make();
  console.log(failed === 0 ? `written to ${TO}` : `${failed} commands failed: see ${TO}`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
