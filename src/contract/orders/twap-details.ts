import { type Static, Type } from '@sinclair/typebox';
import type { State } from '../../engine/state.ts';
import type { Order } from '../../engine/orders/order.ts';
import { invariant } from '../../kernel/assert.ts';
import { formatAmount, formatAverage } from '../format.ts';
import { Closed, DecimalText, Time } from '../primitives.ts';

/** Progress of an active TWAP; open orders alone carry it (wire 2.4). */
export const TwapDetails = Closed({
  averagePrice: DecimalText,
  intervalMs: Type.Integer({ minimum: 1 }),
  totalTrades: Type.Integer({ minimum: 2, description: 'Planned chunks' }),
  tradesFilled: Type.Integer({ minimum: 0, description: 'Chunks that have traded, in whole or in part' }),
  totalFees: DecimalText,
  startedAtMs: Time,
  totalDurationMs: Type.Integer({ minimum: 1, description: 'Chunks times interval' }),
  sizeVarianceBps: Type.Optional(Type.Integer({ minimum: 1 })),
  intervalVarianceBps: Type.Optional(Type.Integer({ minimum: 1 })),
});

/** The field of a live order's record; there is none unless it is a TWAP parent. */
export function twapDetailsOf(order: Order, state: Readonly<State>): { twapDetails?: Static<typeof TwapDetails> } {
  const { twap } = order;
  if (!twap) return {};
  const progress = state.twaps.get(order.no);
  const spec = state.markets.get(order.symbol)?.spec;
  invariant(progress && spec, `TWAP ${order.no} is live`);
  const { sizeVarianceBps, intervalVarianceBps } = twap;
  const twapDetails = {
    averagePrice: formatAverage(spec, order.filledValue, order.filled, spec.priceExponent),
    intervalMs: twap.intervalMs,
    totalTrades: twap.chunks,
    tradesFilled: progress.filledChunks,
    totalFees: formatAmount(progress.fees),
    startedAtMs: order.createdAt,
    totalDurationMs: twap.chunks * twap.intervalMs,
    ...(sizeVarianceBps === 0 ? {} : { sizeVarianceBps }),
    ...(intervalVarianceBps === 0 ? {} : { intervalVarianceBps }),
  };
  return { twapDetails };
}
