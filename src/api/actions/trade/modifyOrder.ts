import { Type } from '@sinclair/typebox';
import { isRefusal, refuse } from '../../../kernel/errors.ts';
import { defineWrite, EVERY_ROLE } from '../../action.ts';
import {
  type Change,
  changeOf,
  ModifyResult,
  modifyFault,
  modifyResultOf,
  readSentModify,
  toModifyOrder,
} from '../../orders/modify.ts';
import { IdText, SubAccountParams } from '../../primitives.ts';

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
  clauses: [
    'MODIFYORDER',
    'MODIFYORDER-PARAM-SUBACCOUNTID',
    'MODIFYORDER-PARAM-ORDERID',
    'MODIFYORDER-PARAM-PRICE',
    'MODIFYORDER-PARAM-QUANTITY',
    'MODIFYORDER-PARAM-TRIGGERPRICE',
    'MODIFYORDER-NONE-GIVEN',
    'MODIFYORDER-OWN-ORDER',
    'MODIFYORDER-FILLED',
    'MODIFYORDER-CANCELLED',
    'MODIFYORDER-MARGIN',
    'MODIFYORDER-KEEP-OMITTED',
    'MODIFYORDER-ATOMIC',
    'MODIFYORDER-RESP-ORDER',
    'MODIFYORDER-RESP-ORDERID',
    'MODIFYORDER-RESP-PRICE',
    'MODIFYORDER-RESP-QUANTITY',
    'MODIFYORDER-RESP-TRIGGERPRICE',
    'MODIFYORDER-RESP-CUMQTY',
    'MODIFYORDER-RESP-AVGPRICE',
    'MODIFYORDER-RESP-TIMESTAMP',
    'MODIFYORDER-REJECT-HTTP',
    'MODIFYORDER-REJECT-ERROR',
    'MODIFYORDER-REJECT-ERRORCODE',
    'MODIFYORDER-REJECT-TIMESTAMP',
    'MODIFYORDER-REQUEST-FAILURE',
    'MODIFYORDER-ERR-VALIDATION',
    'MODIFYORDER-ERR-FORMAT',
    'MODIFYORDER-ERR-UNAUTHORIZED',
    'MODIFYORDER-ERR-FORBIDDEN',
    'MODIFYORDER-ERR-SIGNATURE',
    'MODIFYORDER-ERR-ADDRESS-MISMATCH',
    'MODIFYORDER-ERR-NONCE',
    'MODIFYORDER-ERR-EXPIRED',
    'MODIFYORDER-ERR-NOT-FOUND',
    'MODIFYORDER-ERR-PARAMETERS',
    'STATE-ORDER-OPEN-MODIFIED',
    'STATE-ORDER-MODIFY-REPLACES',
    'STATE-ORDER-MODIFY-QUEUE',
    'STATE-ORDER-MODIFY-REJECTED',
    'ERRRULE-REJECTION-200',
    'AUTH-TYPE-MODIFYORDER',
    'AUTH-TYPE-MODIFYORDER-EMPTY',
    'AUTH-TYPE-FIELD-ORDER',
    'AUTH-EXPIRESAFTER-UNIT-MODIFYORDER',
    'RATE-COST-MODIFYORDER',
  ],
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
