const { existsSync, readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

const DIST = join(__dirname, '..', 'dist');

/**
 * A program that the build has made one script of, and compiled where it could: compiling is half of a start.
 *
 * @param name - `serve`, or `commands` for all others
 */
function scriptOf(name) {
  const file = join(DIST, `${name}.cjs`);
  /** What V8 made of the program when it was built; another version or processor compiles the text anew. */
  const compiled = join(DIST, `${name}-${process.versions.v8}-${process.arch}.cache`);
  return {
    compiled,
    isBuilt: () => existsSync(file),
    isCompiled: () => existsSync(compiled),
    /** @returns the script, from which the build takes what was compiled */
    run() {
      // The build writes ASCII alone, which Latin-1 reads as it is, without decoding it.
      const script = new Script(readFileSync(file, 'latin1'), {
        filename: file,
        ...(existsSync(compiled) && { cachedData: readFileSync(compiled) }),
      });
      if (process.env.GCX) for (const f of process.env.GCX.split(",")) require("v8").setFlagsFromString(f);
      const module = { exports: {} };
      // A script that was compiled ahead cannot import, so it is given how.
      const load = (url) => import(url);
      script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file), load);
      return script;
    },
  };
}

module.exports = { scriptOf };
