import { invariant } from '../../../kernel/assert.ts';
import { positionIn, positionsOf } from '../reads.ts';
import { cellOf, sameRows } from '../rows.ts';
import { type Sentence, sentence, unless } from '../sentence.ts';
import { holds, isSame } from '../words.ts';

const FIGURES: Readonly<Record<string, string>> = {
  'entry price': 'entryPrice',
  'liquidation price': 'liquidationPrice',
  'unrealized PnL': 'unrealizedPnl',
  'realized PnL': 'realizedPnl',
  'used margin': 'usedMargin',
  'net funding': 'netFunding',
};

/** Open positions of an account. */
export const POSITION_SENTENCES: readonly Sentence[] = [
  sentence('{account} has no position in {market}', '', async ({ run, args: [account = '', symbol = ''] }) => {
    const position = await positionIn(run, account, symbol);
    return position ? `${account} is ${position.side} ${position.quantity} in ${symbol}` : '';
  }),
  sentence('{account} has no positions', '', async ({ run, args: [account = ''] }) => {
    const positions = await positionsOf(run, account);
    const listed = positions.map(({ side, quantity, symbol }) => `${side} ${quantity} in ${symbol}`).join(', ');
    return unless(positions.length === 0, `${account} is ${listed}`);
  }),
  sentence(
    '{account} is {side} {amount} in {market}',
    'The size in the base asset.',
    async ({ run, args: [account = '', side = '', quantity = '', symbol = ''] }) => {
      const position = await positionIn(run, account, symbol);
      if (!position) return `${account} has no position in ${symbol}`;
      const isIt = position.side === side && isSame(position.quantity, quantity);
      return unless(isIt, `${account} is ${position.side} ${position.quantity} in ${symbol}`);
    },
  ),
  sentence(
    '{account} has the positions:',
    'These and no others, in any order; columns are fields of getPositions.',
    async ({ run, args: [account = ''], rows }) => sameRows(rows, await positionsOf(run, account), 'position'),
  ),
  sentence(
    'the {positionFigure} of {account} in {market} {compared} {amount}',
    '',
    async ({ run, args: [figure = '', account = '', symbol = '', words = '', amount = ''] }) => {
      const position = await positionIn(run, account, symbol);
      if (!position) return `${account} has no position in ${symbol}`;
      const field = FIGURES[figure];
      invariant(field !== undefined, `${figure} is a figure of a position`);
      const found = cellOf(position, field);
      return unless(holds(found, words, amount), `the ${figure} of ${account} in ${symbol} is ${found}`);
    },
  ),
];
