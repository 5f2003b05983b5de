/**
 * A world file as a tree that remembers where each value was written, so that a problem found after
 * files were laid over each other still names the line to mend.
 */
export type WorldNode = MapNode | ListNode | ScalarNode;

export interface MapNode {
  readonly kind: 'map';
  readonly place: Place;
  readonly entries: ReadonlyMap<string, WorldNode>;
}

export interface ListNode {
  readonly kind: 'list';
  readonly place: Place;
  readonly items: readonly WorldNode[];
}

export interface ScalarNode {
  readonly kind: 'scalar';
  readonly place: Place;
  readonly value: string | number | boolean | null;
  /** The value as typed on the command line, where there are no quotes to tell a text from a number. */
  readonly typed?: string;
}

/** `path` is the field's path within its own file. Line and column count from 1; both are 0 for a world given as an object. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly path: string;
}

/** One thing wrong with a world, and in `message` how to mend it. */
export interface WorldProblem extends Place {
  readonly message: string;
}

/** Every problem of a file at once; the message has one line for each. */
export class FileProblemsError extends Error {
  readonly problems: readonly WorldProblem[];

  constructor(problems: readonly WorldProblem[]) {
    super(problems.map(problemText).join('\n'));
    this.problems = problems;
  }
}

/** Thrown with every problem of a world at once. */
export class WorldFileError extends FileProblemsError {
  override readonly name = 'WorldFileError';
}

/** A problem in one line, unless a key of the file holds more. */
export function problemText({ file, line, column, path, message }: WorldProblem): string {
  const where = line > 0 ? `${file}:${line}:${column}` : file;
  return `${where}: ${path ? `${path}: ` : ''}${message}`;
}

/** The path of a member: `markets[2].margin`. */
export const memberPath = (path: string, key: string): string => (path ? `${path}.${key}` : key);

/** The path of a list item, counted from 0. */
export const itemPath = (path: string, index: number): string => `${path}[${index}]`;

/** The tree of a value that was not read from text. Anything JSON cannot hold becomes null, which no field accepts by mistake. */
export function nodeOfValue(value: unknown, file: string, path = ''): WorldNode {
  const place: Place = { file, line: 0, column: 0, path };
  if (Array.isArray(value)) {
    return { kind: 'list', place, items: value.map((item, index) => nodeOfValue(item, file, itemPath(path, index))) };
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    const entries = new Map(members.map(([key, member]) => [key, nodeOfValue(member, file, memberPath(path, key))]));
    return { kind: 'map', place, entries };
  }
  return { kind: 'scalar', place, value: isScalar(value) ? value : null };
}

export const isScalar = (value: unknown): value is ScalarNode['value'] =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** The node of a member or an item, if it was written. */
export function childOf(node: WorldNode, step: string | number): WorldNode | undefined {
  if (node.kind === 'map') return node.entries.get(String(step));
  return node.kind === 'list' ? node.items[Number(step)] : undefined;
}

/** The deepest node that was written on the way down `steps`: where to point when the last ones are missing. */
export function nodeAt(node: WorldNode, steps: readonly (string | number)[]): WorldNode {
  let current = node;
  for (const step of steps) {
    const next = childOf(current, step);
    if (!next) break;
    current = next;
  }
  return current;
}
