const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { homedir } = require('node:os');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

const DIST = join(__dirname, '..', 'dist');

/**
 * A program that the build has made one script of, and compiled where it could: compiling is half of a start. A package comes
 * without what was compiled, which fits one version of Node and one kind of processor. There a start keeps it for the next.
 *
 * @param name - `serve`, or `commands` for all others
 */
function scriptOf(name) {
  const file = join(DIST, `${name}.cjs`);
  const machine = `${process.versions.v8}-${process.arch}`;
  /** What V8 made of the program when it was built; another version or processor compiles the text anew. */
  const compiled = join(DIST, `${name}-${machine}.cache`);
  /** Undefined where nothing is to be kept. */
  const kept = () => (existsSync(compiled) ? compiled : keptFile(name, machine));
  const isFile = (path) => path !== undefined && existsSync(path);
  return {
    compiled,
    isBuilt: () => existsSync(file),
    /** @returns whether the build or an earlier start has compiled it */
    isCompiled: () => isFile(kept()),
    /** @returns the script, from which the build takes what was compiled */
    run() {
      const from = kept();
      // The build writes ASCII alone, which Latin-1 reads as it is, without decoding it.
      const script = new Script(readFileSync(file, 'latin1'), {
        filename: file,
        ...(isFile(from) && { cachedData: readFileSync(from) }),
      });
      if (from !== undefined && !isFile(from)) process.once('exit', () => keep(script, from));
      const module = { exports: {} };
      // A script that was compiled ahead cannot import, so it is given how.
      const load = (url) => import(url);
      script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file), load);
      return script;
    },
  };
}

/** By the hash of the script: V8 itself would take what was compiled for any other text of the same length. */
function keptFile(name, machine) {
  const hashes = join(DIST, 'scripts.json');
  if (process.env.NODE_DISABLE_COMPILE_CACHE === '1' || !existsSync(hashes)) return undefined;
  const hash = JSON.parse(readFileSync(hashes, 'utf8'))[name];
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'perpsim', `${name}-${hash}-${machine}.cache`);
}

/** In one step, because another process may be about to start. Only this user may write there: it is code. */
function keep(script, path) {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, script.createCachedData(), { mode: 0o600 });
    renameSync(unfinished, path);
  } catch {
    // A home that cannot be written to, such as that of a container: the next start takes as long as this one.
  }
}

module.exports = { scriptOf };
