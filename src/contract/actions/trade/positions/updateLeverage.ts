import { invariant, isRefusal } from '../../../../kernel/errors.ts';
import { EVERY_ROLE } from '../../../action.ts';
import {
  leverageFault,
  leverageFrom,
  writeMarket,
  LeverageText,
  leverage,
  writeSymbol,
} from '../../../fields/margin-params.ts';
import { Closed, SymbolText } from '../../../primitives.ts';
import { defineWrite } from '../../../define.ts';
import { fieldTable } from '../../../fields/table.ts';
import { signedMessage } from '../../../signing.ts';
import { EXAMPLE_SYMBOL } from '../../../example-values.ts';

const UpdateLeverageResult = Closed({
  symbol: SymbolText,
  previousLeverage: LeverageText,
  newLeverage: LeverageText,
});

/**
 * Sets the leverage of one market; it counts at once for the position and the open orders there.
 *
 * Cost:   5 tokens.
 * Errors: 400 VALIDATION_ERROR for the leverage; INVALID_FORMAT for a symbol that is no market; 400
 *         INSUFFICIENT_MARGIN when position and orders would not be covered.
 * Source: clauses UPDATELEVERAGE, UPDATELEVERAGE-ERR-MARGIN; wire 2.10.
 */
export const updateLeverage = defineWrite({
  name: 'updateLeverage',
  summary: 'Set the leverage of a subaccount in one market.',
  examples: [{ symbol: EXAMPLE_SYMBOL, leverage: '20' }],
  fields: fieldTable({ leverage: leverage(), symbol: writeSymbol() }),
  result: UpdateLeverageResult,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT', 'INSUFFICIENT_MARGIN'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 5,
  typedMessage: (sent, request) => signedMessage('UpdateLeverage', sent, request),
  parse: (sent, { state }) => {
    const fault = leverageFault(sent.leverage);
    if (fault) return fault;
    const market = writeMarket(sent.symbol, state);
    if (isRefusal(market)) return market;
    const multiple = leverageFrom(sent.leverage, market);
    return isRefusal(multiple) ? multiple : { symbol: sent.symbol, leverage: multiple };
  },
  toCommands: ({ symbol, leverage }, { account }) => [{ type: 'SetLeverage', account: account.no, symbol, leverage }],
  toResult: ({ symbol }, [outcome]) => {
    invariant(outcome, 'one command, one outcome');
    if (outcome.refusal) return outcome.refusal;
    const event = outcome.events.find(({ type }) => type === 'LeverageSet');
    invariant(event?.type === 'LeverageSet', 'an accepted update set the leverage');
    return { symbol, previousLeverage: String(event.previous), newLeverage: String(event.leverage) };
  },
});
