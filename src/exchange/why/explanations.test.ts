import { describe, expect, test } from 'vitest';
import { STANDARD_RISK, testConfig } from '../../engine/config.test-helper.ts';
import { Engine } from '../../engine/engine.ts';
import type { EngineEvent } from '../../engine/event.ts';
import { checkChain, resultOf } from './recompute.test-helper.ts';
import type { Explanation } from './explanation.ts';
import { genesis } from '../../engine/genesis.ts';
import { conditional, plain } from '../../engine/orders/conditional-venue.test-helper.ts';
import type { Command } from '../../engine/command.ts';
import { unitsOf } from '../../kernel/decimal.ts';
import { venueIdOf } from '../../kernel/ids.ts';
import { Explanations } from './explanations.ts';

/** An exchange whose account 0 has 5,000 USDT, is long 1 BTC from 95,000 with an order below, and account 1 is short 2. */
class Ruin {
  readonly explanations = new Explanations((error) => {
    throw error;
  });
  readonly #engine: Engine;

  constructor(vaultFunds: string) {
    const config = testConfig();
    const devAccounts = config.devAccounts.map((dev, index) =>
      index === 0 ? { ...dev, balances: [{ asset: 'USDT', amount: unitsOf('5000') }] } : dev,
    );
    const risk = { ...STANDARD_RISK, vaultFunds: unitsOf(vaultFunds) };
    this.#engine = new Engine(genesis({ ...config, devAccounts, risk }).state, this.explanations);
    this.run({ type: 'SetLeverage', account: 0, symbol: 'BTC-USDT', leverage: 100 });
    this.run(plain({ account: 1, side: 'sell', quantity: '2' }));
    this.run(plain({ orderType: 'limitIoc' }));
    this.run(plain({ account: 2, orderType: 'limitIoc' }));
    this.run(plain({ price: '91000', quantity: '0.1' }));
  }

  run(command: Command): readonly EngineEvent[] {
    const at = this.#engine.state.now;
    const input = { kind: 'request', at, wallet: '0x', account: 0, action: 'test', nonce: null } as const;
    const { outcomes, events } = this.#engine.apply({ ...input, commands: [command] });
    expect(outcomes[0]?.refusal).toBeNull();
    return events;
  }

  markTo(price: number): readonly EngineEvent[] {
    return this.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: price * 100_000_000 });
  }

  onlyExplanation(): Explanation {
    const [story, ...others] = this.explanations.liquidations();
    expect(others).toEqual([]);
    if (!story) throw new Error('no account was liquidated');
    const explanation = story.explain();
    checkChain(explanation);
    expect(story.explain()).toEqual(explanation);
    return explanation;
  }
}

const results = (why: Explanation, names: readonly string[]) => names.map((name) => resultOf(why, name));

describe('a liquidation', () => {
  test('that the book takes: orders pulled, the fill, and a fee capped at what is left', () => {
    const ruin = new Ruin('1000000');
    ruin.run(plain({ account: 3, price: '90300', quantity: '5' }));
    ruin.markTo(90_350);
    const why = ruin.onlyExplanation();
    expect(why.subject).toEqual({ liquidation: '1', subAccountId: '1867542890123456789', mode: 'cross' });
    expect(why.verdict).toEqual({
      outcome: 'closed',
      stage: 'partial',
      equity: '302.5',
      maintenance: '451.75',
      ordersPulled: '1',
      fills: '1',
      clearanceFees: '252.5',
      deleveraged: '0',
      pauses: '0',
    });
    const names = ['liquidated', 'belowSecondLevel', 'feeDue[1]', 'fee[1]', 'writtenOff[1]', 'healthy[1]'];
    expect(results(why, names)).toEqual(['yes', 'no', '451.5', '252.5', '199', 'yes']);
  });

  test('that heals: no lot fewer would have done', () => {
    const ruin = new Ruin('1000000');
    ruin.run(plain({ account: 3, price: '90370', quantity: '5' }));
    ruin.markTo(90_370);
    const why = ruin.onlyExplanation();
    expect(why.verdict).toMatchObject({ equity: '322.5', maintenance: '451.85', fills: '1' });
    expect(results(why, ['healthy[1]', 'healthyWithOneLess[1]'])).toEqual(['yes', 'no']);
  });

  test('that the vault takes over', () => {
    const ruin = new Ruin('1000000');
    ruin.markTo(90_200);
    const why = ruin.onlyExplanation();
    expect(why.verdict).toMatchObject({ outcome: 'takenOver', stage: 'vault', equity: '152.5', maintenance: '451' });
    const names = ['belowSecondLevel', 'vaultNeeds[1]', 'vaultAfter[1]', 'vaultSound[1]'];
    expect(results(why, names)).toEqual(['yes', '451', '1000152.5', 'yes']);
  });

  test('that ends in deleveraging, and why this winner', () => {
    const ruin = new Ruin('0');
    const events = ruin.markTo(89_000);
    const why = ruin.onlyExplanation();
    expect(why.verdict).toMatchObject({ outcome: 'deleveraged', stage: 'adl', equity: '-1047.5', deleveraged: '1' });
    expect(results(why, ['vaultAfter[1]', 'vaultSound[1]'])).toEqual(['-1047.5', 'no']);
    const [trade] = events.flatMap((event) => (event.type === 'Traded' && event.cause === 'adl' ? [event.trade] : []));
    const adl = ruin.explanations.deleveraging(trade ?? 0);
    if (!adl) throw new Error('the winner is explained');
    checkChain(adl);
    expect(adl.verdict).toEqual({ price: '90048', quantity: '1', rank: '1', ranked: '1', realizedPnl: '4952' });
    const names = ['distance', 'bankruptcyPrice', 'score', 'missing', 'quantity'];
    expect(results(adl, names)).toEqual(['1048', '90048', '0.63157895', '1', '1']);
  });
});

describe('an entry that was not taken when it fired', () => {
  const entry = (quantity: string): Command => conditional({ quantity, reduceOnly: false });

  test('is explained like an order that is refused at that moment', () => {
    const ruin = new Ruin('1000000');
    ruin.run(plain({ account: 3, price: '93000', quantity: '5' }));
    const [placed] = ruin.run(entry('5'));
    const no = placed?.type === 'OrderPlaced' ? placed.order.no : 0;
    ruin.markTo(94_000);
    const why = ruin.explanations.firing(no);
    if (!why) throw new Error('the entry is explained');
    checkChain(why);
    expect(why.verdict).toEqual({ code: 'INSUFFICIENT_MARGIN', message: 'insufficient margin' });
    expect(why.subject).toMatchObject({ order: venueIdOf(no), symbol: 'BTC-USDT' });
    expect(results(why, ['refused'])).toEqual(['yes']);
    expect(why.rules.map(({ id }) => id)).toContain('ORDER-FIRING');
  });

  test('and one that was taken is not', () => {
    const ruin = new Ruin('1000000');
    ruin.run(plain({ account: 3, price: '93000', quantity: '5' }));
    const [placed] = ruin.run(entry('0.1'));
    ruin.markTo(94_000);
    expect(ruin.explanations.firing(placed?.type === 'OrderPlaced' ? placed.order.no : 0)).toBeNull();
  });
});

test('what is kept is bounded, and the oldest goes first', () => {
  const ruin = new Ruin('1000000');
  ruin.markTo(90_200);
  expect(ruin.explanations.liquidation(1)?.outcome).toBe('takenOver');
  expect(ruin.explanations.liquidation(2)).toBeNull();
  expect(ruin.explanations.deleveraging(1)).toBeNull();
  expect(ruin.explanations.payment(1)).toBeNull();
});
