import { formatRatio, formatValue } from '../../../contract/format.ts';
import type { FactsOf } from './facts.ts';

const STAGES = { partial: 'orders to the book', vault: 'takeover by the vault', adl: 'deleveraging' } as const;
const OUTCOMES = {
  healthy: 'the account is above maintenance again',
  closed: 'no position is left',
  takenOver: 'the vault has taken over what was left',
  deleveraged: 'traders of the other side were deleveraged',
} as const;

const account = ({ account: no }: { readonly account: number }): readonly number[] => [no];
const market = ({ symbol }: { readonly symbol: string | null }): string | null => symbol;

/** Liquidation, deleveraging and funding. */
export const LIQUIDATION_EVENTS: FactsOf<
  | 'LiquidationBegan'
  | 'LiquidationStaged'
  | 'LiquidationPaused'
  | 'TakenOver'
  | 'DeficitCovered'
  | 'Deleveraged'
  | 'LiquidationEnded'
  | 'FundingSettled'
  | 'FundingPaid'
> = {
  LiquidationBegan: {
    kind: 'liquidation',
    accounts: account,
    market,
    text: ({ liquidation, stage, equity, maintenance }) =>
      `Liquidation ${liquidation} begins with ${STAGES[stage]}: equity ${formatValue(equity)} is below the maintenance margin of ${formatValue(maintenance)}`,
  },
  LiquidationStaged: {
    kind: 'liquidation',
    accounts: account,
    market,
    text: ({ liquidation, stage, equity, maintenance }) =>
      `Liquidation ${liquidation} goes on with ${STAGES[stage]}: equity ${formatValue(equity)}, maintenance margin ${formatValue(maintenance)}`,
  },
  LiquidationPaused: {
    kind: 'liquidation',
    accounts: account,
    market,
    text: ({ liquidation }) => `Liquidation ${liquidation} pauses before its next attempt`,
  },
  TakenOver: {
    kind: 'liquidation',
    accounts: account,
    market,
    text: ({ liquidation, assets }, words) =>
      `Liquidation ${liquidation}: the vault takes ${assets.map(({ asset, amount }) => `${words.amount(amount)} ${asset}`).join(', ') || 'nothing'}`,
  },
  DeficitCovered: {
    kind: 'liquidation',
    accounts: account,
    market,
    text: ({ amount }, words) => `The vault covers a deficit of ${words.amount(amount)}`,
  },
  Deleveraged: {
    kind: 'adl',
    accounts: (event) => [event.winner, event.account],
    orders: ({ order }) => [order],
    market: (event) => event.market,
    text: (event, words) =>
      `${words.account(event.winner)} is deleveraged: ${words.lots(event.market, event.lots)} at ${words.price(event.market, event.price)}, ` +
      `rank ${event.rank} of ${event.ranked}, for ${words.account(event.account)}`,
  },
  LiquidationEnded: {
    kind: 'liquidation',
    accounts: account,
    market,
    text: ({ liquidation, outcome, equity, maintenance }) =>
      `Liquidation ${liquidation} ends: ${OUTCOMES[outcome]} (equity ${formatValue(equity)}, maintenance margin ${formatValue(maintenance)})`,
  },
  FundingSettled: {
    kind: 'funding',
    market,
    text: ({ rate, index, symbol, samples }, words) =>
      `Funding settles at the rate ${formatRatio(rate)}, index ${words.index(symbol, index)}, ${samples} samples`,
  },
  FundingPaid: {
    kind: 'funding',
    accounts: account,
    market,
    text: ({ payment, amount, symbol, lots, rate }, words) =>
      `Funding payment ${payment}: ${amount < 0n ? 'pays' : 'receives'} ${words.amount(amount < 0n ? -amount : amount)} ` +
      `on ${words.lots(symbol, lots)} at the rate ${formatRatio(rate)}`,
  },
};
