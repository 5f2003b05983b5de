import { type Static, Type } from '@sinclair/typebox';
import type { CommandOutcome } from '../../../../engine/outcome.ts';
import { invariant } from '../../../../kernel/assert.ts';
import { isRefusal, type Refusal, refuse } from '../../../../kernel/errors.ts';
import { type ActionContext, defineWrite, EVERY_ROLE } from '../../../action.ts';
import type { JsonObject } from '../../../json.ts';
import { clientOrderIdFault } from '../../../orders/client-order-id.ts';
import { type OrderTarget, parseVenueId, targetByClientId, targetByVenueId } from '../../../orders/order-target.ts';
import { CancelStatus, canceledStatus, errorStatus } from '../../../orders/statuses.ts';
import { Closed, decode, IdText, SubAccountParams } from '../../../primitives.ts';

const IDS_MAX = 100;

const CancelOrdersResult = Closed({ statuses: Type.Array(CancelStatus) });

type Ids = { readonly venueIds: readonly bigint[] } | { readonly clientIds: readonly string[] };

/**
 * Cancels live orders of one subaccount, named by venue ids or by client ids; each succeeds or fails on its own.
 *
 * Cost:   2 tokens.
 * Errors: 400 VALIDATION_ERROR for the lists themselves; per id ORDER_NOT_FOUND inside a 200, the same for
 *         unknown, foreign and closed orders.
 * Source: clauses CANCELORDERS, CANCELORDERS-RESP-CANCELED; wire 2.5.
 */
export const cancelOrders = defineWrite<readonly OrderTarget[], Static<typeof CancelOrdersResult>>({
  name: 'cancelOrders',
  summary: 'Cancel named orders of a subaccount.',
  params: Type.Object({
    ...SubAccountParams,
    orderIds: Type.Optional(Type.Array(IdText, { minItems: 1, maxItems: IDS_MAX })),
    clientOrderIds: Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { minItems: 1, maxItems: IDS_MAX })),
  }),
  result: CancelOrdersResult,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 2,
  cancels: true,
  typedMessage: ({ params, subAccountId, nonce, expiresAfter }) => {
    const ids = readIds(params);
    if (isRefusal(ids)) return ids;
    return 'venueIds' in ids
      ? { type: 'CancelOrders', values: { subAccountId, orderIds: ids.venueIds, nonce, expiresAfter } }
      : { type: 'CancelOrdersByCloid', values: { subAccountId, clientOrderIds: ids.clientIds, nonce, expiresAfter } };
  },
  parse: (params, context) => {
    const ids = readIds(params);
    if (isRefusal(ids)) return ids;
    if ('venueIds' in ids) return ids.venueIds.map((id) => targetByVenueId(id, context));
    return targetsByClientId(ids.clientIds, context);
  },
  toCommands: (targets, { account }) =>
    targets.flatMap(({ ref }) => (ref ? [{ type: 'CancelOrder', account: account.no, order: ref } as const] : [])),
  toResult: (targets, outcomes) => {
    let next = 0;
    return { statuses: targets.map((target) => statusOf(target, target.ref ? outcomes[next++] : undefined)) };
  },
});

/** Errors: VALIDATION_ERROR unless exactly one list is given, it is not too long, and its venue ids are positive integers. */
function readIds(params: JsonObject): Ids | Refusal {
  const decoded = decode(params, { orderIds: 'ids', clientOrderIds: 'texts' });
  if (isRefusal(decoded)) return decoded;
  const { orderIds = [], clientOrderIds = [] } = decoded;
  if (orderIds.length > 0 && clientOrderIds.length > 0) {
    return invalid('cancelOrders payload: accepts either orderIds or clientOrderIds, not both');
  }
  if (orderIds.length > IDS_MAX) return invalid(`orderIds cannot exceed ${IDS_MAX} per request`);
  if (clientOrderIds.length > IDS_MAX) return invalid(`clientOrderIds cannot exceed ${IDS_MAX} per request`);
  if (clientOrderIds.length > 0) return { clientIds: clientOrderIds };
  return orderIds.length > 0 ? readVenueIds(orderIds) : invalid('orderIds must be nonempty');
}

function readVenueIds(texts: readonly string[]): Ids | Refusal {
  const venueIds: bigint[] = [];
  for (const text of texts) {
    const id = parseVenueId(text);
    if (isRefusal(id)) return id;
    venueIds.push(id);
  }
  return { venueIds };
}

function targetsByClientId(clientIds: readonly string[], context: ActionContext): readonly OrderTarget[] | Refusal {
  for (const [index, text] of clientIds.entries()) {
    if (text === '') return invalid(`clientOrderIds[${index}]: clientOrderId: input must be nonempty`);
    const fault = clientOrderIdFault(text);
    if (fault !== undefined) return invalid(`clientOrderIds[${index}]: ${fault}`);
  }
  return clientIds.map((clientId) => targetByClientId(clientId, context));
}

function statusOf(target: OrderTarget, outcome: CommandOutcome | undefined): Static<typeof CancelStatus> {
  if (!outcome) return errorStatus(refuse('ORDER_NOT_FOUND'), target);
  if (outcome.refusal) return errorStatus(outcome.refusal, target);
  for (const event of outcome.events) {
    if (event.type === 'OrderCancelled') return canceledStatus(event.order, target.clientId);
  }
  invariant(false, 'an accepted cancel cancelled its order');
}

const invalid = (message: string): Refusal => refuse('VALIDATION_ERROR', message);
