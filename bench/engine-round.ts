import { OrderBook } from 'nodejs-order-book';
import type { Command, Input } from '../src/engine/command.ts';
import type { ExchangeConfig } from '../src/engine/config.ts';
import { Engine } from '../src/engine/engine.ts';
import { genesis } from '../src/engine/genesis.ts';
import { unitsOf } from '../src/kernel/decimal.ts';
import { loadWorld, worldToConfig } from '../src/runtime/world-file.ts';
import { percentile } from './statistics.ts';
import { commandStream, type StreamCommand } from './stream.ts';

// One round of the engine pair in a process of its own: `engine-round.ts perpsim|y4 <commands>`.

/** What one pass over the stream came to. Refusals are orders and ids that the subject turned away. */
export interface EngineRound {
  readonly perSecond: number;
  readonly p99Us: number;
  readonly refused: number;
}

const SYMBOL = 'BTC-USDT';
const ACCOUNTS = 1_000;
const LOT = 100_000;
const PLAIN = { reduceOnly: false, postOnly: false, clientId: '', expiresAt: null, source: '' } as const;

/** Applies one command; false when it is refused. */
type Apply = (command: StreamCommand, index: number) => boolean;

function peer(): Apply {
  const book = new OrderBook();
  return (command) => {
    switch (command.kind) {
      case 'add': {
        const { id, isBuy, price, lots } = command;
        return book.limit({ id: String(id), side: sideOf(isBuy), size: lots, price } as never).err === null;
      }
      case 'market':
        return book.market({ side: sideOf(command.isBuy), size: command.lots } as never).err === null;
      case 'cancel':
        return book.cancel(String(command.id)) !== undefined;
      case 'modify':
        return book.modify(String(command.id), { price: command.price, size: command.lots }).err === null;
    }
  };
}

const sideOf = (isBuy: boolean): 'buy' | 'sell' => (isBuy ? 'buy' : 'sell');

/** The default markets without liquidity of their own, and a thousand rich accounts without limits on orders. */
function config(): ExchangeConfig {
  const world = { ...loadWorld('quiet').file };
  const bare = {
    ...world,
    markets: world.markets.map((market) => ({ ...market, liquidity: { kind: 'none' } as const })),
  };
  const plain = worldToConfig(bare, { seed: '7', nonceRule: 'increasing' });
  return {
    ...plain,
    tiers: plain.tiers.map((tier) => ({ ...tier, maxOrdersPerMarket: 1_000_000, maxTotalOrders: 1_000_000 })),
    devAccounts: Array.from({ length: ACCOUNTS }, (_, index) => ({
      address: addressOf(index),
      tierId: 'tier_1',
      balances: [{ asset: 'USDT', amount: unitsOf('1000000') }],
    })),
  };
}

const addressOf = (account: number): string => `0x${(account + 1).toString(16).padStart(40, '0')}`;
const accountOf = (id: number): number => id % ACCOUNTS;

function exchange(): Apply {
  const settings = config();
  const engine = new Engine(genesis(settings).state);
  const numbers: number[] = [];
  return (command, index) => {
    const account = accountOf(command.id);
    if (command.kind === 'add' || command.kind === 'market') numbers[command.id] = engine.state.counters.order;
    const { outcomes } = engine.apply({
      kind: 'request',
      // A thousand commands fall into one second, so that the mark is sampled as often as under real load.
      at: settings.startTime + index,
      wallet: addressOf(account),
      account,
      action: 'bench',
      nonce: BigInt(index + 1),
      commands: [commandOf(command, account, numbers[command.id] ?? -1)],
    } satisfies Input);
    return outcomes[0]?.refusal === null;
  };
}

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

const sizeText = (lots: number): string =>
  `0.${String(lots)
    .padStart(String(LOT).length - 1, '0')
    .replace(/0+$/, '')}`;

function pass(apply: Apply, commands: readonly StreamCommand[]): EngineRound {
  const latencies = new Float64Array(commands.length);
  let refused = 0;
  const started = performance.now();
  let before = started;
  commands.forEach((command, index) => {
    if (!apply(command, index)) refused += 1;
    const after = performance.now();
    latencies[index] = after - before;
    before = after;
  });
  return {
    perSecond: (commands.length * 1000) / (before - started),
    p99Us: percentile(latencies, 99) * 1000,
    refused,
  };
}

const [, , subject, length] = process.argv;
const commands = commandStream('7', Number(length));
const make = subject === 'y4' ? peer : exchange;
pass(make(), commands.slice(0, Math.ceil(commands.length / 4)));
process.stdout.write(`result ${JSON.stringify(pass(make(), commands))}\n`);
