import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../../exchange/data/make-folder.ts';
import { currentHost, fromCwd } from '../../exchange/host.ts';
import { packageRoot, packageVersion } from '../../exchange/package-root.ts';
import { shellWord } from '../../kernel/shell.ts';
import type { CommandBody } from '../define.ts';
import { print } from '../output.ts';
import { reasonOf, UsageError } from '../usage-error.ts';
import { isRecord } from '../../kernel/entries.ts';

/** `perpsim init`. */
export const INIT: CommandBody = {
  takes: ['where to write (default: here)'],
  flags: [['--json', 'print one JSON line']],
  examples: ['perpsim init', 'perpsim init my-bot --json'],
  exits: { 0: 'written', 2: 'wrong usage, or a file is there already' },
  run: async (folder: string | undefined, flags: InitFlags) => init(folder ?? '.', flags),
};

export interface InitFlags {
  readonly json?: boolean;
}

/**
 * Writes what a project needs to begin with: settings for serve, a first scenario, and a workflow for CI that installs the package as it is
 * installed here. Nothing that is there is changed.
 *
 * @throws UsageError for a folder that cannot be written, or where one of the files is already
 */
export async function init(folder: string, { json = false }: InitFlags): Promise<0> {
  const root = fromCwd(folder);
  const { install, before, isThere } = packageSource(root);
  const texts = filesFor(install);
  const files = Object.keys(texts);
  const there = files.filter((name) => existsSync(join(root, name)));
  if (there.length > 0) {
    throw new UsageError(
      `${there.join(', ')} ${there.length === 1 ? 'is' : 'are'} already in ${root}: nothing was written`,
    );
  }
  try {
    for (const [name, text] of Object.entries(texts)) {
      makeFolder(dirname(join(root, name)));
      writeFileSync(join(root, name), text, { flag: 'wx' });
    }
  } catch (error) {
    throw new UsageError(`cannot write into ${root}: ${reasonOf(error)}`);
  }
  const here = relative(currentHost().cwd, root);
  const steps = [
    ...(here === '' ? [] : [`cd ${here}`]),
    ...(before === undefined ? [] : [`${before}   # the workflow installs this file: commit it`]),
    ...(isThere ? [] : [install]),
    'npx --no-install perpsim serve --config perpsim.yaml',
    'npx --no-install perpsim run scenarios/first',
  ];
  await print(
    json
      ? `${JSON.stringify({ folder: root, files, install, ...(before !== undefined && { before }) })}\n`
      : `Written to ${root}:\n${files.map((name) => `  ${name}\n`).join('')}\nNext:\n${steps.map((step) => `  ${step}\n`).join('')}`,
  );
  return 0;
}

/**
 * Returns what `perpsim init` writes: by path, the text of a file.
 *
 * @param install - the command by which a pipeline installs this package
 */
export const filesFor = (install: string): Readonly<Record<string, string>> => ({
  'perpsim.yaml': `# Settings of perpsim serve: flags in camelCase. Flags and PERPSIM_* variables override them.
port: 8700
world: quiet
seed: 1
clock: manual
`,
  'scenarios/first/scenario.yaml': `title: A long position survives a fall of five percent
world: quiet
seed: 1
duration: 30m
markets:
  BTC-USDT:
    path: { kind: step, steps: [{ at: 10m, change: "-0.05", over: 2m }] }
accounts:
  trader: { deposit: { USDT: "10000" }, leverage: { BTC-USDT: 5 } }
timeline:
  - at: 1m
    as: trader
    do: placeOrders
    with:
      orders: [{ symbol: BTC-USDT, side: buy, orderType: market, quantity: "0.1" }]
    name: entry
`,
  'scenarios/first/expect.yaml': `- at: end
  that:
    - '"trader" has the positions':
        - { symbol: BTC-USDT, side: long, quantity: "0.1" }
`,
  'scenarios/first/README.md': `# A long position survives a fall of five percent

The trader buys at five times leverage; ten minutes later the index falls by five percent within two minutes.

**What to learn.** How far the price may fall before the account is liquidated. Change \`change\` to "-0.2" and run it again.
`,
  '.github/workflows/perpsim.yml': `name: perpsim
on: [push, pull_request]
jobs:
  scenarios:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: ${install}
      - run: npx --no-install perpsim run scenarios/first --html report.html
      - uses: actions/upload-artifact@v4
        if: always()
        with: { name: perpsim-report, path: report.html }
`,
});

/** How a pipeline gets the package that runs here: this version and no other. */
export interface PackageSource {
  /** The command that installs it, in the folder of the project. */
  readonly install: string;
  /** What has to be done once before that command works, such as a file to put into the folder; undefined where nothing has to. */
  readonly before?: string;
  /** Whether the folder finds a package of the name already, so that `npx --no-install` runs it there. */
  readonly isThere: boolean;
}

const NAME = 'perpsim';

/**
 * Finds out how a project gets the package that is running, in this order: the project depends on it already; it was installed from a
 * registry, a git address or a tarball; it runs in a clone that has a remote; none of these. In the last case the pipeline installs a
 * tarball that lies in the project. The bare name is never used: whatever a registry has under it may be something else.
 *
 * @param project - folder of the project
 * @param root - folder of the package that runs
 */
export function packageSource(project: string, root = packageRoot()): PackageSource {
  const how = ofProject(project) ?? ofInstallation(project, root) ?? ofClone(root) ?? tarball(packing(root));
  return { ...how, isThere: isThere(project) };
}

type How = Omit<PackageSource, 'isThere'>;

/** npx looks in the folder and in those above it, where the package itself counts as well. */
function isThere(folder: string): boolean {
  if (existsSync(join(folder, 'node_modules', NAME))) return true;
  const manifest = jsonAt(join(folder, 'package.json'));
  if (isRecord(manifest) && manifest['name'] === NAME) return true;
  const above = dirname(folder);
  return above !== folder && isThere(above);
}

/** A project that depends on the package installs what its lock file says. */
function ofProject(project: string): How | undefined {
  const manifest = jsonAt(join(project, 'package.json'));
  const isDependency = ['dependencies', 'devDependencies'].some((kind) => memberOf(memberOf(manifest, kind), NAME));
  if (!isDependency) return undefined;
  return { install: existsSync(join(project, 'package-lock.json')) ? 'npm ci' : 'npm install' };
}

/** What npm noted when it installed the package; another package manager notes it elsewhere. */
function ofInstallation(project: string, root: string): How | undefined {
  const modules = dirname(root);
  if (basename(modules) !== 'node_modules') return undefined;
  const notes = memberOf(jsonAt(join(modules, '.package-lock.json')), 'packages');
  const own = memberOf(notes, `node_modules/${NAME}`);
  const version = textOf(memberOf(own, 'version'));
  const resolved = textOf(memberOf(own, 'resolved')) ?? '';
  // The address of a commit, as npm writes it.
  if (resolved.startsWith('git+')) return { install: installing(resolved) };
  if (resolved.startsWith('file:')) {
    const file = fileOf(resolved, dirname(modules));
    const near = relative(project, file);
    if (!near.startsWith('..') && !isAbsolute(near)) return { install: installing(`./${near}`) };
    return existsSync(file) ? tarball(`cp ${shellWord(file)} .`, basename(file)) : undefined;
  }
  return version === undefined || resolved === '' ? undefined : { install: installing(`${NAME}@${version}`) };
}

const fileOf = (resolved: string, folder: string): string =>
  resolved.startsWith('file:///') ? fileURLToPath(resolved) : resolve(folder, resolved.slice('file:'.length));

/** A clone with a remote: its address, and the commit that is checked out. */
function ofClone(root: string): How | undefined {
  if (!existsSync(join(root, '.git'))) return undefined;
  const remote = gitAt(root, 'remote', 'get-url', 'origin');
  const commit = gitAt(root, 'rev-parse', 'HEAD');
  const address = remote === undefined ? undefined : gitAddress(remote);
  return address === undefined || commit === undefined ? undefined : { install: installing(`${address}#${commit}`) };
}

/** A remote as npm takes it; undefined for a path of this machine, which a pipeline does not have. */
function gitAddress(remote: string): string | undefined {
  const [, user, path] = /^([\w.-]+@[\w.-]+):(?!\/\/)(.+)$/.exec(remote) ?? [];
  if (user !== undefined && path !== undefined) return `git+ssh://${user}/${path}`;
  // Only the address: a remote may hold the password of whoever cloned it.
  if (/^(?:https|ssh):\/\//.test(remote)) return `git+${remote.replace(/^(https:\/\/)[^/@]*@/, '$1')}`;
  return undefined;
}

function gitAt(root: string, ...args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    // Without git, or without a remote, another way is taken.
    return undefined;
  }
}

/** A tarball that lies in the project, and the command that puts it there. */
const tarball = (before: string, file = `${NAME}-${packageVersion()}.tgz`): How => ({
  install: installing(`./${file}`),
  before,
});

/** A clone is built when it is packed; a package that was installed has no build tools, and is packed as it is. */
const packing = (root: string): string =>
  existsSync(join(root, 'scripts', 'build.mjs'))
    ? `npm pack ${shellWord(root)}`
    : `npm pack --ignore-scripts ${shellWord(root)}`;

const installing = (address: string): string => `npm install --no-save ${shellWord(address)}`;

const memberOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** What a file of JSON says; undefined for a file that is missing or is no JSON, which npm will name to its owner. */
function jsonAt(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
