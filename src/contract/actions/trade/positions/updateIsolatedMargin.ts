import { settlementOf } from '../../../../kernel/terms.ts';
import type { MoveIsolatedMargin } from '../../../../engine/command.ts';
import { invariant, isRefusal, type Refusal, refuse } from '../../../../kernel/errors.ts';
import type { Units } from '../../../../kernel/units.ts';
import { EVERY_ROLE } from '../../../action.ts';
import { formatCollateral } from '../../../format.ts';
import { readMargin, writeMarket, writeSymbol } from '../../../fields/margin-params.ts';
import { Closed, DecimalText, SymbolText } from '../../../primitives.ts';
import { defineWrite } from '../../../define.ts';
import { fieldTable, defaulted } from '../../../fields/table.ts';
import { text } from '../../../fields/fields.ts';
import { DECIMAL_TEXT_MAX } from '../../../../kernel/decimal.ts';
import { signedMessage } from '../../../signing.ts';
import { EXAMPLE_SYMBOL } from '../../../example-values.ts';

const UpdateIsolatedMarginResult = Closed({
  symbol: SymbolText,
  previousIsolatedMargin: DecimalText,
  newIsolatedMargin: DecimalText,
});

/**
 * Adds margin to an isolated market, or takes some back into the cross balance.
 *
 * Units:  `marginDelta` and the responses in the settlement asset, with at most its decimals; a negative delta takes margin out.
 * Cost:   5 tokens.
 * Errors: 400 VALIDATION_ERROR for the delta; INVALID_FORMAT for a symbol that is no market; 404
 *         POSITION_NOT_FOUND where nothing is isolated; 400 INSUFFICIENT_MARGIN when the margin is not free, or
 *         what would be left does not cover position and orders (open gains cannot be taken out).
 * Source: clause UPDATEISOLATEDMARGIN; R-11.
 */
export const updateIsolatedMargin = defineWrite({
  name: 'updateIsolatedMargin',
  summary: 'Add margin to an isolated market or take it out.',
  examples: [{ symbol: EXAMPLE_SYMBOL, marginDelta: '50' }],
  fields: fieldTable({
    symbol: writeSymbol(),
    marginDelta: defaulted(text({ maxLength: DECIMAL_TEXT_MAX, description: 'Signed decimal' }), ''),
  }),
  result: UpdateIsolatedMarginResult,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT', 'POSITION_NOT_FOUND', 'INSUFFICIENT_MARGIN'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 5,
  typedMessage: (sent, request) => signedMessage('UpdateIsolatedMargin', sent, request),
  parse: (sent, { state, account }): MoveIsolatedMargin | Refusal => {
    const market = writeMarket(sent.symbol, state);
    if (isRefusal(market)) return market;
    const amount = readMargin('marginDelta', sent.marginDelta, state);
    if (isRefusal(amount)) return amount;
    if (amount === 0n) return refuse('VALIDATION_ERROR', 'marginDelta must not be zero');
    return { type: 'MoveIsolatedMargin', account: account.no, symbol: sent.symbol, amount };
  },
  toCommands: (command) => [command],
  toResult: ({ symbol, amount }, [outcome], { state }) => {
    invariant(outcome, 'one command, one outcome');
    if (outcome.refusal) return outcome.refusal;
    const event = outcome.events.find(({ type }) => type === 'IsolatedMarginMoved');
    invariant(event?.type === 'IsolatedMarginMoved', 'an accepted update moved margin');
    const { held } = event;
    const settlement = settlementOf(state.config);
    const shown = (margin: Units): string => formatCollateral(settlement, margin);
    return { symbol, previousIsolatedMargin: shown(held - amount), newIsolatedMargin: shown(held) };
  },
});
