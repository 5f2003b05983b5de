import type { Draw } from '../../../kernel/random.ts';
import type { Command, ControlAction, Params, SignedCommand, Step } from '../command.ts';
import type { MarketView } from './markets.ts';
import type { Memory } from './memory.ts';

/** Where sequences come from: draws, what is known, and a list of steps that stories add to. */
export class Plan {
  readonly draw: Draw;
  readonly memory: Memory;
  readonly accounts: readonly string[];
  /** False where nobody can move prices or the clock. */
  readonly canSteer: boolean;
  readonly #steps: Step[] = [];
  #nextId = 0;
  #clientIds = 0;

  constructor(draw: Draw, memory: Memory, accounts: readonly string[], canSteer: boolean) {
    this.draw = draw;
    this.memory = memory;
    this.accounts = accounts;
    this.canSteer = canSteer;
  }

  /** The first step that was planned and not taken yet. */
  take(): Step | undefined {
    return this.#steps.shift();
  }

  /** Plans a command and returns its id, for references. */
  add(command: Command): number {
    const id = this.#nextId;
    this.#nextId += 1;
    this.#steps.push({ id, command });
    return id;
  }

  signed(account: string, action: string, params: Params = {}, more: Partial<SignedCommand> = {}): number {
    return this.add({ kind: 'signed', account, on: null, action, params, changes: {}, ...more });
  }

  public(action: string, params: Params = {}): number {
    return this.add({ kind: 'public', action, params });
  }

  control(action: ControlAction, params: Params): number {
    return this.add({ kind: 'control', action, params });
  }

  advance(ms: number): number {
    return this.add({ kind: 'advance', ms });
  }

  /** The last planned command, for changes to it; undefined when it has been taken. */
  replaceLast(change: (command: Command) => Command): void {
    const last = this.#steps.pop();
    if (last) this.#steps.push({ id: last.id, command: change(last.command) });
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.draw.between(0, list.length - 1)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  /** Picks by weight. */
  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T {
    const total = choices.reduce((sum, [weight]) => sum + weight, 0);
    let left = this.draw.between(0, total - 1);
    for (const [weight, choice] of choices) {
      if (left < weight) return choice;
      left -= weight;
    }
    throw new RangeError('weights add up to their total');
  }

  percent(chance: number): boolean {
    return this.draw.between(0, 99) < chance;
  }

  account(): string {
    return this.pick(this.accounts);
  }

  other(account: string): string {
    return this.pick(this.accounts.filter((name) => name !== account));
  }

  market(): MarketView {
    const { markets } = this.memory;
    const [first] = markets;
    return first !== undefined && this.percent(55) ? first : this.pick(markets.slice(0, 3).concat(markets.slice(-1)));
  }

  clientId(): string {
    this.#clientIds += 1;
    return `x-${this.#clientIds}`;
  }
}
