import type { OrderFacts } from '../event.ts';

type Given = Pick<OrderFacts, 'no' | 'account' | 'symbol' | 'side' | 'price' | 'quantity'> & Partial<OrderFacts>;

/** Returns the facts of a limit order, good till cancelled, without a trigger, a group or a client id. */
export const limitOrder = (given: Given): OrderFacts => ({
  clientId: '',
  orderType: 'limitGtc',
  kind: 'limit',
  timeInForce: 'GTC',
  reduceOnly: false,
  postOnly: false,
  expiresAt: null,
  source: '',
  triggeredByLiquidation: false,
  twap: null,
  parent: null,
  trigger: null,
  closePosition: false,
  group: null,
  ...given,
});
