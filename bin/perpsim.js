#!/usr/bin/env node
// A script, as package.json beside it says: the loader of modules takes longer than all else here.
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { hasServe, runServe } = require('./serve-program.cjs');

const bundle = join(__dirname, '..', 'dist', 'cli.js');
if (process.argv[2] === 'serve' && hasServe()) {
  runServe();
} else if (existsSync(bundle)) {
  void import(require('node:url').pathToFileURL(bundle).href);
} else {
  process.stderr.write('perpsim: not built yet, run "npm run build" in the package folder first\n');
  process.exitCode = 2;
}
