import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { asyncApiDocument } from '../../src/documents/asyncapi.ts';

/** Writes the AsyncAPI document of the streams to a file: the one that a running exchange serves at /docs/asyncapi.json. */

const FILE = 'dist/asyncapi.json';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
mkdirSync('dist', { recursive: true });
writeFileSync(FILE, `${JSON.stringify(asyncApiDocument({ version }), null, 2)}\n`);
console.log(`wrote ${FILE}`);
