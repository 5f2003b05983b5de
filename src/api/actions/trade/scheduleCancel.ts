import { type Static, Type } from '@sinclair/typebox';
import { invariant } from '../../../kernel/assert.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/errors.ts';
import { defineWrite, EVERY_ROLE } from '../../action.ts';
import type { JsonObject } from '../../json.ts';
import { Closed, decode, SubAccountParams, Time } from '../../primitives.ts';

const TIMEOUT_MIN_S = 5;
const TIMEOUT_MAX_S = 86_400;

const ScheduleCancelResult = Closed({
  isActive: Type.Boolean(),
  timeoutSeconds: Type.Integer({ minimum: 0 }),
  triggerTime: Type.Optional(Time),
});

/**
 * The dead-man switch: unless it is called again in time, every open order of the subaccount is cancelled,
 * conditionals and TWAPs included, and the switch disarms.
 *
 * Units:  `timeoutSeconds` in seconds from now, 0 disarms; `triggerTime` in ms, left out while disarmed.
 * Cost:   5 tokens.
 * Errors: 400 VALIDATION_ERROR for a timeout that is missing or out of range.
 * Source: clause SCHEDULECANCEL; wire 2.9.
 */
export const scheduleCancel = defineWrite<number, Static<typeof ScheduleCancelResult>>({
  name: 'scheduleCancel',
  summary: 'Cancel all open orders of a subaccount after a timeout unless called again.',
  clauses: ['SCHEDULECANCEL', 'AUTH-TYPE-OTHER-WRITES', 'ROLE-SESSION-SCHEDULECANCEL', 'RATE-COST-SCHEDULECANCEL'],
  params: Type.Object({
    ...SubAccountParams,
    timeoutSeconds: Type.Integer({ description: '0 to disarm, else 5 to 86400' }),
  }),
  result: ScheduleCancelResult,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 5,
  typedMessage: ({ params, subAccountId, nonce, expiresAfter }) => {
    const timeout = readTimeout(params);
    if (isRefusal(timeout)) return timeout;
    const values = { subAccountId, timeoutSeconds: BigInt(timeout), nonce, expiresAfter };
    return { type: 'ScheduleCancel', values };
  },
  parse: (params) => {
    const timeout = readTimeout(params);
    if (isRefusal(timeout) || timeout === 0) return timeout;
    if (timeout < TIMEOUT_MIN_S) return tooShort();
    return timeout > TIMEOUT_MAX_S
      ? refuse('VALIDATION_ERROR', `timeoutSeconds must be less than or equal to ${TIMEOUT_MAX_S}`)
      : timeout;
  },
  toCommands: (timeout, { account }) => [{ type: 'ScheduleCancel', account: account.no, timeoutMs: timeout * 1000 }],
  toResult: (timeoutSeconds, [outcome]) => {
    const event = outcome?.events.find(({ type }) => type === 'CancelScheduled');
    invariant(event?.type === 'CancelScheduled', 'a switch was set');
    const { triggerTime } = event;
    return triggerTime === null ? { isActive: false, timeoutSeconds } : { isActive: true, timeoutSeconds, triggerTime };
  },
});

/** Errors: VALIDATION_ERROR for a number that cannot be signed, or none at all. */
function readTimeout(params: JsonObject): number | Refusal {
  const decoded = decode(params, { timeoutSeconds: 'integer' });
  if (isRefusal(decoded)) return decoded;
  const { timeoutSeconds } = decoded;
  if (timeoutSeconds === undefined) return refuse('VALIDATION_ERROR', 'timeoutSeconds is required');
  return timeoutSeconds < 0 ? tooShort() : timeoutSeconds;
}

const tooShort = (): Refusal => refuse('VALIDATION_ERROR', `timeoutSeconds must be 0 or at least ${TIMEOUT_MIN_S}`);
