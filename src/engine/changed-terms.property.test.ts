import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../kernel/canonical-json.ts';
import { divHalfEven } from '../kernel/decimal.ts';
import { RandomInputs } from '../kernel/random-inputs.test-helper.ts';
import { shareOf } from '../kernel/test-budget.test-helper.ts';
import { UNIT, UNIT_BIG } from '../kernel/units.ts';
import { stateDigest } from './canonical-state.ts';
import type { ControlCommand } from './command.ts';
import type { MarginTier } from './config.ts';
import { Engine } from './engine.ts';
import { genesis } from './genesis.ts';
import { checkInvariants } from './invariants.ts';
import { checkRisk } from './liquidation/check-risk.ts';
import { PRESETS } from './random-run/presets.test-helper.ts';
import type { Market, State } from './state.ts';
import { RichInputs, richConfig } from './state-codec/rich-run.test-helper.ts';
import { decodeState, encodeState } from './state-codec/state-codec.ts';

const INPUTS = shareOf(1_200);

/** Two tiers whose second begins at random, with leverage that the first allows. */
function randomTiers(draw: RandomInputs): MarginTier[] {
  const most = draw.between(3, 100);
  const edge = BigInt(draw.between(1_000, 200_000)) * UNIT_BIG;
  const rates = [most, Math.max(1, most - draw.between(1, 50))].map((leverage) => Math.floor(UNIT / leverage));
  const [low = 0, high = 0] = rates.map((initial) => Math.floor(initial / 2));
  const start = edge + UNIT_BIG;
  const deduction = divHalfEven(start * BigInt(high - low), UNIT_BIG);
  const [first = 0, second = 0] = rates;
  return [
    { minNotional: 0n, maxNotional: edge, maxLeverage: most, initialRate: first, maintenanceRate: low, deduction: 0n },
    {
      ...{ minNotional: start, maxNotional: null, maxLeverage: Math.floor(UNIT / second), initialRate: second },
      ...{ maintenanceRate: high, deduction },
    },
  ];
}

function randomTerms(draw: RandomInputs, state: State): ControlCommand[] {
  const markets: Market[] = [...state.markets.values()];
  const { symbol } = markets[draw.between(0, markets.length - 1)]?.spec ?? { symbol: '' };
  const dice = draw.between(0, 99);
  if (dice < 30) {
    const { tierId = '' } = state.config.tiers[draw.between(0, state.config.tiers.length - 1)] ?? {};
    return [{ type: 'SetFees', tierId, makerRate: draw.between(-20_000, 20_000), takerRate: draw.between(0, 60_000) }];
  }
  if (dice < 65) return [{ type: 'SetMargin', symbol, tiers: randomTiers(draw) }];
  if (dice < 80) {
    return [{ type: 'SetOpenInterestCap', symbol, cap: BigInt(draw.between(0, 3)) * 50_000n * UNIT_BIG }];
  }
  return endOf(symbol, draw);
}

/** A market that ends and is opened again, so that the run goes on. */
const endOf = (symbol: string, draw: RandomInputs): ControlCommand[] => [
  { type: 'Delist', symbol, price: draw.chance(500_000) ? null : draw.between(1, 200_000) },
  { type: 'SetMarketStatus', symbol, status: 'open' },
];

/** Random terms; in the end all markets end, so that a short run settles positions too. */
function termsAt(turn: number, draw: RandomInputs, state: State): ControlCommand[] {
  if (turn + 20 <= INPUTS) return randomTerms(draw, state);
  return [...state.markets.values()].flatMap(({ spec }) => endOf(spec.symbol, draw));
}

describe.each(PRESETS.map((preset) => [preset.name, preset] as const))('a run of the preset %s', (_, preset) => {
  // Goal: changed terms and ended markets leave every rule of the engine in force, and are part of the state. Method: a random
  // run with such commands among its inputs; invariants and risk are recounted, and a second engine, made again from the
  // encoded state now and then, must cause equal events.
  test('whose terms change holds every invariant, and continues from its encoded state', () => {
    const config = richConfig(preset, '5');
    const through = new Engine(genesis(config).state);
    let again = new Engine(genesis(config).state);
    const inputs = new RichInputs(preset, '5');
    const draw = new RandomInputs('5', `terms of ${preset.name}`);
    let settled = 0;
    for (let turn = 1; turn <= INPUTS; turn += 1) {
      const { state } = through;
      const input =
        turn % 20 === 0
          ? ({ kind: 'control', at: state.now, commands: termsAt(turn, draw, state) } as const)
          : inputs.next(state);
      const outcome = through.apply(input);
      settled += outcome.events.filter((event) => event.type === 'Traded' && event.cause === 'settlement').length;
      expect(canonicalJson(again.apply(input))).toBe(canonicalJson(outcome));
      if (turn % 20 === 0) {
        checkInvariants(state);
        checkRisk(state);
      }
      if (turn % 90 !== 0) continue;
      const restored = decodeState(encodeState(again.state), config);
      expect(stateDigest(restored)).toBe(stateDigest(state));
      again = new Engine(restored);
    }
    expect(through.state.terms?.markets.size).toBeGreaterThan(0);
    expect(settled).toBeGreaterThan(0);
  });
});
