import { Decimal } from 'decimal.js';
import { invariant } from '../../../kernel/assert.ts';
import { accountOf, subAccountOf, tradesOf } from '../reads.ts';
import { cellOf } from '../rows.ts';
import { type Sentence, sentence, unless } from '../sentence.ts';
import { holds } from '../words.ts';

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
