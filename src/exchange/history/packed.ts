/**
 * Values of a row that are only ever read together, in one column: they are written, kept and read as one text, at a
 * fraction of what a column each would cost. They are words, decimals, ids and client ids (`client-order-id.ts`), none
 * of which has a comma.
 */
export const packed = (values: readonly (string | number)[]): string => values.join(',');

export const unpack = (text: string): string[] => text.split(',');

/** SQL for the value at a place of a packed column, for a view; empty values are the empty text. */
export const packedValue = (column: string, place: number): string =>
  `('["' || replace(${column}, ',', '","') || '"]' ->> ${place})`;

/** JSON with another sign for commas, so that it can stand among packed values. No text inside it has that sign. */
export const packedJson = (column: string): string => `coalesce(replace(${column}, ',', ';'), '')`;
export const unpackJson = (text: string): string => text.replaceAll(';', ',');
