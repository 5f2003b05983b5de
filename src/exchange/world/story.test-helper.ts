import type { Command } from '../../engine/command.ts';
import { type CommandOutcome, Engine } from '../../engine/engine.ts';
import type { EngineEvent } from '../../engine/event.ts';
import { genesis } from '../../engine/genesis.ts';
import { collateralPriceOf } from '../../engine/risk/margin.ts';
import type { Account, Market } from '../../engine/state.ts';
import { unitsOf } from '../../kernel/decimal.ts';
import { loadWorld, worldToConfig } from './world-file.ts';

export const OPTIONS = { seed: '7', nonceRule: 'increasing' } as const;
export const MINUTE_MS = 60_000;
/** Accounts below this number are those of the world file. */
export const DEV_ACCOUNTS = 10;

/** A world on a clock that the test advances; its traders are those of the default world. */
export class Story {
  readonly engine: Engine;
  readonly start: number;
  /** All that has happened since genesis. */
  readonly events: EngineEvent[] = [];

  constructor(name: string) {
    this.engine = new Engine(genesis(worldToConfig(loadWorld(name).file, OPTIONS)).state);
    this.start = this.engine.state.now;
  }

  /** Goes on to this many minutes after the start. */
  at(minutes: number): this {
    this.events.push(...this.engine.apply({ kind: 'clock', at: this.start + minutes * MINUTE_MS }).events);
    return this;
  }

  run(command: Command): CommandOutcome {
    const at = this.engine.state.now;
    const request = { kind: 'request', at, wallet: '0x', account: 0, action: 'test', nonce: null } as const;
    const { outcomes, events } = this.engine.apply({ ...request, commands: [command] });
    this.events.push(...events);
    const [outcome] = outcomes;
    if (!outcome) throw new Error('one command, one outcome');
    return outcome;
  }

  /** Leaves a dev account these amounts; account 9 gets the rest. */
  keep(from: number, amounts: Readonly<Record<string, string>>): void {
    for (const [asset, held] of this.account(from).balances) {
      const amount = held - unitsOf(amounts[asset] ?? '0');
      if (amount > 0n) this.run({ type: 'TransferCollateral', from, to: 9, asset, amount });
    }
  }

  /** A market order for BTC at the book; returns why it was refused, if it was. */
  trade(account: number, side: 'buy' | 'sell', quantity: string): string | undefined {
    const order = { orderType: 'market', price: '', reduceOnly: false, postOnly: false, clientId: '' } as const;
    const { refusal } = this.run({
      ...order,
      type: 'PlaceOrder',
      account,
      symbol: 'BTC-USDT',
      side,
      quantity,
      expiresAt: null,
      source: '',
    });
    return refusal?.message;
  }

  lots = (account: number): number => this.account(account).positions.get('BTC-USDT')?.lots ?? 0;

  /** Times at which liquidations of dev accounts began or ended, in ms after the start: holders of the world have theirs. */
  liquidations = (type: 'LiquidationBegan' | 'LiquidationEnded'): number[] =>
    this.events.flatMap((event) =>
      event.type === type && event.account < DEV_ACCOUNTS ? [event.at - this.start] : [],
    );

  /** Times of events of a type, in ms after the start. */
  times = (type: EngineEvent['type']): number[] =>
    this.events.filter((event) => event.type === type).map(({ at }) => at - this.start);

  account(no: number): Account {
    const account = this.engine.state.accounts.get(no);
    if (!account) throw new Error(`the world has account ${no}`);
    return account;
  }

  market(symbol: string): Market {
    const market = this.engine.state.markets.get(symbol);
    if (!market) throw new Error(`the world has ${symbol}`);
    return market;
  }

  index = (symbol: string): number => this.market(symbol).index / 100_000_000;

  /** What WETH is worth of the index of ether. */
  peg(): number {
    const { state } = this.engine;
    const spec = state.config.collaterals.find(({ asset }) => asset === 'WETH');
    return spec ? Number(collateralPriceOf(state, spec)) / this.market('ETH-USDT').index : 0;
  }
}
