import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Database, SqlJsStatic } from 'sql.js';

type InitSqlJs = (config: { readonly wasmBinary: ArrayBuffer }) => Promise<SqlJsStatic>;

const load = createRequire(import.meta.url);

/** Loads SQLite and opens an empty database in memory. */
export async function openSqlite(): Promise<Database> {
  const initSqlJs = load(find('sql-wasm.cjs', 'sql-wasm.js')) as InitSqlJs;
  // sql.js looks for its bytes beside itself in other ways on other hosts, so they are handed over here.
  const wasm = readFileSync(find('sql-wasm.wasm', 'sql-wasm.wasm'));
  const { Database: InMemory } = await initSqlJs({ wasmBinary: new Uint8Array(wasm).buffer });
  return new InMemory();
}

/** The copy that the build makes of a file of sql.js; sources that were never built take it from the package. */
function find(copy: string, original: string): string {
  try {
    return load.resolve(`#sqlite/${copy}`);
  } catch {
    return load.resolve(`sql.js/dist/${original}`);
  }
}
