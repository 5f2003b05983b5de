/** Builds `perpsim serve` and the other commands as one script each, compiled ahead of the first start. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { preparedWorlds } from './prepare-worlds.mjs';
import { lateEntry, leaveOut, requireLate, sharingEntry, takeShared } from './late-parts.mjs';

const SERVE = 'src/cli/serve/main.ts';
const REST = 'src/cli/script-main.ts';

/** A script is run as the function that Node makes of a module, see bin/scripts.cjs. */
const HEAD = '(function (exports, require, module, __filename, __dirname, __import) {';
const URL_OF_IT = "const __url = require('node:url').pathToFileURL(__filename).href;";

/** What both scripts are built with. */
const scriptOf = (common) => ({
  ...common,
  format: 'cjs',
  outdir: undefined,
  // A script that was compiled ahead cannot import; it requires what it loads later.
  supported: { 'dynamic-import': false },
  define: { ...common.define, 'import.meta.url': '__url' },
});

/**
 * All commands beside `serve`. What they load later is inside: unlike a server, one that runs an exchange loads most of it.
 *
 * @param common the options that all bundles share
 * @param plugins those of the bundle of modules that count here too
 * @returns the result of the bundle
 */
export const bundleCommands = (bundle, common, plugins) =>
  bundle({
    ...scriptOf(common),
    entryPoints: [REST],
    outfile: 'dist/commands.cjs',
    banner: { js: `${HEAD}${URL_OF_IT}` },
    footer: { js: '})' },
    plugins: [...plugins, { name: 'strategies', setup: importStrategies }, { name: 'yaml', setup: takeYaml }],
  });

/** What only the suite needs, and a user may not have. */
export const SUITE_PACKAGES = ['cucumber', 'gherkin', 'messages'].map((name) => `@cucumber/${name}`);

/** Seventy files of a package that every scenario is read with: inside, they are compiled ahead too. */
function takeYaml({ onLoad }) {
  onLoad({ filter: /world[/\\]document\.ts$/ }, ({ path }) => {
    const [before, after, ...more] = readFileSync(path, 'utf8').split("createRequire(import.meta.url)('yaml')");
    if (after === undefined || more.length > 0) throw new Error(`${path} no longer loads yaml as it did`);
    return { contents: `${before}require('yaml')${after}`, loader: 'ts' };
  });
}

/** A strategy is a module of the user, which may wait at its top: a script cannot require that. */
function importStrategies({ onLoad }) {
  onLoad({ filter: /strategies[/\\]load-strategy\.ts$/ }, ({ path }) => {
    const [before, after, ...more] = readFileSync(path, 'utf8').split('await import(');
    if (after === undefined || more.length > 0) throw new Error(`${path} no longer imports one module`);
    return {
      contents: `declare const __import: (url: string) => Promise<unknown>;${before}await __import(${after}`,
      loader: 'ts',
    };
  });
}

/**
 * One file instead of fifty, and a script instead of modules, because that halves what a start takes; the price is that
 * code is in `dist/` twice. What a start can do without is in a second file.
 *
 * @param common the options that all bundles share
 * @returns the results of the bundles
 */
export async function bundleServe(bundle, common) {
  const root = common.absWorkingDir;
  // The package is read by `--config` and `--fork` alone.
  const script = { ...scriptOf(common), external: [...common.external, 'yaml'] };
  const worlds = await preparedWorlds(bundle, common);
  const first = (parts, shared) => ({
    ...script,
    stdin: { contents: sharingEntry(SERVE, shared), resolveDir: root, loader: 'ts' },
    outfile: 'dist/serve.cjs',
    banner: { js: `${HEAD}${URL_OF_IT}${requireLate('serve-late.cjs')}` },
    footer: { js: '})' },
    plugins: [leaveOut(root, parts), worlds, { name: 'late-packages', setup: loadLate }],
  });
  const parts = new Set();
  const { metafile } = await bundle({ ...first(parts, []), write: false });
  const modules = new Set(Object.keys(metafile.inputs));
  const shared = new Set();
  const late = await bundle({
    ...script,
    stdin: { contents: lateEntry([...parts].sort()), resolveDir: root },
    outfile: 'dist/serve-late.cjs',
    banner: { js: URL_OF_IT },
    plugins: [takeShared(root, modules, shared)],
  });
  return [await bundle(first(parts, [...shared].sort())), late];
}

/** What these packages load first of all and `serve` never uses: each use loads it instead. */
const LATE = [
  { file: /commander\/lib\/command\.js$/, name: 'childProcess', from: 'node:child_process', uses: ['spawn'] },
  { file: /fastify\/lib\/server\.js$/, name: 'http2', from: 'node:http2', uses: ['create'] },
  { file: /fastify\/lib\/server\.js$/, name: 'dns', from: 'node:dns', uses: ['lookup'] },
  { file: /fastify\/lib\/server\.js$/, name: 'https', from: 'node:https', uses: ['create'] },
  // The global of that name, which Node loads when it is used.
  { file: /fastify\/lib\/logger-factory\.js$/, name: '{ performance }', from: 'node:perf_hooks', uses: [] },
  { file: /fastify\/lib\/plugin-utils\.js$/, name: 'semver', from: 'semver', uses: ['gt(', 'coerce(', 'satisfies('] },
  { file: /ws\/lib\/websocket\.js$/, name: 'https', from: 'https', uses: ['request '] },
  { file: /ws\/lib\/websocket\.js$/, name: 'tls', from: 'tls', uses: ['connect'] },
  { file: /ws\/lib\/permessage-deflate\.js$/, name: 'zlib', from: 'zlib', uses: ['Z_', 'create'] },
];

function loadLate({ onLoad }) {
  for (const file of new Set(LATE.map((late) => late.file.source))) {
    onLoad({ filter: new RegExp(file) }, ({ path }) => ({ contents: withoutLate(path, file), loader: 'js' }));
  }
}

function withoutLate(path, file) {
  let text = readFileSync(path, 'utf8');
  for (const { name, from, uses } of LATE.filter((late) => late.file.source === file)) {
    const [before, after, ...more] = text.split(`const ${name} = require('${from}')`);
    if (after === undefined || more.length > 0) throw new Error(`${path} no longer loads ${from} as it did`);
    text = uses.reduce((all, use) => all.replaceAll(`${name}.${use}`, `require('${from}').${use}`), before + after);
  }
  return text;
}

const SCRIPTS = ['serve', 'commands'];

/**
 * Runs each script until it has done what most starts do, and keeps what V8 compiled meanwhile. A start is only slower
 * without that, so a machine on which a program cannot run here goes on.
 */
export function compileScripts(root) {
  const dist = join(root, 'dist');
  const hashOf = (name) =>
    createHash('sha256')
      .update(readFileSync(join(dist, `${name}.cjs`)))
      .digest('hex')
      .slice(0, 16);
  const hashes = Object.fromEntries(SCRIPTS.map((name) => [name, hashOf(name)]));
  writeFileSync(join(dist, 'scripts.json'), `${JSON.stringify(hashes)}\n`);
  for (const name of readdirSync(dist)) if (name.endsWith('.cache')) rmSync(join(dist, name));
  for (const name of SCRIPTS) {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'compile-script.mjs'), name], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    if (status !== 0) process.stderr.write(`build: dist/${name}.cjs starts slower than it could: ${stderr}\n`);
  }
}
