/** Number of checks before a condition counts as never true. Each check takes at least one turn of the event loop. */
const LOOKS_MAX = 50_000;

/** Checks a condition once per turn of the event loop until it is true. Returns false if it never becomes true. */
export async function comesTrue(isSo: () => Promise<boolean>): Promise<boolean> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    if (await isSo()) return true;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return false;
}
