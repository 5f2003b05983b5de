/**
 * States what must hold. A broken invariant is a bug of the exchange, never a user's mistake, so it throws and the
 * process stops: going on with a corrupt state would hide the cause. On hot paths a message with values in it is
 * passed as a function, because building the text costs more than the check.
 */
export function invariant(condition: unknown, message: string | (() => string)): asserts condition {
  if (!condition) throw new InvariantError(typeof message === 'string' ? message : message());
}

/** Throws what `invariant` throws. A hot path tests the condition itself, so that it makes no closure for a message. */
export function broken(message: string): never {
  throw new InvariantError(message);
}

/** Thrown when the exchange contradicts itself; transports respond with a generic 500. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** The item at a place that the list must have. Not for hot loops, which walk the items themselves. */
export function itemAt<T>(list: ArrayLike<T>, place: number): T {
  const item = list[place];
  if (item === undefined) throw new InvariantError(`a list of ${list.length} has no item at ${place}`);
  return item;
}
