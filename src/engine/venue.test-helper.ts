import type { Command } from './command.ts';
import type { PlaceOrder, Side } from './orders/order-terms.ts';
import { testConfig } from './config.test-helper.ts';
import type { ExchangeConfig } from './config.ts';
import { type CommandOutcome, Engine, type EngineObserver } from './engine.ts';
import type { TradedEvent } from './event.ts';
import { genesis } from './genesis.ts';
import type { Account } from './state.ts';

/** A new exchange with four accounts (0 to 3) of 1,000,000 USDT, and methods to drive it. */
export class TestVenue {
  readonly engine: Engine;

  constructor(config: ExchangeConfig = testConfig(), observer: EngineObserver | null = null) {
    this.engine = new Engine(genesis(config).state, observer);
  }

  run(command: Command): CommandOutcome {
    const at = this.engine.state.now;
    const input = { kind: 'request', at, wallet: '0x', account: 0, action: 'test', nonce: null } as const;
    const [outcome] = this.engine.apply({ ...input, commands: [command] }).outcomes;
    if (!outcome) throw new Error('one command, one outcome');
    return outcome;
  }

  /** Places a BTC-USDT order, limitGtc by default. */
  place(
    account: number,
    side: Side,
    quantity: string,
    price: string,
    change: Partial<PlaceOrder> = {},
  ): CommandOutcome {
    return this.run({
      type: 'PlaceOrder',
      account,
      symbol: 'BTC-USDT',
      side,
      orderType: 'limitGtc',
      price,
      quantity,
      reduceOnly: false,
      postOnly: false,
      clientId: '',
      expiresAt: null,
      source: '',
      ...change,
    });
  }

  advance(ms: number): void {
    this.engine.apply({ kind: 'clock', at: this.engine.state.now + ms });
  }

  account(no: number): Account {
    const account = this.engine.state.accounts.get(no);
    if (!account) throw new Error(`no account ${no}`);
    return account;
  }

  /** The executions among the events of a command. */
  static trades(outcome: CommandOutcome): TradedEvent[] {
    return outcome.events.flatMap((event) => (event.type === 'Traded' ? [event] : []));
  }

  /** The code a command was refused with, or the types of the events it caused. */
  static seen(outcome: CommandOutcome): string | string[] {
    return outcome.refusal ? outcome.refusal.code : outcome.events.map((event) => event.type);
  }
}
