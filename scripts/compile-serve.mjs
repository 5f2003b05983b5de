/** Runs `perpsim serve` until it has responded once, and writes what V8 compiled: see build-serve.mjs. */
import { renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { compiled, runServe } = createRequire(import.meta.url)('../bin/serve-program.cjs');

// What the program prints has the address in it.
let printed = '';
process.stdout.write = (text, done) => {
  printed += text;
  if (printed.endsWith('\n')) void finish(JSON.parse(printed));
  if (typeof done === 'function') done();
  return true;
};

// The world that a start without flags has, whose genesis is a third of what that start runs.
const SILENT = ['--port', '0', '--host', '127.0.0.1', '--json', '--log-level', 'silent'];
process.argv = [process.execPath, 'perpsim', 'serve', ...SILENT];
const script = runServe();

async function finish({ restUrl }) {
  const body = JSON.stringify({ params: { action: 'getMarkets' } });
  const response = await fetch(`${restUrl}/info`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  await response.text();
  // In one step, because another process may be about to start the program.
  writeFileSync(`${compiled}.new`, script.createCachedData());
  renameSync(`${compiled}.new`, compiled);
  process.exit(0);
}
