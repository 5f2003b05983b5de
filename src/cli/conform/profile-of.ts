import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Profile, ProfileError, readProfile } from '../../suite/targets/profile.ts';
import { nearestAside } from '../../kernel/nearest.ts';
import { packageRoot } from '../../exchange/package-root.ts';
import { onDisk } from '../../exchange/host.ts';
import { UsageError } from '../usage-error.ts';
import { readDocumentOf } from './files.ts';

/** Profiles that come with the package; any other is a file. */
const BUILT_IN = ['core', 'full', 'readonly', 'ws'];

/**
 * The profile that `--profile` names.
 *
 * @throws UsageError for a file that is missing or holds no profile
 */
export function profileOf(name: string): Profile {
  const file = BUILT_IN.includes(name) ? join(packageRoot(), 'fixtures', 'targets', `${name}.json`) : name;
  try {
    return readProfile(readDocumentOf('--profile', file), name);
  } catch (error) {
    if (error instanceof ProfileError) throw new UsageError(`--profile: ${error.message}`);
    if (error instanceof UsageError && !existsSync(onDisk(file))) {
      throw new UsageError(`${error.message}; built in are ${BUILT_IN.join(', ')}${nearestAside(name, BUILT_IN)}`);
    }
    throw error;
  }
}
