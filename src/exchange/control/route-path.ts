/** Paths of the control plane: fixed parts, and parts in braces that stand for any one segment. */

const PART = /^\{(\w+)\}$/;

/** Returns what stands in place of the braces of `pattern`, decoded; null for another path. */
export function valuesIn(pattern: string, path: string): Record<string, string> | null {
  const parts = pattern.split('/');
  const given = path.split('/');
  if (parts.length !== given.length) return null;
  const values: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = given[index] ?? '';
    const name = PART.exec(part)?.[1];
    if (name === undefined ? part !== segment : segment === '') return null;
    if (name === undefined) continue;
    const value = decoded(segment);
    if (value === null) return null;
    values[name] = value;
  }
  return values;
}

/** The names in braces of a path, in order. */
export const namesIn = (pattern: string): string[] => pattern.split('/').flatMap((part) => PART.exec(part)?.[1] ?? []);

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
