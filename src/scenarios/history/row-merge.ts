import type { RecordedRow } from './recorded-row.ts';

interface Stream {
  readonly rows: AsyncIterator<RecordedRow>;
  row: RecordedRow | null;
}

/** The rows of several files in the order of time; rows of one time in the order of the files. One row of each is held. */
export class RowMerge {
  readonly #streams: readonly Stream[];

  private constructor(streams: readonly Stream[]) {
    this.#streams = streams;
  }

  static async over(files: readonly AsyncIterable<RecordedRow>[]): Promise<RowMerge> {
    const streams = files.map((rows): Stream => ({ rows: rows[Symbol.asyncIterator](), row: null }));
    for (const stream of streams) await load(stream);
    return new RowMerge(streams);
  }

  /** The next row; null after the last. */
  get next(): RecordedRow | null {
    return this.#first()?.row ?? null;
  }

  /** Reads on behind the next row. */
  async advance(): Promise<void> {
    const first = this.#first();
    if (first) await load(first);
  }

  async close(): Promise<void> {
    for (const { rows } of this.#streams) await rows.return?.();
  }

  #first(): Stream | null {
    let first: Stream | null = null;
    for (const stream of this.#streams) {
      if (stream.row && (first?.row ? stream.row.time < first.row.time : true)) first = stream;
    }
    return first;
  }
}

async function load(stream: Stream): Promise<void> {
  const next = await stream.rows.next();
  stream.row = next.done ? null : next.value;
}
