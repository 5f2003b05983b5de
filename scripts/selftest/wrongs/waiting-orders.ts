import { patched } from '../make.ts';
import type { Wrong } from '../wrong.ts';

/** Rules of orders that wait: triggers, linked groups, TWAPs, and the dead-man switch. */
export const WAITING_ORDERS: readonly Wrong[] = [
  {
    name: 'equal-triggers-newest-first',
    clause: 'PLACEORDERS-TYPE-TRIGGERSL',
    what: 'Of equal triggers the newest fires first.',
    takes: 'a mark that is driven through a trigger',
    make: () => patched(['engine/book/books.ts', '|| b.no - a.no', '|| a.no - b.no']),
  },
  {
    name: 'children-cover-the-whole-order',
    clause: 'PLACEORDERS-GROUPING-NORMALTPSL',
    what: 'A child sells its own quantity although its main order has filled less.',
    takes: 'a mark that is driven through a trigger',
    make: () =>
      patched([
        'engine/orders/fire-triggers.ts',
        'group && group.main !== null ? Math.min(order.quantity, group.mainFilled) : order.quantity',
        '(void group, order.quantity)',
      ]),
  },
  {
    name: 'one-pair-ends-all-pairs',
    clause: 'STATE-ORDER-SIBLING-MULTIPLETPSL-PAIR',
    what: 'A trigger that closes a part cancels the conditionals of every pair.',
    make: () =>
      patched(['engine/orders/standing-rules.ts', 'group.fired.has(order.group.pair)', 'group.fired.size > 0']),
  },
  {
    name: 'pairs-outlive-the-position',
    clause: 'STATE-ORDER-SIBLING-MULTIPLETPSL-ACROSS',
    what: 'Conditionals of other pairs stay when a trigger has closed the position.',
    make: () =>
      patched(
        [
          'engine/orders/standing-rules.ts',
          `return position?.no === group.position ? null : 'position_closed';`,
          `return 'position_closed'.length === 0 ? 'position_closed' : null;`,
        ],
        [
          'engine/orders/standing-rules.ts',
          `return position && closableLots(account, order) > 0 ? null : 'position_closed';`,
          'return null;',
        ],
      ),
  },
  {
    name: 'asleep-and-fires',
    clause: 'PLACEORDERS-GROUPING-NORMALTPSL',
    what: 'Children watch their triggers before their main order has filled.',
    takes: 'a mark that is driven through a trigger',
    make: () =>
      patched([
        'engine/orders/evolve-order.ts',
        `return group?.role === 'child' && group.main !== null ? 'asleep' : 'armed';`,
        `void group;
  return 'armed';`,
      ]),
  },
  {
    name: 'fired-sells-more-than-there-is',
    clause: 'R-64',
    what: 'A conditional order that fires takes its whole quantity to market, whatever the position.',
    takes: 'a mark that is driven through a trigger',
    make: () =>
      patched(
        [
          'engine/orders/fire-triggers.ts',
          'Math.min(quantityInForce(account, order), closableLots(account, order))',
          'closableLots(account, order) === 0 ? 0 : quantityInForce(account, order)',
        ],
        [
          'engine/book/matching.ts',
          'taker.reduceOnly ? Math.min(remainingOf(taker), closableLots(account, taker)) : remainingOf(taker)',
          'remainingOf(taker)',
        ],
      ),
  },
  {
    name: 'triggers-of-closed-markets-fire',
    clause: 'PLACEORDERS-TYPE-TRIGGERSL',
    what: 'A closed market fires its triggers.',
    takes: 'a mark that is driven through a trigger',
    make: () =>
      patched([
        'engine/orders/fire-triggers.ts',
        ' || !isMarketOpen(market, state.now)',
        ' || (!isMarketOpen(market, state.now) && state.now < 0)',
      ]),
  },
  {
    name: 'entries-close-only',
    clause: 'R-110',
    what: 'A conditional order of its own never does more than close a position.',
    takes: 'a mark that is driven through a trigger',
    make: () =>
      patched([
        'engine/orders/place-conditional.ts',
        'reduceOnly || closePosition || group !== null;',
        'reduceOnly || closePosition || group !== null || group === null;',
      ]),
  },
  {
    name: 'close-position-opens',
    clause: 'R-110',
    what: 'An order with closePosition says that it is not reduce-only.',
    make: () =>
      patched(
        [
          'engine/orders/place-conditional.ts',
          '    reduceOnly,\n    postOnly: false,',
          '    reduceOnly: command.reduceOnly,\n    postOnly: false,',
        ],
        // Such an order has no quantity of its own, so it must not be held to a least value.
        [
          'engine/orders/place-conditional.ts',
          '(facts.reduceOnly ? refuseWrongSide',
          '(facts.reduceOnly || facts.closePosition ? refuseWrongSide',
        ],
      ),
  },
  {
    name: 'entries-listed-as-reduce-only',
    clause: 'R-110',
    what: 'getOpenOrders lists every conditional order as reduce-only.',
    make: () =>
      patched([
        'exchange/reads/trade/orders/getOpenOrders.ts',
        'reduceOnly: order.reduceOnly,',
        'reduceOnly: order.reduceOnly || order.trigger !== null,',
      ]),
  },
  {
    name: 'entries-without-margin',
    clause: 'R-110',
    what: 'An entry that fires is taken although the margin does not cover it.',
    takes: 'a mark that is driven through a trigger',
    make: () =>
      patched([
        'engine/orders/fire-triggers.ts',
        'return refusal ? { event',
        `return refusal && refusal.code !== 'INSUFFICIENT_MARGIN' ? { event`,
      ]),
  },
  {
    name: 'entries-without-a-band',
    clause: 'R-110',
    what: 'An entry that fires rests at a limit outside the band around the mark.',
    takes: 'a mark that is driven through a trigger',
    make: () =>
      patched([
        'engine/orders/fire-triggers.ts',
        '(isMarketKind(order.kind) ? null : refuseOutOfBand(market, side, order.price)) ??',
        '(isMarketKind(order.kind) ? null : refuseOutOfBand(market, side, market.mark)) ??',
      ]),
  },
  {
    name: 'entries-without-a-cap',
    clause: 'R-110',
    what: 'An entry that fires is taken although it exceeds the cap on open interest.',
    takes: 'a mark that is driven through a trigger',
    make: () =>
      patched([
        'engine/orders/fire-triggers.ts',
        'return refusal ? { event',
        `return refusal && refusal.code !== 'OI_CAP_EXCEEDED' ? { event`,
      ]),
  },
  {
    name: 'entries-on-stale-collateral',
    clause: 'R-110',
    what: 'An entry fires although the price of collateral that its account holds is stale.',
    takes: 'a mark that is driven through a trigger',
    make: () =>
      patched([
        'engine/orders/fire-triggers.ts',
        'return refusal ? { event',
        `return refusal && refusal.code !== 'COLLATERAL_PRICE_STALE' ? { event`,
      ]),
  },
  {
    name: 'children-may-open',
    clause: 'R-110',
    what: 'Children of a group are what their own reduceOnly says.',
    make: () =>
      patched([
        'engine/orders/place-conditional.ts',
        'reduceOnly || closePosition || group !== null;',
        'reduceOnly || closePosition || (void group, false);',
      ]),
  },
  {
    name: 'fired-entries-hold-no-margin-in-the-stream',
    clause: 'R-110',
    what: 'No marginUpdate says that an entry has fired and rests.',
    takes: 'a mark that is driven through a trigger',
    make: () =>
      patched([
        'exchange/stream/sources/order-news.ts',
        'return order !== undefined && order.trigger !== null && !order.facts.reduceOnly;',
        'return order === null;',
      ]),
  },
  {
    name: 'entries-end-with-a-position',
    clause: 'R-110',
    what: 'Entries are cancelled when a position in their market closes.',
    takes: 'a mark that is driven through a trigger',
    make: () =>
      patched([
        'engine/orders/standing-rules.ts',
        '  if (!open || open.groups.size === 0) return null;',
        `  if (open && !account.positions.has(symbol)) {
    for (const no of open.orders) {
      const { phase, reduceOnly } = state.orders.get(no) ?? { phase: 'working', reduceOnly: true };
      if (phase === 'armed' && !reduceOnly)
        return { type: 'OrderCancelled', at: state.now, order: no, cause: 'position_closed' };
    }
  }
  if (!open || open.groups.size === 0) return null;`,
      ]),
  },
  {
    name: 'entries-end-without-a-reason',
    clause: 'R-110',
    what: 'The row of an entry that was not taken has no cancelReason.',
    takes: 'a mark that is driven through a trigger',
    make: () =>
      patched([
        'contract/words.ts',
        'export const cancelReasonOf = (cause: CancelCause): string | null => CANCEL_REASONS[cause];',
        `export const cancelReasonOf = (cause: CancelCause): string | null => (CANCEL_REASONS[cause] === cause ? null : CANCEL_REASONS[cause]);`,
      ]),
  },
  {
    name: 'twap-leaves-the-remainder',
    clause: 'TWAP-CHUNK-EXECUTION',
    what: 'The last chunk of a TWAP is as large as the others, so that a remainder is left.',
    make: () =>
      patched([
        'engine/orders/twap.ts',
        '  if (following === 0) return left;',
        '  if (following === 0) return Math.min(left, plan.chunkLots);',
      ]),
  },
  {
    name: 'twap-makes-up-for-what-failed',
    clause: 'TWAP-CHUNK-EXECUTION',
    what: 'The last chunk of a TWAP also offers what earlier chunks could not fill.',
    takes: 'a market that closes',
    make: () =>
      patched([
        'engine/orders/twap.ts',
        'parent.quantity - progress.sentLots, draw)',
        `parent.quantity - ('filled' in parent ? Number(parent.filled) : progress.sentLots), draw)`,
      ]),
  },
  {
    name: 'twap-held-to-the-band',
    clause: 'R-112',
    what: 'A TWAP whose price lies outside the band is rejected.',
    make: () =>
      patched(
        [
          'engine/orders/twap.ts',
          'const early = refuseTakenClientId(account, order.clientId)',
          'const early = (price === 0 ? null : refuseOutOfBand(market, side, price)) ?? refuseTakenClientId(account, order.clientId)',
        ],
        ['engine/orders/twap.ts', '  refuseUntradable,\n', '  refuseOutOfBand,\n  refuseUntradable,\n'],
      ),
  },
  {
    name: 'chunks-beyond-the-band',
    clause: 'R-112',
    what: 'Chunks of a TWAP trade at its price, however far from the mark.',
    takes: 'a book without offers inside the band',
    make: () =>
      patched([
        'engine/orders/twap.ts',
        'withinBand(market, parent.side, parent.price)',
        '(void market, parent.price)',
      ]),
  },
  {
    name: 'chunks-at-the-band',
    clause: 'R-112',
    what: 'Chunks of a TWAP go to the bound of the band, whatever its price.',
    make: () =>
      patched([
        'engine/orders/twap.ts',
        'withinBand(market, parent.side, parent.price)',
        `withinBand(market, parent.side, parent.side === 'buy' ? Number.MAX_SAFE_INTEGER : 1)`,
      ]),
  },
  {
    name: 'twap-waits-after-an-empty-chunk',
    clause: 'R-112',
    what: 'After a chunk that found nothing the next comes an hour later.',
    takes: 'a book without offers inside the band',
    make: () =>
      patched(
        [
          'engine/orders/twap.ts',
          'if (next !== null) events.push(timerAt(state, next, parent.no));',
          `if (next !== null && (taken ? !wouldMiss(state, facts) : true)) events.push(timerAt(state, next, parent.no));
  else if (next !== null) events.push(timerAt(state, next + 3_600_000, parent.no));`,
        ],
        [
          'engine/orders/twap.ts',
          '/** What a chunk offers.',
          `const wouldMiss = (state: State, order: OrderFacts): boolean => {
  const best = marketOf(state, order.symbol).book.best(order.side === 'buy' ? 'sell' : 'buy');
  return best === 0 || (order.side === 'buy' ? best > order.price : best < order.price);
};

/** What a chunk offers.`,
        ],
      ),
  },
  {
    name: 'twap-margin-at-its-price',
    clause: 'R-112',
    what: 'Margin for a TWAP is asked for at its price, however far from the mark.',
    make: () =>
      patched([
        'engine/orders/twap.ts',
        'price === 0 ? market.mark : withinBand(market, side, price)',
        'price === 0 ? market.mark : price',
      ]),
  },
  {
    name: 'twap-without-size-variance',
    clause: 'TWAP-SIZEVARIANCE-RANGE',
    what: 'Chunks are all of one size, whatever the variance.',
    make: () =>
      patched([
        'engine/orders/twap.ts',
        'varied(plan.chunkLots, plan.sizeVarianceBps, draw)',
        'varied(plan.chunkLots, 0, draw)',
      ]),
  },
  {
    name: 'twap-without-interval-variance',
    clause: 'TWAP-INTERVALVARIANCE-RANGE',
    what: 'Chunks come at equal intervals, whatever the variance.',
    make: () =>
      patched([
        'engine/orders/twap.ts',
        'varied(plan.intervalMs, plan.intervalVarianceBps, draw)',
        'varied(plan.intervalMs, 0, draw)',
      ]),
  },
  {
    name: 'twap-waits-for-its-first-chunk',
    clause: 'TWAP-CHUNK-EXECUTION',
    what: 'The first chunk of a TWAP is dropped.',
    make: () =>
      patched([
        'engine/orders/twap.ts',
        '  return [placed, ...chunkEvents(state, start, { sent: 0, sentLots: 0 }, parent.no + 1)];',
        `  return [placed, ...chunkEvents(state, start, { sent: 0, sentLots: 0 }, parent.no + 1).filter(({ type }) => type !== 'OrderPlaced')].map((event) => (event.type === 'TwapChunkSent' ? { ...event, child: null } : event));`,
      ]),
  },
  {
    name: 'switch-strikes-at-the-first-time',
    clause: 'SCHEDULECANCEL',
    what: 'A dead-man switch that is set again strikes at the time it had before.',
    make: () =>
      patched([
        'engine/orders/cancel-switch.ts',
        "armTimer(state, due, { kind: 'scheduledCancel', account })",
        "armTimer(state, state.accounts.get(account)?.cancelAt ?? due, { kind: 'scheduledCancel', account })",
      ]),
  },
  {
    name: 'cleared-switch-strikes',
    clause: 'SCHEDULECANCEL',
    what: 'A dead-man switch that was cleared strikes all the same.',
    make: () =>
      patched([
        'engine/orders/cancel-switch.ts',
        'state.timers.removeScheduledCancel(account);',
        'if (triggerTime !== null) state.timers.removeScheduledCancel(account);',
      ]),
  },
  {
    name: 'switch-strikes-in-one-market',
    clause: 'SCHEDULECANCEL',
    what: 'The dead-man switch cancels the orders of one market.',
    make: () =>
      patched([
        'engine/orders/cancel-switch.ts',
        'const orders = [...account.open.values()].flatMap(',
        'const orders = [...account.open.values()].slice(0, 1).flatMap(',
      ]),
  },
  {
    name: 'switch-forgets-what-waits',
    clause: 'SCHEDULECANCEL',
    what: 'The dead-man switch leaves conditional orders.',
    make: () =>
      patched([
        'engine/orders/cancel-switch.ts',
        '[...account.open.values()].flatMap((open) => [...open.orders])',
        '[...account.open.values()].flatMap((open) => [...open.orders].filter((order) => state.orders.get(order)?.trigger === null))',
      ]),
  },
];
