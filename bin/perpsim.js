#!/usr/bin/env node
import { existsSync } from 'node:fs';

const bundle = new URL('../dist/cli.js', import.meta.url);
if (existsSync(bundle)) {
  await import(bundle.href);
} else {
  process.stderr.write('perpsim: not built yet, run "npm run build" in the package folder first\n');
  process.exitCode = 2;
}
