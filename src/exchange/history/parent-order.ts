import { venueIdOf } from '../../kernel/ids.ts';
import { packedValue } from './packed.ts';

/** The TWAP of a chunk in records: its order is joined for its client id. */

/** Joins the parent `p` of the order `o`, if it has one. */
export const PARENT_JOIN = 'LEFT JOIN orders p ON p.row = o.parent';
/** Number and client id of the parent, two packed values; empty for an order without one. */
export const PARENT_VALUES = `coalesce(o.parent, ''), ',', coalesce(${packedValue('p.facts', 3)}, '')`;

/** The field of a record, from those two values. */
export function parentJson(no: string, clientId: string): string {
  return no === '' ? '' : `,"parentOrder":{"venueId":"${venueIdOf(Number(no))}","clientId":"${clientId}"}`;
}
