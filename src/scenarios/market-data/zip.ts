import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';

/** The one file of a zip archive. */
export interface ZipEntry {
  readonly name: string;
  /** Opens what it holds, unpacked. The stream fails when size or checksum are not those that the archive names. */
  readonly open: () => Readable;
}

const END_SIGNATURE = 0x06054b50;
const CENTRAL_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const COMMENT_MAX = 0xffff;
/** Entries of an archive that are looked at: one file and what archivers put beside it. */
const ENTRIES_MAX = 1_000;
/** Central directory bytes for that many entries with long names. */
const DIRECTORY_MAX = 1 << 20;
const IN_ZIP64 = 0xffffffff;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

/**
 * Finds the one file of a zip archive by its central directory. Folders and what a system adds of its own (`__MACOSX`) do not count.
 * The archive is read piece by piece, and never more is unpacked than its directory says.
 *
 * @throws Error with the reason for an archive that is broken, encrypted, packed in another way, in the 64-bit form, or holds no file or several
 */
export function zipEntryOf(file: string): ZipEntry {
  const handle = openSync(file, 'r');
  try {
    const size = fstatSync(handle).size;
    const read = (from: number, count: number): Buffer => {
      const bytes = Buffer.alloc(count);
      if (from < 0 || from + count > size || readSync(handle, bytes, 0, count, from) !== count) throw broken();
      return bytes;
    };
    const end = endOf(read(Math.max(0, size - END_BYTES - COMMENT_MAX), Math.min(size, END_BYTES + COMMENT_MAX)));
    if (end.count > ENTRIES_MAX) throw new Error(`the archive holds ${end.count} entries; pack one file`);
    if (end.bytes > DIRECTORY_MAX) throw broken();
    const files = entriesOf(read(end.from, end.bytes), end.count).filter(({ name }) => isData(name));
    const [only, ...others] = files;
    if (!only) throw new Error('the archive holds no file');
    if (others.length > 0) {
      const names = files.slice(0, 3).map(({ name }) => name);
      const more = files.length > 3 ? ` and ${files.length - 3} more` : '';
      throw new Error(`the archive holds several files (${names.join(', ')}${more}); pack each by itself`);
    }
    if ((only.flags & ENCRYPTED) !== 0) throw new Error('the archive is encrypted; unpack it with its password');
    if (only.method !== STORED && only.method !== DEFLATED) {
      throw new Error(`the archive is packed by method ${only.method}; pack it with deflate, as usual`);
    }
    const local = read(only.from, LOCAL_BYTES);
    if (local.readUInt32LE(0) !== LOCAL_SIGNATURE) throw broken();
    const from = only.from + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28);
    if (from + only.packed > size) throw broken();
    return { name: only.name, open: () => contentOf(file, from, only) };
  } finally {
    closeSync(handle);
  }
}

const broken = (): Error => new Error('the archive is broken or breaks off');
const isData = (name: string): boolean => !name.endsWith('/') && !/(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)/.test(name);

/** The end of the central directory: the last place where its signature stands and the comment behind it fits. */
function endOf(tail: Buffer): { readonly count: number; readonly bytes: number; readonly from: number } {
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END_SIGNATURE || at + END_BYTES + tail.readUInt16LE(at + 20) !== tail.length)
      continue;
    const [count, bytes, from] = [tail.readUInt16LE(at + 10), tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
    if (count === 0xffff || bytes === IN_ZIP64 || from === IN_ZIP64) throw inZip64();
    if (tail.readUInt16LE(at + 4) !== 0) throw new Error('the archive is a part of several; join them');
    return { count, bytes, from };
  }
  throw new Error('is no zip archive');
}

const inZip64 = (): Error => new Error('the archive has the 64-bit form; unpack it, or pack it as .gz');

interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly checksum: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly from: number;
}

function entriesOf(directory: Buffer, count: number): Entry[] {
  const entries: Entry[] = [];
  let at = 0;
  for (let place = 0; place < count; place += 1) {
    if (at + CENTRAL_BYTES > directory.length || directory.readUInt32LE(at) !== CENTRAL_SIGNATURE) throw broken();
    const [nameBytes, extra, comment] = [28, 30, 32].map((offset) => directory.readUInt16LE(at + offset));
    const after = at + CENTRAL_BYTES + (nameBytes ?? 0);
    if (after > directory.length) throw broken();
    const entry: Entry = {
      name: directory.toString('utf8', at + CENTRAL_BYTES, after),
      flags: directory.readUInt16LE(at + 8),
      method: directory.readUInt16LE(at + 10),
      checksum: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      unpacked: directory.readUInt32LE(at + 24),
      from: directory.readUInt32LE(at + 42),
    };
    if ([entry.packed, entry.unpacked, entry.from].includes(IN_ZIP64)) throw inZip64();
    entries.push(entry);
    at = after + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
}

/** The bytes of an entry, counted and summed on their way: an archive that unpacks to more than it says is cut off there. */
function contentOf(file: string, from: number, { packed, unpacked, method, checksum }: Entry): Readable {
  let count = 0;
  let sum = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count += chunk.length;
      sum = crc32(chunk, sum);
      if (count > unpacked) done(new Error(`the archive unpacks to more than the ${unpacked} bytes that it says`));
      else done(null, chunk);
    },
    flush(done) {
      done(count === unpacked && sum === checksum ? null : broken());
    },
  });
  if (packed === 0) {
    counted.end();
    return counted;
  }
  const bytes = createReadStream(file, { start: from, end: from + packed - 1 });
  bytes.on('error', (error) => counted.destroy(error));
  if (method === STORED) return bytes.pipe(counted);
  const inflated = createInflateRaw();
  bytes.on('error', (error) => inflated.destroy(error));
  inflated.on('error', (error) => counted.destroy(error));
  counted.on('close', () => {
    bytes.destroy();
    inflated.destroy();
  });
  return bytes.pipe(inflated).pipe(counted);
}
