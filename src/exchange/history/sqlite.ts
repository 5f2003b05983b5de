import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Database, SqlJsStatic } from 'sql.js';

type InitSqlJs = (config: { readonly wasmBinary: ArrayBuffer }) => Promise<SqlJsStatic>;

const load = createRequire(import.meta.url);

/**
 * Loads SQLite and opens a database in memory.
 *
 * @param file the bytes of a file that it begins with; without it, it is empty
 */
export async function openSqlite(file?: Uint8Array): Promise<Database> {
  const initSqlJs = load(find('sql-wasm.cjs', 'sql-wasm.js')) as InitSqlJs;
  // sql.js looks for its bytes beside itself in other ways on other hosts, so they are handed over here.
  const wasm = readFileSync(find('sql-wasm.wasm', 'sql-wasm.wasm'));
  const { Database: InMemory } = await initSqlJs({ wasmBinary: new Uint8Array(wasm).buffer });
  return new InMemory(file);
}

/** The copy that the build makes of a file of sql.js; sources that were never built take it from the package. */
function find(copy: string, original: string): string {
  try {
    return load.resolve(`#sqlite/${copy}`);
  } catch {
    return load.resolve(`sql.js/dist/${original}`);
  }
}
