const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\]:,]|\s+|[^]/g;

/**
 * Whether two JSON texts are the same to the byte, apart from values that differ: equal order of keys, equal spacing, and equal
 * values spelled in the same characters.
 */
export function isSpelledAlike(left: string, right: string): boolean {
  if (left === right) return true;
  const [lefts, rights] = [left.match(TOKEN) ?? [], right.match(TOKEN) ?? []];
  return (
    lefts.length === rights.length &&
    lefts.every((token, place) => token === rights[place] || areOtherValues(lefts, rights, place))
  );
}

/** Whether the tokens of a place are two values of one type that differ; a key is no value. */
function areOtherValues(lefts: readonly string[], rights: readonly string[], place: number): boolean {
  if (lefts[place + 1] === ':') return false;
  const [left, right] = [valueOf(lefts[place] ?? ''), valueOf(rights[place] ?? '')];
  return typeof left === typeof right && left !== undefined && left !== right;
}

/** The value of a text or a number; undefined for any other token. */
function valueOf(token: string): string | number | undefined {
  return /^["\d-]/.test(token) ? (JSON.parse(token) as string | number) : undefined;
}
