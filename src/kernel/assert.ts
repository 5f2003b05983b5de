/**
 * States what must hold. A broken invariant is our bug, never a user's mistake, so it throws and the
 * process stops: continuing on corrupt state would only hide where it began. A message that names something
 * is a function on hot paths: put together each time, it costs more than the check.
 */
export function invariant(condition: unknown, message: string | (() => string)): asserts condition {
  if (!condition) throw new InvariantError(typeof message === 'string' ? message : message());
}

/** Thrown when the exchange contradicts itself; transports answer it with a generic 500. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}
