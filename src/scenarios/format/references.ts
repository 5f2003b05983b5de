import { durationMs } from './times.ts';

/** What a text such as `${entry.orderId}` may refer to while a scenario runs. */
export interface ReferenceSource {
  /** Exchange time, Unix ms. */
  readonly now: number;
  /** The response that an entry of the timeline got, or the ids of an account; undefined for an unknown name. */
  readonly named: (name: string) => unknown;
}

/** A reference that leads nowhere while the scenario runs. */
export class MissingReference extends Error {
  override readonly name = 'MissingReference';
}

const REFERENCE = /\$\{([^}]*)\}/g;
const TIME = /^now(?: ([+-]) (\S+))?( in seconds)?$/;
const PATH = /^([A-Za-z][A-Za-z0-9_-]*)((?:\.[A-Za-z0-9_]+|\[\d+\])*)$/;

/** The texts between `${` and `}` of a value, wherever they stand in it. */
export function referencesIn(value: unknown): string[] {
  if (typeof value === 'string') return [...value.matchAll(REFERENCE)].map(([, inner = '']) => inner);
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(referencesIn);
}

/** The name that a reference begins with; null for a time, undefined for a text that is no reference. */
export function nameIn(reference: string): string | null | undefined {
  const time = TIME.exec(reference);
  if (time) return time[2] === undefined || durationMs(time[2]) !== undefined ? null : undefined;
  return PATH.exec(reference)?.[1];
}

/**
 * Returns a value with its references replaced. A text that is one reference becomes what it refers to, of any type.
 *
 * @throws MissingReference for one that leads nowhere
 */
export function resolveReferences<T>(value: T, source: ReferenceSource): T;
export function resolveReferences(value: unknown, source: ReferenceSource): unknown {
  if (typeof value === 'string') {
    const whole = /^\$\{([^}]*)\}$/.exec(value);
    if (whole) return resolved(whole[1] ?? '', source);
    return value.replaceAll(REFERENCE, (_all, inner: string) => String(resolved(inner, source)));
  }
  if (Array.isArray(value)) return value.map((item: unknown) => resolveReferences(item, source));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolveReferences(member, source)]));
}

function resolved(reference: string, source: ReferenceSource): unknown {
  const [isTime, sign, amount = '0s', inSeconds] = TIME.exec(reference) ?? [];
  if (isTime !== undefined) {
    const ms = source.now + (sign === '-' ? -1 : 1) * (durationMs(amount) ?? 0);
    return inSeconds === undefined ? ms : Math.floor(ms / 1_000);
  }
  const [, name = '', path = ''] = PATH.exec(reference) ?? [];
  const found = valueAt(source.named(name), path);
  if (found !== undefined) return found;
  throw new MissingReference(`\${${reference}} leads nowhere: ${shown(source.named(name), name)}`);
}

/**
 * A path into the response, or into what became of its first order. `orderId` is the id of the first order of a response,
 * `orderIds[1]` that of another.
 */
function valueAt(value: unknown, path: string): unknown {
  const steps = path.match(/[A-Za-z0-9_]+/g) ?? [];
  if (steps[0] === 'orderId') return orderIdsIn(value)[0];
  if (steps[0] === 'orderIds') return memberAt(orderIdsIn(value), steps.slice(1));
  return memberAt(value, steps) ?? memberAt(outcomeOf(memberAt(value, ['statuses', '0'])), steps);
}

export const memberAt = (value: unknown, steps: readonly string[]): unknown =>
  steps.reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step) ? Reflect.get(inner, step) : undefined,
    value,
  );

/** What became of an order: the part of its status below `resting`, `filled` or `canceled`. */
const outcomeOf = (status: unknown): unknown =>
  memberAt(status, ['resting']) ?? memberAt(status, ['filled']) ?? memberAt(status, ['canceled']);

/** Ids of the orders in a response, in their order; empty texts for orders that were refused. */
export function orderIdsIn(response: unknown): string[] {
  const statuses = memberAt(response, ['statuses']);
  if (Array.isArray(statuses)) return statuses.map((status: unknown) => textOf(memberAt(outcomeOf(status), ['id'])));
  const own = textOf(memberAt(response, ['orderId']));
  return own === '' ? [] : [own];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function shown(value: unknown, name: string): string {
  if (value === undefined) return `${name} has no response`;
  const text = JSON.stringify(value);
  return `${name} got ${text.length > 300 ? `${text.slice(0, 300)}…` : text}`;
}
