import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import type { Look, Pair } from './pair-table.ts';
import type { Scene } from './plain-stage.ts';
import type { Wrong } from './wrong.ts';
import { WRONGS } from './wrongs/index.ts';

/** How wrongs are judged in two worlds. */
export interface PairsWanted extends Scene {
  /** Those that have a result are left out. */
  readonly resume: boolean;
  /** Part `index` of `of`: several commands share the work. */
  readonly shard: { readonly index: number; readonly of: number };
  /** One in so many. */
  readonly every: number;
  /** The page that the tables go to; nothing is judged then. */
  readonly page: string | undefined;
}

interface Flags {
  readonly world?: string | undefined;
  readonly seed: string;
  readonly resume: boolean;
  readonly shard: string;
  readonly every: string;
  readonly page?: string | undefined;
}

/**
 * Undefined where no world is named.
 *
 * @throws Error that names the flag
 */
export function pairsIn({ world, seed, resume, shard, every, page }: Flags): PairsWanted | undefined {
  if (world === undefined) return undefined;
  const [, index = '', of = ''] = /^([1-9]\d?)\/([1-9]\d?)$/.exec(shard) ?? [];
  if (of === '' || Number(index) > Number(of)) throw new Error(`--shard must be like 1/2 (got "${shard}")`);
  if (!/^[1-9]\d?$/.test(every)) throw new Error(`--every must be a whole number from 1 to 99 (got "${every}")`);
  return { world, seed, resume, shard: { index: Number(index), of: Number(of) }, every: Number(every), page };
}

/** The wrongs of this run, in their order. */
export function pairsWanted(wrongs: readonly Wrong[], { resume, shard, every }: PairsWanted, file: PairFile): Wrong[] {
  const some = wrongs.filter((_wrong, place) => place % every === 0);
  const own = some.filter((_wrong, place) => place % shard.of === shard.index - 1);
  return own.filter(({ name }) => !resume || !file.of(name));
}

/** The folder of what both forms of the self-test find. */
export const REPORT = 'reports/latest';

/** Results by wrong, a line of JSON each, in `reports/latest`; the last line of a name counts. */
export class PairFile {
  readonly #path: string;
  readonly #pairs = new Map<string, Pair>();
  readonly #reported = reportedCatches();

  constructor({ world, seed }: Scene) {
    this.#path = `${REPORT}/selftest-${world.replace(/^.*\//, '').replace(/\.\w+$/, '')}-${seed}.ndjson`;
    if (!existsSync(this.#path)) return;
    for (const line of readFileSync(this.#path, 'utf8').split('\n')) {
      if (line === '') continue;
      const pair = JSON.parse(line) as Pair;
      this.#pairs.set(pair.name, pair);
    }
  }

  of(name: string): Pair | undefined {
    return this.#pairs.get(name);
  }

  /** Scenarios that have caught it before, by id: here, or in the last report of the self-test in the usual world. */
  hintsFor(name: string): string[] {
    const known = this.of(name);
    const ids = [known?.usual.caught?.id, known?.other.caught?.id, ...(this.#reported.get(name) ?? [])];
    return [...new Set(ids.filter((id) => id !== undefined))];
  }

  /** In the order of the wrongs; those that no longer exist are left out. */
  get all(): readonly Pair[] {
    return WRONGS.flatMap(({ name }) => this.#pairs.get(name) ?? []);
  }

  add(pair: Pair): void {
    mkdirSync(REPORT, { recursive: true });
    appendFileSync(this.#path, `${JSON.stringify(pair)}\n`);
    this.#pairs.set(pair.name, pair);
  }
}

type Findings = { readonly findings: readonly (Pick<Pair, 'name'> & Pick<Look, 'caught'>)[] } | null;

/** Scenarios that caught a wrong in the last report of the self-test, if there is one, by its name. */
function reportedCatches(): Map<string, string[]> {
  const path = `${REPORT}/selftest.json`;
  const catches = new Map<string, string[]>();
  if (!existsSync(path)) return catches;
  const { plain, steered } = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<'plain' | 'steered', Findings>>;
  for (const { name, caught } of [plain, steered].flatMap((half) => half?.findings ?? [])) {
    if (caught) catches.set(name, [...(catches.get(name) ?? []), caught.id]);
  }
  return catches;
}
