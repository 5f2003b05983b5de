/** What a column holds: TEXT, INTEGER or nothing. */
export type Cell = string | number | null;
