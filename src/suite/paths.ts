/**
 * Paths such as `statuses[0].resting.order.venueId` into plain JSON, for tables of a feature. In a path that reads,
 * `collaterals[symbol=WETH]` is the first item whose field has that text.
 */
const STEP = /\[(\d+)\]|\[([^=\]]+)=([^\]]*)\]|([^.[\]]+)/g;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The item of a list whose field has this text. */
interface Choice {
  readonly field: string;
  readonly text: string;
}

const stepsOf = (path: string): (string | number | Choice)[] =>
  [...path.matchAll(STEP)].map(([, index, field, text = '', key = '']) => {
    if (field !== undefined) return { field, text };
    return index === undefined ? key : Number(index);
  });

/** The value at a path, or undefined when there is none. */
export function valueAt(value: unknown, path: string): unknown {
  let current = value;
  for (const step of path === '.' ? [] : stepsOf(path)) {
    if (typeof step === 'object') {
      current = Array.isArray(current) ? current.find((item) => valueAt(item, step.field) === step.text) : undefined;
      continue;
    }
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = Reflect.get(current, step);
  }
  return current;
}

type Holder = Record<string | number, unknown>;

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;

/** Writes a value at a path, making objects and arrays on the way. */
export function setAt(target: Record<string, unknown>, path: string, value: unknown): void {
  const steps = stepsOf(path);
  let current: Holder = target;
  steps.forEach((step, index) => {
    if (typeof step === 'object') throw new Error(`${path} names no place to write to`);
    if (index === steps.length - 1) {
      current[step] = value;
      return;
    }
    current[step] ??= typeof steps[index + 1] === 'number' ? [] : {};
    const next = current[step];
    if (!isHolder(next)) throw new Error(`${path} leads through a value that holds nothing`);
    current = next;
  });
}
