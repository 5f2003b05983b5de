import { fstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { currentHost, onDisk } from '../exchange/host.ts';
import { cannotWrite, writeFully } from './output.ts';

/** Text is gathered up to this size before it is written. */
const CHUNK = 64 * 1024;

/**
 * A file that a flag names for output. A regular file appears under its name only when it is whole; anything else, such as
 * a pipe, a terminal or a device, is written directly. All throw OutputError.
 */
export class OutputFile {
  readonly #file: string;
  /** Where it is written until it is whole; null when it is written directly. */
  readonly #draft: string | null;
  /** The file behind the links that lead to it. */
  readonly #target: string;
  /** The handle, or the number of a descriptor that the process has open anyway. */
  #out: FileHandle | number | null = null;
  #gathered = '';

  private constructor(file: string, target: string, draft: string | null) {
    this.#file = file;
    this.#target = target;
    this.#draft = draft;
  }

  static async open(file: string): Promise<OutputFile> {
    try {
      const name = onDisk(file);
      const there = statSync(name, { throwIfNoEntry: false });
      const { stdout, stderr } = currentHost();
      const own = there && [stdout.fd, stderr.fd].find((open) => open !== undefined && isSame(fstatSync(open), there));
      const isReplaced = !there || (there.isFile() && own === undefined);
      const target = there && isReplaced ? realpathSync(name) : name;
      const output = new OutputFile(file, target, isReplaced ? `${target}.${process.pid}.tmp` : null);
      // A file that is standard output as well must keep one place to write at.
      output.#out = own !== undefined && there?.isFile() ? own : await open(output.#draft ?? name, 'w');
      return output;
    } catch (error) {
      throw cannotWrite(file, error);
    }
  }

  async add(text: string): Promise<void> {
    this.#gathered += text;
    if (this.#gathered.length >= CHUNK) await this.#flush();
  }

  /** Ends the file and gives it its name. */
  async keep(): Promise<void> {
    await this.#flush();
    await this.#try(async () => {
      await this.#close();
      if (this.#draft !== null) await rename(this.#draft, this.#target);
    });
  }

  /** Leaves nothing of it, unless it was kept or written directly. */
  async discard(): Promise<void> {
    await this.#try(() => this.#close());
    if (this.#draft !== null) await rm(this.#draft, { force: true });
  }

  async #flush(): Promise<void> {
    const text = this.#gathered;
    this.#gathered = '';
    if (text === '') return;
    await this.#try(async () => {
      if (typeof this.#out === 'number') writeFully(this.#out, text);
      else await this.#out?.appendFile(text);
    });
  }

  async #close(): Promise<void> {
    const out = this.#out;
    this.#out = null;
    if (out !== null && typeof out !== 'number') await out.close();
  }

  async #try(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      throw cannotWrite(this.#file, error);
    }
  }
}

/**
 * Writes a file so that a reader who waits for it sees nothing or all of it.
 *
 * @throws OutputError when the file cannot be written
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  const output = await OutputFile.open(file);
  try {
    await output.add(text);
    await output.keep();
  } finally {
    await output.discard();
  }
}

const isSame = (one: Stats, other: Stats): boolean => one.dev === other.dev && one.ino === other.ino;
