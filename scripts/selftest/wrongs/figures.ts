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
        'engine/risk/fees.ts',
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
          'engine/fill.ts',
          'const feeRate = charge ? charge.rate : feeRateOf(state, account, role);',
          `if (role === 'taker') TOOK.add(order);
  const feeRate = charge ? charge.rate : feeRateOf(state, account, TOOK.has(order) ? 'taker' : role);`,
        ],
        ['engine/fill.ts', 'const USUAL: FillTerms =', 'const TOOK = new WeakSet<Order>();\nconst USUAL: FillTerms ='],
      ),
  },
  {
    name: 'moved-across-the-book-pays-as-maker',
    clause: 'TRADE-FIELD-FEERATE',
    what: 'An order that is modified so that it takes pays the maker rate.',
    make: () =>
      patched([
        'engine/fill.ts',
        'feeRateOf(state, account, role);',
        "feeRateOf(state, account, order.status === 'modified' ? 'maker' : role);",
      ]),
  },
  {
    name: 'rebates-are-discounted',
    clause: 'FEERATE-FIELD-MAKERFEERATE',
    what: 'A referral discount makes a rebate smaller too.',
    make: () =>
      patched(['engine/risk/fees.ts', 'if (!referral || rate <= 0) return rate;', 'if (!referral) return rate;']),
  },
  {
    name: 'both-legs-round-for-themselves',
    clause: 'LEG-FIELD-FEE',
    what: 'The fees of the legs of a trade through zero are rounded each, so that they can sum to another fee.',
    make: () =>
      patched([
        'engine/risk/position-math.ts',
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
        'engine/evolve-trade.ts',
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
        'engine/evolve-trade.ts',
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
        'engine/risk/position-math.ts',
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
    make: () =>
      patched(['engine/risk/liquidation-price.ts', '[notional + free, tier.maintenanceRate]', '[notional + free, 0]']),
  },
  {
    name: 'closing-fees-not-accumulated',
    clause: 'POSHIST-FIELD-ACCUMULATEDFEES',
    what: 'accumulatedFees of a closed position leaves out what its closing trades have cost.',
    make: () =>
      patched([
        'projections/positions.ts',
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
        'projections/positions.ts',
        'formatAverage(spec, position.closedValue, position.closedLots)',
        'formatAverage(spec, BigInt(leg.quantity) * BigInt(event.price) * spec.notionalPerTickLot, leg.quantity)',
      ]),
  },
  {
    name: 'funding-rounds-for-the-house',
    clause: 'GETFUNDINGPAYMENTS',
    what: 'Funding is rounded down to the eighth decimal: who pays pays more, who receives receives less.',
    make: () =>
      patched([
        'engine/funding/settle-funding.ts',
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
      patched(['projections/funding.ts', 'formatLots(spec, event.lots),', 'formatLots(spec, Math.abs(event.lots)),']),
  },
  {
    name: 'flip-inherits-funding',
    clause: 'POSITION-FIELD-NETFUNDING',
    what: 'The position that a trade through zero opens begins with the funding of the one that it closed.',
    make: () => patched(['engine/evolve-trade.ts', '    netFunding: 0n,', '    netFunding: held?.netFunding ?? 0n,']),
  },
];
