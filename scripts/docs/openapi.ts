import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '../../src/documents/openapi.ts';

/** Writes the OpenAPI document of the public API to a file: the one that a running exchange serves at /docs/openapi.json. */

const FILE = 'dist/openapi.json';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
mkdirSync('dist', { recursive: true });
writeFileSync(FILE, `${JSON.stringify(openApiDocument({ version }), null, 2)}\n`);
console.log(`wrote ${FILE}`);
