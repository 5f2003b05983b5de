import { patched } from '../make.ts';
import type { Wrong } from '../wrong.ts';

/** Figures that are worked out wrongly: fees and their rates, PnL, margin, liquidation prices, funding, closed positions. */
export const FIGURES: readonly Wrong[] = [
  {
    name: 'fees-are-truncated',
    clause: 'TRADE-FIELD-FEE',
    what: 'A fee is cut at the eighth decimal, not rounded.',
    make: () =>
      patched([
        'engine/fees/fee-rates.ts',
        'rate === 0 ? 0n : divHalfEven(notional * BigInt(rate), UNIT_BIG);',
        'rate === 0 ? 0n : (notional * BigInt(rate)) / UNIT_BIG;',
      ]),
  },
  {
    name: 'taker-once-taker-always',
    clause: 'TRADE-FIELD-FEERATE',
    what: 'An order that has taken and then rests pays the taker rate when it is met.',
    make: () =>
      patched(
        [
          'engine/book/matching.ts',
          'const feeRate = charge ? charge.rate : feeRateOf(state, account, role);',
          `if (role === 'taker') TOOK.add(order);
  const feeRate = charge ? charge.rate : feeRateOf(state, account, TOOK.has(order) ? 'taker' : role);`,
        ],
        [
          'engine/book/matching.ts',
          'const USUAL: FillTerms =',
          'const TOOK = new WeakSet<Order>();\nconst USUAL: FillTerms =',
        ],
      ),
  },
  {
    name: 'moved-across-the-book-pays-as-maker',
    clause: 'TRADE-FIELD-FEERATE',
    what: 'An order that is modified so that it takes pays the maker rate.',
    make: () =>
      patched([
        'engine/book/matching.ts',
        'feeRateOf(state, account, role);',
        "feeRateOf(state, account, order.status === 'modified' ? 'maker' : role);",
      ]),
  },
  {
    name: 'rebates-are-discounted',
    clause: 'FEERATE-FIELD-MAKERFEERATE',
    what: 'A referral discount makes a rebate smaller too.',
    takes: 'a wallet with a rebate and a referral discount, which only its owner gives',
    make: () =>
      patched(['engine/fees/fee-rates.ts', 'if (!referral || rate <= 0) return rate;', 'if (!referral) return rate;']),
  },
  {
    name: 'both-legs-round-for-themselves',
    clause: 'LEG-FIELD-FEE',
    what: 'The fees of the legs of a trade through zero are rounded each, so that they can sum to another fee.',
    make: () =>
      patched([
        'engine/book/matching.ts',
        'fee - closeFee, newPosition',
        'feeOf(notional - closed, feeRate), newPosition',
      ]),
  },
  {
    name: 'volume-of-takers-alone',
    clause: 'FEERATE-FIELD-VOLUME14D',
    what: 'What a wallet has traded as a maker does not count as its volume.',
    make: () =>
      patched([
        'engine/book/matching.ts',
        "if (event.cause === 'match') countVolume",
        "if (event.cause === 'match' && side === event.taker) countVolume",
      ]),
  },
  {
    name: 'short-pnl-at-the-index',
    clause: 'POSITION-FIELD-UNREALIZEDPNL',
    what: 'The unrealized PnL of a short position is taken at the index, not at the mark.',
    make: () =>
      patched([
        'engine/risk/margin.ts',
        '    unrealizedPnl: unrealizedPnlOf(market, position),\n    usedMargin',
        `    unrealizedPnl:
      position.lots > 0
        ? unrealizedPnlOf(market, position)
        : (BigInt(position.lots) * BigInt(market.index) * market.spec.notionalPerTickLot) /
            BigInt(market.spec.tickUnits) -
          position.cost,
    usedMargin`,
      ]),
  },
  {
    name: 'realized-pnl-after-fees',
    clause: 'POSITION-FIELD-REALIZEDPNL',
    what: 'The realized PnL of an open position is what is left of it after fees.',
    make: () =>
      patched([
        'engine/book/matching.ts',
        'held.realizedPnl += side.realizedPnl;',
        'held.realizedPnl += side.realizedPnl - side.fee;',
      ]),
  },
  {
    name: 'cost-of-a-part-is-cut',
    clause: 'TRADE-FIELD-REALIZEDPNL',
    what: 'The share of the cost that a partial close takes along is cut at the eighth decimal, not rounded.',
    make: () =>
      patched([
        'engine/book/matching.ts',
        'divHalfEven(cost * BigInt(closed), BigInt(Math.abs(position.lots)))',
        '(cost * BigInt(closed)) / BigInt(Math.abs(position.lots))',
      ]),
  },
  {
    name: 'margin-of-the-entry-value',
    clause: 'POSITION-FIELD-USEDMARGIN',
    what: 'usedMargin of a cross position is that of its value at the entry price, not at the mark.',
    make: () =>
      patched([
        'engine/risk/margin.ts',
        'initialMarginOf(market.spec, notional, leverageOf(market, account)),',
        'initialMarginOf(market.spec, absBig(position.cost), leverageOf(market, account)),',
      ]),
  },
  {
    name: 'isolated-margin-is-account-value',
    clause: 'SUBACCT-MARGIN-ACCOUNTVALUE',
    what: 'accountValue counts the margin of isolated markets.',
    make: () =>
      patched([
        'engine/risk/margin.ts',
        'accountValue: value + unrealized,',
        'accountValue: [...account.isolated.values()].reduce((sum, { margin }) => sum + margin, value + unrealized),',
      ]),
  },
  {
    name: 'isolated-liquidated-with-the-account',
    clause: 'POSITION-FIELD-LIQUIDATIONPRICE',
    what: 'The liquidation price of an isolated position counts on the whole account.',
    make: () =>
      patched([
        'engine/risk/margin.ts',
        'const equity = isolated.margin + unrealizedPnlIn(marketOf(state, symbol), account);',
        'const equity = isolated.margin + unrealizedPnlIn(marketOf(state, symbol), account) + adjustedAccountValue(state, account);',
      ]),
  },
  {
    name: 'shorts-liquidated-at-bankruptcy',
    clause: 'POSITION-FIELD-LIQUIDATIONPRICE',
    what: 'The liquidation price of a short position leaves no maintenance margin.',
    make: () => patched(['engine/risk/margin.ts', '[notional + free, tier.maintenanceRate]', '[notional + free, 0]']),
  },
  {
    name: 'closing-fees-not-accumulated',
    clause: 'POSHIST-FIELD-ACCUMULATEDFEES',
    what: 'accumulatedFees of a closed position leaves out what its closing trades have cost.',
    make: () =>
      patched([
        'exchange/history/positions.ts',
        'position.fees += leg.fee;',
        "if (leg.leg === 'open') position.fees += leg.fee;",
      ]),
  },
  {
    name: 'close-price-of-the-last-trade',
    clause: 'POSHIST-FIELD-CLOSEPRICE',
    what: 'closePrice is that of the trade that closed the rest, not the average of all closing trades.',
    make: () =>
      patched([
        'exchange/history/positions.ts',
        `        closedValue: position.closedValue,
        closedLots: position.closedLots,`,
        `        closedValue: BigInt(leg.quantity) * BigInt(event.price) * spec.notionalPerTickLot,
        closedLots: leg.quantity,`,
      ]),
  },
  {
    name: 'funding-rounds-for-the-house',
    clause: 'GETFUNDINGPAYMENTS',
    what: 'Funding is rounded down to the eighth decimal: who pays pays more, who receives receives less.',
    make: () =>
      patched([
        'engine/funding.ts',
        'return -divHalfEven(size * BigInt(index) * BigInt(rate), UNIT_BIG * UNIT_BIG);',
        `const owed = size * BigInt(index) * BigInt(rate);
  const whole = UNIT_BIG * UNIT_BIG;
  return owed > 0n && owed % whole !== 0n ? -(owed / whole) - 1n : -(owed / whole);`,
      ]),
  },
  {
    name: 'funded-size-without-sign',
    clause: 'GETFUNDINGPAYMENTS',
    what: 'positionSize of a funding payment is positive for short positions too.',
    make: () =>
      patched([
        'exchange/history/row-cells.ts',
        'formatLots(row.market.spec, row.lots),',
        'formatLots(row.market.spec, Math.abs(row.lots)),',
      ]),
  },
  {
    name: 'flip-inherits-funding',
    clause: 'POSITION-FIELD-NETFUNDING',
    what: 'The position that a trade through zero opens begins with the funding of the one that it closed.',
    takes: 'a funding hour',
    make: () => patched(['engine/book/matching.ts', '    netFunding: 0n,', '    netFunding: held?.netFunding ?? 0n,']),
  },
  {
    name: 'day-value-at-the-last-price',
    clause: 'CONTRACT-FIELD-TARGET-VOLUME',
    what: 'target_volume is base_volume at the last price, not the sum of what was paid.',
    make: () =>
      patched([
        'exchange/reads/aggregator.ts',
        'target_volume: day.quoteVolume,',
        'target_volume: String(Number((Number(day.volume) * Number(formatPrice(spec, lastOf(market)))).toFixed(8))),',
      ]),
  },
  {
    name: 'day-volume-since-midnight',
    clause: 'CONTRACT-FIELD-BASE-VOLUME',
    what: 'The volume of a day counts from midnight, not over the last 24 hours.',
    make: () =>
      patched([
        'exchange/history/day-stats.ts',
        'const steps = Math.min(minute - this.#minute, DAY_MINUTES);',
        `const isNewDay = Math.floor(minute / DAY_MINUTES) > Math.floor(this.#minute / DAY_MINUTES);
    const steps = isNewDay ? DAY_MINUTES : Math.min(minute - this.#minute, DAY_MINUTES);`,
      ]),
  },
  {
    name: 'trade-mark-is-the-index',
    clause: 'TRADE-FIELD-MARKPRICE',
    what: 'markPrice of a trade is the index of its moment, rounded to the tick.',
    make: () =>
      patched([
        'engine/book/matching.ts',
        'mark: market.mark,',
        'mark: Math.round(market.index / market.spec.tickUnits),',
      ]),
  },
  {
    name: 'entry-before-the-trade',
    clause: 'TRADE-FIELD-ENTRYPRICE',
    what: 'entryPrice of a trade that adds to a position is the average before it.',
    make: () =>
      patched(
        [
          'exchange/history/projector.ts',
          `    entryCost: leg.entryCost,
    entryLots: leg.entryLots,`,
          '    ...averageBefore(leg),',
        ],
        [
          'exchange/history/projector.ts',
          '/** Writes one row for a',
          `const AVERAGES = new Map();
function averageBefore({ position, entryCost, entryLots }): { entryCost: bigint; entryLots: number } {
  const before = AVERAGES.get(position) ?? { entryCost, entryLots };
  AVERAGES.set(position, { entryCost, entryLots });
  return before;
}
/** Writes one row for a`,
        ],
      ),
  },
  {
    name: 'filled-value-at-the-limit',
    clause: 'ORDER-FIELD-CUMULATIVE-FILLED-VALUE',
    what: 'cumulative_filled_value is what has filled at the limit of the order, not at the prices of its fills.',
    make: () =>
      patched([
        'exchange/history/row-cells.ts',
        "fills ? formatAmount(fills.value) : '0',",
        "fills ? formatAmount(price === 0 ? fills.value : BigInt(fills.lots) * BigInt(price) * spec.notionalPerTickLot) : '0',",
      ]),
  },
  {
    name: 'closed-quantity-of-the-last-trade',
    clause: 'POSHIST-FIELD-QUANTITY',
    what: 'quantity of a closed position is what its last trade closed, not its largest size.',
    make: () => patched(['exchange/history/positions.ts', 'largest: position.largest,', 'largest: leg.quantity,']),
  },
  {
    name: 'closed-by-the-trade-that-opened',
    clause: 'POSHIST-FIELD-TRADEID',
    what: 'tradeId of a closed position is that of the trade that opened it.',
    make: () =>
      patched(
        ['exchange/history/positions.ts', 'trade: event.trade,', 'trade: OPENED.get(leg.position),'],
        [
          'exchange/history/positions.ts',
          'const position = this.#positionOf(leg, event.at);',
          `const position = this.#positionOf(leg, event.at);
      if (!OPENED.has(leg.position)) OPENED.set(leg.position, event.trade);`,
        ],
        [
          'exchange/history/positions.ts',
          'const marketOfAccount =',
          `const OPENED = new Map();
const marketOfAccount =`,
        ],
      ),
  },
  {
    name: 'volume-of-thirteen-days',
    clause: 'FEERATE-FIELD-VOLUME14D',
    what: 'The rolling volume of a wallet forgets what is older than thirteen days.',
    takes: 'thirteen days',
    make: () => patched(['engine/fees/volume.ts', 'const HOURS_KEPT = 14 * 24;', 'const HOURS_KEPT = 13 * 24;']),
  },
  {
    name: 'funding-summary-of-the-page',
    clause: 'GETFUNDINGPAYMENTS',
    what: 'The summary of funding payments counts those on the page alone.',
    make: () =>
      patched([
        'exchange/history/funding.ts',
        'for (const place of payments.places(window)) {',
        'for (const place of [...payments.places(window)].slice(0, limit)) {',
      ]),
  },
  {
    name: 'withdrawable-rounded-to-nearest',
    clause: 'SUBACCT-MARGIN-WITHDRAWABLE',
    what: 'withdrawable is rounded to the nearest cent, so that it can be more than there is.',
    make: () =>
      patched([
        'exchange/reads/records/subaccount-record.ts',
        'formatValueDown(summary.withdrawable)',
        'formatValue(summary.withdrawable)',
      ]),
  },
  {
    name: 'buys-and-sells-reserve',
    clause: 'SUBACCT-MARGIN-INITIALMARGIN',
    what: 'Open orders of both sides reserve margin, not those of the worse side alone.',
    make: () =>
      patched([
        'engine/risk/margin.ts',
        'Math.max(lots + buyLots, sellLots - lots)',
        'Math.abs(lots) + buyLots + sellLots',
      ]),
  },
  {
    name: 'tiers-without-deduction',
    clause: 'POSITION-FIELD-MAINTENANCEMARGIN',
    what: 'The maintenance rate of a tier counts for the whole position, without the deduction of the tier.',
    make: () => patched(['engine/risk/margin.ts', 'UNIT_BIG) - tier.deduction', 'UNIT_BIG)']),
  },
  {
    name: 'twap-fees-of-the-last-chunk',
    clause: 'TWAPDETAILS-FIELD-TOTALFEES',
    what: 'totalFees of a TWAP are those of its latest chunk.',
    make: () =>
      patched([
        'engine/orders/twap.ts',
        'fees: progress.fees + trade.taker.fee,',
        'fees: (progress.lastFilled === progress.sent ? progress.fees : 0n) + trade.taker.fee,',
      ]),
  },
  {
    name: 'exchange-at-the-mark',
    clause: 'VOLUNTARYCOLLATERALEXCHANGE',
    what: 'Collateral is exchanged at the mark, not at the index.',
    make: () =>
      patched(
        [
          'engine/accounts/funds.ts',
          'price: collateralPriceOf(state, spec),',
          'price: atTheMark(state, spec, collateralPriceOf(state, spec)),',
        ],
        [
          'engine/accounts/funds.ts',
          'const paid = adjustedGivenUp(state, account, spec, taken);',
          'const paid = atTheMark(state, spec, adjustedGivenUp(state, account, spec, taken));',
        ],
        [
          'engine/accounts/funds.ts',
          'interface Terms {',
          `function atTheMark(state, { priceMarket }, value) {
  const market = state.markets.get(priceMarket);
  return market ? (value * BigInt(market.mark) * BigInt(market.spec.tickUnits)) / BigInt(market.index) : value;
}

interface Terms {`,
        ],
      ),
  },
  {
    name: 'delegates-see-cash-alone',
    clause: 'DELACCOUNT-FIELD-ACCOUNTVALUE',
    what: 'accountValue of a delegated account leaves out unrealized PnL.',
    make: () =>
      patched([
        'exchange/reads/trade/delegation/getDelegationsForDelegate.ts',
        'accountValue: formatValue(accountValue),',
        'accountValue: formatValue(accountValue - summaryOf(state, account).totalUnrealizedPnl),',
      ]),
  },
  {
    name: 'deposits-are-performance',
    clause: 'GETPERFORMANCEHISTORY',
    what: 'What is deposited or transferred in counts as PnL.',
    make: () =>
      patched([
        'exchange/reads/trade/history/getPerformanceHistory.ts',
        'unitsOf(value) - unitsOf(inflow);',
        'unitsOf(value) - 0n * unitsOf(inflow);',
      ]),
  },
  {
    name: 'total-of-the-named-alone',
    clause: 'GETWITHDRAWABLEAMOUNTS-RESP-TOTAL',
    what: 'totalWithdrawableUsdt is no more than the assets that the request names are worth.',
    make: () =>
      patched(
        [
          'exchange/reads/trade/funds/getWithdrawableAmounts.ts',
          'formatValueDown(maxBig(summaryOf(state, account).freeValue, 0n)),',
          'formatValueDown(maxBig(lesserOf(summaryOf(state, account).freeValue, worthOfNamed(state, account, symbols)), 0n)),',
        ],
        [
          'exchange/reads/trade/funds/getWithdrawableAmounts.ts',
          'function itemOf(',
          `const lesserOf = (a, b) => (a < b ? a : b);
function worthOfNamed(state, account, symbols: readonly string[]) {
  const specs = [...new Set(symbols)].flatMap((symbol) => collateralSpecOf(state, symbol) ?? []);
  const rows = specs.map((spec) => collateralValueOf(state, account, spec).adjustedValue);
  return rows.reduce((sum, worth) => sum + worth, 0n);
}

function itemOf(`,
        ],
      ),
  },
];
