/** Builds `perpsim serve` as one script, and compiles it ahead of its first start. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { preparedWorlds } from './prepare-worlds.mjs';
import { lateEntry, leaveOut, requireLate, sharingEntry, takeShared } from './late-parts.mjs';

const PROGRAM = 'src/cli/serve/main.ts';

/**
 * One file instead of fifty, and a script instead of modules, because that halves what a start takes; the price is that
 * code is in `dist/` twice. What a start can do without is in a second file.
 *
 * @param common the options that all bundles share
 * @returns the results of the bundles
 */
export async function bundleServe(bundle, common) {
  const root = common.absWorkingDir;
  const script = {
    ...common,
    format: 'cjs',
    // A script that was compiled ahead cannot import; it requires what it loads later.
    supported: { 'dynamic-import': false },
    // Read by `--config` and `--fork` alone.
    external: [...common.external, 'yaml'],
    define: { 'import.meta.url': '__url' },
  };
  const worlds = await preparedWorlds(bundle, common);
  const url = "const __url = require('node:url').pathToFileURL(__filename).href;";
  const first = (parts, shared) => ({
    ...script,
    stdin: { contents: sharingEntry(PROGRAM, shared), resolveDir: root, loader: 'ts' },
    outfile: 'dist/serve.cjs',
    outdir: undefined,
    // It is run as the function that Node makes of a module, see bin/serve-program.cjs.
    banner: {
      js: `(function (exports, require, module, __filename, __dirname) {${url}${requireLate('serve-late.cjs')}`,
    },
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
    outdir: undefined,
    banner: { js: url },
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

/**
 * Runs the built program until it has responded to a request, and keeps what V8 compiled meanwhile. A start is only slower
 * without that, so a machine on which the program cannot run here goes on.
 */
export function compileServe(root) {
  const dist = join(root, 'dist');
  for (const name of readdirSync(dist)) if (/^serve-.*\.cache$/.test(name)) rmSync(join(dist, name));
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'compile-serve.mjs')], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (status !== 0) process.stderr.write(`build: perpsim serve starts slower than it could: ${stderr}\n`);
}
