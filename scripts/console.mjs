/**
 * Builds the console, the web application that `perpsim serve` serves at /console, into dist/console.
 *
 *   node scripts/console.mjs --dev [URL]   serves the sources with live reload, beside an exchange at URL (default http://127.0.0.1:8700)
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const browser = join(root, 'src', 'console', 'browser');
const out = join(root, 'dist', 'console');

const shared = {
  configFile: false,
  root: browser,
  base: '/console/',
  publicDir: join(browser, 'public'),
  resolve: {
    alias: {
      // The browser has its own WebSocket, and the console a wallet of its own.
      ethers: join(browser, 'signing', 'wallet.ts'),
      ws: join(browser, 'signing', 'no-ws.ts'),
    },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
};

export default async function buildConsole() {
  const { build } = await import('vite');
  await build({
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
  removeOld();
}

function removeOld() {
  const manifest = JSON.parse(readFileSync(join(out, '.vite', 'manifest.json'), 'utf8'));
  const made = new Set(Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]));
  for (const name of readdirSync(join(out, 'assets'))) {
    if (!made.has(`assets/${name}`)) rmSync(join(out, 'assets', name));
  }
}

if (process.argv.includes('--dev')) {
  const { createServer } = await import('vite');
  const target = process.argv.find((word) => word.startsWith('http')) ?? 'http://127.0.0.1:8700';
  const proxied = { target, changeOrigin: true };
  const server = await createServer({
    ...shared,
    server: { proxy: { '/v1': { ...proxied, ws: true }, '/sim/v1': proxied } },
  });
  await server.listen();
  server.printUrls();
}
