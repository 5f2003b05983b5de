/**
 * Bundles the command line and the library into dist/. A bundle starts several times faster than the sources,
 * because reading and resolving hundreds of modules is most of a start.
 *
 *   node scripts/build.mjs             build
 *   node scripts/build.mjs --if-stale  build only when a source is newer than the last build
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleCommands, bundleServe, compileScripts, SUITE_PACKAGES } from './build-scripts.mjs';
import { importsOf, inputsOf, packagesOf, writeNotices } from './bundled-packages.mjs';
import { PREPARED_FILES, prepareContract } from './prepare-contract.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'dist', '.built');
/** Modules of the suite that are made here, by the folders of features/ that each gathers. */
const GATHERED = { 'all-steps': ['steps'], 'all-support': ['support', 'steps'] };
const LINE_LENGTH = 160;
/** The two files of sql.js that are loaded, where `src/exchange/history/database.ts` looks for them. The package has 30 MB of others. */
const SQLITE = {
  'node_modules/sql.js/dist/sql-wasm.js': 'dist/sqlite/sql-wasm.cjs',
  'node_modules/sql.js/dist/sql-wasm.wasm': 'dist/sqlite/sql-wasm.wasm',
};
const OTHERS = [
  'package.json',
  ...PREPARED_FILES,
  ...[
    'build',
    'build-scripts',
    'bundled-packages',
    'late-parts',
    'prepare-contract',
    'prepare-worlds',
    'compile-script',
    'console',
    'pages',
  ].map((name) => `scripts/${name}.mjs`),
];

if (process.argv.includes('--if-stale') && isFresh()) process.exit(0);
if (!existsSync(join(root, 'node_modules', 'esbuild'))) {
  // A package from the registry has its dist/ and no build tools; so has a clone installed without development packages.
  process.exit(withoutTools());
}
await build();

async function build() {
  const { build: bundle } = await import('esbuild');
  const { buildPages } = await import('./pages.mjs');
  const { default: buildConsole } = await import('./console.mjs');
  const [pages, browserModules] = await Promise.all([buildPages(), buildConsole()]);
  const common = {
    absWorkingDir: root,
    outdir: 'dist',
    bundle: true,
    format: 'esm',
    minifySyntax: true,
    // Of an uncaught error Node prints the whole line that threw, so lines stay as written and long texts are split.
    lineLimit: LINE_LENGTH,
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    // Native helpers of ws cannot be inside a bundle, and one that a machine happens to have would change what is measured.
    define: { 'process.env.WS_NO_BUFFER_UTIL': '"1"', 'process.env.WS_NO_UTF_8_VALIDATE': '"1"' },
  };
  const onNode = {
    platform: 'node',
    target: 'node20',
    // They find their binaries next to themselves, or are loaded long after the start.
    external: [
      'secp256k1',
      'tiny-secp256k1',
      'ethers',
      'pino',
      ...SUITE_PACKAGES,
      'ccxt',
      'piscina',
      'bullmq',
      'ioredis',
      // Compilers of schemas and requests of tests: fastify names them and the exchange uses neither.
      '@fastify/ajv-compiler',
      '@fastify/fast-json-stringify-compiler',
      'light-my-request',
    ],
    alias: {
      // The one hash in use; the plain entry holds the code of all.
      'hash-wasm': 'hash-wasm/dist/keccak.umd.min.js',
      // A stand-in for what Node has; the package is sixty files.
      'regexp-match-indices': join(root, 'scripts', 'match-indices.cjs'),
    },
  };
  // Nothing of Node is inside, so that any other bundler can take it further, for a browser too.
  const client = await bundle({
    ...common,
    entryPoints: { client: 'src/client.ts' },
    platform: 'neutral',
    target: 'es2022',
    external: ['ethers', 'ws'],
  });
  const rest = await bundle({
    ...common,
    entryPoints: {
      cli: 'src/cli/main.ts',
      // The same without a process of its own, which the tests call.
      'command-line': 'src/cli/command-line.ts',
      index: 'src/index.ts',
      conformance: 'src/conformance.ts',
      ccxt: 'src/ccxt.ts',
      // What steps declare; it needs no package of the suite.
      steps: 'all-steps',
      suite: 'all-support',
      'sweep-worker': 'src/lab/sweeps/local/worker.ts',
      'market-worker': 'src/lab/market/run/worker.ts',
      'past-worker': 'src/exchange/past/worker.ts',
      'signature-worker': 'src/exchange/signatures/workers/worker.ts',
    },
    ...onNode,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [
      { name: 'one-client', setup: takeClientFromItsBundle },
      { name: 'gathered', setup: gatherSteps },
    ],
    // CommonJS packages inside an ES module still call require().
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
    },
  });
  const serve = await bundleServe(bundle, { ...common, ...onNode });
  const plugins = [{ name: 'one-client', setup: takeClientFromItsBundle }];
  const commands = await bundleCommands(bundle, { ...common, ...onNode }, plugins);
  const bundles = [client, rest, ...serve, commands].map(({ metafile }) => metafile);
  removeAllBut(new Set(bundles.flatMap(({ outputs }) => Object.keys(outputs))));
  mkdirSync(join(root, 'dist', 'sqlite'), { recursive: true });
  for (const [from, to] of Object.entries(SQLITE)) copyFileSync(join(root, from), join(root, to));
  const inside = [...[...bundles, ...pages].flatMap(inputsOf), ...browserModules, ...Object.keys(SQLITE)];
  const imported = [...new Set(bundles.flatMap(importsOf))].sort();
  writeNotices(join(root, 'dist'), 'perpsim', packagesOf(root, inside), imported);
  await prepareContract(root);
  compileScripts(root);
  writeFileSync(stamp, '');
}

/** The exchange hands out clients of the client's own bundle, so that there is one class of each error and not two. */
function takeClientFromItsBundle({ onResolve }) {
  // The suite and exploring sign in ways that no client offers, so they have the parts to themselves.
  // The classes of ccxt are no part of it.
  onResolve({ filter: /\/client(?:\/[\w/-]+)?\.ts$/ }, ({ path, importer }) =>
    /\/client\/ccxt\//.test(path) || /\/(suite|client(?!\/ccxt)|explore)\//.test(importer)
      ? undefined
      : { path: 'perpsim/client', external: true },
  );
}

/** Steps of the suite as one module, and the same with its hooks; both share chunks with the command that runs them. */
function gatherSteps({ onResolve, onLoad }) {
  onResolve({ filter: /^all-(steps|support)$/ }, ({ path }) => ({ path, namespace: 'suite' }));
  onLoad({ filter: /.*/, namespace: 'suite' }, ({ path }) => ({
    contents: GATHERED[path]
      .flatMap((folder) => readdirSync(join(root, 'features', folder)).map((name) => `./features/${folder}/${name}`))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .sort()
      .map((name) => `import '${name}';`)
      .join('\n'),
    resolveDir: root,
  }));
}

/** Leftovers of earlier builds go last, so that a process that starts during a build finds its files. */
function removeAllBut(made) {
  for (const folder of ['dist', 'dist/chunks']) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (/\.c?js$/.test(entry.name) && !made.has(`${folder}/${entry.name}`)) rmSync(join(root, folder, entry.name));
    }
  }
}

function isFresh() {
  if (!existsSync(stamp)) return false;
  const builtAt = statSync(stamp).mtimeMs;
  return (
    ['src', 'features'].every((folder) => newestIn(join(root, folder)) <= builtAt) &&
    OTHERS.every((file) => statSync(join(root, file)).mtimeMs <= builtAt)
  );
}

function newestIn(folder) {
  let newest = statSync(folder).mtimeMs;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    newest = Math.max(newest, entry.isDirectory() ? newestIn(path) : statSync(path).mtimeMs);
  }
  return newest;
}

/** Exit code without esbuild: an install goes on, since a built dist/ may be put in later; a build by hand has failed. */
function withoutTools() {
  if (existsSync(join(root, 'dist', 'cli.js'))) return 0;
  process.stderr.write(
    'build: esbuild is not installed and there is no dist/, run "npm ci" with development packages to build\n',
  );
  return process.env.npm_lifecycle_event === 'prepare' ? 0 : 1;
}
