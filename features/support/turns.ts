/** So many looks at something that is on its way are enough: the machine is fast, and a look takes a turn at least. */
const LOOKS_MAX = 50_000;

/** Looks again and again until something is so, and lets everything else go on in between. False when it never was. */
export async function comesTrue(isSo: () => Promise<boolean>): Promise<boolean> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    if (await isSo()) return true;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return false;
}
