import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { onDisk } from '../host.ts';
import { makeFolder } from './make-folder.ts';
import { type Storage, type StorageFile } from './storage.ts';
import { systemCodeOf } from '../../kernel/thrown.ts';

/** A journal and its snapshots hold what every account has and does. */
const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

const PIECE_BYTES = 1 << 18;
const syncSoon = promisify(fdatasync);

/** The file system of this machine. */
export const NODE_STORAGE: Storage = {
  makeFolder: (path) => makeFolder(path, OWNER_ONLY_FOLDER),
  names: (path) => readdirSync(onDisk(path)),
  sizeOf: (path) => statSync(onDisk(path)).size,
  pieces: readPieces,
  read: (path, at, length) => {
    const descriptor = openSync(onDisk(path), 'r');
    try {
      const bytes = new Uint8Array(length);
      let done = 0;
      for (let read = -1; done < length && read !== 0; done += read)
        read = readSync(descriptor, bytes, done, length - done, at + done);
      return bytes.subarray(0, done);
    } finally {
      closeSync(descriptor);
    }
  },
  open: (path, how) => new NodeFile(openSync(onDisk(path), how === 'create' ? 'w' : 'r+', OWNER_ONLY_FILE)),
  createNew: (name, text) => {
    const path = onDisk(name);
    const draft = `${path}.${process.pid}.tmp`;
    writeFileSync(draft, text, { mode: OWNER_ONLY_FILE });
    try {
      // A link appears with its content, and at most one process can make it.
      linkSync(draft, path);
      return true;
    } catch (error) {
      if (systemCodeOf(error) === 'EEXIST') return false;
      throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  },
  rename: (from, to) => renameSync(onDisk(from), onDisk(to)),
  remove: (path) => rmSync(onDisk(path), { force: true }),
  syncFolder: (path) => {
    // Windows opens no folder, and keeps their names itself.
    if (process.platform === 'win32') return;
    const folder = openSync(onDisk(path), 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  },
};

class NodeFile implements StorageFile {
  readonly #descriptor: number;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  write(bytes: Uint8Array, at: number): number {
    return writeSync(this.#descriptor, bytes, 0, bytes.length, at);
  }

  truncate(size: number): void {
    ftruncateSync(this.#descriptor, size);
  }

  sync(): void {
    fdatasyncSync(this.#descriptor);
  }

  syncSoon(): Promise<void> {
    return syncSoon(this.#descriptor);
  }

  isThere(): boolean {
    return fstatSync(this.#descriptor).nlink > 0;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

function* readPieces(path: string, from = 0): Iterable<Uint8Array> {
  const descriptor = openSync(onDisk(path), 'r');
  try {
    for (let at = from; ;) {
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      const read = readSync(descriptor, piece, 0, PIECE_BYTES, at);
      if (read === 0) return;
      at += read;
      yield piece.subarray(0, read);
    }
  } finally {
    closeSync(descriptor);
  }
}
