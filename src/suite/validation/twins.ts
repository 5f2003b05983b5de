import { isList } from '../records.ts';

/**
 * Fields that say one thing under several names: where a record knows them, all of them are
 * there with one value, or none is.
 */
type Twins = readonly (readonly [name: string, value: (record: Fields) => unknown])[];
export type Fields = Readonly<Record<string, unknown>>;

const own = (name: string): Twins[number] => [name, (record) => record[name]];
const venueIdIn = (name: string): Twins[number] => [name, (record) => idIn(record[name])];
const venueIdsIn = (name: string): Twins[number] => [
  name,
  ({ [name]: list }) => (isList(list) ? list.map(idIn) : undefined),
];

const ALL_TWINS: readonly Twins[] = [
  [venueIdIn('order'), own('orderId')],
  [venueIdIn('order'), own('id')],
  [own('takeProfitOrder'), own('tpOrder')],
  [venueIdIn('takeProfitOrder'), own('takeProfitOrderId')],
  [own('stopLossOrder'), own('slOrder')],
  [venueIdIn('stopLossOrder'), own('stopLossOrderId')],
  [venueIdsIn('takeProfitOrders'), own('takeProfitOrderIds')],
  [venueIdsIn('stopLossOrders'), own('stopLossOrderIds')],
  [own('updatedTime'), own('updateTime')],
  [own('quantityPrecision'), own('QuantityPrecision')],
  [own('timestamp'), own('paymentTime')],
  [own('fundingTimestamp'), own('fundingTime')],
  [own('request_id'), own('requestId')],
  [own('timestamp'), own('tsMs')],
  [own('symbol'), own('market')],
];

function idIn(order: unknown): unknown {
  return typeof order === 'object' && order !== null ? Reflect.get(order, 'venueId') : undefined;
}

/** The pairs among these fields. */
export const twinsAmong = (names: ReadonlySet<string>): readonly Twins[] =>
  ALL_TWINS.filter((twins) => twins.every(([name]) => names.has(name)));

/** The name that differs from the first of its pair, and what it should be; undefined when they agree. */
export function disagreement(
  twins: Twins,
  record: Fields,
): { readonly name: string; readonly like: string } | undefined {
  const [first, ...others] = twins;
  if (!first) return undefined;
  const wanted = textOf(first[1](record));
  const other = others.find(([, value]) => textOf(value(record)) !== wanted);
  return other && { name: other[0], like: `the same as ${first[0]}: ${wanted}` };
}

const textOf = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value));
