import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ControlError } from '../control-error.ts';
import { type Storage, textOf } from './storage.ts';
import { systemCodeOf } from '../../kernel/thrown.ts';
import { isRecord } from '../../kernel/entries.ts';

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

/** Returns whether a process that may be alive holds the lock of this directory. */
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
    if (systemCodeOf(error) === 'ENOENT') return;
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
    const holder: unknown = JSON.parse(text);
    if (!isRecord(holder)) return null;
    const { pid, started, host } = holder;
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

/**
 * When a process began, as a text that no later process of the same id shares. Empty for a process that lives and does
 * not say; null when there is none.
 */
function processMark(pid: number): string | null {
  if (!isAlive(pid)) return null;
  if (process.platform === 'linux') return linuxMark(pid);
  if (process.platform === 'win32') return '';
  return startOf(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It lives, and belongs to someone else.
    return systemCodeOf(error) === 'EPERM';
  }
}

/** Clock ticks from the boot to the start of the process, which is the 22nd field, and the id of the boot. */
function linuxMark(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A process that ended and waits for its parent writes no more.
    if (state === 'Z' || state === 'X') return null;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[18] ?? ''}`;
  } catch (error) {
    return systemCodeOf(error) === 'ENOENT' || systemCodeOf(error) === 'ESRCH' ? null : '';
  }
}

function startOf(pid: number): string {
  // Loaded here, because it is needed on few systems and every start would wait for it.
  const { execFileSync } = process.getBuiltinModule('node:child_process');
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
