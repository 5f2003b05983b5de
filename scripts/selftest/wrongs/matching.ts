import { patched } from '../make.ts';
import type { Wrong } from '../wrong.ts';

/** Rules of the book and of one order after another: priority, prices, self-trade, batches, modifies. */
export const MATCHING: readonly Wrong[] = [
  {
    name: 'newest-first-at-a-price',
    clause: 'PLACEORDERS-TYPE-LIMITGTC',
    what: 'Of the orders at a price the newest is met first.',
    make: () =>
      patched([
        'engine/book/books.ts',
        `    order.previous = level.last;
    order.next = null;
    if (level.last) level.last.next = order;
    else level.first = order;
    level.last = order;`,
        `    order.previous = null;
    order.next = level.first;
    if (level.first) level.first.previous = order;
    else level.last = order;
    level.first = order;`,
      ]),
  },
  {
    name: 'larger-keeps-its-place',
    clause: 'STATE-ORDER-MODIFY-QUEUE',
    what: 'An order that becomes larger keeps its place.',
    make: () =>
      patched(
        [
          'engine/orders/modify-order.ts',
          'price === order.price && quantity - trimmed <= order.quantity - order.trimmed',
          'price === order.price',
        ],
        ['engine/orders/evolve-order.ts', 'event.price === order.price && mayStay,', 'event.price === order.price,'],
      ),
  },
  {
    name: 'same-quantity-loses-its-place',
    clause: 'STATE-ORDER-MODIFY-QUEUE',
    what: 'An order whose modify changes nothing goes to the back of the queue.',
    make: () =>
      patched([
        'engine/orders/modify-order.ts',
        'quantity - trimmed <= order.quantity - order.trimmed;',
        'quantity - trimmed < order.quantity - order.trimmed;',
      ]),
  },
  {
    name: 'smaller-loses-its-place',
    clause: 'STATE-ORDER-MODIFY-QUEUE',
    what: 'Every modify sends an order to the back of the queue.',
    make: () =>
      patched([
        'engine/orders/modify-order.ts',
        'const keepsPlace = price === order.price && quantity - trimmed <= order.quantity - order.trimmed',
        'const keepsPlace = false',
      ]),
  },
  {
    name: 'refused-modify-loses-the-place',
    clause: 'MODIFYORDER-ATOMIC',
    what: 'An order whose modify is rejected goes to the back of the queue.',
    make: () =>
      patched([
        'engine/orders/modify-order.ts',
        `  if (refusal) return refusal;
  const keepsPlace`,
        `  if (refusal) {
    if (order.resting) {
      market.book.remove(order);
      market.book.add(order);
    }
    return refusal;
  }
  const keepsPlace`,
      ]),
  },
  {
    name: 'taker-names-the-price',
    clause: 'TRADE-FIELD-PRICE',
    what: 'An execution is at the limit of the taker.',
    make: () =>
      patched([
        'engine/book/matching.ts',
        'terms.price ?? maker.price',
        'terms.price ?? (taker.price > 0 ? taker.price : maker.price)',
      ]),
  },
  {
    name: 'self-trade-seen-at-the-front-only',
    clause: 'R-62',
    what: 'An order that meets its own behind another is taken as far as the other goes.',
    make: () =>
      patched([
        'engine/book/matching.ts',
        'if (maker.account === account) return {',
        'if (maker.account === account && left === order.lots) return {',
      ]),
  },
  {
    name: 'self-trade-cancels-the-resting',
    clause: 'R-62',
    what: 'An order that meets its own is rejected even where it would be full before.',
    make: () =>
      patched([
        'engine/book/matching.ts',
        'if (left === 0 || !crosses(order.side, order.limit, maker.price)) break;',
        'if (!crosses(order.side, order.limit, maker.price)) break;',
      ]),
  },
  {
    name: 'reduce-only-stays-too-large',
    clause: 'R-64',
    what: 'A resting reduce-only order keeps its quantity when its position shrinks.',
    make: () =>
      patched([
        'engine/orders/standing-rules.ts',
        '  if (excess <= 0) return null;',
        '  if (excess <= 0 || excess < remainingOf(newest)) return null;',
      ]),
  },
  {
    name: 'oldest-reduce-only-gives-way',
    clause: 'R-64',
    what: 'When a position shrinks the oldest of its reduce-only orders gives way.',
    make: () => patched(['engine/orders/standing-rules.ts', 'buy.at(-1) ?? sell.at(-1)', 'buy[0] ?? sell[0]']),
  },
  {
    name: 'reduce-only-outlives-a-flip',
    clause: 'R-64',
    what: 'A reduce-only order stays when its position has come to stand on the other side.',
    make: () =>
      patched(
        [
          'engine/orders/standing-rules.ts',
          'if (misplaced !== NONE) return',
          'if (misplaced !== NONE && !account.positions.has(symbol)) return',
        ],
        [
          'engine/orders/standing-rules.ts',
          'const excess = open.reduceLots - closable(newest.side);',
          'const excess = closable(newest.side) === 0 ? 0 : open.reduceLots - closable(newest.side);',
        ],
      ),
  },
  {
    name: 'reduce-only-each-by-itself',
    clause: 'PLACEORDERS-ITEM-REDUCEONLY',
    what: 'Each reduce-only order may be as large as the position, whatever the others close.',
    make: () =>
      patched([
        'engine/orders/place-order.ts',
        'return resting + order.lots > closable ?',
        'return order.lots + 0 * resting > closable ?',
      ]),
  },
  {
    name: 'least-value-at-the-limit',
    clause: 'R-116',
    what: 'The least value of an order is measured at its limit price.',
    make: () =>
      patched([
        'engine/orders/place-order.ts',
        'refuseSmallNotional(market, order.quantity, order.reduceOnly)',
        'refuseSmallNotional(market, order.price > 0 ? Math.floor((order.quantity * order.price) / market.mark) : order.quantity, order.reduceOnly)',
      ]),
  },
  {
    name: 'least-value-of-plain-orders-only',
    clause: 'R-116',
    what: 'A conditional order that may open a position has no least value.',
    make: () =>
      patched([
        'engine/orders/place-conditional.ts',
        'refuseSmallNotional(market, facts.quantity, false)',
        'refuseSmallNotional(market, facts.quantity, true)',
      ]),
  },
  {
    name: 'market-orders-without-a-band',
    clause: 'PLACEORDERS-TYPE-OTHER',
    what: 'A market order takes whatever the book offers, however far from the mark.',
    takes: 'a book without offers inside the band',
    make: () =>
      patched([
        'engine/book/matching.ts',
        '  return priceBound(market.mark, order.side, marketCap, marketFloor);',
        `  void [priceBound, marketCap, marketFloor];
  return order.side === 'buy' ? Number.MAX_SAFE_INTEGER : 1;`,
      ]),
  },
  {
    name: 'modified-post-only-takes',
    clause: 'MODIFYORDER-ERR-PARAMETERS',
    what: 'A post-only order that is moved across the book trades.',
    make: () =>
      patched([
        'engine/orders/modify-order.ts',
        `if (order.postOnly && wouldTrade(market, side, next.price)) return refuse('POST_ONLY_WOULD_TRADE');`,
        'void wouldTrade;',
      ]),
  },
  {
    name: 'modified-into-its-own',
    clause: 'MODIFYORDER-ATOMIC',
    what: 'An order may be moved into another of the same subaccount; what is left of it is cancelled.',
    make: () =>
      patched(['engine/orders/modify-order.ts', `  if (met.meetsOwn) return refuse('SELF_TRADE_PREVENTED');`, '']),
  },
  {
    name: 'batch-stops-at-the-first-refusal',
    clause: 'PLACEORDERS-RESP-STATUSES',
    what: 'After an order of a batch that is rejected, the others are too.',
    make: () =>
      patched([
        'engine/engine.ts',
        '      const outcome = this.#run(command);',
        `      const failed = outcomes.slice(0, index).find(({ refusal }) => refusal !== null);
      const outcome: CommandOutcome = failed ? { refusal: failed.refusal, events: [] } : this.#run(command);`,
      ]),
  },
  {
    name: 'batch-from-the-end',
    clause: 'PLACEORDERS-PARAM-ORDERS',
    what: 'The orders of a batch are taken from the last to the first.',
    make: () =>
      patched([
        'engine/engine.ts',
        '    for (let index = 0; index < commands.length; index += 1) {',
        '    for (let index = commands.length - 1; index >= 0; index -= 1) {',
      ]),
  },
  {
    name: 'flip-keeps-the-position',
    clause: 'STATE-POSITION-OPEN',
    what: 'A trade through zero goes on under the id of the position that it closed.',
    make: () =>
      patched([
        'engine/book/matching.ts',
        '  const open = grown(undefined, sign, lots - closing, notional - closed, fee - closeFee, newPosition);',
        '  const open = grown(undefined, sign, lots - closing, notional - closed, fee - closeFee, position.no);',
      ]),
  },
  {
    name: 'flip-fee-counted-twice',
    clause: 'LEG-FIELD-FEE',
    what: 'Both legs of a trade through zero carry the whole fee.',
    make: () =>
      patched([
        'engine/book/matching.ts',
        '  const open = grown(undefined, sign, lots - closing, notional - closed, fee - closeFee, newPosition);',
        '  const open = grown(undefined, sign, lots - closing, notional - closed, fee, newPosition);',
      ]),
  },
  {
    name: 'gtd-a-millisecond-more',
    clause: 'PLACEORDERS-TYPE-LIMITGTD',
    what: 'A limitGtd order lives a millisecond longer than it says.',
    make: () =>
      patched([
        'engine/orders/place-order.ts',
        'const due = Math.max(facts.expiresAt, state.now);',
        'const due = Math.max(facts.expiresAt, state.now) + 1;',
      ]),
  },
  {
    name: 'entry-price-of-the-last-fill',
    clause: 'POSITION-FIELD-ENTRYPRICE',
    what: 'The entry price is that of the last fill that added to the position.',
    make: () =>
      patched([
        'engine/book/matching.ts',
        '  const entryCost = absBig(cost);\n  const entryLots = Math.abs(lots);',
        '  const entryCost = notional;\n  const entryLots = added;',
      ]),
  },
  {
    name: 'reducing-moves-the-entry',
    clause: 'POSITION-FIELD-ENTRYPRICE',
    what: 'A fill that reduces a position moves its entry price.',
    make: () =>
      patched([
        'engine/book/matching.ts',
        'const after = lots === 0 ? null : { no, lots, cost: cost - released, entryCost, entryLots };',
        'const after = lots === 0 ? null : { no, lots, cost: cost - released, entryCost: (entryCost * 101n) / 100n, entryLots };',
      ]),
  },
  {
    name: 'winner-is-not-told-by-the-stream',
    clause: 'R-117',
    what: 'subAccountUpdates gives a deleveraged winner no reason.',
    make: () =>
      patched([
        'exchange/stream/sources/order-news.ts',
        'const cause = closingCauseOf(trade.cause);',
        `const cause = trade.cause === 'adl' ? undefined : closingCauseOf(trade.cause);`,
      ]),
  },
  {
    name: 'chunks-without-a-parent-in-the-stream',
    clause: 'R-118',
    what: 'subAccountUpdates does not name the TWAP of a chunk.',
    make: () =>
      patched([
        'exchange/stream/sources/order-news.ts',
        'parent: this.#parentOf(facts)',
        'parent: facts.no < 0 ? this.#parentOf(facts) : null',
      ]),
  },
  {
    name: 'closed-positions-keep-their-size',
    clause: 'R-119',
    what: 'getPositions lists a closed position with the size that it had.',
    make: () => patched(['exchange/reads/records/position-record.ts', `quantity: '0',`, 'quantity: row.quantity,']),
  },
  {
    name: 'amounts-of-eight-decimals',
    clause: 'R-120',
    what: 'Amounts of a collateral show all that the ledger keeps.',
    make: () =>
      patched([
        'contract/format.ts',
        'return formatAmount(divFloor(amount, grid) * grid);',
        'return grid > 0n ? formatAmount(amount) : formatAmount(divFloor(amount, grid));',
      ]),
  },
  {
    name: 'nothing-locked-beside-other-collateral',
    clause: 'R-120',
    what: 'getPortfolio locks no USDT where other collateral can carry the margin in use.',
    make: () =>
      patched([
        'exchange/reads/trade/funds/getPortfolio.ts',
        'spec.priceMarket === null ? summaryOf(state, account).initialMargin : 0n;',
        '0n;',
      ]),
  },
];
