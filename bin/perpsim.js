#!/usr/bin/env node
// A script, as package.json beside it says: the loader of modules takes longer than all else here.
const { existsSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');
const { scriptOf } = require('./scripts.cjs');

/** The script that holds a command; src/cli/run-main.ts and src/cli/serve/main.ts say which. */
const SCRIPTS = { diff: 'run', replay: 'run', run: 'run', scenario: 'run', serve: 'serve', sweep: 'run' };

const [, , command = ''] = process.argv;
const name = Object.hasOwn(SCRIPTS, command) ? SCRIPTS[command] : undefined;
const script = name === undefined ? undefined : scriptOf(name);
const bundle = join(__dirname, '..', 'dist', 'cli.js');
if (script?.isBuilt() && (name === 'serve' || process.features.require_module === true)) {
  script.run();
} else if (existsSync(bundle)) {
  // Where Node has it: what V8 made of the modules of the other commands is kept for their next start.
  enableCompileCache?.();
  void import(require('node:url').pathToFileURL(bundle).href);
} else {
  process.stderr.write('perpsim: not built yet, run "npm run build" in the package folder first\n');
  process.exitCode = 2;
}
