import { refuse } from '../../kernel/errors.ts';
import type { AccountNo } from '../../kernel/ids.ts';
import type { Command, DisconnectControl, ScheduleCancel } from '../command.ts';
import type { EngineEvent } from '../event.ts';
import { armTimer, type Deciders, type Decision, type Handlers, type JobResult, type Jobs } from '../handlers.ts';
import type { State } from '../state.ts';
import { accountOf } from './evolve-order.ts';

export const SCHEDULE_DECIDERS: Deciders<'ScheduleCancel'> = { ScheduleCancel: scheduleCancel };

export const SCHEDULE_HANDLERS: Handlers<'CancelScheduled'> = {
  CancelScheduled: (state, { account, triggerTime }) => {
    accountOf(state, account).cancelAt = triggerTime;
    state.timers.removeScheduledCancel(account);
  },
};

export const SCHEDULE_JOBS: Jobs<'scheduledCancel'> = {
  scheduledCancel: (state, { account }) => cancelEverything(state, account),
};

function scheduleCancel(state: State, { account, timeoutMs }: ScheduleCancel): Decision {
  if (!state.accounts.has(account)) return refuse('NOT_FOUND', 'Subaccount not found');
  if (timeoutMs === 0) return [disarmed(state, account)];
  const due = state.now + timeoutMs;
  return [
    { type: 'CancelScheduled', at: state.now, account, triggerTime: due },
    armTimer(state, due, { kind: 'scheduledCancel', account }),
  ];
}

/**
 * Returns one command for each order, oldest first. The refusal for an order that ended with an earlier one has no
 * receiver.
 */
function cancelEverything(state: State, no: AccountNo): JobResult {
  const account = accountOf(state, no);
  const orders = [...account.open.values()].flatMap((open) => [...open.orders]).sort((a, b) => a - b);
  const commands = orders.map((order): Command => ({
    type: 'CancelOrder',
    account: no,
    order: { no: order },
    cause: 'scheduled',
  }));
  return { events: [disarmed(state, no)], commands };
}

const disarmed = (state: State, account: AccountNo): EngineEvent => ({
  type: 'CancelScheduled',
  at: state.now,
  account,
  triggerTime: null,
});

export const DISCONNECT_DECIDERS: Deciders<DisconnectControl['type']> = {
  SetCancelOnDisconnect: (state, { account, enabled }) => {
    if (!state.accounts.has(account)) return refuse('NOT_FOUND', 'Subaccount not found');
    if (state.cancelOnDisconnect.has(account) === enabled) return [];
    return [{ type: 'CancelOnDisconnectSet', at: state.now, account, enabled }];
  },
  Disconnect: (state, { account }) => (state.cancelOnDisconnect.has(account) ? cancelsOf(state, account) : []),
};

export const DISCONNECT_HANDLERS: Handlers<'CancelOnDisconnectSet'> = {
  CancelOnDisconnectSet: (state, { account, enabled }) => {
    if (enabled) state.cancelOnDisconnect.add(account);
    else state.cancelOnDisconnect.delete(account);
  },
};

/** Every live order, oldest first; those that wait for another are among them. */
function cancelsOf(state: State, account: AccountNo): Decision {
  const orders = [...(state.accounts.get(account)?.open.values() ?? [])].flatMap((open) => [...open.orders]);
  return orders
    .sort((a, b) => a - b)
    .map((order) => ({ type: 'OrderCancelled', at: state.now, order, cause: 'disconnected' }));
}
