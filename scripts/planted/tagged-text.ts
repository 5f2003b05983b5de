import type { State } from '../../src/engine/state.ts';

/**
 * A state as text that keeps maps, sets and bigints. It uses neither the codec nor the canonical form of the state, because
 * planted sources sit there; like the canonical form it leaves out links of orders, specifications and the configuration.
 */
export function stateText({ config: _, orders, markets, ...rest }: State): string {
  return JSON.stringify(
    tagged({
      ...rest,
      orders: new Map([...orders].map(([no, { previous: _before, next: _after, ...facts }]) => [no, facts])),
      markets: new Map([...markets].map(([symbol, { spec: _spec, ...market }]) => [symbol, market])),
    }),
  );
}

/** Reads what `stateText` wrote. */
export const fromStateText = (text: string): unknown => untagged(JSON.parse(text));

type Tagged = readonly [kind: 'map' | 'set' | 'list' | 'bigint', content: unknown];

function tagged(value: unknown): unknown {
  if (typeof value === 'bigint') return ['bigint', String(value)] satisfies Tagged;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Map) return ['map', [...value].map((pair) => pair.map(tagged))] satisfies Tagged;
  if (value instanceof Set) return ['set', [...value].map(tagged)] satisfies Tagged;
  if (Array.isArray(value)) return ['list', value.map(tagged)] satisfies Tagged;
  if ('toCanonical' in value) return tagged((value.toCanonical as () => unknown)());
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tagged(item)]));
}

function untagged(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, untagged(item)]));
  const [kind, content] = value as unknown as Tagged;
  if (kind === 'bigint') return BigInt(content as string);
  const items = (content as readonly unknown[]).map((item) =>
    kind === 'map' ? (item as readonly unknown[]).map(untagged) : untagged(item),
  );
  return kind === 'map' ? new Map(items as [unknown, unknown][]) : kind === 'set' ? new Set(items) : items;
}
