import type { State } from '../engine/state.ts';
import { type AccountNo, accountNoOf, parseUint64 } from '../kernel/ids.ts';
import { ControlError } from './control-error.ts';

/** Returns the subaccount that a request of the control plane names. Throws ControlError when there is none. */
export function accountOf(state: Readonly<State>, subAccountId: string): AccountNo {
  const id = parseUint64(subAccountId);
  const no = id === undefined ? undefined : accountNoOf(id);
  if (no !== undefined && state.accounts.has(no)) return no;
  throw new ControlError('NOT_FOUND', 'subAccountId', 'no such subaccount');
}
