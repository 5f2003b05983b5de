import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import type { Command, Input, LatencyModel } from '../command.ts';
import type { ExchangeConfig, LiquiditySpec, MarketSpec } from '../config.ts';
import type { FaultRule } from '../fault-terms.ts';
import type { Preset } from '../random-run/presets.test-helper.ts';
import { randomInput } from '../random-run/random-run.test-helper.ts';
import type { State } from '../state.ts';

const AGENTS: Extract<LiquiditySpec, { kind: 'agents' }> = {
  kind: 'agents',
  stepMs: 1_000,
  makers: 2,
  levels: 3,
  firstTicks: 10,
  stepTicks: 5,
  minLots: 100,
  maxLots: 5_000,
  takerPerMillion: 300_000,
  cancelPerMillion: 100_000,
  basisReversionPerMillion: 50_000,
  basisNoisePpb: 200_000,
};

const MOVING: MarketSpec['process'] = {
  kind: 'gbm',
  stepMs: 1_000,
  volatilityPpb: 300_000,
  driftPpb: 0,
  jumpPerMillion: 1_000,
  jumpPpb: 10_000_000,
};

/** The world of a preset with every random stream and every rate limit in use. */
export function richConfig(preset: Preset, seed: string): ExchangeConfig {
  const config = preset.config(seed);
  const [first, ...others] = config.markets;
  if (!first) throw new Error('a world has markets');
  return {
    ...config,
    nonceRule: preset.name === 'calm' ? 'unique' : 'increasing',
    limits: { ...config.limits, tradePerMinute: 1_000, infoPerSecond: 50 },
    markets: [{ ...first, process: MOVING, liquidity: AGENTS }, ...others],
  };
}

const FAULT: FaultRule = {
  name: 'late',
  place: 'arrival',
  surface: 'trade',
  target: null,
  account: null,
  wallet: null,
  item: null,
  effect: { kind: 'latency', ms: 20, of: 'answer' },
  perMille: 400,
  times: 50,
  seed: 's',
};

/** The inputs of a random run, with nonces, faults, a record that reads otherwise, and a planned withdrawal among them. */
export class RichInputs {
  readonly #draw: RandomInputs;
  readonly #preset: Preset;
  #turn = 0;

  constructor(preset: Preset, seed: string) {
    this.#draw = new RandomInputs(seed, `rich run of ${preset.name}`);
    this.#preset = preset;
  }

  next(state: State): Input {
    this.#turn += 1;
    const turn = this.#turn;
    const input = randomInput(this.#draw, state, this.#preset);
    const control = (command: Extract<Input, { kind: 'control' }>['commands'][number]): Input => ({
      kind: 'control',
      at: input.at,
      commands: [command],
    });
    if (turn === 20) {
      const reject = { ...FAULT, name: 'refused', effect: { kind: 'reject', code: 'INVALID_VALUE' } } as const;
      return control({ type: 'SetFaults', rules: [FAULT, reject], add: false });
    }
    if (turn === 40) {
      const fields = { status: 'pending', txHash: null };
      return control({ type: 'SetRecord', record: 'order', id: '7', fields });
    }
    if (turn === 45) return control({ type: 'SetLatency', account: 1, model: LATENCY });
    const [owner = ''] = state.wallets.keys();
    if (turn === 60)
      return control({ type: 'SetReferral', wallet: owner, referral: { code: 'c', discount: 90_000_000 } });
    if (turn % 50 === 1) return control({ type: 'PlanWithdrawal', account: turn % 4, outcome: 'failed' });
    if (turn % 50 === 2) return { ...input, commands: [granted(turn % 4, input.at)] };
    if (turn % 9 === 0) {
      const point = { ...FAULT, surface: 'trade', target: 'placeOrders', uses: [] } as const;
      return control({ type: 'MeetFaults', point });
    }
    const wallet = [...state.wallets.keys()][turn % 3] ?? '';
    return { ...input, wallet, account: turn % 4, nonce: BigInt(1_000 + turn) };
  }
}

const LATENCY: LatencyModel = {
  entry: { kind: 'normal', meanMs: 20, deviationMs: 5 },
  response: { kind: 'exponential', meanMs: 9, minMs: 2 },
  data: { kind: 'samples', ms: [4, 8] },
};

const granted = (account: number, now: number): Command => ({
  type: 'GrantDelegation',
  account,
  wallet: `0x${String(account).padStart(40, 'd')}`,
  permission: 'session',
  expiresAt: now + 3_600_000,
  grantedBy: '',
});
