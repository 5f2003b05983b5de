import type { WorldMarket } from '../../../exchange/world/world-file.ts';
import { block, entry, type Line } from './yaml.ts';

/** All of a market but its session, process and liquidity. */
export type MarketRecord = Omit<WorldMarket, 'session' | 'process' | 'liquidity'>;

/** The lines of a market record, in the order of `fixtures/worlds/README.md`. `notes` go behind their fields. */
export function recordLines(
  market: MarketRecord,
  notes: Readonly<Partial<Record<keyof MarketRecord, string>>> = {},
): Line[] {
  const { priceBands, funding, margin, ...plain } = market;
  const names = Object.keys(plain) as (keyof typeof plain)[];
  return [
    ...names.map((name) => entry(name, plain[name], notes[name])),
    entry('priceBands', block(...mapLines(priceBands)), notes.priceBands),
    entry('funding', block(...mapLines(funding)), notes.funding),
    entry(
      'margin',
      block(
        entry('defaultLeverage', margin.defaultLeverage),
        entry('tiers', { items: margin.tiers.map((tier) => block(...mapLines(tier))) }),
      ),
      notes.margin,
    ),
  ];
}

/** A flat map as it is. */
export const mapLines = (map: object): Line[] =>
  Object.entries(map).map(([key, value]) => entry(key, value as string | number | boolean | null));
