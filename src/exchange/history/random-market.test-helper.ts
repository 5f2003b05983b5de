import fc from 'fast-check';
import type { CancelCause, EngineEvent, FillSide, PositionLeg } from '../../engine/event.ts';
import { placed, T0, traded } from './history.test-helper.ts';

/**
 * A small market without rules: every step makes two new orders meet at a drawn price, in one or two
 * executions. Subaccounts 1 and 2 are users, 10 is an agent. Orders, fills and positions fit together, and
 * that is all the projections ask for.
 */
export interface Step {
  readonly symbol: 'ETH-USDT' | 'BTC-USDT';
  readonly maker: 1 | 10;
  readonly taker: 2 | 10;
  readonly takerSide: 'buy' | 'sell';
  readonly prices: readonly [number, number];
  readonly lots: readonly [number, number];
  readonly rest: CancelCause | 'none' | 'modified';
  readonly pauseMs: number;
}

const steps = fc.record<Step>({
  symbol: fc.constantFrom('ETH-USDT', 'BTC-USDT'),
  maker: fc.constantFrom(1, 10),
  taker: fc.constantFrom(2, 10),
  takerSide: fc.constantFrom('buy', 'sell'),
  prices: fc.tuple(fc.integer({ min: 30_000, max: 36_000 }), fc.integer({ min: 30_000, max: 36_000 })),
  lots: fc.tuple(fc.integer({ min: 1, max: 50_000 }), fc.integer({ min: 1, max: 50_000 })),
  rest: fc.constantFrom('none', 'modified', 'user', 'expired', 'remainder', 'reduce_only', 'self_trade'),
  pauseMs: fc.constantFrom(0, 0, 1, 30_000, 7_200_000),
});

/** Lists of up to `maxLength` steps. */
export const marketSteps = (maxLength: number): fc.Arbitrary<Step[]> => fc.array(steps, { minLength: 1, maxLength });

/** The events of these steps. */
export function eventsOf(all: readonly Step[]): EngineEvent[] {
  const market = new RandomMarket();
  for (const step of all) market.play(step);
  return market.events;
}

interface Held {
  no: number;
  lots: number;
  cost: bigint;
}

class RandomMarket {
  readonly events: EngineEvent[] = [];
  readonly #held = new Map<string, Held>();
  #now = T0;
  #order = 0;
  #trade = 0;
  #position = 0;

  play(step: Step): void {
    this.#now += step.pauseMs;
    this.events.push({ type: 'ClockMoved', at: this.#now, to: this.#now });
    const maker = this.#place(step, step.maker, step.takerSide === 'buy' ? 'sell' : 'buy');
    const taker = this.#place(step, step.taker, step.takerSide);
    this.#meet(step, maker, taker, 0);
    if (step.rest === 'none') return this.#meet(step, maker, taker, 1);
    for (const order of [maker, taker]) {
      if (step.rest === 'modified') {
        this.events.push({
          type: 'OrderModified',
          at: this.#now,
          order,
          price: 31_000,
          quantity: 200_000,
          trimmed: 0,
          triggerPrice: null,
          keepsPlace: false,
          rests: false,
          cause: 'user',
        });
      } else {
        this.events.push({ type: 'OrderCancelled', at: this.#now, order, cause: step.rest });
      }
    }
    return undefined;
  }

  #place(step: Step, account: number, side: 'buy' | 'sell'): number {
    this.#order += 1;
    const quantity = step.lots[0] + step.lots[1];
    this.events.push(
      placed(this.#now, { no: this.#order, account, side, symbol: step.symbol, quantity, price: step.prices[0] }),
    );
    return this.#order;
  }

  #meet(step: Step, maker: number, taker: number, nth: 0 | 1): void {
    this.#trade += 1;
    const quantity = step.lots[nth];
    const price = step.prices[nth];
    const notionalOf = (lots: number): bigint => BigInt(price) * BigInt(lots) * 1_000n;
    const before = nth === 1 ? BigInt(step.prices[0]) * BigInt(step.lots[0]) * 1_000n : 0n;
    const sideOf = (order: number, account: number, side: 'buy' | 'sell'): FillSide => {
      const legs = this.#legs(`${account} ${step.symbol}`, side === 'buy' ? quantity : -quantity, notionalOf);
      return {
        order,
        account,
        side,
        filled: quantity + (nth === 1 ? step.lots[0] : 0),
        filledValue: notionalOf(quantity) + before,
        complete: nth === 1,
        fee: legs.reduce((sum, leg) => sum + leg.fee, 0n),
        feeRate: 20_000,
        feeTo: 'tradingFees',
        realizedPnl: legs.reduce((sum, leg) => sum + leg.closedPnl, 0n),
        legs,
        position: null,
      };
    };
    const { symbol, takerSide } = step;
    const makerSide = sideOf(maker, step.maker, takerSide === 'buy' ? 'sell' : 'buy');
    const takerFill = sideOf(taker, step.taker, takerSide);
    const figures = {
      trade: this.#trade,
      symbol,
      price,
      quantity,
      notional: notionalOf(quantity),
      mark: price + 1,
      takerSide,
    };
    this.events.push(traded(this.#now, { ...figures, maker: makerSide, taker: takerFill }));
  }

  /** Closes against the position held, then opens with what is left. */
  #legs(key: string, signed: number, notionalOf: (lots: number) => bigint): PositionLeg[] {
    const legs: PositionLeg[] = [];
    let rest = signed;
    const held = this.#held.get(key);
    if (held && held.lots > 0 !== signed > 0) {
      const closed = Math.min(Math.abs(signed), Math.abs(held.lots));
      const remaining = Math.abs(held.lots) - closed;
      const direction = held.lots > 0 ? 'close long' : 'close short';
      const entry = { entryCost: held.cost, entryLots: held.lots };
      legs.push({
        leg: 'close',
        position: held.no,
        direction,
        quantity: closed,
        fee: 7n,
        closedPnl: notionalOf(1),
        ...entry,
        remaining,
      });
      held.cost = (held.cost * BigInt(remaining)) / BigInt(Math.abs(held.lots));
      held.lots = Math.sign(held.lots) * remaining;
      if (remaining === 0) this.#held.delete(key);
      rest = signed + (signed > 0 ? -closed : closed);
    }
    if (rest !== 0) legs.push(this.#openLeg(key, rest, notionalOf));
    return legs;
  }

  #openLeg(key: string, signed: number, notionalOf: (lots: number) => bigint): PositionLeg {
    let held = this.#held.get(key);
    if (!held) {
      this.#position += 1;
      this.#held.set(key, (held = { no: this.#position, lots: 0, cost: 0n }));
    }
    held.lots += signed;
    held.cost += notionalOf(signed);
    return {
      leg: 'open',
      position: held.no,
      direction: signed > 0 ? 'open long' : 'open short',
      quantity: Math.abs(signed),
      fee: 11n,
      closedPnl: 0n,
      entryCost: held.cost,
      entryLots: held.lots,
      remaining: Math.abs(held.lots),
    };
  }
}
