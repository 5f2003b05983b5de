import { Type } from '@sinclair/typebox';
import { type Refusal, refuse } from '../../../../kernel/errors.ts';
import { type OrderNo, venueIdOf } from '../../../../kernel/ids.ts';
import { type ActionContext, EVERY_ROLE } from '../../../action.ts';
import { Closed, IdText, OrderIdentifier, orderIdentifier, SymbolText } from '../../../primitives.ts';
import { invalidMarket } from '../../../symbols.ts';
import { defineWrite } from '../../../define.ts';
import { fieldTable, checked } from '../../../fields/table.ts';
import { texts } from '../../../fields/fields.ts';
import { signedMessage } from '../../../signing.ts';
import { EXAMPLE_SYMBOL } from '../../../example-values.ts';

const WILDCARD = '*';

const CancelAllOrdersResult = Type.Array(
  Closed({
    order: OrderIdentifier,
    orderId: IdText,
    message: Type.String({ description: 'Empty when the order was cancelled' }),
    symbol: SymbolText,
  }),
);

/** A live order that a request matches. */
interface Matched {
  readonly no: OrderNo;
  readonly clientId: string;
  readonly symbol: string;
}

/**
 * Cancels every live order of a subaccount in the markets named, or in all of them.
 *
 * Cost:   2 tokens.
 * Errors: 400 for the list itself; 404 ORDER_NOT_FOUND `no orders found` when nothing matches.
 * Source: clauses CANCELALLORDERS; wire 2.6. Entries ascend by venue id.
 */
export const cancelAllOrders = defineWrite({
  name: 'cancelAllOrders',
  summary: 'Cancel the open orders of a subaccount in some or all markets.',
  examples: [{ symbols: [EXAMPLE_SYMBOL] }],
  fields: fieldTable(
    {
      symbols: checked(
        texts({ minItems: 1 }, { description: 'Market symbols, or * alone for all markets' }),
        (symbols = []) => (symbols.length > 0 ? symbols : refuse('VALIDATION_ERROR', 'symbols must be nonempty')),
      ),
    },
    'Failed to unmarshal cancel all orders request',
  ),
  result: CancelAllOrdersResult,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT', 'ORDER_NOT_FOUND'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 2,
  cancels: true,
  typedMessage: (sent, request) => signedMessage('CancelAllOrders', sent, request),
  parse: ({ symbols }, context) => refuseSymbols(symbols, context) ?? matchedOrders(symbols, context),
  // Newest first, because a main order that ends takes along the children that wait for it: they are cancelled before it.
  toCommands: (orders, { account }) =>
    orders.toReversed().map(({ no }) => ({ type: 'CancelOrder', account: account.no, order: { no } })),
  toResult: (orders, outcomes) => {
    if (orders.length === 0) return refuse('ORDER_NOT_FOUND', 'no orders found');
    const inOrder = outcomes.toReversed();
    return orders.map(({ no, clientId, symbol }, index) => ({
      order: orderIdentifier(no, clientId),
      orderId: venueIdOf(no),
      message: inOrder[index]?.refusal?.message ?? '',
      symbol,
    }));
  },
});

/** Spelling of all entries first, then whether there are such markets. */
function refuseSymbols(symbols: readonly string[], { state }: ActionContext): Refusal | undefined {
  for (const [index, symbol] of symbols.entries()) {
    const fault = spellingFault(symbol, symbols.length);
    if (fault !== undefined) return refuse('VALIDATION_ERROR', `symbols[${index}]${fault}`);
  }
  const unknown = symbols.some((symbol) => symbol !== WILDCARD && !state.markets.has(symbol));
  return unknown ? invalidMarket() : undefined;
}

function spellingFault(symbol: string, count: number): string | undefined {
  if (symbol.trim() === '') return ': symbol cannot be empty or whitespace';
  if (symbol === WILDCARD) return count > 1 ? ': wildcard "*" must be the only element in symbols' : undefined;
  return symbol === symbol.trim().toUpperCase() ? undefined : ' must use canonical uppercase format';
}

/** Live orders of the markets named, in order of venue id. */
function matchedOrders(symbols: readonly string[], { account, state }: ActionContext): readonly Matched[] {
  const markets = symbols[0] === WILDCARD ? [...account.open.keys()] : [...new Set(symbols)];
  const numbers = markets.flatMap((symbol) => [...(account.open.get(symbol)?.orders ?? [])]);
  return numbers
    .sort((a, b) => a - b)
    .flatMap((no) => {
      const order = state.orders.get(no);
      return order ? [{ no, clientId: order.clientId, symbol: order.symbol }] : [];
    });
}
