/** Reads the lists of docs/contract ahead of the suite, each process of which needs them: see `src/suite/coverage/contract.ts`. */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** From the root of the package. */
export const PREPARED_FILES = [
  ...['clauses', 'waivers', 'transitions'],
  ...['records', 'trade', 'info', 'envelopes', 'streams', 'errors', 'silent'].map((name) => `responses/${name}`),
].map((name) => `docs/contract/${name}.yaml`);

/** Writes the value of each text by its SHA-256: a text that has changed since is read anew. */
export async function prepareContract(root) {
  const { parse } = await import('yaml');
  const values = PREPARED_FILES.map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [createHash('sha256').update(text).digest('hex'), parse(text)];
  });
  const file = join(root, 'dist', 'contract.json');
  // In one step, because another process may be about to read it.
  writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(values)));
  renameSync(`${file}.new`, file);
}
