import { RunError } from './run.ts';

/** Results that later entries may refer to, by name of the entry or the account. */
export type Results = ReadonlyMap<string, unknown>;

const REFERENCE = /\$\{([^{}]+)\}/g;

/**
 * Replaces each reference `${entry.field}` in the texts of a value. A text that is one reference takes the value itself,
 * with its type; inside a longer text the value is written out.
 *
 * @throws RunError for a reference to nothing
 */
export function withReferences(value: unknown, results: Results): unknown {
  if (typeof value === 'string') return textWithReferences(value, results);
  if (Array.isArray(value)) return value.map((item) => withReferences(item, results));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withReferences(item, results)]));
}

function textWithReferences(text: string, results: Results): unknown {
  const whole = /^\$\{([^{}]+)\}$/.exec(text)?.[1];
  if (whole !== undefined) return resolved(whole, results);
  return text.replace(REFERENCE, (_, path: string) => String(resolved(path, results)));
}

function resolved(path: string, results: Results): unknown {
  const [name = '', ...fields] = path.trim().split('.');
  if (!results.has(name)) {
    const known = [...results.keys()].join(', ');
    throw new RunError(`\${${path}}: no earlier entry or account is called "${name}"; there are ${known || 'none'}`);
  }
  const result = results.get(name);
  const found = at(result, fields) ?? at(firstStatusOf(result), fields);
  if (found === undefined) throw new RunError(`\${${path}}: the result of "${name}" has no ${fields.join('.')}`);
  return found;
}

function at(value: unknown, fields: readonly string[]): unknown {
  return fields.reduce<unknown>(
    (inner, field) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[field] : undefined,
    value,
  );
}

/** What became of the first order of a batch: `${entry.orderId}` stands for `statuses.0.resting.id`. */
function firstStatusOf(result: unknown): unknown {
  const status = at(result, ['statuses', '0']);
  if (typeof status !== 'object' || status === null) return undefined;
  const { resting, filled, canceled } = status as Record<string, unknown>;
  const placed = resting ?? filled ?? canceled ?? status;
  return { ...placed, orderId: at(placed, ['id']), clientOrderId: at(placed, ['order', 'clientId']) };
}
