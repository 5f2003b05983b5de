/** What a `catch` has in its hands: anything may be thrown, and an error of the system carries a code. */

/** Returns what was thrown, as an error. */
export const errorOf = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(messageOf(thrown)));

/** The message of what was thrown; all of it where it has none. */
export const messageOf = (thrown: unknown): string => textIn(thrown, 'message') ?? String(thrown);

/** The code of an error of the system, such as `ENOENT`; undefined where there is none. */
export const systemCodeOf = (thrown: unknown): string | undefined => textIn(thrown, 'code');

/** The code of the error that caused what was thrown, as `fetch` keeps that of its connection; undefined where there is none. */
export const causeCodeOf = (thrown: unknown): string | undefined =>
  thrown instanceof Error ? systemCodeOf(thrown.cause) : undefined;

function textIn(thrown: unknown, field: 'code' | 'message'): string | undefined {
  const text: unknown = typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, field) : undefined;
  return typeof text === 'string' ? text : undefined;
}
