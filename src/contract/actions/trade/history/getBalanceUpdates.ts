import { Type } from '@sinclair/typebox';
import { isOneOf } from '../../../../kernel/entries.ts';
import { type Refusal, refuse } from '../../../../kernel/errors.ts';
import { EVERY_ROLE } from '../../../action.ts';
import { defineTradeRead } from '../../../define.ts';
import { text } from '../../../fields/fields.ts';
import { balanceWindow } from '../../../fields/funds.ts';
import { pagedHistory, limit, offset } from '../../../fields/history.ts';
import { optional, checked } from '../../../fields/table.ts';
import { Closed, IdText, OneOf, DecimalText, AssetText, Time, AddressText, HashText } from '../../../primitives.ts';
import { BALANCE_ACTIONS, FUNDS_STATUSES, type BalanceAction } from '../../../views.ts';

export const BalanceUpdate = Closed({
  id: IdText,
  subAccountId: IdText,
  action: OneOf(BALANCE_ACTIONS),
  status: OneOf(FUNDS_STATUSES),
  amount: DecimalText,
  fee: DecimalText,
  grossAmount: DecimalText,
  collateral: AssetText,
  usdtNotional: DecimalText,
  timestamp: Time,
  destinationAddress: Type.Optional(AddressText),
  txHash: Type.Optional(HashText),
  fromSubAccountId: Type.Optional(IdText),
  toSubAccountId: Type.Optional(IdText),
});

const Result = Closed({ balanceUpdates: Type.Array(BalanceUpdate) });

/**
 * Deposits, withdrawals and transfers of a subaccount, newest first. What trading and funding do to a balance is
 * in other lists; an exchange of collateral, forced or not, shows as one TRANSFER out of the source and one into USDT. What
 * the insurance vault takes over or covers is a TRANSFER to or from it, of an isolated market's margin too.
 *
 * Units:  `amount` is the signed change of the balance, fee included; `grossAmount` its size; `usdtNotional` its
 *         value when it happened.
 * Cost:   100 tokens.
 * Errors: 400 VALIDATION_ERROR for filter, page and window.
 * Source: clauses GETBALANCEUPDATES, BALUPD-*; wire 2.18.
 */
export const getBalanceUpdates = defineTradeRead({
  name: 'getBalanceUpdates',
  summary: 'List deposits, withdrawals and transfers of a subaccount.',
  examples: [{ actionFilter: 'DEPOSIT,WITHDRAWAL', limit: 50 }],
  fields: pagedHistory(
    {
      limit: limit(50),
      offset: offset(10_000),
      actionFilter: optional(
        checked(text({ description: 'DEPOSIT, WITHDRAWAL, TRANSFER, separated by commas' }), readFilter),
      ),
    },
    { window: balanceWindow, undecodable: 'invalid request format' },
  ),
  result: Result,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT', 'INTERNAL_ERROR'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  missingIdText: 'subAccountId is required',
  cost: () => 100,
  usesHistory: true,
});

/** The kinds wanted: all of them when the filter says nothing. */
function readFilter(filter = ''): readonly BalanceAction[] | Refusal {
  if (filter === '') return BALANCE_ACTIONS;
  const wanted = filter.split(',').map((word) => word.trim());
  const known = BALANCE_ACTIONS.filter((action) => wanted.includes(action));
  if (wanted.every((word) => isOneOf(BALANCE_ACTIONS, word))) return known;
  return refuse('VALIDATION_ERROR', `invalid action filter, available filters: ${BALANCE_ACTIONS.join(', ')}`);
}
