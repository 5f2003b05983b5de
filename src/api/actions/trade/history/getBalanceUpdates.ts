import { type Static, Type } from '@sinclair/typebox';
import { isRefusal, type Refusal, refuse } from '../../../../kernel/errors.ts';
import { subAccountIdOf } from '../../../../kernel/ids.ts';
import { defineTradeRead, EVERY_ROLE } from '../../../action.ts';
import { balanceWindow } from '../../../fields/funds-windows.ts';
import {
  AddressText,
  AssetText,
  Closed,
  decode,
  DecimalText,
  HashText,
  IdText,
  OneOf,
  PAGE_MAX,
  readPage,
  SentTime,
  SubAccountParams,
  Time,
} from '../../../primitives.ts';
import type { TimeWindow } from '../../../fields/time-window.ts';
import { BALANCE_ACTIONS, type BalanceAction, FUNDS_STATUSES, type BalanceUpdateRow } from '../../../views.ts';

const LIMIT_DEFAULT = 50;
const OFFSET_MAX = 10_000;

const BalanceUpdate = Closed({
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

interface Query {
  readonly actions: readonly BalanceAction[];
  readonly window: TimeWindow;
  readonly limit: number;
  readonly offset: number;
}

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
export const getBalanceUpdates = defineTradeRead<Query, Static<typeof Result>>({
  name: 'getBalanceUpdates',
  summary: 'List deposits, withdrawals and transfers of a subaccount.',
  params: Type.Object({
    ...SubAccountParams,
    actionFilter: Type.Optional(Type.String({ description: 'DEPOSIT, WITHDRAWAL, TRANSFER, separated by commas' })),
    limit: Type.Optional(Type.Integer({ minimum: 0, maximum: PAGE_MAX, default: LIMIT_DEFAULT })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: OFFSET_MAX, default: 0 })),
    startTime: Type.Optional(SentTime),
    endTime: Type.Optional(SentTime),
  }),
  result: Result,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT', 'INTERNAL_ERROR'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  missingIdText: 'subAccountId is required',
  cost: () => 100,
  usesHistory: true,
  parse: (params, { now }) => {
    const shape = {
      actionFilter: 'text',
      limit: 'integer',
      offset: 'integer',
      startTime: 'integer',
      endTime: 'integer',
    } as const;
    const sent = decode(params, shape, 'invalid request format');
    if (isRefusal(sent)) return sent;
    const page = readPage(sent, LIMIT_DEFAULT);
    if (isRefusal(page)) return page;
    if (page.offset > OFFSET_MAX) return refuse('VALIDATION_ERROR', `offset cannot exceed ${OFFSET_MAX}`);
    const actions = readFilter(sent.actionFilter ?? '');
    if (isRefusal(actions)) return actions;
    const window = balanceWindow({ startTime: sent.startTime, endTime: sent.endTime }, now);
    if (isRefusal(window)) return window;
    return { actions, window, limit: page.limit ?? LIMIT_DEFAULT, offset: page.offset };
  },
  read: ({ window, ...query }, { account, views }) => {
    const subAccountId = subAccountIdOf(account.no);
    const rows = views.balanceUpdates({ account: account.no, ...window, ...query });
    return { balanceUpdates: rows.map((row) => recordOf(subAccountId, row)) };
  },
});

/** The kinds wanted: all of them when the filter says nothing. */
function readFilter(filter: string): readonly BalanceAction[] | Refusal {
  if (filter === '') return BALANCE_ACTIONS;
  const wanted = filter.split(',').map((word) => word.trim());
  const known = BALANCE_ACTIONS.filter((action) => wanted.includes(action));
  if (wanted.every((word) => (BALANCE_ACTIONS as readonly string[]).includes(word))) return known;
  return refuse('VALIDATION_ERROR', `invalid action filter, available filters: ${BALANCE_ACTIONS.join(', ')}`);
}

function recordOf(subAccountId: string, row: BalanceUpdateRow): Static<typeof BalanceUpdate> {
  const { destinationAddress, txHash, fromSubAccountId, toSubAccountId } = row;
  return {
    id: row.id,
    subAccountId,
    action: row.action,
    status: row.status,
    amount: row.amount,
    fee: row.fee,
    grossAmount: row.grossAmount,
    collateral: row.collateral,
    usdtNotional: row.usdtNotional,
    timestamp: row.timestamp,
    ...(destinationAddress !== null && { destinationAddress }),
    ...(txHash !== null && { txHash }),
    ...(fromSubAccountId !== null && { fromSubAccountId }),
    ...(toSubAccountId !== null && { toSubAccountId }),
  };
}
