/**
 * Checks the Dockerfile: lints it, and builds and runs the image where there is a Docker daemon. Without one, the files of its last
 * stage are put together in a folder, and its commands run there as a user that is not root; it says so.
 *
 *   node scripts/image-check.mjs [--file Dockerfile] [--no-docker]
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkAssembled } from './ci-kit/assembled.mjs';
import { checkContainer, hasDocker } from './ci-kit/container.mjs';
import { lastStageOf, problemsOf } from './ci-kit/dockerfile.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { values } = parseArgs({
  options: { file: { type: 'string' }, 'no-docker': { type: 'boolean', default: false } },
});
const text = readFileSync(values.file ?? join(root, 'Dockerfile'), 'utf8');

function expect(what, holds) {
  if (!holds) throw new Error(`does not hold: ${what}`);
  console.log(`ok: ${what}`);
}

const problems = problemsOf(text, root);
for (const problem of problems) console.error(`Dockerfile: ${problem}`);
if (problems.length > 0) {
  process.exitCode = 1;
} else {
  console.log('ok: the Dockerfile is valid, has stages, a user and a health check');
  if (!values['no-docker'] && hasDocker()) {
    await checkContainer(root, expect);
  } else {
    console.log(
      'no Docker daemon is used: the image is not built; its last stage is put together in a folder and run there',
    );
    await checkAssembled(root, lastStageOf(text), expect);
  }
}
