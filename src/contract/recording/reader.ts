import { RECORDING_FORMAT, RECORDING_VERSION, type RecordedFact, type RecordingHeader } from './format.ts';

/** A recording cannot be read; the message names the line. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
  /** From 1. */
  readonly line: number;

  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`);
    this.line = line;
  }
}

/** One line of a recording. `torn` stands for a last line that a crash has cut off. */
export type RecordingLine =
  | { readonly kind: 'header'; readonly line: number; readonly header: RecordingHeader }
  | { readonly kind: 'fact'; readonly line: number; readonly fact: RecordedFact }
  | { readonly kind: 'torn'; readonly line: number };

type Fields = Readonly<Record<string, unknown>>;

/** Fields that a reader relies on, by kind of line. */
const FIELDS: Readonly<
  Record<RecordedFact['kind'], readonly (readonly [name: string, type: 'number' | 'string' | 'list'])[]>
> = {
  opened: [['connection', 'number']],
  request: [
    ['connection', 'number'],
    ['request', 'number'],
    ['method', 'string'],
    ['path', 'string'],
    ['headers', 'list'],
  ],
  response: [
    ['connection', 'number'],
    ['request', 'number'],
    ['status', 'number'],
    ['headers', 'list'],
  ],
  piece: [
    ['request', 'number'],
    ['of', 'string'],
  ],
  frame: [
    ['connection', 'number'],
    ['from', 'string'],
    ['opcode', 'string'],
  ],
  bytes: [
    ['connection', 'number'],
    ['from', 'string'],
    ['base64', 'string'],
  ],
  failed: [
    ['request', 'number'],
    ['reason', 'string'],
  ],
  closed: [['connection', 'number']],
  ended: [],
};

/**
 * Reads the lines of a recording. The last line may be cut off: a recording is good up to where its writer ended.
 *
 * @throws RecordingError
 */
export async function* readRecording(lines: AsyncIterable<string>): AsyncGenerator<RecordingLine> {
  let line = 0;
  /** Number and text of a line that is no JSON, which is good only as the last one. */
  let broken: number | null = null;
  for await (const text of lines) {
    line += 1;
    if (broken !== null) throw new RecordingError(broken, 'is not JSON');
    const value = objectIn(text);
    if (line === 1) yield { kind: 'header', line, header: headerOf(value) };
    else if (value === null) broken = line;
    else yield { kind: 'fact', line, fact: factOf(value, line) };
  }
  if (line === 0) throw new RecordingError(1, 'the recording is empty');
  if (broken !== null) yield { kind: 'torn', line: broken };
}

function headerOf(value: Fields | null): RecordingHeader {
  if (value?.format !== RECORDING_FORMAT) throw new RecordingError(1, 'is not the header of a perpsim recording');
  if (value.version !== RECORDING_VERSION) {
    const message = `version ${String(value.version)} is not known here, this perpsim reads version ${RECORDING_VERSION}`;
    throw new RecordingError(1, message);
  }
  return value as Fields & RecordingHeader;
}

function factOf(value: Fields, line: number): RecordedFact {
  const { kind } = value;
  const fields = typeof kind === 'string' && Object.hasOwn(FIELDS, kind) ? FIELDS[kind as RecordedFact['kind']] : null;
  if (!fields) throw new RecordingError(line, `field "kind": there is no such line (got ${JSON.stringify(kind)})`);
  for (const [name, type] of fields) {
    const isRight = type === 'list' ? Array.isArray(value[name]) : typeof value[name] === type;
    if (!isRight) throw new RecordingError(line, `field "${name}": takes a ${type}`);
  }
  return value as Fields & RecordedFact;
}

function objectIn(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
