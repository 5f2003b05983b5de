import { closeSync, openSync } from 'node:fs';
import type { Envelope } from '@cucumber/messages';
import { onDisk } from '../../exchange/host.ts';
import { cannotWrite, type OutputError, writeFully } from '../output.ts';

/** The file of a run's Cucumber messages. The first write that fails is the last one, and is reported once. */
export class MessagesLog {
  readonly #path: string;
  readonly #onFailure: (failure: OutputError) => void;
  readonly #descriptor: number;
  #failure: OutputError | null = null;

  /** @throws OutputError when it cannot be opened */
  constructor(path: string, onFailure: (failure: OutputError) => void) {
    this.#path = path;
    this.#onFailure = onFailure;
    try {
      this.#descriptor = openSync(onDisk(path), 'w');
    } catch (error) {
      throw cannotWrite(path, error);
    }
  }

  add(envelope: Envelope): void {
    if (this.#failure !== null) return;
    try {
      writeFully(this.#descriptor, `${JSON.stringify(envelope)}\n`);
    } catch (error) {
      this.#failure = cannotWrite(this.#path, error);
      this.#onFailure(this.#failure);
    }
  }

  /** Closes the file. Returns why it is not whole, or null. */
  end(): OutputError | null {
    try {
      closeSync(this.#descriptor);
    } catch (error) {
      this.#failure ??= cannotWrite(this.#path, error);
    }
    return this.#failure;
  }
}
