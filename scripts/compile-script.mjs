/**
 * Runs a script of the build until it has done what most starts do, and writes what V8 compiled: see build-scripts.mjs.
 *
 *   node scripts/compile-script.mjs serve|commands
 */
import { renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { scriptOf } = createRequire(import.meta.url)('../bin/scripts.cjs');

/** What is asked of each. */
const ASKED = {
  // The world that a start without flags has, whose genesis is a third of what that start runs.
  serve: ['serve', '--port', '0', '--host', '127.0.0.1', '--json', '--log-level', 'silent'],
  commands: ['run', 'basics/calm-day', '--until', '1m'],
};

const [, , name] = process.argv;
const { compiled, run } = scriptOf(name);
let printed = '';
process.stdout.write = (text, done) => {
  printed += text;
  // What serve prints has its address in it.
  if (name === 'serve' && printed.endsWith('\n')) void askOnce(JSON.parse(printed));
  if (typeof done === 'function') done();
  return true;
};
process.on('exit', (code) => {
  if (code !== 0) return;
  // In one step, because another process may be about to start the program.
  writeFileSync(`${compiled}.new`, script.createCachedData());
  renameSync(`${compiled}.new`, compiled);
});
process.argv = [process.execPath, 'perpsim', ...ASKED[name]];
const script = run();

async function askOnce({ restUrl }) {
  const body = JSON.stringify({ params: { action: 'getMarkets' } });
  const response = await fetch(`${restUrl}/info`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  await response.text();
  process.exit(0);
}
