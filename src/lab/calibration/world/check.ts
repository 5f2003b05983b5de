import { parseWorldText } from '../../../exchange/world/parse.ts';
import { problemText, WorldFileError, worldOfTrees } from '../../../exchange/world/world-file.ts';

/** Reads a text as `perpsim` reads world files. Returns what is wrong with it, by line. */
export function worldProblems(text: string, file: string): readonly string[] {
  try {
    const tree = parseWorldText(text, file);
    if (tree.kind !== 'map') return ['a world must be a map of fields'];
    worldOfTrees([tree], '.');
    return [];
  } catch (error) {
    if (error instanceof WorldFileError) return error.problems.map(problemText);
    throw error;
  }
}
