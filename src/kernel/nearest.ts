/** Slips that a name of so many letters may hold: one of up to seven, then one more for every four. Two letters are no slip of any others. */
const slipsIn = (length: number): number => (length < 3 ? 0 : Math.max(1, Math.floor(length / 4)));

/**
 * The text among many that `text` was probably meant to be; undefined where none is that near, because a wrong guess misleads more
 * than none. Cases of letters do not count, and two letters that have changed places are one slip.
 *
 * @param most slips that are allowed; what fits a name is too few for a sentence
 */
export function nearest(text: string, among: readonly string[], most = slipsIn(text.length)): string | undefined {
  let best: string | undefined;
  let least = most + 1;
  const given = text.toLowerCase();
  for (const other of among) {
    const name = other.toLowerCase();
    const isBeginning = text.length > 2 && name.startsWith(given);
    // Texts of very different lengths are not compared: one of them may be as long as a request.
    if (!isBeginning && Math.abs(text.length - other.length) >= least) continue;
    // A name that was cut short is one slip away.
    const slips = isBeginning ? Math.min(1, other.length - text.length) : distance(given, name);
    if (slips >= least) continue;
    least = slips;
    best = other;
  }
  return best;
}

/** ` (did you mean X?)` behind a text that lists what there is; empty where nothing is near. */
export function nearestAside(text: string, among: readonly string[]): string {
  const near = nearest(text, among);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}

/** The commands of the control plane are fewer: to a reader `delist` is like `delistMarket`, which `nearest` does not see. */
const LISTED_MAX = 25;

/** Returns what to say of a name that is not there: the nearest one, or all when there are few. */
export function nearestHint(text: string, among: readonly string[]): string {
  const near = nearest(text, among);
  if (near !== undefined) return `did you mean ${near}?`;
  if (among.length > LISTED_MAX) return `none of the ${among.length} there are is like it`;
  return among.length === 0 ? 'there are none' : `there are ${among.join(', ')}`;
}

/** Letters to put in, take out or replace, and neighbours that change places. */
function distance(from: string, to: string): number {
  let before: readonly number[] = [];
  let above: readonly number[] = Array.from({ length: to.length + 1 }, (_none, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const swapped = isSwap ? (before[column - 2] ?? 0) + 1 : replaced;
      current.push(Math.min((above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced, swapped));
    }
    before = above;
    above = current;
  }
  return above[to.length] ?? 0;
}
