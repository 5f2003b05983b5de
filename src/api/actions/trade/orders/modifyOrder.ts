import { Type } from '@sinclair/typebox';
import { isRefusal, refuse } from '../../../../kernel/errors.ts';
import { defineWrite, EVERY_ROLE } from '../../../action.ts';
import {
  type Change,
  changeOf,
  ModifyResult,
  modifyFault,
  modifyResultOf,
  readSentModify,
  toModifyOrder,
} from '../../../orders/modify.ts';
import { IdText, SubAccountParams } from '../../../primitives.ts';

/**
 * Replaces price and/or total quantity of one live order, all or nothing.
 *
 * Units:  `quantity` is the new total, not the remainder.
 * Cost:   5 tokens.
 * Errors: 400 VALIDATION_ERROR for the request itself; the engine's refusals are a 200 with status `rejected`.
 * Source: clauses MODIFYORDER; wire 2.7; R-07 for strangers.
 */
export const modifyOrder = defineWrite<Change, ModifyResult>({
  name: 'modifyOrder',
  summary: 'Change price and/or quantity of an open order.',
  params: Type.Object({
    ...SubAccountParams,
    orderId: Type.Optional(IdText),
    clientOrderId: Type.Optional(Type.String({ maxLength: 255, description: 'Instead of orderId' })),
    price: Type.Optional(Type.String({ maxLength: 128 })),
    quantity: Type.Optional(Type.String({ maxLength: 128, description: 'New total quantity' })),
    triggerPrice: Type.Optional(Type.String({ maxLength: 128 })),
  }),
  result: ModifyResult,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'FORBIDDEN' },
  cost: () => 5,
  typedMessage: ({ params, subAccountId, nonce, expiresAfter }) => {
    const sent = readSentModify(params);
    if (isRefusal(sent)) return sent;
    const { id, price, quantity, triggerPrice } = sent;
    const rest = { price, quantity, triggerPrice, nonce, expiresAfter };
    return 'venueId' in id
      ? { type: 'ModifyOrder', values: { subAccountId, orderId: id.venueId, ...rest } }
      : { type: 'ModifyOrderByCloid', values: { subAccountId, clientOrderId: id.clientId, ...rest } };
  },
  parse: (params, context) => {
    const sent = readSentModify(params);
    if (isRefusal(sent)) return sent;
    const fault = modifyFault(sent);
    return fault === undefined ? changeOf(sent, context) : refuse('VALIDATION_ERROR', fault);
  },
  toCommands: (change, context) => {
    const command = toModifyOrder(change, context);
    return command ? [command] : [];
  },
  toResult: (change, [outcome], context) => modifyResultOf(change, outcome, context),
});
