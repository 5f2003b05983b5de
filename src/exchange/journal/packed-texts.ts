/** Texts that are packed into one block. */
const BLOCK = 256;

/**
 * A list of one-line texts, appended one at a time and read in order. Full blocks are kept as bytes: they cost what the
 * texts are long, and the garbage collector does not walk through them.
 */
export class PackedTexts {
  readonly #blocks: Buffer[] = [];
  #open: string[] = [];
  #bytes = 0;

  /** Bytes of the full blocks. */
  get bytes(): number {
    return this.#bytes;
  }

  get length(): number {
    return this.#blocks.length * BLOCK + this.#open.length;
  }

  push(text: string): void {
    this.#open.push(text);
    if (this.#open.length < BLOCK) return;
    const block = Buffer.from(this.#open.join('\n'));
    this.#blocks.push(block);
    this.#bytes += block.length;
    this.#open = [];
  }

  /** The texts from this place on, also those that are appended while they are read. */
  *from(place: number): Iterable<string> {
    let unpacked: Buffer | undefined;
    let texts: readonly string[] = [];
    for (let index = place; index < this.length; index += 1) {
      const within = index % BLOCK;
      const block = this.#blocks[(index - within) / BLOCK];
      if (block && unpacked !== block) texts = block.toString().split('\n');
      unpacked = block;
      const text = block ? texts[within] : this.#open[within];
      if (text !== undefined) yield text;
    }
  }

  /** The same list, which from now on is independent. */
  copy(): PackedTexts {
    const copy = new PackedTexts();
    copy.#blocks.push(...this.#blocks);
    copy.#open = [...this.#open];
    copy.#bytes = this.#bytes;
    return copy;
  }
}
