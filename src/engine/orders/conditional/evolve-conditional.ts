import { invariant } from '../../../kernel/assert.ts';
import { accountOf, liveOrder } from '../../evolve-order.ts';
import type { Handlers } from '../../handlers.ts';
import { marketOf } from '../../risk/margin.ts';
import type { LiveStatus } from '../order.ts';
import { phaseAfter, statusAfter } from '../order-lifecycle.ts';
import { endWaiting, groupOf, watch } from './waiting.ts';

export const CONDITIONAL_HANDLERS: Handlers<'OrderArmed' | 'OrderTriggered'> = {
  OrderArmed: (state, event) => {
    const order = liveOrder(state, event.order);
    const group = groupOf(accountOf(state, order.account).open.get(order.symbol), order);
    invariant(group, `order ${order.no} is a child of a group`);
    order.phase = phaseAfter(order.phase, 'armed');
    group.position = event.position;
    watch(marketOf(state, order.symbol), order);
  },
  OrderTriggered: (state, event) => {
    const order = liveOrder(state, event.order);
    const open = accountOf(state, order.account).open.get(order.symbol);
    invariant(open, `the account of order ${order.no} has orders`);
    const phase = phaseAfter(order.phase, 'triggered');
    if (order.group?.role === 'child') groupOf(open, order)?.fired.add(order.group.pair);
    endWaiting(marketOf(state, order.symbol), open, order);
    order.phase = phase;
    order.status = statusAfter(order.status, 'triggered') as LiveStatus;
    order.quantity = event.quantity;
    order.trimmed = event.trimmed;
    order.updatedAt = event.at;
  },
};
