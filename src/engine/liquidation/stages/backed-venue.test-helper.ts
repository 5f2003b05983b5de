import { STANDARD_RISK } from '../../config.test-helper.ts';
import { formatUnits, unitsOf } from '../../../kernel/decimal.ts';
import { type AccountNo, VAULT_NO } from '../../../kernel/ids.ts';
import type { Units } from '../../../kernel/units.ts';
import { collateralConfig } from '../../accounts/collateral.test-helper.ts';
import { TestVenue } from '../../venue.test-helper.ts';
import type { ExchangeConfig } from '../../config.ts';
import type { EngineEvent } from '../../event.ts';
import { evolve } from '../../evolve.ts';
import { checkInvariants } from '../../invariants.ts';
import { post } from '../../ledger.ts';
import type { State } from '../../state.ts';
import { nextForcedExchange } from './after-book.ts';

/** What accounts 0 to 3 hold beside 0 USDT. */
export interface Backing {
  readonly WETH?: string;
  readonly BTC?: string;
}

/**
 * Accounts with WETH at 3,300 and BTC at 95,000 (ltv 0.9, lltv 0.95), and debts that are there because a test says so. The
 * engine itself sells nothing here, so that what is looked at is one call of `nextForcedExchange` after another.
 */
export class BackedVenue extends TestVenue {
  readonly #on: boolean;

  constructor(
    backing: Backing,
    { capacity = '0', on = true }: { readonly capacity?: string; readonly on?: boolean } = {},
  ) {
    super(backedConfig(backing, capacity));
    this.#on = on;
  }

  /** Adds to the debt of an account; `before` is what its balance counted for until now. */
  owe(no: AccountNo, amount: string, before: Units = 0n): void {
    const change = -unitsOf(amount) - before;
    post(this.engine.state, 'USDT', [
      { account: no, amount: change },
      { house: 'external', amount: -change },
    ]);
  }

  /** All sales that are due, one after the other. */
  sell(candidates: readonly AccountNo[] = [0, 1, 2, 3, VAULT_NO]): EngineEvent[] {
    const state = this.#selling();
    const events: EngineEvent[] = [];
    const accounts = candidates.map((no) => this.account(no));
    for (let sale = nextForcedExchange(state, accounts); sale; sale = nextForcedExchange(state, accounts)) {
      evolve(state, sale);
      events.push(sale);
    }
    // In its own world, in which nothing is sold: a test may leave a debt as it is.
    checkInvariants(this.engine.state);
    return events;
  }

  /** The sale that is due of one account, which does not happen. */
  next(no: AccountNo): EngineEvent | null {
    return nextForcedExchange(this.#selling(), [this.account(no)]);
  }

  /** Asset, amount, proceeds and whether there is more to come, of each sale that is due. */
  sold(): unknown[] {
    return this.sell().map((event) =>
      event.type === 'CollateralExchanged'
        ? [event.source, formatUnits(event.taken), formatUnits(event.received), event.unfinished]
        : event,
    );
  }

  held(no: AccountNo): Record<string, string> {
    const { balances } = this.account(no);
    return Object.fromEntries(['USDT', 'WETH', 'BTC'].map((asset) => [asset, formatUnits(balances.get(asset) ?? 0n)]));
  }

  /** The same exchange as a world sees it in which collateral is sold. */
  #selling(): State {
    const { state } = this.engine;
    return { ...state, config: { ...state.config, risk: { ...state.config.risk, forcedExchange: this.#on } } };
  }
}

function backedConfig({ WETH = '0', BTC = '0' }: Backing, capacity: string): ExchangeConfig {
  const config = collateralConfig('0', {
    risk: { ...STANDARD_RISK, liquidation: false, deleveraging: false, forcedExchange: false },
  });
  const weth = config.collaterals[1];
  if (!weth) throw new Error('the world has WETH');
  const btc = {
    ...weth,
    asset: 'BTC',
    name: 'Bitcoin',
    pricingPair: 'BTCUSD',
    priceMarket: 'BTC-USDT',
    chainDecimals: 8,
  };
  return {
    ...config,
    collaterals: [...config.collaterals, { ...btc, withdrawFee: unitsOf('0.00005'), depositCap: unitsOf('200') }],
    tiers: config.tiers.map((tier) => ({ ...tier, maxBorrowCapacity: unitsOf(capacity) })),
    devAccounts: config.devAccounts.map((dev) => ({
      ...dev,
      balances: [
        { asset: 'WETH', amount: unitsOf(WETH) },
        { asset: 'BTC', amount: unitsOf(BTC) },
      ],
    })),
  };
}
