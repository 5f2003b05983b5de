import { dirname } from 'node:path';
import type { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import type { Storage, StorageFile } from './storage.ts';

/** What the next call of a kind does instead of its work; null lets it work. */
export interface Faults {
  write?: () => 'short' | 'ENOSPC' | 'EIO' | null;
  sync?: () => 'EIO' | null;
}

interface Kept {
  /** What a reader sees. */
  content: Buffer;
  /** What a loss of power leaves for sure. */
  synced: Buffer;
}

/**
 * A disk in memory that keeps apart what is written and what is synced, fails as it is told, and can lose power: files
 * then hold what was synced and a random part of what came after, and names that were not synced are as before.
 */
export class MemoryStorage implements Storage {
  faults: Faults = {};
  syncs = 0;
  #files = new Map<string, Kept>();
  #durableNames = new Map<string, Kept>();

  /** Overwrites a file as an accident would. */
  put(path: string, content: Uint8Array): void {
    const kept = { content: Buffer.from(content), synced: Buffer.from(content) };
    this.#files.set(path, kept);
    this.#durableNames.set(path, kept);
  }

  content(path: string): Buffer {
    return this.#file(path).content;
  }

  /** @param draw - decides how much of what was not synced is lost */
  losePower(draw: RandomInputs): void {
    this.#files = new Map(this.#durableNames);
    for (const kept of this.#files.values()) {
      const { content, synced } = kept;
      const left = content.length > synced.length ? draw.between(synced.length, content.length) : synced.length;
      const survived = content.length >= synced.length ? content.subarray(0, left) : synced;
      // A block that was allocated and never written reads as zeros.
      const zeros = draw.chance(200_000) ? draw.between(1, 600) : 0;
      kept.content = Buffer.concat([survived, Buffer.alloc(zeros)]);
      kept.synced = kept.content;
    }
  }

  makeFolder(): void {
    // Folders are parts of names here.
  }

  names(path: string): readonly string[] {
    return [...this.#files.keys()].filter((name) => dirname(name) === path).map((name) => name.slice(path.length + 1));
  }

  sizeOf(path: string): number {
    return this.#file(path).content.length;
  }

  *pieces(path: string, from = 0): Iterable<Uint8Array> {
    // Small and odd, so that lines are cut anywhere.
    for (let at = from; at < this.#file(path).content.length; at += 997) {
      yield Buffer.from(this.#file(path).content.subarray(at, at + 997));
    }
  }

  read(path: string, at: number, length: number): Uint8Array {
    return new Uint8Array(this.#file(path).content.subarray(at, at + length));
  }

  open(path: string, how: 'create' | 'continue'): StorageFile {
    if (how === 'create') this.#files.set(path, { content: Buffer.alloc(0), synced: Buffer.alloc(0) });
    const kept = this.#file(path);
    return {
      write: (bytes, at) => this.#write(kept, bytes, at),
      truncate: (size) => void (kept.content = kept.content.subarray(0, size)),
      sync: () => this.#sync(kept),
      syncSoon: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        this.#sync(kept);
      },
      isThere: () => [...this.#files.values()].includes(kept),
      close: () => undefined,
    };
  }

  createNew(path: string, text: string): boolean {
    if (this.#files.has(path)) return false;
    this.#files.set(path, { content: Buffer.from(text), synced: Buffer.alloc(0) });
    return true;
  }

  rename(from: string, to: string): void {
    this.#files.set(to, this.#file(from));
    this.#files.delete(from);
  }

  remove(path: string): void {
    this.#files.delete(path);
  }

  syncFolder(path: string): void {
    for (const name of [...this.#durableNames.keys()]) if (dirname(name) === path) this.#durableNames.delete(name);
    for (const [name, kept] of this.#files) {
      if (dirname(name) === path && !name.endsWith('/lock')) this.#durableNames.set(name, kept);
    }
  }

  #write(kept: Kept, bytes: Uint8Array, at: number): number {
    const fault = this.faults.write?.() ?? null;
    const taken = fault === null ? bytes : bytes.subarray(0, Math.ceil(bytes.length / 2));
    // Also a write that fails may have stored a part.
    kept.content = Buffer.concat([kept.content.subarray(0, at), taken]);
    if (fault === 'ENOSPC' || fault === 'EIO') throw errorOf(fault);
    return taken.length;
  }

  #sync(kept: Kept): void {
    if (this.faults.sync?.() === 'EIO') throw errorOf('EIO');
    this.syncs += 1;
    kept.synced = Buffer.from(kept.content);
  }

  #file(path: string): Kept {
    const kept = this.#files.get(path);
    if (!kept) throw Object.assign(new Error(`ENOENT: no such file, ${path}`), { code: 'ENOENT' });
    return kept;
  }
}

const errorOf = (code: string): Error => Object.assign(new Error(`${code}: injected`), { code });
