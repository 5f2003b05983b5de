import { describe, expect, test } from 'vitest';
import { Draw, streamOf } from '../kernel/random.ts';
import { canonicalState, stateDigest } from './canonical-state.ts';
import { collateralConfig } from './accounts/collateral.test-helper.ts';
import { testConfig } from './config.test-helper.ts';
import type { ExchangeConfig } from './config.ts';
import { Engine } from './engine.ts';
import type { EngineEvent } from './event.ts';
import { genesis } from './genesis.ts';
import { checkInvariants, pnlImbalance } from './invariants.ts';
import type { InputOutcome } from './outcome.ts';
import { randomCommand } from './random-commands.test-helper.ts';

const SEEDS = 200;
const COMMANDS = 2_000;

/** Three wealthy accounts, one of which goes by volume and one holds ether too, and one that soon runs out of margin. */
function unequalConfig(seed: string): ExchangeConfig {
  const config = testConfig({ seed });
  const { collaterals } = collateralConfig();
  const mixed = [
    { asset: 'USDT', amount: 100_000_000_000_000n },
    { asset: 'WETH', amount: 1_000_000_000n },
  ];
  const poor = [{ asset: 'USDT', amount: 200_000_000_000n }];
  const [first, custom] = config.tiers;
  if (!first || !custom) throw new Error('the test world has two tiers');
  const second = { ...custom, tierId: 'tier_2', tierType: 'volume', minVolume: 20_000_000_000_000n } as const;
  return {
    ...config,
    // Ten minutes before a full hour, so that every run crosses a settlement of funding.
    startTime: config.startTime - 600_000,
    collaterals,
    tiers: [first, second, custom],
    devAccounts: config.devAccounts.map((dev, index) =>
      index === 3
        ? { ...dev, balances: poor }
        : index === 2
          ? { ...dev, balances: mixed }
          : index === 1
            ? { ...dev, tierId: first.tierId }
            : dev,
    ),
  };
}

/** One random command of a run, sometimes after some time has passed. */
function step(engine: Engine, draw: Draw): InputOutcome {
  const at = engine.state.now + (draw.chance(200_000) ? draw.between(1, 5_000) : 0);
  const commands = [randomCommand(draw, engine.state)];
  // Not drawn, so that what a request costs moves nothing else of the run.
  const turn = engine.state.inputSeq;
  const charge = {
    ip: `192.0.2.${turn % 50}`,
    surface: 'trade',
    tokens: turn % 101,
    account: turn % 4,
    orders: 1,
  } as const;
  const from = { kind: 'request', wallet: '0x', account: 0, action: 'test', nonce: null } as const;
  return engine.apply({ ...from, at, commands, charge });
}

/** Counts that show a run was not an idle one (DET-18). */
type Probes = Record<string, number>;

function countInto(probes: Probes, { outcomes, events }: InputOutcome): void {
  for (const event of events) {
    probes[event.type] = (probes[event.type] ?? 0) + 1;
    if (event.type === 'OrderCancelled')
      probes[`cancelled ${event.cause}`] = (probes[`cancelled ${event.cause}`] ?? 0) + 1;
    if (event.type === 'Traded' && (event.maker.legs.length === 2 || event.taker.legs.length === 2))
      probes['flip'] = (probes['flip'] ?? 0) + 1;
  }
  for (const { refusal } of outcomes) if (refusal) probes[refusal.code] = (probes[refusal.code] ?? 0) + 1;
}

/** INV-15, INV-31, INV-33, INV-34 on each execution as it happens. */
function checkTrade(event: Extract<EngineEvent, { type: 'Traded' }>): void {
  for (const side of [event.maker, event.taker]) {
    const legs = side.legs.reduce((sum, leg) => ({ quantity: sum.quantity + leg.quantity, fee: sum.fee + leg.fee }), {
      quantity: 0,
      fee: 0n,
    });
    expect(legs).toEqual({ quantity: event.quantity, fee: side.fee });
    // The fee is the rate's share of the notional, half to even: twice the error is at most one unit.
    const error = side.fee * 100_000_000n - event.notional * BigInt(side.feeRate);
    expect(error * 2n <= 100_000_000n && error * -2n <= 100_000_000n).toBe(true);
  }
  expect(event.maker.account).not.toBe(event.taker.account);
}

describe('random runs of the whole engine', () => {
  // Goal: INV-01 to INV-34 where they apply. Method: 200 seeded runs of careless users; the whole state is
  // recounted every 50 commands, each trade checked as it happens, PnL balanced at three arbitrary prices.
  test(`${SEEDS} seeds x ${COMMANDS} commands hold every invariant`, () => {
    const probes: Probes = {};
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const engine = new Engine(genesis(unequalConfig(String(seed))).state);
      const draw = new Draw(streamOf(String(seed), 'commands'));
      for (let command = 1; command <= COMMANDS; command += 1) {
        const outcome = step(engine, draw);
        countInto(probes, outcome);
        for (const event of outcome.events) if (event.type === 'Traded') checkTrade(event);
        if (command % 50 === 0) checkInvariants(engine.state);
      }
      checkInvariants(engine.state);
      for (const factor of [0, 1, 3]) expect(pnlImbalance(engine.state, (market) => market.mark * factor)).toBe(0n);
    }
    const wanted = [
      'Traded',
      'flip',
      'OrderModified',
      'OrderRested',
      'MarkMoved',
      'cancelled user',
      'cancelled expired',
      'cancelled remainder',
      'cancelled reduce_only',
      'INVALID_VALUE',
      'QUANTITY_TOO_SMALL',
      'MARKET_NOT_FOUND',
      'MARKET_CLOSED',
      'PRICE_OUT_OF_BOUNDS',
      'IDEMPOTENCY_CONFLICT',
      'REDUCE_ONLY_NO_POSITION',
      'REDUCE_ONLY_SAME_SIDE',
      'REDUCE_ONLY_WOULD_INCREASE',
      'POST_ONLY_WOULD_TRADE',
      'SELF_TRADE_PREVENTED',
      'NO_LIQUIDITY',
      'INSUFFICIENT_MARGIN',
      'ORDER_NOT_FOUND',
      'QUANTITY_BELOW_FILLED',
      'Transferred',
      'WithdrawalRequested',
      'WithdrawalSettled',
      'AccountRenamed',
      'OrderArmed',
      'OrderTriggered',
      'cancelled sibling',
      'cancelled position_closed',
      'cancelled main_cancelled',
      'cancelled no_position',
      'INVALID_ORDER_SIDE',
      'INVALID_TRIGGER_PRICE',
      'FundingPaid',
      'DelegationGranted',
      'DelegationsEnded',
      'TwapChunkSent',
      'TwapFilled',
      'cancelled twap_ended',
      'cancelled scheduled',
      'LeverageSet',
      'IsolatedMarginMoved',
      'IsolatedMarginReleased',
      'POSITION_NOT_FOUND',
      'TierMoved',
      'FeedSet',
      'COLLATERAL_PRICE_STALE',
      'ReferralSet',
      'ORDER_REJECTED_BY_ENGINE',
    ];
    expect(wanted.filter((probe) => !probes[probe])).toEqual([]);
  });

  // Goal: a refusal changes nothing (DET-16). Method: compare the canonical state before and after each refused command.
  test('a refused command leaves the state as it was', () => {
    let refused = 0;
    for (let seed = 0; seed < 10; seed += 1) {
      const engine = new Engine(genesis(testConfig({ seed: String(seed) })).state);
      const draw = new Draw(streamOf(String(seed), 'refusals'));
      for (let command = 0; command < 400; command += 1) {
        const before = canonicalWithoutSequence(engine);
        const commands = [randomCommand(draw, engine.state)];
        const at = engine.state.now;
        const { outcomes, events } = engine.apply({
          kind: 'request',
          at,
          wallet: '0x',
          account: 0,
          action: 'test',
          nonce: null,
          commands,
        });
        if (!outcomes[0]?.refusal) continue;
        refused += 1;
        expect(events).toEqual([]);
        expect(canonicalWithoutSequence(engine)).toBe(before);
      }
    }
    expect(refused).toBeGreaterThan(500);
  });

  // Goal: the engine depends on its inputs alone. Method: the same inputs twice, and with another seed.
  test('equal seeds and commands give equal digests, another run another', () => {
    const run = (seed: string): string => {
      const engine = new Engine(genesis(testConfig({ seed })).state);
      const draw = new Draw(streamOf(seed, 'commands'));
      for (let command = 0; command < 3_000; command += 1) step(engine, draw);
      return stateDigest(engine.state);
    };
    expect(run('7')).toBe(run('7'));
    expect(run('8')).not.toBe(run('7'));
  });
});

function canonicalWithoutSequence(engine: Engine): string {
  const { inputSeq: _, ...state } = canonicalState(engine.state) as Record<string, unknown>;
  return JSON.stringify(state, (_key, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`;
    if (value instanceof Map || value instanceof Set) return [...(value as Iterable<unknown>)];
    if (typeof value === 'object' && value !== null && 'toCanonical' in value)
      return (value as { toCanonical(): unknown }).toCanonical();
    return value;
  });
}
