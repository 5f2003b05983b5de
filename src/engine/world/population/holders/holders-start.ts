import { divCeil } from '../../../../kernel/decimal.ts';
import type { Draw } from '../../../../kernel/random.ts';
import { type Lots, type Ticks, UNIT_BIG, type Units } from '../../../../kernel/units.ts';
import { unitsOf } from '../../../../kernel/decimal.ts';
import type { MarketSpec } from '../../../config.ts';
import { markOf } from '../../../prices.ts';
import type { AccountStart, GroupStart, SeededPair } from '../group.ts';
import { type Persona, personaOf } from './personas.ts';
import type { PopulationSpec } from '../population-spec.ts';

const MILLION = 1_000_000;
/** The accounts after the holders: one is short against the long holders, the other long against the short ones. */
export const CARRIERS = ['hedger', 'investor'] as const;
const CARRIER: AccountStart = { funds: unitsOf('100000000000'), leverage: 2 };
/** Share of the holders who have a position at the start. */
const HOLDING_PPM = 700_000;
/** Deviation of the entry prices of the last hours, and of those of the carriers, in ppm. */
const ENTRY_PPM = 4_000;
const CARRIED_PPM = 8_000;
/** An entry price has lost at most this share of the margin. */
const LOST_PPM = 400_000;
/** The carriers opened their positions in this many parts. */
const PARTS = 6;
/** Share of a cap on open interest that the start uses at most. */
const CAP_PPM = 800_000n;

/** What a holder deposits: the margin of its usual position, and this much over. */
const DEPOSIT_LOW_PPM = 1_050_000;
const DEPOSIT_HIGH_PPM = 1_600_000;

/** The funds of a holder, in whole units of the settlement asset: so much of the initial margin of its usual position. */
export function depositFor(spec: MarketSpec, { lots, leverage }: Persona, price: Ticks, draw: Draw): Units {
  const notional = BigInt(lots) * BigInt(price) * spec.notionalPerTickLot;
  const share = BigInt(draw.between(DEPOSIT_LOW_PPM, DEPOSIT_HIGH_PPM));
  return divCeil(notional * share, BigInt(leverage) * BigInt(MILLION) * UNIT_BIG) * UNIT_BIG;
}

/**
 * The positions that holders have taken over the last hours, each against a carrier, and what the carriers hold between
 * themselves, so that open interest is right from the start.
 */
export function holdersAtStart(market: MarketSpec, { holders }: PopulationSpec, draw: Draw): GroupStart {
  const opening = markOf(market, market.initialIndex, 0);
  const accounts: AccountStart[] = [];
  const positions: SeededPair[] = [];
  const open = openLotsOf(market, holders.openLots, opening);
  const [hedger, investor] = [holders.count, holders.count + 1];
  let left = open;
  for (let rank = 0; rank < holders.count; rank += 1) {
    const persona = personaOf(market, holders, rank);
    accounts.push({ funds: depositFor(market, persona, opening, draw), leverage: persona.leverage });
    const reach = Math.min(3 * ENTRY_PPM, Math.floor(LOST_PPM / persona.leverage));
    const price = entryNear(opening, ENTRY_PPM, reach, draw);
    const isLong = draw.chance(MILLION / 2);
    if (!draw.chance(HOLDING_PPM) || persona.lots > left) continue;
    left -= persona.lots;
    const sides = isLong ? { long: rank, short: hedger } : { long: investor, short: rank };
    positions.push({ ...sides, price, lots: persona.lots });
  }
  for (let part = 0; part < PARTS && left > 0; part += 1) {
    const lots = part === PARTS - 1 ? left : Math.min(left, Math.ceil(open / PARTS));
    const price = entryNear(opening, CARRIED_PPM, 3 * CARRIED_PPM, draw);
    positions.push({ long: investor, short: hedger, price, lots });
    left -= lots;
  }
  return { accounts: [...accounts, ...CARRIERS.map(() => CARRIER)], positions };
}

function openLotsOf({ openInterestCap, notionalPerTickLot }: MarketSpec, wanted: Lots, price: Ticks): Lots {
  if (openInterestCap === 0n) return wanted;
  const most = (openInterestCap * CAP_PPM) / (notionalPerTickLot * BigInt(price) * BigInt(MILLION));
  return Math.min(wanted, Number(most));
}

function entryNear(price: Ticks, deviationPpm: number, reachPpm: number, draw: Draw): Ticks {
  const drawn = Math.trunc((draw.normalMillionths() * deviationPpm) / MILLION);
  const off = Math.max(-reachPpm, Math.min(reachPpm, drawn));
  return Math.max(1, price + Math.trunc((price * off) / MILLION));
}
