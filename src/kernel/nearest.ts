/** The text among many that takes the fewest changes of letters to become `text`; undefined where all differ too much. */
export function nearest(text: string, among: readonly string[]): string | undefined {
  let best: string | undefined;
  // Three changes turn any short word into any other.
  let least = (text.length < 6 ? 2 : Math.ceil(text.length / 2)) + 1;
  for (const other of among) {
    // Texts of very different lengths are not compared: one of them may be as long as a request.
    if (Math.abs(text.length - other.length) >= least && !other.startsWith(text)) continue;
    // A name that was cut short is one change away.
    const changes = text.length > 2 && other.startsWith(text) ? 1 : distance(text, other);
    if (changes >= least) continue;
    least = changes;
    best = other;
  }
  return best;
}

/** ` (did you mean X?)` behind a text that lists what there is; empty where nothing is near. */
export function nearestAside(text: string, among: readonly string[]): string {
  const near = nearest(text, among);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}

const LISTED_MAX = 20;

/** What to say of a name that is not there: the nearest one, or all when there are few. */
export function nearestHint(text: string, among: readonly string[]): string {
  const near = nearest(text, among);
  if (near !== undefined) return `did you mean ${near}?`;
  if (among.length > LISTED_MAX) return `none of the ${among.length} there are is like it`;
  return among.length === 0 ? 'there are none' : `there are ${among.join(', ')}`;
}

/** Letters to put in, take out or replace. */
function distance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_none, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min((above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced));
    }
    above = current;
  }
  return above[to.length] ?? 0;
}
