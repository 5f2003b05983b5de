import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { type MapNode, nodeAt, report, type WorldNode, type WorldProblem } from '../../exchange/world/read.ts';
import { nearestHint } from '../../kernel/nearest.ts';
import { referencesIn } from './references.ts';
import { plainOf } from './values.ts';

/** What params are checked against. */
export interface ParamsShape {
  /** What the problems call it. */
  readonly name: string;
  readonly schema: TSchema;
  /** Fields that are there without being written. */
  readonly given: Readonly<Record<string, unknown>>;
}

/** Notes where params do not fit their schema. A text with a reference fits anything: what it becomes is known only in the run. */
export function checkParams(
  params: MapNode | undefined,
  owner: WorldNode,
  { name, schema, given }: ParamsShape,
  problems: WorldProblem[],
): void {
  if (params) checkFields(params, schema, name, problems);
  const seen = new Set<string>();
  const value = { ...given, ...(params && (plainOf(params) as object)) };
  for (const { path, schema: part, value: found } of Value.Errors(schema, value)) {
    // The first problem of a field says enough.
    if (referencesIn(found).length > 0 || seen.has(path)) continue;
    seen.add(path);
    const steps = path.split('/').slice(1);
    const at = params ? nodeAt(params, steps) : owner;
    if (found === undefined) report(problems, at, `${steps.at(-1)} is missing; ${name} needs it`);
    else report(problems, at, `must be ${takes(part)}, as ${name} takes it`);
  }
}

/** What a field takes, in words. */
function takes(schema: TSchema): string {
  const { description, type, pattern } = schema as { description?: string; type?: string; pattern?: string };
  if (description !== undefined && /^(?:(?:an?|the|true) |")/.test(description)) return description;
  if (type === 'string') return pattern === undefined ? 'a text in quotes' : `a text in quotes of the form ${pattern}`;
  if (type === 'integer') return 'a whole number without quotes';
  if (type === 'boolean') return 'true or false, without quotes';
  if (type === 'array') return 'a list';
  return type === 'object' ? 'a map' : 'another value';
}

/** The exchange ignores fields that it does not know, so a misspelt one would change nothing but the meaning. */
function checkFields(node: WorldNode, schema: TSchema, name: string, problems: WorldProblem[]): void {
  const shape = schema as { readonly properties?: Readonly<Record<string, TSchema>>; readonly items?: TSchema };
  if (node.kind === 'list' && shape.items)
    for (const item of node.items) checkFields(item, shape.items, name, problems);
  if (node.kind !== 'map' || !shape.properties) return;
  for (const [key, member] of node.entries) {
    const below = Object.hasOwn(shape.properties, key) ? shape.properties[key] : undefined;
    if (below) checkFields(member, below, name, problems);
    else report(problems, member, `is no field of ${name}; ${nearestHint(key, Object.keys(shape.properties))}`);
  }
}
