import { accountOf, marketOf } from '../reads.ts';
import { type Sentence, sentence, unless } from '../sentence.ts';
import { holds } from '../words.ts';

const happened = (account: string, count: number, what: string): string =>
  count === 0
    ? `${account} has not been ${what}`
    : `${account} has been ${what} ${count === 1 ? 'once' : `${count} times`}`;

/** Liquidations and deleveraging, the vault, and the status of markets and the exchange. */
export const STATUS_SENTENCES: readonly Sentence[] = [
  sentence('{account} has been liquidated', 'At least once.', ({ run, args: [account = ''] }) =>
    unless(accountOf(run, account).liquidations > 0, `${account} has not been liquidated`),
  ),
  sentence('{account} has not been liquidated', '', ({ run, args: [account = ''] }) => {
    const { liquidations } = accountOf(run, account);
    return unless(liquidations === 0, happened(account, liquidations, 'liquidated'));
  }),
  sentence('{account} has been liquidated {int} time(s)', '', ({ run, args: [account = '', count = ''] }) => {
    const { liquidations } = accountOf(run, account);
    return unless(liquidations === Number(count), happened(account, liquidations, 'liquidated'));
  }),
  sentence(
    '{account} has been deleveraged',
    'At least once: part of its position was closed against a bankrupt one.',
    ({ run, args: [account = ''] }) =>
      unless(accountOf(run, account).deleveragings > 0, `${account} has not been deleveraged`),
  ),
  sentence('{account} has not been deleveraged', '', ({ run, args: [account = ''] }) => {
    const { deleveragings } = accountOf(run, account);
    return unless(deleveragings === 0, happened(account, deleveragings, 'deleveraged'));
  }),
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
