import { systemCodeOf } from '../../kernel/thrown.ts';
/**
 * What a data directory needs of a file system. Tests put one in its place that fails, is full or loses what was not
 * synced. All functions throw the system's error, with its `code`.
 */
export interface Storage {
  /** Creates a folder that only its owner can use, and those above it; nothing when it is there. */
  makeFolder(path: string): void;
  /** Names in a folder. */
  names(path: string): readonly string[];
  sizeOf(path: string): number;
  /** Bytes of a file from this place to its end, a piece at a time. */
  pieces(path: string, from?: number): Iterable<Uint8Array>;
  /** Bytes of a file from this place on, fewer where it ends. */
  read(path: string, at: number, length: number): Uint8Array;
  /** Opens a file to write, which only its owner can read; `create` starts an empty one in place of any that is there. */
  open(path: string, how: 'create' | 'continue'): StorageFile;
  /** Creates a file with this text; false when there is one of this name. Whoever sees the file sees all of it. */
  createNew(path: string, text: string): boolean;
  rename(from: string, to: string): void;
  /** Removes a file; nothing when it is gone already. */
  remove(path: string): void;
  /** Makes names of this folder durable. */
  syncFolder(path: string): void;
}

/** A file that is open to be written. */
export interface StorageFile {
  /** Writes as much as it can, at this place, and returns how many bytes that were. */
  write(bytes: Uint8Array, at: number): number;
  truncate(size: number): void;
  /** Makes the content durable. */
  sync(): void;
  /** The same without blocking. */
  syncSoon(): Promise<void>;
  /** False once the file was removed: what is written then is gone with the process. */
  isThere(): boolean;
  close(): void;
}

/** Writes all bytes at this place. */
export function writeAll(file: StorageFile, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length;) {
    const written = file.write(bytes.subarray(done), at + done);
    if (written === 0) throw new Error('a write stored nothing and reported no error');
    done += written;
  }
}

/** The text of a file; null when there is none. */
export function textOf(storage: Storage, path: string): string | null {
  try {
    return Buffer.concat([...storage.pieces(path)]).toString('utf8');
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** No room for what was written: a state of the disk that passes, unlike any other error of a write. */
export const isFull = (error: unknown): boolean => systemCodeOf(error) === 'ENOSPC' || systemCodeOf(error) === 'EDQUOT';

/**
 * When a response may leave. `sync`: each input is synced before the engine applies it. `batch`: one sync covers all
 * inputs of a turn, and their responses wait for it. `none`: the operating system writes when it likes.
 */
export type Durability = 'sync' | 'batch' | 'none';
export const DURABILITIES: readonly Durability[] = ['sync', 'batch', 'none'];
