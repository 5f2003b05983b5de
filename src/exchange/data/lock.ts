import { hostname } from 'node:os';
import { join } from 'node:path';
import { ControlError } from '../control-error.ts';
import { processMark } from './process-mark.ts';
import { codeOf, type Storage, textOf } from './storage.ts';

const NAME = 'lock';
/** A lock may change hands between two looks at it; so often at most. */
const TRIES = 20;

/** Who writes to a data directory. */
interface Holder {
  readonly pid: number;
  /** Tells the process from a later one of the same id. */
  readonly started: string;
  readonly host: string;
}

/** The right to write to a data directory, which one process has at a time (DUR-13). */
export class DirectoryLock {
  readonly #storage: Storage;
  readonly #path: string;
  readonly #text: string;

  private constructor(storage: Storage, path: string, text: string) {
    this.#storage = storage;
    this.#path = path;
    this.#text = text;
  }

  /**
   * Takes the lock, also from a process that ended without giving it back.
   *
   * @throws ControlError when another process has it; the message names the process and the ways out
   */
  static take(storage: Storage, directory: string): DirectoryLock {
    const path = join(directory, NAME);
    const own: Holder = { pid: process.pid, started: processMark(process.pid) ?? '', host: hostname() };
    const text = `${JSON.stringify(own)}\n`;
    for (let tried = 0; tried < TRIES; tried += 1) {
      if (storage.createNew(path, text)) return new DirectoryLock(storage, path, text);
      const found = textOf(storage, path);
      if (found === null) continue;
      const holder = readHolder(found);
      if (holder && isHeld(holder)) throw taken(directory, path, holder);
      discard(storage, path, found);
    }
    throw wrong(`${directory} changes hands too often: other processes are starting there`);
  }

  /** Gives the lock back; nothing when it is another's by now. */
  release(): void {
    if (textOf(this.#storage, this.#path) === this.#text) this.#storage.remove(this.#path);
  }
}

/** Whether a process that may be alive holds the lock of this directory. */
export function holderOf(storage: Storage, directory: string): { readonly pid: number } | null {
  const found = textOf(storage, join(directory, NAME));
  const holder = found === null ? null : readHolder(found);
  return holder && isHeld(holder) ? holder : null;
}

/**
 * Removes a lock whose process has ended. Of several that try, one gets hold of the file: the others find it gone, or
 * find in their hands the new lock of the first, and put that back.
 */
function discard(storage: Storage, path: string, stale: string): void {
  const aside = `${path}.${process.pid}.stale`;
  try {
    storage.rename(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  const moved = textOf(storage, aside);
  if (moved !== null && moved !== stale) storage.createNew(path, moved);
  storage.remove(aside);
}

function isHeld({ pid, started, host }: Holder): boolean {
  // Processes of another machine cannot be looked up.
  if (host !== hostname()) return true;
  const mark = processMark(pid);
  return mark !== null && (mark === '' || started === '' || mark === started);
}

function readHolder(text: string): Holder | null {
  try {
    const { pid, started, host } = JSON.parse(text) as Partial<Holder>;
    if (typeof pid !== 'number' || typeof started !== 'string' || typeof host !== 'string') return null;
    return { pid, started, host };
  } catch {
    return null;
  }
}

function taken(directory: string, path: string, { pid, host }: Holder): ControlError {
  const elsewhere = host === hostname() ? '' : ` on ${host}`;
  const wayOut =
    host === hostname()
      ? 'stop it first, or choose another directory'
      : `stop it first, or choose another directory; if it is gone, remove ${path}`;
  return wrong(`${directory} is in use by process ${pid}${elsewhere}: ${wayOut}`);
}

const wrong = (message: string): ControlError => new ControlError('INVALID_VALUE', 'data', message);
