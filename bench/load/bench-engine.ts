import type { Command, Input } from '../../src/engine/command.ts';
import type { ExchangeConfig } from '../../src/engine/config.ts';
import { Engine } from '../../src/engine/engine.ts';
import { genesis } from '../../src/engine/genesis.ts';
import { unitsOf } from '../../src/kernel/decimal.ts';
import { loadWorld, worldToConfig } from '../../src/exchange/world/world-file.ts';
import type { StreamCommand } from './stream.ts';

export const SYMBOL = 'BTC-USDT';
const LOT = 100_000;
export const PLAIN = { reduceOnly: false, postOnly: false, clientId: '', expiresAt: null, source: '' } as const;

/**
 * Parses a stream into inputs of the engine before anything is measured: the ids of commands are dealt out to the
 * accounts in turn, and the numbers of orders are those that an engine gives to this stream.
 */
export function inputsOf(commands: readonly StreamCommand[], accounts: number): Input[] {
  const bench = new BenchEngine(accounts);
  return commands.map((command, index) => {
    const input = bench.inputOf(command, index);
    bench.engine.apply(input);
    return input;
  });
}

/** The exchange in process, driven by the stream. */
export class BenchEngine {
  readonly engine: Engine;
  readonly #accounts: number;
  readonly #start: number;
  readonly #numbers: number[] = [];

  constructor(accounts: number) {
    const settings = benchConfig(accounts);
    this.engine = new Engine(genesis(settings).state);
    this.#accounts = accounts;
    this.#start = settings.startTime;
  }

  /** The input for a command of the stream, which must be applied before the next one is asked for. */
  inputOf(command: StreamCommand, index: number): Input {
    const account = command.id % this.#accounts;
    if (command.kind === 'add' || command.kind === 'market')
      this.#numbers[command.id] = this.engine.state.counters.order;
    return this.requestOf(account, index, commandOf(command, account, this.#numbers[command.id] ?? -1));
  }

  /** Exchange time of the request with this number: a thousand fall into one second. */
  timeOf(index: number): number {
    return this.#start + index;
  }

  /** A request of its own for one command. */
  requestOf(account: number, index: number, command: Command): Input {
    return {
      kind: 'request',
      // The mark is sampled as often as under real load.
      at: this.timeOf(index),
      wallet: addressOf(account),
      account,
      action: 'bench',
      nonce: BigInt(index + 1),
      commands: [command],
    };
  }

  /** Applies one command of the stream; false when it is refused. */
  apply(command: StreamCommand, index: number): boolean {
    return this.accepts(this.inputOf(command, index));
  }

  /** Applies a request of its own for one command; false when it is refused. */
  run(account: number, index: number, command: Command): boolean {
    return this.accepts(this.requestOf(account, index, command));
  }

  /** False when the first command of the input is refused. */
  accepts(input: Input): boolean {
    return this.engine.apply(input).outcomes[0]?.refusal === null;
  }
}

/** The default markets without liquidity of their own, and rich accounts without limits on orders. */
export function benchConfig(accounts: number): ExchangeConfig {
  const world = { ...loadWorld('quiet').file };
  const bare = {
    ...world,
    markets: world.markets.map((market) => ({ ...market, liquidity: { kind: 'none' } as const })),
  };
  const plain = worldToConfig(bare, { seed: '7', nonceRule: 'increasing' });
  return {
    ...plain,
    tiers: plain.tiers.map((tier) => ({ ...tier, maxOrdersPerMarket: 1_000_000, maxTotalOrders: 1_000_000 })),
    devAccounts: Array.from({ length: accounts }, (_, index) => ({
      address: addressOf(index),
      tierId: 'tier_1',
      balances: [{ asset: 'USDT', amount: unitsOf('1000000') }],
    })),
  };
}

const addressOf = (account: number): string => `0x${(account + 1).toString(16).padStart(40, '0')}`;

function commandOf(command: StreamCommand, account: number, no: number): Command {
  switch (command.kind) {
    case 'add': {
      const { isBuy, price, lots } = command;
      const sizes = { side: sideOf(isBuy), price: String(price), quantity: sizeText(lots) } as const;
      return { type: 'PlaceOrder', account, symbol: SYMBOL, orderType: 'limitGtc', ...sizes, ...PLAIN };
    }
    case 'market': {
      const sizes = { side: sideOf(command.isBuy), price: '', quantity: sizeText(command.lots) } as const;
      return { type: 'PlaceOrder', account, symbol: SYMBOL, orderType: 'market', ...sizes, ...PLAIN };
    }
    case 'cancel':
      return { type: 'CancelOrder', account, order: { no } };
    case 'modify': {
      const sizes = { price: String(command.price), quantity: sizeText(command.lots), triggerPrice: null };
      return { type: 'ModifyOrder', account, order: { no }, ...sizes };
    }
  }
}

export const sideOf = (isBuy: boolean): 'buy' | 'sell' => (isBuy ? 'buy' : 'sell');

const sizeText = (lots: number): string =>
  `0.${String(lots)
    .padStart(String(LOT).length - 1, '0')
    .replace(/0+$/, '')}`;
