#!/usr/bin/env node
// Taken without an import, which would load parts of Node that a start does not need.
const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);
const { existsSync } = require('node:fs');
const { hasServe, runServe } = require('./serve-program.cjs');

const bundle = new URL('../dist/cli.js', import.meta.url);
if (process.argv[2] === 'serve' && hasServe()) {
  runServe();
} else if (existsSync(bundle)) {
  await import(bundle.href);
} else {
  process.stderr.write('perpsim: not built yet, run "npm run build" in the package folder first\n');
  process.exitCode = 2;
}
