import type { Field } from '../../../src/contract/signing.ts';
import { replyOf } from '../bodies.ts';
import { asOwner } from '../make.ts';
import type { Rewriting, SignedMessage, Wrong } from '../wrong.ts';
import { ownerOf } from './auth.ts';

/** What a deployment hashes in place of what an ordinary client signs. */
type Misreading = (message: SignedMessage, struct: string) => SignedMessage;

/** Changes the fields of the struct. */
const fields =
  (change: (all: readonly Field[]) => readonly Field[]): Misreading =>
  ({ types, values }, struct) => ({ types: { ...types, [struct]: change(types[struct] ?? []) }, values });

const without = (name: string): Misreading => fields((all) => all.filter((field) => field.name !== name));

const swapped = (one: string, other: string): Misreading =>
  fields((all) =>
    all.map((field) => all.find(({ name }) => name === { [one]: other, [other]: one }[field.name]) ?? field),
  );

const named = (name: string, otherwise: string): Misreading =>
  fields((all) => all.map((field) => (field.name === name ? { ...field, name: otherwise } : field)));

/** Requests in which the value is 0 are hashed as they should be. */
const zeroed =
  (name: string): Misreading =>
  ({ types, values }) => ({ types, values: { ...values, [name]: 0n } });

type Misread = readonly [type: string, action: string, clause: string, what: string, misread: Misreading];

/** Every primary type of a write, each with its fields wrong in one way. */
const MISREAD: readonly Misread[] = [
  [
    'PlaceOrders',
    'placeOrders',
    'AUTH-TYPE-PLACEORDERS',
    'with expiresAfter 0 in place of the one that was sent',
    zeroed('expiresAfter'),
  ],
  [
    'CancelOrders',
    'cancelOrders',
    'AUTH-TYPE-CANCELORDERS',
    'with nonce and expiresAfter swapped',
    swapped('nonce', 'expiresAfter'),
  ],
  [
    'CancelOrdersByCloid',
    'cancelOrders',
    'AUTH-TYPE-CANCELORDERS',
    'with its ids under the name cloids',
    named('clientOrderIds', 'cloids'),
  ],
  ['CancelAllOrders', 'cancelAllOrders', 'AUTH-TYPE-CANCELALLORDERS', 'without its symbols', without('symbols')],
  [
    'ModifyOrder',
    'modifyOrder',
    'AUTH-TYPE-MODIFYORDER',
    'with price and quantity swapped',
    swapped('price', 'quantity'),
  ],
  ['ModifyOrderByCloid', 'modifyOrder', 'AUTH-TYPE-MODIFYORDER', 'without its triggerPrice', without('triggerPrice')],
  [
    'ModifyOrderBatch',
    'modifyOrderBatch',
    'AUTH-TYPE-OTHER-WRITES',
    'without its expiresAfter',
    without('expiresAfter'),
  ],
  [
    'PlaceIsolatedOrder',
    'placeIsolatedOrder',
    'AUTH-TYPE-OTHER-WRITES',
    'with expiresAfter 0 in place of the one that was sent',
    zeroed('expiresAfter'),
  ],
  [
    'UpdateIsolatedMargin',
    'updateIsolatedMargin',
    'AUTH-TYPE-OTHER-WRITES',
    'with symbol and marginDelta swapped',
    swapped('symbol', 'marginDelta'),
  ],
  [
    'ScheduleCancel',
    'scheduleCancel',
    'AUTH-TYPE-OTHER-WRITES',
    'without its timeoutSeconds',
    without('timeoutSeconds'),
  ],
  [
    'UpdateLeverage',
    'updateLeverage',
    'AUTH-TYPE-OTHER-WRITES',
    'with symbol and leverage swapped',
    swapped('symbol', 'leverage'),
  ],
  [
    'WithdrawCollateral',
    'withdrawCollateral',
    'AUTH-TYPE-WITHDRAWCOLLATERAL',
    'without its destination',
    without('destination'),
  ],
  [
    'TransferCollateral',
    'transferCollateral',
    'AUTH-TYPE-TRANSFERCOLLATERAL',
    'with amount and symbol swapped',
    swapped('amount', 'symbol'),
  ],
  [
    'VoluntaryCollateralExchange',
    'voluntaryCollateralExchange',
    'AUTH-TYPE-OTHER-WRITES',
    'without its expiresAfter',
    without('expiresAfter'),
  ],
  [
    'CreateSubaccount',
    'createSubaccount',
    'AUTH-TYPE-CREATESUBACCOUNT',
    'with masterSubAccountId under the name subAccountId',
    named('masterSubAccountId', 'subAccountId'),
  ],
  ['UpdateSubAccountName', 'updateSubAccountName', 'AUTH-TYPE-OTHER-WRITES', 'without its name', without('name')],
  [
    'AddDelegatedSigner',
    'addDelegatedSigner',
    'AUTH-TYPE-ADDDELEGATEDSIGNER',
    'with expiresAt 0 in place of the one that was sent',
    zeroed('expiresAt'),
  ],
  [
    'RemoveDelegatedSigner',
    'removeDelegatedSigner',
    'AUTH-TYPE-REMOVEDELEGATEDSIGNER',
    'without its delegateAddress',
    without('delegateAddress'),
  ],
  [
    'RemoveAllDelegatedSigners',
    'removeAllDelegatedSigners',
    'AUTH-TYPE-REMOVEALLDELEGATEDSIGNERS',
    'without its expiresAfter',
    without('expiresAfter'),
  ],
  [
    'SubAccountAction',
    'getTransfers',
    'AUTH-TYPE-SUBACCOUNTACTION',
    'without its expiresAfter',
    without('expiresAfter'),
  ],
];

/** Names of wrongs are in lower case: placeOrders becomes place-orders. */
const kebab = (text: string): string => text.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();

/** Typed data that is hashed over other fields than the stated ones. */
export const TYPED_DATA: readonly Wrong[] = MISREAD.map(([type, action, clause, what, misread]) => ({
  name: kebab(`typed-data-of-${action}-as-${type}`),
  clause,
  what: `${action} hashes ${type} ${what}.`,
  make: () => hashes(type, action, misread),
}));

/** Takes signatures over the fields as it has them, and finds no wallet that it knows behind all others. */
const hashes = (struct: string, action: string, misread: Misreading): Rewriting => ({
  asked: async (call, backstage) => {
    const message = backstage.messageOf(call);
    if (call.action !== action || !(struct in message.types) || call.body.signature === undefined) return call;
    const read = misread(message, struct);
    const signer = await backstage.signerUnder(call, read.types, read.values);
    if (signer === (await backstage.signerOf(call))) return call;
    if (signer === (await ownerOf(call, backstage))) return asOwner(call, backstage);
    const text = `wallet ${signer ?? ''} is not authorized to act on this subaccount`;
    const error = { code: 'UNAUTHORIZED', message: text, category: 'AUTH', retryable: false };
    return replyOf(401, { error }, backstage.now());
  },
});
