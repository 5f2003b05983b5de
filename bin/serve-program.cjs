const { existsSync, readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

const file = join(__dirname, '..', 'dist', 'serve.cjs');
/** What V8 made of the program when it was built; another version or processor compiles the text anew. */
const compiled = join(__dirname, '..', 'dist', `serve-${process.versions.v8}-${process.arch}.cache`);

/**
 * Runs `perpsim serve`, which is compiled already where the build could do so: compiling is half of a start.
 *
 * @returns the script, from which the build takes what was compiled
 */
function runServe() {
  // The build writes ASCII alone, which Latin-1 reads as it is, without decoding it.
  const script = new Script(readFileSync(file, 'latin1'), {
    filename: file,
    ...(existsSync(compiled) && { cachedData: readFileSync(compiled) }),
  });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
  return script;
}

module.exports = { compiled, hasServe: () => existsSync(file), runServe };
