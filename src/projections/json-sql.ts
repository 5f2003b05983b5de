/**
 * Builds SQL that writes one row as one JSON object, so that a page of rows leaves the database as one text instead of
 * cell by cell. No cell is escaped: columns hold words, digits, ids and JSON of the exchange, and client ids, whose
 * letters need none (`client-order-id.ts`).
 */
export interface JsonValue {
  readonly pieces: readonly Piece[];
  /** SQL that is true where the member is left out. */
  readonly absent?: string;
}

type Piece = { readonly json: string } | { readonly sql: string } | { readonly flag: string };

/** A TEXT column as a JSON string. */
export const string = (sql: string): JsonValue => ({ pieces: [{ json: '"' }, { sql }, { json: '"' }] });

/** A number, or a column that holds JSON. */
export const asIs = (sql: string): JsonValue => ({ pieces: [{ sql }] });

/** An INTEGER column that is a yes or a no. */
export const boolean = (flag: string): JsonValue => ({ pieces: [{ flag }] });

/** `null` where the column is NULL. */
export const nullable = (column: string, value: JsonValue): JsonValue =>
  asIs(`iif(${column} IS NULL, 'null', ${textOf(value)})`);

/** A value that is left out where the condition is true. */
export const unless = (absent: string, value: JsonValue): JsonValue => ({ ...value, absent });

/** An object; its first member is never left out. Neighbours that are left out together are looked at once. */
export function object(members: Readonly<Record<string, JsonValue>>): JsonValue {
  const pieces: Piece[] = [{ json: '{' }];
  let optional: { readonly absent: string; readonly pieces: Piece[] } | null = null;
  for (const [name, { pieces: own, absent }] of Object.entries(members)) {
    const named: Piece[] = [{ json: `${pieces.length === 1 ? '' : ','}"${name}":` }, ...own];
    if (optional && optional.absent === absent) {
      optional.pieces.push(...named);
      continue;
    }
    if (optional) pieces.push({ sql: present(optional) });
    optional = absent === undefined ? null : { absent, pieces: named };
    if (!optional) pieces.push(...named);
  }
  if (optional) pieces.push({ sql: present(optional) });
  return { pieces: [...pieces, { json: '}' }] };
}

/** An expression for the text of a value. */
export function textOf({ pieces }: Pick<JsonValue, 'pieces'>): string {
  const parts: string[] = [];
  const all = merged(pieces);
  for (let at = 0; at < all.length; at += 1) {
    const piece = all[at] as Piece;
    if ('json' in piece) parts.push(`'${piece.json}'`);
    else if ('sql' in piece) parts.push(piece.sql);
    else {
      // What follows a flag goes with both of its words, which is one part less to copy.
      const next = all[at + 1];
      const rest = next && 'json' in next ? next.json : '';
      if (rest !== '') at += 1;
      parts.push(`iif(${piece.flag}, 'true${rest}', 'false${rest}')`);
    }
  }
  return parts.length === 1 ? (parts[0] ?? '') : `concat(${parts.join(', ')})`;
}

const present = ({ absent, pieces }: { absent: string; pieces: readonly Piece[] }): string =>
  `iif(${absent}, '', ${textOf({ pieces })})`;

function merged(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last && 'json' in last && 'json' in piece) all[all.length - 1] = { json: last.json + piece.json };
    else all.push(piece);
  }
  return all;
}
