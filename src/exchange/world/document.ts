import { closeSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { onDisk } from '../host.ts';

/** No file that people write is larger; one that is would keep the parser busy for minutes. */
export const DOCUMENT_BYTES_MAX = 8 * 1024 * 1024;
/** Maps and lists within each other. Parsers go down with them, and a stack is not endless. */
export const DOCUMENT_DEPTH_MAX = 64;
/** Scalars, maps and lists together: a parsed value takes a hundred times the memory of its text. */
const VALUES_MAX = 200_000;

/** Text that is not parsed, because parsing it would take the process down. The message is one line. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  /** Count from 1; both are 0 for a file that is refused as a whole. */
  readonly line: number;
  readonly column: number;

  constructor(message: string, line = 0, column = 0) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/**
 * Reads the text of a world, config or profile file, JSON or YAML, and refuses what no parser should get.
 *
 * @throws DocumentError for text that is too large, too deep or has aliases, and the system's error for a file that cannot be read
 */
export function readDocument(file: string): string {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(readAtMost(file, DOCUMENT_BYTES_MAX));
  checkDocument(text);
  return text;
}

/**
 * Checks the shape of JSON or YAML text token by token, before it is parsed.
 *
 * @throws DocumentError for maps and lists that go too deep, too many values, and aliases
 */
export function checkDocument(text: string): void {
  const { CST, Lexer, Parser } = yamlPackage();
  const parser = new Parser();
  let values = 0;
  let isPlain = false;
  for (const source of new Lexer().lex(text)) {
    // Behind the mark of a plain scalar stands its text, which may look like any other token.
    const type = isPlain ? null : CST.tokenType(source);
    isPlain = source === CST.SCALAR;
    const at = parser.offset;
    if (type === 'alias') throw faultAt(text, at, 'aliases are not read; write the value out');
    if (type !== null && IS_VALUE.has(type)) values += 1;
    if (values > VALUES_MAX) throw faultAt(text, at, `the file holds more than ${VALUES_MAX} values`);
    // Only the stack of open nodes is of interest: nothing is kept of what the parser hands out.
    drain(parser.next(source));
    if (parser.stack.length > DOCUMENT_DEPTH_MAX && depthOf(parser.stack) > DOCUMENT_DEPTH_MAX) {
      throw faultAt(text, at, `maps and lists go deeper than ${DOCUMENT_DEPTH_MAX} levels`);
    }
  }
}

/** Loads the parser when it is needed: it takes longer to load than the exchange takes to start. */
export function yamlPackage(): typeof Yaml {
  return createRequire(import.meta.url)('yaml') as typeof Yaml;
}

const IS_VALUE: ReadonlySet<string> = new Set([
  ...['scalar', 'single-quoted-scalar', 'double-quoted-scalar', 'block-scalar-header'],
  ...['flow-map-start', 'flow-seq-start', 'seq-item-ind', 'map-value-ind', 'explicit-key-ind', 'comma'],
]);

const depthOf = (stack: readonly Yaml.CST.Token[]): number =>
  stack.filter(({ type }) => type === 'block-map' || type === 'block-seq' || type === 'flow-collection').length;

function faultAt(text: string, offset: number, what: string): DocumentError {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return new DocumentError(what, line, offset - before.lastIndexOf('\n'));
}

function drain(tokens: Iterator<unknown>): void {
  while (tokens.next().done !== true);
}

/** Devices and pipes report no size, so the bytes are counted as they come. */
function readAtMost(file: string, most: number): Uint8Array {
  const descriptor = openSync(onDisk(file), 'r');
  try {
    const pieces: Uint8Array[] = [];
    for (let size = 0; ;) {
      const piece = new Uint8Array(64 * 1024);
      const count = readSync(descriptor, piece);
      if (count === 0) return Buffer.concat(pieces);
      size += count;
      if (size > most) throw new DocumentError(`the file is larger than ${most / 1024 / 1024} MiB`);
      pieces.push(piece.subarray(0, count));
    }
  } finally {
    closeSync(descriptor);
  }
}
