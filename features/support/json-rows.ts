import type { Rows } from './signed-request.ts';

/** Returns the params of a table of actions, which are JSON, or `-` for none. */
export const paramsOf = (json: string): Record<string, unknown> =>
  json === '-' ? {} : (JSON.parse(json) as Record<string, unknown>);

/** Returns the same params as rows of path and cell. */
export const rowsOf = (json: string): Rows =>
  Object.entries(paramsOf(json)).map(([key, value]) => [key, cellOf(value)]);

const cellOf = (value: unknown): string => (typeof value === 'string' ? `text ${value}` : cellOfJson(value));

const cellOfJson = (value: unknown): string => {
  const json = JSON.stringify(value);
  return typeof value === 'number' ? `number ${json}` : json;
};
