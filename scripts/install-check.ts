import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Installs the project the two ways in which others do, with packages from the registry, and runs what they get:
 * a clone without development packages, and the packed tarball in a project of its own, where the overrides and the
 * lock file of this project count for nothing. The tarball is used without the packages of the suite, then with them.
 * All with --engine-strict, so run it on the oldest Node that package.json allows. It needs a built dist/.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const QUIET = ['--engine-strict', '--no-audit', '--no-fund', '--loglevel=error'] as const;
const SCENARIOS = 'features/info/getMids.feature';

/**
 * Starts the installed server with threads that check signatures, and prints what becomes of a signed order, and the titles of
 * pages of its documentation.
 */
const SERVED = `
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Client } from 'perpsim/client';
const words = ['node_modules/perpsim/bin/perpsim.js', 'serve', '--port', '0', '--world', 'quiet', '--signature-workers', '2'];
const server = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
let restUrl, account;
for await (const line of createInterface({ input: server.stdout })) {
  restUrl ??= /REST +(\\S+)/.exec(line)?.[1];
  account ??= / 0 +0x\\S+ +(\\S+) +(\\d+)/.exec(line);
  if (restUrl && account) break;
}
try {
  const client = new Client({ restUrl, privateKey: account[1], subAccountId: account[2] });
  const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '90000', quantity: '0.01' };
  const { statuses } = await client.placeOrders([order]);
  console.log(Object.keys(statuses[0]).join(), (await client.getOpenOrders()).length);
  for (const path of ['/docs/', '/docs/actions/placeOrders', '/docs/guides/installing', '/docs/api', '/llms.txt']) {
    const response = await fetch(new URL(path, restUrl));
    const text = await response.text();
    console.log(path, response.status, /<title>(.*?)<\\/title>/.exec(text)?.[1] ?? text.split('\\n', 1)[0]);
  }
} finally {
  server.kill();
}
`;

const expectedOf = (version: string): string => `resting 1
/docs/ 200 perpsim
/docs/actions/placeOrders 200 placeOrders | perpsim
/docs/guides/installing 200 Installing | perpsim
/docs/api 200 Perpetuals trading API ${version}
/llms.txt 200 # perpsim`;

/** An exchange in the process of the program. */
const OWN_EXCHANGE = `
import { createExchange } from 'perpsim';
const exchange = await createExchange({ seed: 7, world: 'quiet' });
const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' };
const { statuses } = await exchange.client(0).placeOrders([order]);
console.log(Object.keys(statuses[0]).join());
await exchange.close();
`;

function runs(folder: string, command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function expect(what: string, isTrue: boolean, seen: string): void {
  if (!isTrue) throw new Error(`${what}, but: ${seen}`);
  console.log(`ok: ${what}`);
}

/** The files of a clone: what is tracked, as it stands in this folder. */
function copyOfClone(to: string): void {
  const files = runs(ROOT, 'git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0');
  for (const file of files.filter(Boolean)) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(ROOT, file), join(to, file));
  }
}

function checkClone(clone: string): void {
  copyOfClone(clone);
  runs(clone, 'npm', 'ci', '--omit=dev', ...QUIET);
  const unbuilt = spawnSync(process.execPath, ['bin/perpsim.js', '--version'], { cwd: clone, encoding: 'utf8' });
  const said = `${String(unbuilt.status)} ${unbuilt.stderr}`;
  expect('a clone without a build says how to build', /^2 .*npm run build/.test(said), said);
  const built = spawnSync('npm', ['run', 'build'], { cwd: clone, encoding: 'utf8' });
  expect('a build without esbuild fails', built.status === 1 && built.stderr.includes('esbuild'), built.stderr);
  cpSync(join(ROOT, 'dist'), join(clone, 'dist'), { recursive: true });
  const report = runs(clone, process.execPath, 'bin/perpsim.js', 'run', 'basics/calm-day');
  expect('a built clone runs without development packages', report.includes('passed'), report);
}

function checkTarball(project: string): void {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
  runs(ROOT, process.execPath, 'scripts/build-types.mjs', '--if-stale');
  runs(ROOT, 'npm', 'run', '--silent', 'docs:build', '--', '--if-stale');
  runs(ROOT, 'npm', 'pack', '--ignore-scripts', '--silent', '--pack-destination', project);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const started = performance.now();
  runs(project, 'npm', 'install', ...QUIET, `./perpsim-${version}.tgz`);
  console.log(`note: npm install took ${((performance.now() - started) / 1000).toFixed(1)} s`);
  const { mebibytes, packages } = installedIn(project);
  const isSmall = mebibytes <= MOST.mebibytes && packages <= MOST.packages;
  const most = sizeText(MOST);
  expect(`an installation without the suite has at most ${most}`, isSmall, sizeText({ mebibytes, packages }));
  const printed = runs(project, 'npx', '--no-install', 'perpsim', '--version').trim();
  expect(`the tarball installs under --engine-strict on Node ${process.versions.node}`, printed === version, printed);
  writeFileSync(join(project, 'served.mjs'), SERVED);
  const served = spawnSync(process.execPath, ['served.mjs'], { cwd: project, encoding: 'utf8', timeout: 60_000 });
  const outcome = `${served.stdout}${served.stderr}`.trim();
  const what = 'the installed server checks signatures in threads and serves its documentation, without a warning';
  expect(what, outcome === expectedOf(version), outcome);
  const made = runs(project, process.execPath, '--input-type=module', '--eval', OWN_EXCHANGE).trim();
  expect('createExchange works without the packages of the suite', made === 'resting', made);
  addSuite(project);
}

/** The suite asks for its packages, in the words that then install them. */
function addSuite(project: string): void {
  const refused = spawnSync(process.execPath, ['node_modules/perpsim/bin/perpsim.js', 'conform', SCENARIOS], {
    cwd: project,
    encoding: 'utf8',
  });
  const [, wanted = ''] = /not installed: npm install --save-dev (.+)\n$/.exec(refused.stderr) ?? [];
  const packages = wanted.split(' ');
  const isClear = refused.status === 2 && packages.some((each) => each.startsWith('@cucumber/cucumber@'));
  expect('without its packages, the suite says what to install', isClear, `${refused.status} ${refused.stderr}`);
  const before = installedIn(project);
  runs(project, 'npm', 'install', '--save-dev', ...QUIET, ...packages);
  console.log(`note: installed without the suite ${sizeText(before)}, with it ${sizeText(installedIn(project))}`);
  const report = runs(project, 'npx', '--no-install', 'perpsim', 'conform', SCENARIOS);
  expect('the installed command runs scenarios', report.includes('\nConformant: '), report);
}

interface Size {
  readonly mebibytes: number;
  readonly packages: number;
}

/** What a user without the suite installs at most. */
const MOST: Size = { mebibytes: 70, packages: 70 };

/** How much an installation has on the disk. */
function installedIn(project: string): Size {
  const mebibytes = Math.round(Number(runs(project, 'du', '-sk', 'node_modules').split('\t')[0]) / 1_024);
  const packages = runs(project, 'npm', 'ls', '--all', '--parseable').trim().split('\n').length - 1;
  return { mebibytes, packages };
}

const sizeText = ({ mebibytes, packages }: Size): string => `${mebibytes} MiB in ${packages} packages`;

const folder = mkdtempSync(join(tmpdir(), 'perpsim-install-'));
try {
  for (const [name, check] of Object.entries({ clone: checkClone, project: checkTarball })) {
    mkdirSync(join(folder, name));
    check(join(folder, name));
  }
} finally {
  rmSync(folder, { recursive: true });
}
