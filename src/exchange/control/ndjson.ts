/** JSON documents, each on a line of its own. */
export const NDJSON = 'application/x-ndjson';

/** The response of a route that is too long to hold at once: lines, each with its end. */
export class Lines {
  readonly lines: Iterable<string>;

  constructor(lines: Iterable<string>) {
    this.lines = lines;
  }
}
