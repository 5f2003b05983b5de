/**
 * How responses are checked against the contract:
 * - `strict`: nothing but what the contract says; for the simulator.
 * - `tolerant`: as the specification demands of clients, fields and enumerated values may have been added; whatever
 *   is required is there and of its type. For foreign targets.
 */
export type FieldMode = 'strict' | 'tolerant';

/** The surfaces that have actions, over REST and as endpoints of the streams. */
export type Surface = 'trade' | 'info';

/** One place of a response that is not what the contract says. */
export interface ContractFault {
  /** Into the response, such as `response.trades[0].price`; empty for the whole. */
  readonly path: string;
  readonly expected: string;
  /** What was there, as JSON; `absent` for nothing. */
  readonly actual: string;
  /** Clause of the contract, where the catalogue names one for the field or the action. */
  readonly source: string | null;
}

const SHOWN = 160;

/** A value as a report shows it, cut where it is long. */
export function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text;
}

/** `response.trades[0].price should be a decimal, is 5 (TRADE-FIELD-PRICE)`. */
export function findingText({ path, expected, actual, source }: ContractFault): string {
  return `${path === '' ? 'the response' : path} should be ${expected}, is ${actual}${source === null ? '' : ` (${source})`}`;
}
