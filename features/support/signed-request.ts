import type { Changes } from '../../src/suite/transports/exchange-client.ts';
import { setAt, valueAt } from '../../src/suite/paths.ts';
import { ABSENT } from '../../src/suite/values.ts';

/** Rows of path and cell, and the value that a cell stands for. */
export type Rows = readonly (readonly string[])[];
type ValueOf = (cell: string) => unknown;

/**
 * Reads a table of a signed request: params, all at once under `.` or each under its path, and the changes under the prefixes
 * `top.`, `tampered.` and `signing.`.
 */
export function signedRequest(
  rows: Rows,
  valueOf: ValueOf,
): { readonly params: Record<string, unknown>; readonly changes: Changes } {
  const signed: Record<string, unknown> = {};
  const tampered: (readonly string[])[] = [];
  const params: (readonly string[])[] = [];
  const otherwise: Record<string, unknown> = {};
  let whole: Record<string, unknown> = {};
  for (const row of rows) {
    const [path = '', cell = ''] = row;
    if (path === '.') whole = valueOf(cell) as Record<string, unknown>;
    else if (path.startsWith('signing.')) setAt(otherwise, path.slice(8), valueOf(cell));
    else if (path.startsWith('top.')) signed[path.slice(4)] = valueOf(cell);
    else if (path.startsWith('tampered.')) tampered.push([path.slice(9), cell]);
    else params.push(row);
  }
  const changes = {
    signed,
    tamper: (body: Record<string, unknown>) => write(body, tampered, valueOf),
    ...(Object.keys(otherwise).length > 0 && { otherwise }),
  };
  return { params: write(structuredClone(whole), params, valueOf), changes };
}

/** Writes rows into an object, in their order. */
export function write(object: Record<string, unknown>, rows: Rows, valueOf: ValueOf): Record<string, unknown> {
  for (const [path = '', cell = ''] of rows) {
    const value = valueOf(cell);
    if (value === ABSENT) removeAt(object, path);
    else setAt(object, path, value);
  }
  return object;
}

function removeAt(object: Record<string, unknown>, path: string): void {
  const cut = path.lastIndexOf('.');
  const holder = cut < 0 ? object : (valueAt(object, path.slice(0, cut)) as Record<string, unknown> | undefined);
  if (holder) delete holder[path.slice(cut + 1)];
}
