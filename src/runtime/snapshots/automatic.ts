import { canonicalJson } from '../../kernel/canonical-json.ts';
import type { Core } from '../core.ts';
import type { Journal } from '../journal/journal.ts';
import type { Log } from '../log.ts';
import { SnapshotError } from './document.ts';
import type { SavedCore } from './saved-core.ts';
import type { SnapshotFolder } from './snapshot-folder.ts';

/** How often a snapshot is taken by itself, in inputs, and how many of them are kept. */
export interface AutomaticOptions {
  /** 0 takes none. */
  readonly every: number;
  readonly kept: number;
}

export const AUTOMATIC: AutomaticOptions = { every: 20_000, kept: 5 };

const nameOf = (generation: number, seq: number): string =>
  `auto-${String(generation).padStart(6, '0')}-${String(seq).padStart(12, '0')}`;
const NAME = /^auto-(\d{6,})-(\d{12,})$/;

interface Automatic {
  readonly name: string;
  readonly generation: number;
  readonly seq: number;
}

/** Oldest first. */
export const automaticIn = (folder: SnapshotFolder): Automatic[] =>
  folder
    .names()
    .flatMap((name) => {
      const [, generation, seq] = NAME.exec(name) ?? [];
      return seq === undefined ? [] : [{ name, generation: Number(generation), seq: Number(seq) }];
    })
    .sort((a, b) => a.generation - b.generation || a.seq - b.seq);

/**
 * Takes a snapshot of a life in a data directory after every so many inputs. One that cannot be written is reported and
 * left out: the journal has everything that it would have had.
 */
export function takeAutomatically(
  core: Core,
  folder: SnapshotFolder,
  generation: number,
  { every, kept }: AutomaticOptions,
): void {
  if (every === 0) return;
  core.bus.subscribe(({ seq }) => {
    // An input that a listener has caused is applied already, but not yet in history.
    if (seq % every !== 0 || seq !== core.state.inputSeq) return;
    try {
      folder.put(nameOf(generation, seq), core.save());
      for (const { name } of automaticIn(folder).slice(0, -kept)) folder.remove(name);
    } catch (error) {
      core.settings.log.error({ err: error }, `no snapshot could be taken after input ${seq}`);
    }
  });
}

/** A journal in a data directory that an exchange goes on from. */
export interface Continued {
  readonly journal: Journal;
  readonly generation: number;
  readonly config: object;
  readonly log: Log;
}

/**
 * Returns the newest snapshot that the inputs of a journal go on from; undefined where they go on from genesis.
 *
 * @throws SnapshotError when the journal starts at a snapshot, and neither that one nor a later one can be used
 */
export function newestBase(folder: SnapshotFolder, continued: Continued): SavedCore | undefined {
  const { journal, generation, log } = continued;
  const own = automaticIn(folder).filter((one) => one.generation === generation);
  for (const { name, seq } of own.reverse()) {
    // The journal has lost inputs that the snapshot knows of: others will take their numbers.
    if (seq > journal.length) folder.remove(name);
    else {
      const saved = usable(folder, name, continued);
      if (saved) return saved;
    }
  }
  const { snapshot } = journal.start;
  if (snapshot === null) return undefined;
  const saved = folder.get(snapshot);
  if (fits(saved, continued)) return saved;
  log.notice?.(`the snapshot ${snapshot} is of another exchange than its journal`);
  throw new SnapshotError(`${folder.pathOf(snapshot)} is of another exchange`);
}

function usable(folder: SnapshotFolder, name: string, continued: Continued): SavedCore | null {
  try {
    const saved = folder.get(name);
    if (fits(saved, continued)) return saved;
    continued.log.notice?.(`${folder.pathOf(name)} does not belong to the journal: going back to the one before it`);
  } catch (error) {
    if (!(error instanceof SnapshotError)) throw error;
    continued.log.notice?.(`${error.message}: going back to the one before it`);
  }
  return null;
}

/** The next input says which digest the journal has after the inputs that the snapshot stands for. */
function fits({ seq, chain, config }: SavedCore, { journal, config: own }: Continued): boolean {
  if (seq < journal.start.seq || seq > journal.length || canonicalJson(config) !== canonicalJson(own)) return false;
  if (seq === journal.start.seq) return chain === journal.start.chain;
  const [next] = journal.records(seq + 1);
  return next === undefined || next.chain === chain;
}
