/*
 * The kernel has the same two guards. Those that judge responses import nothing that the producer of responses does, so they have
 * their own (rule responses-are-judged-by-the-specification).
 */

/** Values of unchecked origin, such as a target's responses. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list, whose items nobody has looked at. */
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
