import type { AccountNo } from '../../../kernel/ids.ts';
import type { Login } from './login.ts';

export interface PresenceParts {
  /** Whether a login still gives a right on its subaccount. */
  readonly isValid: (login: Login) => boolean;
  /** The last connection that spoke for a subaccount is gone. */
  readonly onAbsent: (account: AccountNo) => void;
}

/**
 * Knows the logged-in connections of each subaccount, and says when the last one is gone. One whose right has ended
 * has no effect: it keeps no order alive by staying, and cancels none by going.
 */
export class Presence {
  readonly #parts: PresenceParts;
  readonly #logins = new Map<AccountNo, Set<Login>>();

  constructor(parts: PresenceParts) {
    this.#parts = parts;
  }

  joined(login: Login): void {
    const logins = this.#logins.get(login.account);
    if (logins) logins.add(login);
    else this.#logins.set(login.account, new Set([login]));
  }

  left(login: Login): void {
    const { isValid, onAbsent } = this.#parts;
    const logins = this.#logins.get(login.account);
    if (!logins?.delete(login)) return;
    if (logins.size === 0) this.#logins.delete(login.account);
    if (isValid(login) && ![...logins].some(isValid)) onAbsent(login.account);
  }
}
