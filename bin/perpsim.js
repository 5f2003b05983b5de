#!/usr/bin/env node
// A script, as package.json beside it says: the loader of modules takes longer than all else here.
const { existsSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');
const { scriptOf } = require('./scripts.cjs');

const [, , command = ''] = process.argv;
// The steps of the suite, and those of its users, are modules that must meet the modules of these. A script can require other modules
// only where Node can; `serve` requires none.
const loadsSteps = command === 'conform' || command === 'report';
const script = scriptOf(command === 'serve' ? command : 'commands');
/** They load most of the program, and are the ones to compile it for all others. */
const runsExchange = ['run', 'sweep', 'certify', 'gym', 'replay', 'scenario', 'worker'].includes(command);
// Other commands start faster as modules while nothing has been compiled for this Node.
const isScript =
  command === 'serve' ||
  (!loadsSteps && process.features.require_module === true && (runsExchange || script.isCompiled()));
const bundle = join(__dirname, '..', 'dist', 'cli.js');
if (isScript && script.isBuilt()) {
  script.run();
} else if (existsSync(bundle)) {
  // Where Node has it: what V8 made of the modules is kept for their next start.
  enableCompileCache?.();
  void import(require('node:url').pathToFileURL(bundle).href);
} else {
  process.stderr.write('perpsim: not built yet, run "npm run build" in the package folder first\n');
  process.exitCode = 2;
}
