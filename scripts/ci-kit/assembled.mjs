/** The last stage of the Dockerfile without Docker: its files put together in a folder, and its commands run there. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from './container.mjs';

/** The user `node` of the base image. */
const USER_ID = 1000;

/**
 * Puts the files of the last stage together, with the packages that are no development packages, and runs its start, its health
 * check and its end as a user that is not root, where this one may choose.
 *
 * @param {string} root a clone that is installed and built
 * @param {ReturnType<import('./dockerfile.mjs').lastStageOf>} stage
 * @param {(what: string, holds: boolean) => void} expect
 */
export async function checkAssembled(root, stage, expect) {
  const folder = mkdtempSync(join(tmpdir(), 'perpsim-image-'));
  try {
    chmodSync(folder, 0o755);
    const packages = assemble(root, folder, stage);
    const own = stage.copies.flatMap(({ from, to }) => (from === 'modules' ? [] : [to]));
    const files = own.reduce((sum, path) => sum + bytesOf(join(folder, path)), 0);
    const modules = packages.reduce((sum, path) => sum + bytesOf(join(root, path)), 0);
    console.log(
      `on top of its base the image holds ${megabytes(files)} of perpsim and ${megabytes(modules)} of packages`,
    );
    await run(folder, stage, expect);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

function assemble(root, folder, { copies }) {
  for (const { from, sources, to } of copies) {
    if (from === 'modules') continue;
    for (const source of sources) {
      const path = source.replace(/^\/perpsim\/?/, '');
      const target = join(folder, to.endsWith('/') ? join(to, path) : to);
      mkdirSync(dirname(target), { recursive: true });
      cpSync(join(root, path), target, { recursive: true });
    }
  }
  const names = installedPaths(root);
  for (const path of names) {
    const target = join(folder, 'perpsim', path);
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(join(root, path), target);
  }
  return names;
}

async function run(folder, { env, start, health }, expect) {
  const port = String(await freePort());
  const data = join(folder, 'data');
  mkdirSync(data);
  chmodSync(data, 0o777);
  const settings = {
    cwd: data,
    env: {
      PATH: process.env.PATH,
      HOME: data,
      ...env,
      PERPSIM_PORT: port,
      PERPSIM_TARGET: `http://127.0.0.1:${port}`,
    },
    ...(mayBe(USER_ID) ? { uid: USER_ID, gid: USER_ID } : {}),
  };
  const here = (words) => words.map((word) => (word.startsWith('/') ? join(folder, word) : word));
  const [program, ...args] = here(start);
  const began = performance.now();
  const server = spawn(program, args, { ...settings, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(server, 'close');
  try {
    // Docker asks again and again; one check that waits says the same.
    const [checker, ...flags] = here(health);
    const patient = flags.map((word) => (/^\d+s$/.test(word) ? '60s' : word));
    expect('its health check passes', spawnSync(checker, patient, { ...settings, stdio: 'inherit' }).status === 0);
    console.log(`ready and checked after ${Math.round(performance.now() - began)} ms`);
    const suite = [
      ...args.slice(0, 1),
      'conform',
      'features/info/getMids.feature',
      '--quiet',
      '--report',
      join(data, 'report'),
    ];
    // In a process of its own, not against the server.
    const { PERPSIM_TARGET: _target, ...alone } = settings.env;
    expect('it runs the suite', spawnSync(program, suite, { ...settings, env: alone, stdio: 'ignore' }).status === 0);
    expect(`it runs as user ${settings.uid ?? process.getuid?.()}`, settings.uid !== 0);
  } finally {
    server.kill('SIGTERM');
  }
  const [code] = await ended;
  expect('SIGTERM ends it', code === 0);
}

/**
 * Folders of the packages that the image holds: what perpsim and the suite depend on, and what those do.
 * @param {string} root
 */
function installedPaths(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const found = new Set();
  const visit = (from) => {
    const { dependencies, optionalDependencies, peerDependencies } = packages[from];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      let at = from;
      while (at !== '' && !packages[`${at}/node_modules/${name}`])
        at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')));
      const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
      if (found.has(path) || !packages[path]) continue;
      found.add(path);
      visit(path);
    }
  };
  visit('');
  const isOutermost = (path) => path.lastIndexOf('node_modules/') === 0;
  return [...found].filter((path) => isOutermost(path) && existsSync(join(root, path)));
}

/** Whether this process may start others as that user, and that user may read where they are. */
function mayBe(uid) {
  if (process.getuid?.() !== 0) return false;
  return spawnSync('ls', [import.meta.dirname, process.execPath], { uid, gid: uid, stdio: 'ignore' }).status === 0;
}

function bytesOf(path) {
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}
