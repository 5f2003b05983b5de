import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isScalar, parseDocument, visit } from 'yaml';

/** Modules that a module imports by a relative name. */
const IMPORT = /\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g;
/** Longer texts than names of files are. */
const NAME_MAX = 1_000;

/** Files that a document or a module names, as absolute paths: every text in it that is the name of a file. */
export function filesNamedIn(file: string, source: string): string[] {
  return namedFrom(/\.m?js$/.test(file) ? importsIn(source) : textsIn(source), dirname(file));
}

/** Those of these texts that are names of files, relative to a folder. */
export function namedFrom(texts: readonly string[], folder: string): string[] {
  return texts.flatMap((text) => {
    if (text === '' || text.length > NAME_MAX || text.includes('\0')) return [];
    const path = resolve(folder, text);
    return statSync(path, { throwIfNoEntry: false })?.isFile() ? [path] : [];
  });
}

const importsIn = (source: string): string[] => [...source.matchAll(IMPORT)].map(([, name = '']) => name);

/** Every text of a YAML or JSON document, also of one that is wrong: the scenario is checked elsewhere. */
function textsIn(source: string): string[] {
  const texts: string[] = [];
  visit(parseDocument(source), (_key, node) => {
    if (isScalar(node) && typeof node.value === 'string') texts.push(node.value);
  });
  return texts;
}
