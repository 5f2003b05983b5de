import { refuse } from '../../../../kernel/errors.ts';
import { EVERY_ROLE } from '../../../action.ts';
import {
  changeOf,
  ModifyResult,
  modifyFault,
  modifyResultOf,
  readSentModify,
  toModifyOrder,
  MODIFY_FIELDS,
} from '../../../orders/modify.ts';
import { defineWrite } from '../../../define.ts';
import { signedMessage } from '../../../signing.ts';
import { EXAMPLE_CLIENT_ID, EXAMPLE_ORDER_ID } from '../../../example-values.ts';

/**
 * Replaces price and/or total quantity of one live order, all or nothing.
 *
 * Units:  `quantity` is the new total, not the remainder.
 * Cost:   5 tokens.
 * Errors: 400 VALIDATION_ERROR for the request itself; the engine's refusals are a 200 with status `rejected`.
 * Source: clauses MODIFYORDER; wire 2.7; R-07 for strangers.
 */
export const modifyOrder = defineWrite({
  name: 'modifyOrder',
  summary: 'Change price and/or quantity of an open order.',
  examples: [
    { orderId: EXAMPLE_ORDER_ID, price: '94010' },
    { clientOrderId: EXAMPLE_CLIENT_ID, quantity: '0.02' },
  ],
  fields: MODIFY_FIELDS.refine(readSentModify),
  result: ModifyResult,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'FORBIDDEN' },
  cost: () => 5,
  typedMessage: ({ id, ...changes }, request) =>
    'venueId' in id
      ? signedMessage('ModifyOrder', { orderId: id.venueId, ...changes }, request)
      : signedMessage('ModifyOrderByCloid', { clientOrderId: id.clientId, ...changes }, request),
  parse: (sent, context) => {
    const fault = modifyFault(sent);
    return fault === undefined ? changeOf(sent, context) : refuse('VALIDATION_ERROR', fault);
  },
  toCommands: (change, context) => {
    const command = toModifyOrder(change, context);
    return command ? [command] : [];
  },
  toResult: (change, [outcome], context) => modifyResultOf(change, outcome, context),
});
