import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { SERVED_DOCUMENTS } from '../../src/contract/documents/served.ts';

/**
 * Writes the OpenAPI documents of the public API and the AsyncAPI documents of the streams to dist/: those that a running exchange
 * serves below /docs, under the same names. With `--lint` it lints them.
 */

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const DOCUMENTS = [...SERVED_DOCUMENTS].map(([name, make]) => [`dist/${name}`, make({ version })] as const);

mkdirSync('dist', { recursive: true });
for (const [file, document] of DOCUMENTS) {
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  console.log(`wrote ${file}`);
}
if (process.argv.includes('--lint')) {
  // In one process, because starting the linter takes longer than a document.
  const files = DOCUMENTS.map(([file]) => file);
  const { status } = spawnSync('node_modules/.bin/redocly', ['lint', ...files], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
