/**
 * One byte encoding for everything that is hashed or journalled (DET-07): keys in code-unit order,
 * no white space, bigint as `"123n"`, Map as an array of pairs in key order, Set as a sorted array,
 * undefined members left out. Numbers must be safe integers: a fraction has no business in state.
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      if (!Number.isSafeInteger(value)) throw new TypeError(`not a safe integer: ${String(value)}`);
      return Object.is(value, -0) ? '0' : String(value);
    case 'bigint':
      return `"${value}n"`;
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      return value === null ? 'null' : canonicalObject(value);
    default:
      throw new TypeError(`${typeof value} has no canonical form`);
  }
}

function canonicalObject(value: object): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value instanceof Map) {
    const pairs = [...value].sort(([a], [b]) => compareKeys(a, b));
    return `[${pairs.map(([key, item]) => `[${canonicalJson(key)},${canonicalJson(item)}]`).join(',')}]`;
  }
  if (value instanceof Set) return `[${[...value].sort(compareKeys).map(canonicalJson).join(',')}]`;
  // A class with its own idea of its canonical form (a book, a timer queue) says it here.
  if ('toCanonical' in value && typeof value.toCanonical === 'function') {
    return canonicalJson((value.toCanonical as () => unknown)());
  }
  const record = value as Record<string, unknown>;
  const members: string[] = [];
  for (const key of Object.keys(record).sort(compareKeys)) {
    const member = record[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(',')}}`;
}

/** A total order on keys of one type: numbers by value, texts by code unit. Never the locale's. */
export function compareKeys(a: unknown, b: unknown): number {
  return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0;
}
