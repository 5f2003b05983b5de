import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** SHA-256 of a text, as 64 lower-case hex digits. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Digest of a value in its canonical form. Equal states give equal digests on every machine (DET-08). */
export const digestOf = (value: unknown): string => sha256(canonicalJson(value));

/**
 * A rolling digest over every input and the events it caused. Lines are folded only when somebody asks,
 * or when many have gathered, so that the hot path does not pay for a hash per input.
 */
export class DigestChain {
  #value = sha256('perpsim chain 1');
  #pending: string[] = [];

  add(line: string): void {
    this.#pending.push(line);
    if (this.#pending.length >= 4096) this.#fold();
  }

  /** The digest after the last line added. */
  value(): string {
    this.#fold();
    return this.#value;
  }

  // Each line is folded on its own, so when the fold happens never shows in the value.
  #fold(): void {
    for (const line of this.#pending) this.#value = sha256(`${this.#value}\n${line}`);
    this.#pending.length = 0;
  }
}
