import { closeSync, openSync, statSync } from 'node:fs';
import { onDisk } from '../../exchange/host.ts';
import { cannotWrite, type OutputError, writeFully } from '../output.ts';
import { UsageError } from '../usage-error.ts';

/**
 * The file that a recording goes to. Lines are written once a turn of the event loop, so a crash loses no more than one turn.
 * After a write that failed nothing more is written: `failure` says why.
 */
export class RecordingFile {
  readonly #file: string;
  readonly #descriptor: number;
  readonly #onFailure: (failure: OutputError) => void;
  #gathered: string[] = [];
  #scheduled = false;
  #failure: OutputError | null = null;
  #bytes = 0;

  /**
   * @param onFailure is called once, when a write fails
   * @throws UsageError for a file that exists, OutputError for one that cannot be opened
   */
  constructor(file: string, onFailure: (failure: OutputError) => void) {
    this.#file = file;
    this.#onFailure = onFailure;
    const there = statSync(onDisk(file), { throwIfNoEntry: false });
    if (there?.isFile() === true && there.size > 0) {
      throw new UsageError(`${file} exists already: name another file for the recording, or remove it`);
    }
    try {
      this.#descriptor = openSync(onDisk(file), 'a');
    } catch (error) {
      throw cannotWrite(file, error);
    }
  }

  /** Why the recording ended early; null while it is whole. */
  get failure(): OutputError | null {
    return this.#failure;
  }

  /** Bytes written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Takes a line with its end. */
  readonly write = (line: string): void => {
    if (this.#failure) return;
    this.#gathered.push(line);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#flush());
  };

  /** Writes what is left and closes the file. */
  close(): void {
    this.#flush();
    closeSync(this.#descriptor);
  }

  #flush(): void {
    this.#scheduled = false;
    const text = this.#gathered.join('');
    this.#gathered = [];
    if (text === '' || this.#failure) return;
    try {
      writeFully(this.#descriptor, text);
      this.#bytes += Buffer.byteLength(text);
    } catch (error) {
      this.#failure = cannotWrite(this.#file, error);
      this.#onFailure(this.#failure);
    }
  }
}

/** Wall time in Unix ms that never goes back. */
export const wallTime = (): number => performance.timeOrigin + performance.now();
