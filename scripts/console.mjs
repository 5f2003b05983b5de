/**
 * Builds the console, the web application that `perpsim serve` serves at /console, into dist/console.
 *
 *   node scripts/console.mjs --sizes       builds it and says how large each file is, packed
 *   node scripts/console.mjs --dev [URL]   serves the sources with live reload, beside an exchange at URL (default http://127.0.0.1:8700)
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const browser = join(root, 'src', 'console', 'browser');
const out = join(root, 'dist', 'console');

/**
 * Styles that are imported as `x.css?within=NAME` hold below elements of the class NAME alone: the reports of runs have style
 * sheets for whole pages.
 */
const within = {
  name: 'styles-within',
  enforce: 'pre',
  transform(code, id) {
    const [, name] = /\.css\?within=([\w-]+)$/.exec(id) ?? [];
    if (name === undefined) return undefined;
    // Animations have no place below a class.
    return `.${name} {\n${code.replace(/@keyframes[^{]+\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '')}\n}`;
  },
};

const shared = {
  configFile: false,
  plugins: [within],
  root: browser,
  base: '/console/',
  publicDir: join(browser, 'public'),
  resolve: {
    // The browser has its own WebSocket, and the console a wallet of its own in place of each part of ethers.
    alias: [
      { find: /^ethers(?:\/\w+)?$/, replacement: join(browser, 'signing', 'wallet.ts') },
      { find: 'ws', replacement: join(browser, 'signing', 'no-ws.ts') },
    ],
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
};

/** Builds the console. Returns the files of the modules that are in it. */
export default async function buildConsole() {
  const { build } = await import('vite');
  // Under a test runner it would be "test", and the packages would be those for development.
  process.env.NODE_ENV = 'production';
  const { output } = await build({
    ...shared,
    logLevel: 'warn',
    build: {
      outDir: out,
      // Old files go last, so that a server that runs meanwhile finds what it has named to a browser.
      emptyOutDir: false,
      target: 'es2022',
      manifest: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  });
  const manifest = JSON.parse(readFileSync(join(out, '.vite', 'manifest.json'), 'utf8'));
  const made = new Set(Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]));
  for (const name of readdirSync(join(out, 'assets'))) {
    if (!made.has(`assets/${name}`)) rmSync(join(out, 'assets', name));
  }
  const sizes = checkSizes([...made], manifest);
  if (process.argv.includes('--sizes')) console.table(sizes);
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
}

/** Bytes, packed with gzip: of all files together, and of what a page needs before it shows anything. */
const MOST = { all: 300_000, first: 130_000 };

/** Throws when the console has grown too large. Returns the packed bytes of each file. */
function checkSizes(made, manifest) {
  const { file, css = [], imports = [] } = manifest['index.html'];
  const sizes = Object.fromEntries(
    ['index.html', ...made].map((name) => [name, gzipSync(readFileSync(join(out, name)), { level: 9 }).length]),
  );
  const sum = (names) => names.reduce((bytes, name) => bytes + sizes[name], 0);
  const first = ['index.html', file, ...css, ...imports.map((name) => manifest[name].file)];
  const found = { all: sum(Object.keys(sizes)), first: sum(first) };
  for (const [what, most] of Object.entries(MOST)) {
    if (found[what] > most) {
      throw new Error(
        `the console takes ${found[what]} bytes packed (${what}), at most ${most}: ${JSON.stringify(sizes, null, 2)}`,
      );
    }
  }
  return { ...sizes, ...found };
}

if (process.argv.includes('--sizes')) await buildConsole();

if (process.argv.includes('--dev')) {
  const { createServer } = await import('vite');
  const target = process.argv.find((word) => word.startsWith('http')) ?? 'http://127.0.0.1:8700';
  // The server takes its own pages for those of its own origin alone.
  const proxied = { target, changeOrigin: true, headers: { origin: target } };
  const server = await createServer({
    ...shared,
    server: { proxy: { '/v1': { ...proxied, ws: true }, '/sim/v1': proxied } },
  });
  await server.listen();
  server.printUrls();
}
