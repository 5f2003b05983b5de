import { patched } from '../make.ts';
import type { Wrong } from '../wrong.ts';

/** Rules of liquidation: who, in which order, at which price, and who bears what is missing. */
export const LIQUIDATION_STEPS: readonly Wrong[] = [
  {
    name: 'liquidated-at-equality',
    clause: 'R-60',
    what: 'An account that has just what it needs is liquidated.',
    make: () => patched(['engine/liquidation/health.ts', 'equity < maintenance;', 'equity <= maintenance;']),
  },
  {
    name: 'winners-before-the-vault',
    clause: 'R-61',
    what: 'Winners are deleveraged although the vault could take the position over.',
    make: () =>
      patched([
        'engine/liquidation/stages/book-liquidation.ts',
        `} else if (!isDone('vault') && staysSoundWith(state, marginAccount)) {
    return 'vault';
  } else if (health.equity <= 0n && state.config.risk.deleveraging && !isDone('adl')) {
    return 'adl';`,
        `} else if (health.equity <= 0n && state.config.risk.deleveraging && !isDone('adl')) {
    return 'adl';
  } else if (!isDone('vault') && staysSoundWith(state, marginAccount)) {
    return 'vault';`,
      ]),
  },
  {
    name: 'vault-pays-no-deficit',
    clause: 'R-61',
    what: 'Winners bear a deficit of which the vault could pay a part.',
    make: () =>
      patched([
        'engine/liquidation/update-risk.ts',
        `    coverDeficit(this.#state, this.#run, no, liquidation);
`,
        `    void [coverDeficit, no];
`,
      ]),
  },
  {
    name: 'newest-of-equals-deleveraged-first',
    clause: 'R-61',
    what: 'Of equal ranks at different leverages the newest position is deleveraged first.',
    make: () => patched(['engine/liquidation/adl-ranking.ts', 'return a.no - b.no;', 'return b.no - a.no;']),
  },
  {
    name: 'newest-of-one-leverage-first',
    clause: 'R-61',
    what: 'Of equal ranks at one leverage the newest position is deleveraged first.',
    make: () =>
      patched(
        ['engine/liquidation/adl-ranking.ts', 'byCostPerLot(a, b) || a.no - b.no', 'byCostPerLot(a, b) || b.no - a.no'],
        ['engine/liquidation/adl-ranking.ts', 'byCostPerLot(b, a) || a.no - b.no', 'byCostPerLot(b, a) || b.no - a.no'],
      ),
  },
  {
    name: 'rank-without-leverage',
    clause: 'R-61',
    what: 'Winners are ranked by profit alone.',
    make: () =>
      patched(
        [
          'engine/liquidation/adl-ranking.ts',
          'a.unrealizedPnl * BigInt(a.leverage) * b.cost',
          'a.unrealizedPnl * b.cost',
        ],
        [
          'engine/liquidation/adl-ranking.ts',
          'b.unrealizedPnl * BigInt(b.leverage) * a.cost',
          'b.unrealizedPnl * a.cost',
        ],
      ),
  },
  {
    name: 'rank-by-money',
    clause: 'POSITION-FIELD-ADLBUCKET',
    what: 'Winners of different leverages are ranked by what they have gained, not by its ratio to what they paid.',
    make: () =>
      patched(
        ['engine/liquidation/adl-ranking.ts', 'BigInt(a.leverage) * b.cost', 'BigInt(a.leverage)'],
        ['engine/liquidation/adl-ranking.ts', 'BigInt(b.leverage) * a.cost', 'BigInt(b.leverage)'],
      ),
  },
  {
    name: 'winners-give-up-at-the-mark',
    clause: 'R-61',
    what: 'Winners are deleveraged at the mark, and the deficit stays.',
    make: () =>
      patched([
        'engine/liquidation/stages/after-book.ts',
        'const price = bankruptcyPrice(market, position, deficit);',
        'const price = bankruptcyPrice(market, position, deficit * 0n);',
      ]),
  },
  {
    name: 'largest-deficit-on-the-first',
    clause: 'R-61',
    what: 'The first of several positions bears the whole deficit.',
    make: () =>
      patched([
        'engine/liquidation/stages/after-book.ts',
        '  return divCeil(deficit * sizeOf(market, { lots }), open);',
        `  void [divCeil, open, lots];
  return deficit;`,
      ]),
  },
  {
    name: 'clearance-fee-without-end',
    clause: 'R-60',
    what: 'The clearance fee takes more than is left.',
    make: () =>
      patched([
        'engine/liquidation/stages/slice.ts',
        '  return minBig(feeOf(notionalOf(market, lots, price), market.spec.clearanceFee), maxBig(equity, 0n));',
        `  void [minBig, maxBig, equity];
  return feeOf(notionalOf(market, lots, price), market.spec.clearanceFee);`,
      ]),
  },
  {
    name: 'orders-of-one-market-are-pulled',
    clause: 'R-60',
    what: 'A liquidation pulls the orders of the markets it has positions in, and no others.',
    make: () =>
      patched([
        'engine/liquidation/update-risk.ts',
        'symbol === null ? !account.isolated.has(market)',
        'symbol === null ? !account.isolated.has(market) && account.positions.has(market)',
      ]),
  },
  {
    name: 'smallest-requirement-first',
    clause: 'R-60',
    what: 'Of several positions that with the smallest requirement is sold first.',
    make: () => patched(['engine/liquidation/health.ts', 'a.size > b.size ? -1 : 1', 'a.size > b.size ? 1 : -1']),
  },
  {
    name: 'best-off-first',
    clause: 'R-61',
    what: 'Of several accounts the one that is best off is liquidated first.',
    make: () =>
      patched([
        'engine/liquidation/health.ts',
        'compareHealth(a.health, b.health) ||',
        'compareHealth(b.health, a.health) ||',
      ]),
  },
  {
    name: 'liquidated-on-a-stale-price',
    clause: 'R-60',
    what: 'Accounts are liquidated by a price that is too old.',
    make: () =>
      patched([
        'engine/liquidation/health.ts',
        '  const stale = (name: string): boolean => isIndexStale(state, marketOf(state, name));',
        '  const stale = (name: string): boolean => isIndexStale(state, marketOf(state, name)) && state.now < 0;',
      ]),
  },
  {
    name: 'all-of-a-large-position-at-once',
    clause: 'R-60',
    what: 'A position above the limit of a slice is sold whole.',
    make: () =>
      patched([
        'engine/liquidation/stages/slice.ts',
        '  if (notionalOf(market, lots, market.mark) <= sliceAbove) return lots;',
        '  if (notionalOf(market, lots, market.mark) <= sliceAbove || lots > 0) return lots;',
      ]),
  },
  {
    name: 'slice-rounded-down',
    clause: 'R-60',
    what: 'A slice is rounded down to the lot.',
    make: () =>
      patched([
        'engine/liquidation/stages/slice.ts',
        'Number(divCeil(BigInt(lots) * BigInt(sliceShare), UNIT_BIG))',
        'Math.max(1, Number((BigInt(lots) * BigInt(sliceShare)) / UNIT_BIG + 0n * divCeil(1n, 1n)))',
      ]),
  },
  {
    name: 'healed-and-sold-on',
    clause: 'R-60',
    what: 'A liquidation sells the whole slice although a part of it heals the account.',
    make: () =>
      patched([
        'engine/liquidation/stages/slice.ts',
        'const lots = fewestThat(closing, offered, heals) ?? offered;',
        'const lots = offered + 0 * (fewestThat(closing, offered, heals) ?? 0);',
      ]),
  },
  {
    name: 'pinned-price-goes-stale',
    clause: 'R-122',
    what: 'A price that is pinned goes stale, like that of a feed that stops.',
    make: () =>
      patched([
        'engine/world/price-steering.ts',
        "events.push({ type: 'PricePinned', at, symbol, pinned: true });",
        "events.push({ type: 'FeedSet', at, symbol, frozen: true });",
      ]),
  },
  {
    name: 'stopped-price-stays-fresh',
    clause: 'R-122',
    what: 'A price whose feed was stopped never goes stale.',
    make: () =>
      patched([
        'engine/prices.ts',
        'return frozenAt === null ? 0 : now - Math.max(frozenAt, indexAt);',
        'return frozenAt === null ? 0 : Math.min(0, now - indexAt);',
      ]),
  },
  {
    name: 'ramp-at-its-end-alone',
    clause: 'R-122',
    what: 'A ramp takes one step, at its end.',
    make: () =>
      patched([
        'engine/world/price-steering.ts',
        'const price = index + Math.trunc((ramp.to - index) / (leftMs / STEP_MS + 1));',
        'const price = index;',
      ]),
  },
  {
    name: 'ramp-goes-on-under-a-pin',
    clause: 'R-122',
    what: 'A ramp that is under way moves a price that is pinned.',
    make: () =>
      patched([
        'engine/world/price-steering.ts',
        `  const events: EngineEvent[] = rampEnd(state, market);
  if (market.frozenAt !== null)`,
        `  const events: EngineEvent[] = [];
  if (market.frozenAt !== null)`,
      ]),
  },
  {
    name: 'ramp-goes-on-after-its-end',
    clause: 'R-122',
    what: 'A ramp that is under way goes on after a stop, and after a release.',
    make: () =>
      patched([
        'engine/world/price-steering.ts',
        `  const events: EngineEvent[] = rampEnd(state, market);
  if (market.pinned === true)`,
        `  const events: EngineEvent[] = [];
  if (market.pinned === true)`,
      ]),
  },
  {
    name: 'pin-of-a-stopped-price',
    clause: 'R-122',
    what: 'A price that is pinned after a stop goes stale as if it were not pinned.',
    make: () =>
      patched([
        'engine/world/price-steering.ts',
        "if (market.frozenAt !== null) events.push({ type: 'FeedSet', at, symbol, frozen: false });",
        '',
      ]),
  },
  {
    name: 'pinned-for-good',
    clause: 'R-122',
    what: 'A price that is released stays pinned.',
    make: () =>
      patched([
        'engine/world/price-steering.ts',
        "if (market.pinned === true) events.push({ type: 'PricePinned', at, symbol, pinned: false });",
        '',
      ]),
  },
  {
    name: 'stopped-for-good',
    clause: 'R-122',
    what: 'A price that is released stays as stale as it was.',
    make: () =>
      patched([
        'engine/world/price-steering.ts',
        'if (frozen !== (market.frozenAt !== null)) events',
        'if (frozen && market.frozenAt === null) events',
      ]),
  },
];
