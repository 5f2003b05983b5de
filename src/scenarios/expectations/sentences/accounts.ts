import { Decimal } from 'decimal.js';
import { invariant } from '../../../kernel/errors.ts';
import {
  accountOf,
  cellOf,
  holds,
  isSame,
  positionIn,
  positionsOf,
  sameRows,
  type Sentence,
  sentence,
  subAccountOf,
  tradesOf,
  unless,
} from '../sentence.ts';

const MARGIN_FIGURES: Readonly<Record<string, string>> = {
  'account value': 'accountValue',
  'available margin': 'availableMargin',
  'initial margin': 'initialMargin',
  'maintenance margin': 'maintenanceMargin',
  'withdrawable amount': 'withdrawable',
  debt: 'debt',
  'unrealized PnL': 'totalUnrealizedPnl',
};

/** Balances, margin, and what an account has paid. */
export const FUNDS_SENTENCES: readonly Sentence[] = [
  sentence(
    'the {marginFigure} of {account} {compared} {amount}',
    'Of the cross margin, in USDT.',
    async ({ run, args: [figure = '', account = '', words = '', amount = ''] }) => {
      const field = MARGIN_FIGURES[figure];
      invariant(field !== undefined, `${figure} is a figure of a subaccount`);
      const found = cellOf((await subAccountOf(run, account)).crossMarginSummary, field);
      return unless(holds(found, words, amount), `the ${figure} of ${account} is ${found}`);
    },
  ),
  sentence(
    'the {asset} balance of {account} {compared} {amount}',
    '"0" for an asset that the account does not hold.',
    async ({ run, args: [asset = '', account = '', words = '', amount = ''] }) => {
      const collaterals = (await subAccountOf(run, account)).collaterals ?? [];
      const found = collaterals.find(({ symbol }) => symbol === asset)?.quantity ?? '0';
      return unless(holds(found, words, amount), `the ${asset} balance of ${account} is ${found}`);
    },
  ),
  sentence(
    'the funding paid by {account} {compared} {amount}',
    'Since the start; negative for an account that has received more than it paid.',
    async ({ run, args: [account = '', words = '', amount = ''] }) => {
      const { summary } = await accountOf(run, account).client.getFundingPayments({ startTime: run.startTime });
      const found = new Decimal(summary.netFunding).negated().toFixed();
      return unless(holds(found, words, amount), `${account} has paid ${found} in funding`);
    },
  ),
  sentence(
    'the fees paid by {account} {compared} {amount}',
    'On its latest 1,000 fills; negative for rebates.',
    async ({ run, args: [account = '', words = '', amount = ''] }) => {
      const fills = await tradesOf(run, account);
      const found = Decimal.sum(0, ...fills.map(({ fee }) => fee)).toFixed();
      return unless(holds(found, words, amount), `${account} has paid ${found} in fees`);
    },
  ),
  sentence('{account} is in tier {string}', 'By its id.', async ({ run, args: [account = '', tier = ''] }) => {
    const found = cellOf(await subAccountOf(run, account), 'tier_id');
    return unless(found === tier, `${account} is in tier ${found}`);
  }),
];

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
