import { type Static, Type } from '@sinclair/typebox';
import { invariant } from '../../../../kernel/assert.ts';
import { isRefusal, type Refusal } from '../../../../kernel/errors.ts';
import { defineWrite, EVERY_ROLE } from '../../../action.ts';
import type { JsonObject } from '../../../json.ts';
import {
  leverageFault,
  leverageFrom,
  readLeverageText,
  readWriteSymbol,
  writeMarket,
} from '../../../fields/margin-params.ts';
import { Closed, SubAccountParams, SymbolText } from '../../../primitives.ts';

const LeverageText = Type.String({ pattern: '^[1-9][0-9]*$' });

const UpdateLeverageResult = Closed({
  symbol: SymbolText,
  previousLeverage: LeverageText,
  newLeverage: LeverageText,
});

/** As signed. */
interface Sent {
  readonly symbol: string;
  readonly leverage: string;
}

interface Update {
  readonly symbol: string;
  readonly leverage: number;
}

/**
 * Sets the leverage of one market; it counts at once for the position and the open orders there.
 *
 * Cost:   5 tokens.
 * Errors: 400 VALIDATION_ERROR for the leverage; INVALID_FORMAT for a symbol that is no market; 400
 *         INSUFFICIENT_MARGIN when position and orders would not be covered.
 * Source: clauses UPDATELEVERAGE, UPDATELEVERAGE-ERR-MARGIN; wire 2.10.
 */
export const updateLeverage = defineWrite<Update, Static<typeof UpdateLeverageResult>>({
  name: 'updateLeverage',
  summary: 'Set the leverage of a subaccount in one market.',
  params: Type.Object({
    ...SubAccountParams,
    symbol: SymbolText,
    leverage: Type.Union([LeverageText, Type.Integer({ minimum: 1 })]),
  }),
  result: UpdateLeverageResult,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT', 'INSUFFICIENT_MARGIN'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 5,
  typedMessage: ({ params, subAccountId, nonce, expiresAfter }) => {
    const sent = readSent(params);
    return isRefusal(sent) ? sent : { type: 'UpdateLeverage', values: { subAccountId, ...sent, nonce, expiresAfter } };
  },
  parse: (params, { state }) => {
    const sent = readSent(params);
    if (isRefusal(sent)) return sent;
    const fault = leverageFault(sent.leverage);
    if (fault) return fault;
    const market = writeMarket(sent.symbol, state);
    if (isRefusal(market)) return market;
    const leverage = leverageFrom(sent.leverage, market);
    return isRefusal(leverage) ? leverage : { symbol: sent.symbol, leverage };
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

function readSent(params: JsonObject): Sent | Refusal {
  const leverage = readLeverageText(params);
  if (isRefusal(leverage)) return leverage;
  const symbol = readWriteSymbol(params.symbol);
  return isRefusal(symbol) ? symbol : { symbol, leverage };
}
