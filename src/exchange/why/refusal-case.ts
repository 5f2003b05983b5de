import type { Refusal } from '../../kernel/errors.ts';
import type { Command } from '../../engine/command.ts';
import type { Account, Market, State } from '../../engine/state.ts';
import type { AskedOrder } from './asked-order.ts';
import type { Chain } from './explanation.ts';

/** A refused command and the state that refused it, with what it names looked up. */
export interface RefusalCase {
  readonly state: State;
  readonly command: Command;
  readonly refusal: Refusal;
  readonly chain: Chain;
  /** Null where the command names none that there is. */
  readonly account: Account | null;
  readonly market: Market | null;
  readonly asked: AskedOrder | null;
}

/** A refused order whose account and market are there. */
export interface OrderCase extends RefusalCase {
  readonly account: Account;
  readonly market: Market;
  readonly asked: AskedOrder;
}

/**
 * Adds the steps of an explanation; returns false when it does not apply to the case. The last step is `refused`,
 * with the result `yes`.
 */
export type Explainer = (of: RefusalCase) => boolean;

/** For reasons that only an order can meet. */
export const forOrder =
  (explain: (of: OrderCase) => void): Explainer =>
  (of) => {
    const { account, market, asked } = of;
    if (!account || !market || !asked) return false;
    explain({ ...of, account, market, asked });
    return true;
  };
