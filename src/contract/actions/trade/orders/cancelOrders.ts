import { type Static, Type } from '@sinclair/typebox';
import type { CommandOutcome } from '../../../../engine/engine.ts';
import { invariant, isRefusal, type Refusal, refuse } from '../../../../kernel/errors.ts';
import { type ActionContext, EVERY_ROLE } from '../../../action.ts';
import { clientOrderIdFault, CLIENT_ID_MAX } from '../../../orders/order-item.ts';
import { type OrderTarget, parseVenueId, targetByClientId, targetByVenueId } from '../../../orders/order-target.ts';
import { CancelStatus, canceledStatus, errorStatus } from '../../../orders/statuses.ts';
import { Closed } from '../../../primitives.ts';
import { defineWrite } from '../../../define.ts';
import { fieldTable, optional } from '../../../fields/table.ts';
import { ids, texts } from '../../../fields/fields.ts';
import { signedMessage } from '../../../signing.ts';
import { EXAMPLE_CLIENT_ID, EXAMPLE_ORDER_ID } from '../../../example-values.ts';

const IDS_MAX = 100;

const CancelOrdersResult = Closed({ statuses: Type.Array(CancelStatus) });

interface SentIds {
  readonly orderIds: readonly string[] | undefined;
  readonly clientOrderIds: readonly string[] | undefined;
}
type Ids = { readonly venueIds: readonly bigint[] } | { readonly clientIds: readonly string[] };

/**
 * Cancels live orders of one subaccount, named by venue ids or by client ids; each succeeds or fails on its own.
 *
 * Cost:   2 tokens.
 * Errors: 400 VALIDATION_ERROR for the lists themselves; per id ORDER_NOT_FOUND inside a 200, the same for
 *         unknown, foreign and closed orders.
 * Source: clauses CANCELORDERS, CANCELORDERS-RESP-CANCELED; wire 2.5.
 */
export const cancelOrders = defineWrite({
  name: 'cancelOrders',
  summary: 'Cancel named orders of a subaccount.',
  examples: [{ orderIds: [EXAMPLE_ORDER_ID] }, { clientOrderIds: [EXAMPLE_CLIENT_ID] }],
  fields: fieldTable({
    orderIds: optional(ids({ minItems: 1, maxItems: IDS_MAX })),
    clientOrderIds: optional(texts({ minItems: 1, maxItems: IDS_MAX }, { maxLength: CLIENT_ID_MAX })),
  }).refine(readIds),
  result: CancelOrdersResult,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 2,
  cancels: true,
  typedMessage: (ids, request) =>
    'venueIds' in ids
      ? signedMessage('CancelOrders', { orderIds: ids.venueIds }, request)
      : signedMessage('CancelOrdersByCloid', { clientOrderIds: ids.clientIds }, request),
  parse: (ids, context) => {
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
function readIds({ orderIds = [], clientOrderIds = [] }: SentIds): Ids | Refusal {
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
