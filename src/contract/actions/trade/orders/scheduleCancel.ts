import { Type } from '@sinclair/typebox';
import { invariant, type Refusal, refuse } from '../../../../kernel/errors.ts';
import { EVERY_ROLE } from '../../../action.ts';
import { Closed, Time } from '../../../primitives.ts';
import { isUint256, signedMessage } from '../../../signing.ts';
import { defineWrite } from '../../../define.ts';
import { fieldTable, checked } from '../../../fields/table.ts';
import { exactInteger } from '../../../fields/fields.ts';

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
export const scheduleCancel = defineWrite({
  name: 'scheduleCancel',
  summary: 'Cancel all open orders of a subaccount after a timeout unless called again.',
  examples: [{ timeoutSeconds: 60 }],
  fields: fieldTable({
    timeoutSeconds: checked(exactInteger({ description: '0 to disarm, else 5 to 86400' }), readTimeout),
  }),
  result: ScheduleCancelResult,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 5,
  typedMessage: (sent, request) => signedMessage('ScheduleCancel', sent, request),
  parse: ({ timeoutSeconds: timeout }) => {
    if (timeout > TIMEOUT_MAX_S) return tooLarge();
    return timeout > 0 && timeout < TIMEOUT_MIN_S ? tooShort() : Number(timeout);
  },
  toCommands: (timeout, { account }) => [{ type: 'ScheduleCancel', account: account.no, timeoutMs: timeout * 1000 }],
  toResult: (timeoutSeconds, [outcome]) => {
    const event = outcome?.events.find(({ type }) => type === 'CancelScheduled');
    invariant(event?.type === 'CancelScheduled', 'a switch was set');
    const { triggerTime } = event;
    return triggerTime === null ? { isActive: false, timeoutSeconds } : { isActive: true, timeoutSeconds, triggerTime };
  },
});

/** The number as it is signed, exactly. Errors: VALIDATION_ERROR for one that cannot be signed, or none at all. */
function readTimeout(timeoutSeconds: bigint | undefined): bigint | Refusal {
  if (timeoutSeconds === undefined) return refuse('VALIDATION_ERROR', 'timeoutSeconds is required');
  if (timeoutSeconds < 0n) return tooShort();
  return isUint256(timeoutSeconds) ? timeoutSeconds : tooLarge();
}

const tooLarge = (): Refusal =>
  refuse('VALIDATION_ERROR', `timeoutSeconds must be less than or equal to ${TIMEOUT_MAX_S}`);
const tooShort = (): Refusal => refuse('VALIDATION_ERROR', `timeoutSeconds must be 0 or at least ${TIMEOUT_MIN_S}`);
