import { expect, test } from 'vitest';
import { RandomInputs } from '../kernel/random-inputs.test-helper.ts';
import { runsOf } from '../kernel/test-budget.test-helper.ts';
import { testConfig } from './config.test-helper.ts';
import { Engine } from './engine.ts';
import type { EngineEvent, FundingPaidEvent } from './event.ts';
import { genesis } from './genesis.ts';
import { checkInvariants } from './invariants.ts';
import { randomCommand } from './random-commands.test-helper.ts';

const HOUR_MS = 3_600_000;

/** One market's settlement of one hour: who was open when it came, and who was paid. */
interface Hour {
  readonly at: number;
  readonly rate: number;
  readonly open: readonly string[];
  readonly paid: FundingPaidEvent[];
}

/** Follows open positions by executions alone, so that the engine's own list of holders is not believed. */
class Auditor {
  readonly hours: Hour[] = [];
  readonly #open = new Map<string, string>();
  readonly #latest = new Map<string, Hour>();

  receive(event: EngineEvent): void {
    if (event.type === 'Traded') {
      for (const { account, position } of [event.maker, event.taker]) {
        const key = `${event.symbol}|${account}`;
        if (position) this.#open.set(key, `${position.no}: ${position.lots}`);
        else this.#open.delete(key);
      }
    } else if (event.type === 'FundingSettled') {
      const held = [...this.#open].filter(([key]) => key.startsWith(`${event.symbol}|`)).map(([, text]) => text);
      const hour = { at: event.at, rate: event.rate, open: held, paid: [] };
      this.hours.push(hour);
      this.#latest.set(event.symbol, hour);
    } else if (event.type === 'FundingPaid') {
      this.#latest.get(event.symbol)?.paid.push(event);
    }
  }
}

/** INV-36: each open position once. INV-35: payments cancel out but for half a unit each, and the payer follows the sign. */
function checkHour({ at, rate, open, paid }: Hour): void {
  expect(at % HOUR_MS).toBe(0);
  expect(paid.map(({ position, lots }) => `${position}: ${lots}`).sort()).toEqual([...open].sort());
  const sum = paid.reduce((total, { amount }) => total + amount, 0n);
  expect((sum < 0n ? -sum : sum) * 2n <= BigInt(paid.length)).toBe(true);
  for (const { lots, amount } of paid) {
    if (amount !== 0n) expect(amount > 0n).toBe(lots > 0 === rate < 0);
  }
}

// Goal: INV-35 and INV-36. Method: careless users on a clock that now and then jumps over hours; an auditor who knows
// executions only says which positions each hour must pay.
test('every open position is funded once an hour, and only roundings are left', () => {
  let payments = 0;
  let negative = 0;
  for (let seed = 0; seed < runsOf({ quick: 10, full: 30 }); seed += 1) {
    const engine = new Engine(genesis(testConfig({ seed: String(seed) })).state);
    const { state } = engine;
    const start = state.now;
    const draw = new RandomInputs(String(seed), 'funding');
    const auditor = new Auditor();
    for (let command = 0; command < 400; command += 1) {
      const jump = draw.chance(40_000) ? draw.between(1, 3 * HOUR_MS) : draw.between(0, 2_000);
      for (const event of engine.apply({ kind: 'clock', at: state.now + jump }).events) auditor.receive(event);
      const input = { kind: 'request', wallet: '0x', account: 0, action: 'test', nonce: null } as const;
      const commands = [randomCommand(draw, state)];
      for (const event of engine.apply({ ...input, at: state.now, commands }).events) auditor.receive(event);
    }
    checkInvariants(state);
    auditor.hours.forEach(checkHour);
    expect(auditor.hours).toHaveLength(2 * (Math.floor(state.now / HOUR_MS) - Math.floor(start / HOUR_MS)));
    payments += auditor.hours.reduce((sum, { paid }) => sum + paid.length, 0);
    negative += auditor.hours.filter(({ rate }) => rate < 0).length;
  }
  expect(payments).toBeGreaterThan(runsOf({ quick: 300, full: 1_000 }));
  expect(negative).toBeGreaterThan(runsOf({ quick: 3, full: 10 }));
});
