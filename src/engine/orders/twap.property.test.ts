import { expect, test } from 'vitest';
import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import { runsOf } from '../../kernel/test-budget.test-helper.ts';
import { testConfig } from '../config.test-helper.ts';
import { Engine } from '../engine.ts';
import type { EngineEvent } from '../event.ts';
import { genesis } from '../genesis.ts';
import { checkInvariants } from '../invariants.ts';
import { randomCommand } from '../random-commands.test-helper.ts';
import { randomMarginOrTwap } from './random-twap.test-helper.ts';

const SEEDS = runsOf({ quick: 15, full: 40 });
const STEPS = 500;

/** What a parent is known to have done, counted from its children alone. */
interface Seen {
  readonly chunks: number;
  readonly quantity: number;
  sent: number;
  filled: number;
  value: bigint;
  fees: bigint;
  /** The last totals the parent itself has shown. */
  shown: { filled: number; filledValue: bigint; fees: bigint };
  ended: string | null;
}

/** Adds the events of one input to what is known of each parent; a child's trade counts for its parent. */
function follow(parents: Map<number, Seen>, children: Map<number, number>, events: readonly EngineEvent[]): void {
  for (const event of events) {
    if (event.type === 'OrderPlaced') {
      const { no, twap, parent, quantity } = event.order;
      const shown = { filled: 0, filledValue: 0n, fees: 0n };
      if (twap)
        parents.set(no, { chunks: twap.chunks, quantity, sent: 0, filled: 0, value: 0n, fees: 0n, shown, ended: null });
      if (parent !== null) children.set(no, parent);
    } else if (event.type === 'Traded') {
      const parent = parents.get(children.get(event.taker.order) ?? -1);
      if (!parent) continue;
      parent.filled += event.quantity;
      parent.value += event.notional;
      parent.fees += event.taker.fee;
    } else if (event.type === 'TwapChunkSent') {
      const parent = parents.get(event.order);
      if (!parent || parent.ended !== null) throw new Error(`a chunk of ${event.order} was sent after its end`);
      parent.sent += 1;
    } else if (event.type === 'TwapFilled') {
      const parent = parents.get(event.order);
      if (!parent) continue;
      parent.shown = { filled: event.filled, filledValue: event.filledValue, fees: event.fees };
      if (event.complete) parent.ended = 'filled';
    } else if (event.type === 'OrderCancelled') {
      const parent = parents.get(event.order);
      if (parent) parent.ended = event.cause;
    }
  }
}

/** What a parent shows that its children do not bear out. Plain comparisons: this runs some 100,000 times. */
function faultOf({ shown, filled, value, fees, ended, sent, chunks, quantity }: Seen, live?: number): string | null {
  if (shown.filled !== filled || shown.filledValue !== value || shown.fees !== fees) return 'totals are not the sum';
  if ((live ?? filled) !== filled) return 'the live order shows something else';
  if (filled > quantity || sent > chunks) return 'more than was planned';
  if (ended === 'filled' && (filled !== quantity || sent !== chunks)) return 'filled before it was whole';
  return ended === 'twap_ended' && sent !== chunks ? 'ended before its last chunk' : null;
}

// Goal: INV-24 and INV-25. Method: random markets full of TWAPs of every variance; each parent's totals are recounted
// from the trades of its children, its chunks from what was sent, and live children are looked for after every input.
test(`TWAP parents are the sum of their children, over ${SEEDS} seeds x ${STEPS} inputs`, () => {
  const endings = new Map<string, number>();
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const engine = new Engine(genesis(testConfig({ seed: String(seed) })).state);
    const draw = new RandomInputs(String(seed), 'twap parents');
    const parents = new Map<number, Seen>();
    const children = new Map<number, number>();
    for (let step = 0; step < STEPS; step += 1) {
      const { state } = engine;
      const market = [...state.markets.values()][draw.between(0, 1)];
      if (!market) throw new Error('a world has markets');
      const command = draw.chance(80_000) ? randomMarginOrTwap(draw, state, market) : randomCommand(draw, state);
      const at = state.now + draw.between(0, 4_000);
      const input = { kind: 'request', at, wallet: '0x', account: 0, action: 'test', nonce: null } as const;
      follow(parents, children, engine.apply({ ...input, commands: [command] }).events);
      for (const child of children.keys()) if (state.orders.has(child)) throw new Error(`chunk ${child} is still live`);
      children.clear();
      for (const [no, parent] of parents) {
        const fault = faultOf(parent, state.orders.get(no)?.filled);
        if (fault !== null) throw new Error(`seed ${seed}, step ${step}, TWAP ${no}: ${fault}`);
        const { ended } = parent;
        if (ended === null) continue;
        endings.set(ended, (endings.get(ended) ?? 0) + 1);
        parents.delete(no);
      }
    }
    checkInvariants(engine.state);
  }
  expect(new Set(endings.keys())).toEqual(new Set(['filled', 'disconnected', 'twap_ended', 'user', 'scheduled']));
});
