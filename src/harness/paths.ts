/** Paths such as `statuses[0].resting.order.venueId` into plain JSON, for tables of a feature. */
const STEP = /([^.[\]]+)|\[(\d+)\]/g;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const stepsOf = (path: string): (string | number)[] =>
  [...path.matchAll(STEP)].map((match) => (match[2] === undefined ? (match[1] ?? '') : Number(match[2])));

/** The value at a path, or undefined when there is none. */
export function valueAt(value: unknown, path: string): unknown {
  let current = value;
  for (const step of path === '.' ? [] : stepsOf(path)) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as Record<string | number, unknown>)[step];
  }
  return current;
}

/** Writes a value at a path, making objects and arrays on the way. */
export function setAt(target: Record<string, unknown>, path: string, value: unknown): void {
  const steps = stepsOf(path);
  let current: Record<string | number, unknown> = target;
  steps.forEach((step, index) => {
    if (index === steps.length - 1) {
      current[step] = value;
      return;
    }
    current[step] ??= typeof steps[index + 1] === 'number' ? [] : {};
    current = current[step] as Record<string | number, unknown>;
  });
}
