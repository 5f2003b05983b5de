import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Database } from 'sql.js';

/** Loads SQLite and opens an empty database in memory. */
export async function openSqlite(): Promise<Database> {
  const { default: initSqlJs } = await import('sql.js');
  // Inside a bundle sql.js would look for its bytes beside the bundle, so they are found and handed over here.
  const wasm = readFileSync(createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm'));
  const { Database: InMemory } = await initSqlJs({ wasmBinary: new Uint8Array(wasm).buffer });
  return new InMemory();
}
