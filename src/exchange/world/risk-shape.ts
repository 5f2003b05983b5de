import { decimal, flag, integer, object, type Reader } from './read.ts';

/** The last line of the exchange (wire 6.4). Funds and notionals are in the settlement asset, shares from 0 to 1. */
export interface WorldRisk {
  readonly vaultFunds: string;
  readonly takeoverShare: string;
  readonly sliceAbove: string;
  readonly sliceShare: string;
  readonly pauseMs: number;
  readonly indexMaxAgeMs: number;
  readonly liquidation: boolean;
  readonly deleveraging: boolean;
  readonly forcedExchange: boolean;
}

const ageMs = integer(1, 86_400_000);

/** The figures of wire 6.4, where a world does not say. */
export const STANDARD_WORLD_RISK: WorldRisk = {
  vaultFunds: '1000000',
  takeoverShare: '0.5',
  sliceAbove: '100000',
  sliceShare: '0.2',
  pauseMs: 30_000,
  indexMaxAgeMs: 60_000,
  liquidation: true,
  deleveraging: true,
  forcedExchange: true,
};

export const riskShape: Reader<WorldRisk> = object<WorldRisk>(
  {
    vaultFunds: decimal({ low: '0' }),
    takeoverShare: decimal({ low: '0', high: '1' }),
    sliceAbove: decimal({ low: '0' }),
    sliceShare: decimal({ low: '0', high: '1', aboveLow: true }),
    pauseMs: ageMs,
    indexMaxAgeMs: ageMs,
    liquidation: flag,
    deleveraging: flag,
    forcedExchange: flag,
  },
  STANDARD_WORLD_RISK,
);
