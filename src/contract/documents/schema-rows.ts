/** The part of JSON Schema that the document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** One field of a schema as a line of a table. */
export interface SchemaRow {
  /** Where it stands, such as `orders[].price`. */
  readonly path: string;
  readonly type: string;
  /** `some` for a field that only some of several shapes have. */
  readonly presence: 'required' | 'optional' | 'some';
  readonly note: string;
}

/** The fields of an object, those inside it right behind it. */
export function rowsOf(schema: Schema, prefix = ''): SchemaRow[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const row: SchemaRow = {
      path,
      type: typeText(field),
      presence: required.has(name) ? 'required' : 'optional',
      note: noteOf(field),
    };
    return [row, ...rowsInside(field, path)];
  });
}

/** Returns what a whole response is: one line for a bare list or value, then the fields inside. */
export function rowsOfResponse(schema: Schema): SchemaRow[] {
  if (schema.properties !== undefined) return rowsOf(schema);
  const whole: SchemaRow = { path: 'response', type: typeText(schema), presence: 'required', note: noteOf(schema) };
  return [whole, ...rowsInside(schema, 'response')];
}

function rowsInside(schema: Schema, path: string): SchemaRow[] {
  if (schema.properties !== undefined) return rowsOf(schema, `${path}.`);
  if (schema.items !== undefined) return rowsInside(schema.items, `${path}[]`);
  const map = Object.values(schema.patternProperties ?? {});
  const parts = (schema.allOf ?? []).flatMap((part) => rowsInside(part, path));
  return [...alternatives(schema.anyOf ?? [], path), ...parts, ...map.flatMap((part) => rowsInside(part, `${path}.*`))];
}

/** Fields of several shapes: each path once, and `some` where there is a choice. */
function alternatives(shapes: readonly Schema[], path: string): SchemaRow[] {
  const choices = shapes.map((shape) => rowsInside(shape, path)).filter((rows) => rows.length > 0);
  if (choices.length < 2) return choices.flat();
  const byPath = new Map(choices.flat().map((row) => [row.path, row]));
  return [...byPath.values()].map((row) => ({ ...row, presence: 'some' }));
}

/** A type in a few words: `string`, `integer`, `"buy" | "sell"`, `object[]`. */
export function typeText(schema: Schema): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  const parts = schema.anyOf ?? schema.allOf;
  if (parts !== undefined) return [...new Set(parts.map(typeText))].join(schema.anyOf ? ' | ' : ' & ');
  if (schema.items !== undefined) {
    const inner = typeText(schema.items);
    return inner.includes(' ') ? `(${inner})[]` : `${inner}[]`;
  }
  return schema.patternProperties === undefined ? (schema.type ?? 'any') : 'map';
}

function noteOf({ description, minimum, maximum, maxLength, minItems, maxItems, ...schema }: Schema): string {
  const bounds = [
    schema.deprecated === true ? 'deprecated' : '',
    minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : '',
    minimum !== undefined && maximum === undefined && minimum !== 0 ? `at least ${minimum}` : '',
    minimum === undefined && maximum !== undefined ? `at most ${maximum}` : '',
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    minItems !== undefined && maxItems !== undefined ? itemsText(minItems, maxItems) : '',
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ].filter((text) => text !== '');
  return [description ?? '', bounds.join(', ')].filter((text) => text !== '').join('; ');
}

const itemsText = (least: number, most: number): string =>
  least === most ? `exactly ${least} ${least === 1 ? 'item' : 'items'}` : `${least} to ${most} items`;
