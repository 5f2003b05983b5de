import { divCeil, unitsOf } from '../../../kernel/decimal.ts';
import type { Draw } from '../../../kernel/random.ts';
import { maxLeverageOf } from '../../../kernel/terms.ts';
import { type Lots, type Ticks, UNIT_BIG, type Units } from '../../../kernel/units.ts';
import type { MarketSpec } from '../../config.ts';
import { markOf } from '../../prices.ts';
import type { HoldersSpec, PopulationSpec } from '../population-spec.ts';
import type { AccountStart, GroupStart, SeededPair } from './group.ts';

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

/** What one holder is like, for as long as the market exists. */
export interface Persona {
  /** Follows the trend, leans against moves, or has opinions that no price explains. */
  readonly style: 'trend' | 'reversion' | 'opinion';
  /** The usual position. */
  readonly lots: Lots;
  readonly leverage: number;
  /** Without a stop a large move liquidates it. */
  readonly stops: boolean;
}
/**
 * Steps of low-discrepancy sequences as shares of 2^32 (powers of the real root of x^5 = x + 1, inverted): traits are
 * spread evenly and independently over few holders.
 */
const STEPS = [3_679_390_609, 3_152_041_523, 2_700_274_806, 2_313_257_605] as const;
/** Shares of the styles. */
const TREND_PPM = 450_000;
const REVERSION_PPM = 400_000;
/** The smallest usual position, as a share of the mean one; sizes above it are skewed to the right. */
const SMALLEST_PPM = 250_000;

const PERSONAS = new WeakMap<HoldersSpec, WeakMap<MarketSpec, readonly Persona[]>>();

/** The persona of the holder of this rank. */
export function personaOf(market: MarketSpec, spec: HoldersSpec, rank: number): Persona {
  return personasOf(market, spec)[rank] ?? newPersona(market, spec, rank);
}

/** Holders are looked at again and again, and stay as they are. */
function personasOf(market: MarketSpec, spec: HoldersSpec): readonly Persona[] {
  const markets = PERSONAS.get(spec) ?? new WeakMap<MarketSpec, readonly Persona[]>();
  const known = markets.get(market);
  if (known) return known;
  const personas = Array.from({ length: spec.count }, (_, rank) => newPersona(market, spec, rank));
  PERSONAS.set(spec, markets.set(market, personas));
  return personas;
}

function newPersona(market: MarketSpec, spec: HoldersSpec, rank: number): Persona {
  const [style, size, leverage, stop] = STEPS.map((step) => traitPpm(rank, step)) as [number, number, number, number];
  const sizePpm = SMALLEST_PPM + Math.floor((3 * (MILLION - SMALLEST_PPM) * squared(size)) / MILLION);
  const stops = stop >= spec.stoplessPpm;
  // Who sets no stop is no friend of low leverage either.
  const share = stops ? squared(leverage) : leverage;
  const spread = Math.floor(((spec.leverageHigh - spec.leverageLow) * share) / MILLION);
  return {
    style: style < TREND_PPM ? 'trend' : style < TREND_PPM + REVERSION_PPM ? 'reversion' : 'opinion',
    lots: Math.max(market.minLots, Math.floor((spec.lots * sizePpm) / MILLION)),
    leverage: Math.max(1, Math.min(maxLeverageOf(market), spec.leverageLow + spread)),
    stops,
  };
}

const traitPpm = (rank: number, step: number): number =>
  Math.floor(((Math.imul(rank + 1, step) >>> 0) / 0x100000000) * MILLION);

const squared = (ppm: number): number => Math.floor((ppm * ppm) / MILLION);
