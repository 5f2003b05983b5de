import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { asyncApiDocument } from '../../src/contract/documents/asyncapi.ts';
import { openApiDocument } from '../../src/contract/documents/openapi.ts';

/**
 * Writes the OpenAPI document of the public API and the AsyncAPI document of the streams to dist/: those that a running exchange
 * serves at /docs/openapi.json and /docs/asyncapi.json. With `--lint` it lints them.
 */

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const DOCUMENTS: readonly (readonly [file: string, document: unknown])[] = [
  ['dist/openapi.json', openApiDocument({ version })],
  ['dist/asyncapi.json', asyncApiDocument({ version })],
];

mkdirSync('dist', { recursive: true });
for (const [file, document] of DOCUMENTS) {
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  console.log(`wrote ${file}`);
  if (!process.argv.includes('--lint')) continue;
  const { status } = spawnSync('node_modules/.bin/redocly', ['lint', file], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
