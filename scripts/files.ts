import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of the files below a folder whose name ends in `ending`, in code-unit order. A folder that is absent holds none. */
export function filesBelow(folder: string, ending: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
  return names
    .filter((name) => name.endsWith(ending) && !name.split('/').includes('node_modules'))
    .map((name) => join(folder, name))
    .sort((a, b) => (a < b ? -1 : 1));
}
