import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlesIn } from '../package-check/bundled.ts';
import { licencesPage } from '../package-check/licences.ts';
import { lockedPackages } from '../package-check/lock.ts';

/** Writes docs/licences.md from the lock file and from what the build says of its bundles. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
writeFileSync(
  join(ROOT, 'docs', 'licences.md'),
  licencesPage(lockedPackages(ROOT), bundlesIn(join(ROOT, 'dist')).bundled),
);
