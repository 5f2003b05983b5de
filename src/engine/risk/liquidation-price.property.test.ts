import { expect, test } from 'vitest';
import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import { evolve } from '../evolve.ts';
import { genesis } from '../genesis.ts';
import { marginAccountsOf, healthOf, isUnhealthy } from '../liquidation/health.ts';
import { randomEvents, randomWorld } from '../liquidation/watch/random-watch.test-helper.ts';
import type { MarginAccount } from '../liquidation/terms.ts';
import type { Position, State } from '../state.ts';
import { marketOf, positionRiskOf } from './margin.ts';
import { shareOf } from '../../kernel/test-budget.test-helper.ts';

const WORLDS = shareOf(150);
const STEPS = 200;

type Probes = Record<'long' | 'short' | 'isolated' | 'anotherTier' | 'unhealthy' | 'none', number>;

/** Returns whether a margin account would be below maintenance at another mark of one market. */
function unhealthyAt(state: State, marginAccount: MarginAccount, symbol: string, mark: number): boolean {
  const market = marketOf(state, symbol);
  const held = market.mark;
  market.mark = mark;
  const unhealthy = isUnhealthy(healthOf(state, marginAccount));
  market.mark = held;
  return unhealthy;
}

function tierAt(state: State, { symbol, lots }: Position, mark: number): number {
  const { spec } = marketOf(state, symbol);
  const notional = BigInt(Math.abs(lots)) * BigInt(mark) * spec.notionalPerTickLot;
  return spec.marginTiers.findIndex(({ maxNotional }) => maxNotional === null || notional <= maxNotional);
}

function checkPosition(state: State, marginAccount: MarginAccount, position: Position, probes: Probes): void {
  const account = state.accounts.get(position.account);
  if (!account) throw new Error('a position has a holder');
  const { symbol, lots } = position;
  const { mark } = marketOf(state, symbol);
  const { liquidationPrice } = positionRiskOf(state, account, position);
  const unhealthy = isUnhealthy(healthOf(state, marginAccount));
  const sign = lots > 0 ? 1 : -1;
  probes[sign > 0 ? 'long' : 'short'] += 1;
  probes.isolated += marginAccount.symbol === null ? 0 : 1;
  probes.unhealthy += unhealthy ? 1 : 0;
  if (liquidationPrice === 0) {
    probes.none += 1;
    const far = lots > 0 === unhealthy ? mark * 1_000_000 : 1;
    expect(unhealthyAt(state, marginAccount, symbol, far), `nowhere up to ${far}`).toBe(unhealthy);
    return;
  }
  probes.anotherTier += tierAt(state, position, mark) === tierAt(state, position, liquidationPrice) ? 0 : 1;
  const before = Math.max(1, liquidationPrice + sign);
  const beyond = Math.max(1, liquidationPrice - sign);
  const where = `${symbol} ${lots} at ${mark}, ${liquidationPrice}`;
  if (before !== liquidationPrice)
    expect(unhealthyAt(state, marginAccount, symbol, before), `before: ${where}`).toBe(false);
  if (beyond !== liquidationPrice)
    expect(unhealthyAt(state, marginAccount, symbol, beyond), `beyond: ${where}`).toBe(true);
}

// Goal: the price shown is where it happens, whatever else the account has. Method: worlds of odd tiers and haircuts, accounts
// in every condition; the mark alone is moved to one tick on either side of the price.
test('one tick before the liquidation price an account is healthy, one tick beyond it is not', () => {
  const probes: Probes = { long: 0, short: 0, isolated: 0, anotherTier: 0, unhealthy: 0, none: 0 };
  for (let seed = 0; seed < WORLDS; seed += 1) {
    const draw = new RandomInputs(String(seed), 'liquidation price');
    const { state } = genesis(randomWorld(draw, String(seed)));
    for (let step = 0; step < STEPS; step += 1) {
      for (const event of randomEvents(draw, state)) evolve(state, event);
      if (step % 5 > 0) continue;
      for (const account of state.accounts.values()) {
        for (const marginAccount of marginAccountsOf(account)) {
          for (const position of account.positions.values()) {
            const belongs = account.isolated.has(position.symbol) ? position.symbol : null;
            if (belongs === marginAccount.symbol) checkPosition(state, marginAccount, position, probes);
          }
        }
      }
    }
  }
  for (const [probe, times] of Object.entries(probes)) expect(times, probe).toBeGreaterThan(shareOf(500));
});
