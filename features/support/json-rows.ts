import type { Rows } from './signed-request.ts';

/** Params of a table of actions, as JSON; `-` for none. */
export const paramsOf = (json: string): Record<string, unknown> =>
  json === '-' ? {} : (JSON.parse(json) as Record<string, unknown>);

/** The same as rows of path and cell. */
export const rowsOf = (json: string): Rows =>
  Object.entries(paramsOf(json)).map(([key, value]) => [key, cellOf(value)]);

const cellOf = (value: unknown): string => (typeof value === 'string' ? `text ${value}` : cellOfJson(value));

const cellOfJson = (value: unknown): string => {
  const json = JSON.stringify(value);
  return typeof value === 'number' ? `number ${json}` : json;
};
