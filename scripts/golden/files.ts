import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the golden journals lie, and the one file with their digests. */
export const FOLDER = fileURLToPath(new URL('../../test/golden/', import.meta.url));
const DIGESTS = join(FOLDER, 'digests.json');

/** What a golden journal must come to, on every machine. */
export interface Golden {
  readonly inputs: number;
  readonly events: number;
  /** Rolling digest over all inputs and their events. */
  readonly chain: string;
  readonly state: string;
}

export type Goldens = Readonly<Record<string, Golden>>;

export const journalFile = (name: string): string => join(FOLDER, `${name}.jsonl`);
export const digestsFile = DIGESTS;
export const readGoldens = (): Goldens => JSON.parse(readFileSync(DIGESTS, 'utf8')) as Goldens;
export const readLines = (name: string): readonly string[] =>
  readFileSync(journalFile(name), 'utf8').trimEnd().split('\n');
