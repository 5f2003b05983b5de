import type * as Yaml from 'yaml';
import { yamlPackage } from './document.ts';
import {
  isScalar,
  itemPath,
  memberPath,
  type DocumentPlace,
  WorldFileError,
  type WorldNode,
  type WorldProblem,
} from './read.ts';

/**
 * Reads JSON or YAML text (every JSON text is YAML) into a tree with positions. `readDocument` has checked its shape.
 * Throws WorldFileError with all syntax problems: broken text and repeated keys.
 */
export function parseWorldText(text: string, file: string): WorldNode {
  const yaml = yamlPackage();
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const placeAt = (offset: number, path: string): DocumentPlace => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col, path };
  };
  const problems: WorldProblem[] = document.errors.map((error) => ({
    // The parser counts blanks before a key to the key.
    ...placeAt(error.pos[0] + (/^\s*/.exec(text.slice(error.pos[0]))?.[0].length ?? 0), ''),
    message: error.message,
  }));
  const root = document.contents;
  const tree = root ? toNode(root, '') : undefined;
  if (!tree) problems.push({ ...placeAt(0, ''), message: 'the file is empty; write a world in it' });
  if (problems.length > 0 || !tree) throw new WorldFileError(problems);
  return tree;

  function toNode(node: unknown, path: string): WorldNode {
    const place = placeAt(yaml.isNode(node) ? (node.range?.[0] ?? 0) : 0, path);
    if (yaml.isMap(node))
      return { kind: 'map', place, entries: new Map(node.items.map((pair) => toEntry(pair, path))) };
    if (yaml.isSeq(node)) {
      return { kind: 'list', place, items: node.items.map((item, index) => toNode(item, itemPath(path, index))) };
    }
    const value = yaml.isScalar(node) ? node.value : null;
    return { kind: 'scalar', place, value: isScalar(value) ? value : null };
  }

  function toEntry(pair: Yaml.Pair, path: string): [string, WorldNode] {
    const key = yaml.isScalar(pair.key) ? String(pair.key.value) : '';
    return [key, toNode(pair.value, memberPath(path, key))];
  }
}
