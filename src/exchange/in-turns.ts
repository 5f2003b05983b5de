/** A turn of long work. */
const TURN_MS = 20;

/** Yields items one after the other, and lets the exchange serve requests between turns of work on them. */
export async function* inTurns<T>(items: Iterable<T>): AsyncGenerator<T, void> {
  let turn = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - turn < TURN_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    turn = performance.now();
  }
}
