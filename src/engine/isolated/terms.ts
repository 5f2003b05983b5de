import type { AccountNo } from '../../kernel/ids.ts';
import type { Units } from '../../kernel/units.ts';
import type { PlaceOrder } from '../orders/order-commands.ts';

/** The margin settings of one market of one account: leverage, and margin held for it alone. */
export type MarginCommand = SetLeverage | PlaceIsolatedOrder | MoveIsolatedMargin;

export interface SetLeverage {
  readonly type: 'SetLeverage';
  readonly account: AccountNo;
  readonly symbol: string;
  readonly leverage: number;
}

/** An order whose market becomes isolated with it, or takes on more margin if it is already. */
export interface PlaceIsolatedOrder extends Omit<PlaceOrder, 'type'> {
  readonly type: 'PlaceIsolatedOrder';
  readonly leverage: number;
  readonly margin: Units;
}

export interface MoveIsolatedMargin {
  readonly type: 'MoveIsolatedMargin';
  readonly account: AccountNo;
  readonly symbol: string;
  /** Positive moves margin from the cross balance to the market, negative back. */
  readonly amount: Units;
}

export type MarginEvent =
  | {
      readonly type: 'LeverageSet';
      readonly account: AccountNo;
      readonly symbol: string;
      readonly previous: number;
      readonly leverage: number;
    }
  | {
      /** `held` is what the market holds afterwards. */
      readonly type: 'IsolatedMarginMoved';
      readonly account: AccountNo;
      readonly symbol: string;
      readonly amount: Units;
      readonly held: Units;
    }
  | {
      /** Neither position nor order is left: the market is cross again, and what it held goes back. */
      readonly type: 'IsolatedMarginReleased';
      readonly account: AccountNo;
      readonly symbol: string;
      readonly amount: Units;
    };
