/** Builds `perpsim serve` as one script, and compiles it ahead of its first start. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One file instead of fifty, and a script instead of modules, because that halves what a start takes; the price is that
 * code is in `dist/` twice.
 *
 * @param common the options that all bundles share
 */
export function bundleServe(bundle, common) {
  return bundle({
    ...common,
    entryPoints: { serve: 'src/cli/serve/main.ts' },
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    // A script that was compiled ahead cannot import; it requires what it loads later.
    supported: { 'dynamic-import': false },
    // Read by `--config` and `--fork` alone.
    external: [...common.external, 'yaml'],
    define: { 'import.meta.url': '__url' },
    banner: { js: "const __url = require('node:url').pathToFileURL(__filename).href;" },
    plugins: [{ name: 'late-packages', setup: loadLate }],
  });
}

/** Parts of Node that these packages load first of all and that `serve` never uses. */
const LATE = [
  { file: /fastify\/lib\/server\.js$/, name: 'http2', uses: 'http2.create' },
  { file: /commander\/lib\/command\.js$/, name: 'childProcess', module: 'child_process', uses: 'childProcess.spawn' },
];

function loadLate({ onLoad }) {
  for (const { file, name, module = name, uses } of LATE) {
    onLoad({ filter: file }, ({ path }) => {
      const [before, after, ...more] = readFileSync(path, 'utf8').split(`const ${name} = require('node:${module}')`);
      if (after === undefined || more.length > 0) throw new Error(`${path} no longer loads node:${module} as it did`);
      const late = uses.replace(name, `require('node:${module}')`);
      return { contents: before + after.replaceAll(uses, late), loader: 'js' };
    });
  }
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
