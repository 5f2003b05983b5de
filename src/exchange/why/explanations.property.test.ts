import { expect, test } from 'vitest';
import { openPositionRecord } from '../reads/records/position-record.ts';
import { subAccountRecord } from '../reads/records/subaccount-record.ts';
import type { Command } from '../../engine/command.ts';
import { Engine } from '../../engine/engine.ts';
import type { EngineEvent } from '../../engine/event.ts';
import { explainPosition, explainSummary } from './explain-margin.ts';
import { explainRefusal } from './explain-refusal.ts';
import type { Explanation } from './explanation.ts';
import { checkChain, resultOf } from './recompute.test-helper.ts';
import { genesis } from '../../engine/genesis.ts';
import { randomRisk } from '../../engine/liquidation/random-risk.test-helper.ts';
import { randomCommand } from '../../engine/random-commands.test-helper.ts';
import { presetOf } from '../../engine/random-run/presets.test-helper.ts';
import type { Order } from '../../engine/orders/order.ts';
import { summaryOf } from '../../engine/risk/margin.ts';
import type { Account, State } from '../../engine/state.ts';
import { formatUnits } from '../../kernel/decimal.ts';
import type { Refusal } from '../../kernel/errors.ts';
import { runsOf } from '../../kernel/test-budget.test-helper.ts';
import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import { Explanations } from './explanations.ts';

const SEEDS = runsOf({ quick: 3, full: 6 });
const COMMANDS = 600;
const LOOK_EVERY = 40;

/** Explains whatever happens and recomputes it; counts what it has seen. */
class Examiner extends Explanations {
  readonly seen = new Map<string, number>();

  constructor() {
    super((error) => {
      throw error;
    });
  }

  override refused(state: State, command: Command, refusal: Refusal): void {
    const why = explainRefusal(state, command, refusal);
    this.#count(refusal.code);
    this.#explains(why, refusal);
  }

  override unfired(state: State, order: Order, refusal: Refusal): void {
    super.unfired(state, order, refusal);
    const why = this.firing(order.no);
    if (!why) throw new Error(`order ${order.no} is explained`);
    this.#count(`fired ${refusal.code}`);
    this.#explains(why, refusal);
  }

  #explains(why: Explanation, refusal: Refusal): void {
    checkChain(why);
    if (why.steps.length > 0) expect([refusal, resultOf(why, 'refused')]).toEqual([refusal, 'yes']);
    expect(why.verdict).toEqual({ code: refusal.code, message: refusal.message });
  }

  override happened(state: State, event: EngineEvent): void {
    super.happened(state, event);
    if (event.type === 'FundingPaid') this.#payment(event.payment, formatUnits(event.amount));
    if (event.type === 'LiquidationEnded') this.#liquidation(event.liquidation);
    if (event.type === 'Deleveraged') this.#count('Deleveraged');
    if (event.type === 'Traded' && event.cause === 'adl') this.#deleveraged.push(event.trade);
  }

  readonly #deleveraged: number[] = [];

  /** To be called between commands: a deleveraging is known once its winner is. */
  settle(): void {
    for (const trade of this.#deleveraged.splice(0)) {
      const why = this.deleveraging(trade);
      if (!why) throw new Error(`trade ${trade} is explained`);
      checkChain(why);
      expect(resultOf(why, 'price')).toBe(why.verdict['price']);
      expect(resultOf(why, 'quantity')).toBe(why.verdict['quantity']);
      expect(resultOf(why, 'previousRanksHigher') ?? 'yes').toBe('yes');
    }
  }

  #payment(no: number, amount: string): void {
    const why = this.payment(no);
    if (!why) throw new Error(`payment ${no} is explained`);
    this.#count('FundingPaid');
    checkChain(why);
    expect([resultOf(why, 'payment'), resultOf(why, 'rate')]).toEqual([amount, why.verdict['fundingRate']]);
  }

  #liquidation(no: number): void {
    const why = this.liquidation(no)?.explain();
    if (!why) throw new Error(`liquidation ${no} is explained`);
    this.#count(`ended ${why.verdict['outcome'] ?? ''}`);
    checkChain(why);
    expect(resultOf(why, 'liquidated')).toBe('yes');
    expect(resultOf(why, 'equity')).toBe(why.verdict['equity']);
    expect(resultOf(why, 'maintenance')).toBe(why.verdict['maintenance']);
    for (const { name, result } of why.steps) {
      if (name.startsWith('healthyWithOneLess[')) expect(result).toBe('no');
    }
  }

  #count(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }
}

const SUMMARY = [
  'accountValue',
  'adjustedAccountValue',
  'availableMargin',
  'totalUnrealizedPnl',
  'maintenanceMargin',
  'initialMargin',
  'withdrawable',
  'debt',
] as const;

/** What is explained is what the API shows, and what the steps come to is what the engine counts with. */
function lookAt(state: State, account: Account): void {
  const why = explainSummary(state, account);
  checkChain(why);
  expect(why.verdict).toEqual(subAccountRecord(state, account).crossMarginSummary);
  const summary = summaryOf(state, account);
  for (const name of SUMMARY) expect([name, resultOf(why, name)]).toEqual([name, formatUnits(summary[name])]);
  for (const position of account.positions.values()) {
    const explanation = explainPosition(state, account, position);
    checkChain(explanation);
    const { side, quantity, unrealizedPnl, usedMargin, maintenanceMargin, ...record } = openPositionRecord(
      state,
      account,
      position,
    );
    expect(explanation.verdict).toMatchObject({ side, quantity, upnl: unrealizedPnl, usedMargin, maintenanceMargin });
    expect(Number(explanation.verdict['liquidationPrice'])).toBe(Number(record.liquidationPrice));
    expect(resultOf(explanation, `liquidationPrice[${position.symbol}]`)).toBe(explanation.verdict['liquidationPrice']);
  }
}

/** What runs of all kinds must have come upon for the property to say anything. */
const WANTED = [
  'INSUFFICIENT_MARGIN',
  'PRICE_OUT_OF_BOUNDS',
  'ORDER_NOT_FOUND',
  'SELF_TRADE_PREVENTED',
  'fired SELF_TRADE_PREVENTED',
  'FundingPaid',
  'Deleveraged',
  'ended healthy',
  'ended takenOver',
  'ended deleveraged',
];

// Goal: every step of every explanation follows from what it names, and its figures are those of the API. Method: seeded
// runs of all presets; each refusal, also of an order that fires, each payment, liquidation and deleveraging is explained when it happens and recomputed by
// the reader of formulas of the tests, all accounts every so often.
test(`${SEEDS} seeds x ${COMMANDS} commands are explained to the last step`, () => {
  const seen = new Set<string>();
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const preset = presetOf(seed);
    const examiner = new Examiner();
    const engine = new Engine(genesis(preset.config(String(seed))).state, examiner);
    const { state } = engine;
    const draw = new RandomInputs(String(seed), 'why');
    for (let step = 1; step <= COMMANDS; step += 1) {
      const idle = step % 200 === 0 ? 3_600_000 : draw.chance(preset.idle) ? draw.between(1, preset.idleMs) : 0;
      const command = randomRisk(draw, state, preset.temper) ?? randomCommand(draw, state);
      const from = { kind: 'request', wallet: '0x', account: 0, action: 'test', nonce: null } as const;
      engine.apply({ ...from, at: state.now + idle, commands: [command] });
      examiner.settle();
      if (step % LOOK_EVERY === 0) for (const account of state.accounts.values()) lookAt(state, account);
    }
    for (const what of examiner.seen.keys()) seen.add(what);
  }
  expect(WANTED.filter((what) => !seen.has(what))).toEqual([]);
});
