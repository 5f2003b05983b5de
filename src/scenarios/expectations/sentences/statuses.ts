import { isForcedSale, isLiquidationStart } from '../../run/collect/event-texts.ts';
import type { RunFacts } from '../facts.ts';
import { marketOf } from '../reads.ts';
import { type Sentence, sentence, unless } from '../sentence.ts';
import { holds } from '../words.ts';

const happened = (account: string, count: number, what: string): string =>
  count === 0
    ? `${account} has not been ${what}`
    : `${account} has been ${what} ${count === 1 ? 'once' : `${count} times`}`;

const liquidationsOf = ({ events }: RunFacts, name: string): number =>
  events.filter((event) => event.account === name && isLiquidationStart(event)).length;

const deleveragingsOf = ({ events }: RunFacts, name: string): number =>
  events.filter((event) => event.account === name && event.kind === 'deleveraging').length;

const salesOf = ({ events }: RunFacts, name: string): number =>
  events.filter((event) => event.account === name && isForcedSale(event)).length;

/** Liquidations and deleveraging, the vault, and the status of markets and the exchange. */
export const STATUS_SENTENCES: readonly Sentence[] = [
  sentence('{account} has been liquidated', 'At least once.', ({ run, args: [account = ''] }) =>
    unless(liquidationsOf(run, account) > 0, `${account} has not been liquidated`),
  ),
  sentence('{account} has not been liquidated', '', ({ run, args: [account = ''] }) => {
    const liquidations = liquidationsOf(run, account);
    return unless(liquidations === 0, happened(account, liquidations, 'liquidated'));
  }),
  sentence('{account} has been liquidated {int} time(s)', '', ({ run, args: [account = '', count = ''] }) => {
    const liquidations = liquidationsOf(run, account);
    return unless(liquidations === Number(count), happened(account, liquidations, 'liquidated'));
  }),
  sentence(
    '{account} has been deleveraged',
    'At least once: part of its position was closed against a bankrupt one.',
    ({ run, args: [account = ''] }) => unless(deleveragingsOf(run, account) > 0, `${account} has not been deleveraged`),
  ),
  sentence('{account} has not been deleveraged', '', ({ run, args: [account = ''] }) => {
    const deleveragings = deleveragingsOf(run, account);
    return unless(deleveragings === 0, happened(account, deleveragings, 'deleveraged'));
  }),
  sentence(
    'the exchange has sold collateral of {account}',
    'By force: to cover a debt, or in a liquidation.',
    ({ run, args: [account = ''] }) =>
      unless(salesOf(run, account) > 0, `no collateral of ${account} was sold by force`),
  ),
  sentence('the exchange has sold no collateral of {account}', '', ({ run, args: [account = ''] }) =>
    unless(salesOf(run, account) === 0, `collateral of ${account} was sold by force`),
  ),
  sentence(
    'the position of the vault in {market} {compared} {amount}',
    'Signed: negative for a short position.',
    ({ run, args: [symbol = '', words = '', amount = ''] }) => {
      const { vaultPosition } = marketOf(run, symbol);
      return unless(holds(vaultPosition, words, amount), `the position of the vault in ${symbol} is ${vaultPosition}`);
    },
  ),
  sentence(
    'the account value of the vault {compared} {amount}',
    'What the insurance fund is worth, in USDT.',
    ({ run, args: [words = '', amount = ''] }) => {
      const { accountValue } = run.summary().vault;
      return unless(holds(accountValue, words, amount), `the account value of the vault is ${accountValue}`);
    },
  ),
  sentence('market {market} is {marketStatus}', '', ({ run, args: [symbol = '', status = ''] }) => {
    const found = marketOf(run, symbol).status.replace('_', '-');
    return unless(found === status, `market ${symbol} is ${found}`);
  }),
  sentence(
    'the index price of {market} is stale',
    'Its feed stopped so long ago that no account is liquidated by it.',
    ({ run, args: [symbol = ''] }) => unless(marketOf(run, symbol).priceStale, `the index price of ${symbol} is fresh`),
  ),
  sentence('the index price of {market} is fresh', '', ({ run, args: [symbol = ''] }) =>
    unless(!marketOf(run, symbol).priceStale, `the index price of ${symbol} is stale`),
  ),
  sentence('the exchange is {exchangeStatus}', '', ({ run, args: [status = ''] }) => {
    const found = run.summary().status;
    return unless(found === status, `the exchange is ${found}`);
  }),
];
