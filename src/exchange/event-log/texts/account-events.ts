import type { FactsOf } from './facts.ts';

const account = ({ account: no }: { readonly account: number }): readonly number[] => [no];
const symbol = (event: { readonly symbol: string }): string => event.symbol;
const both = ({ from, to }: { readonly from: number; readonly to: number }): readonly number[] => [from, to];

/** Subaccounts with their collateral and margin, wallets, and rights. */
export const ACCOUNT_EVENTS: FactsOf<
  | 'AccountOpened'
  | 'VaultOpened'
  | 'Deposited'
  | 'Transferred'
  | 'TransferFailed'
  | 'WithdrawalRequested'
  | 'WithdrawalSettled'
  | 'WithdrawalPlanned'
  | 'CollateralExchanged'
  | 'AccountRenamed'
  | 'LeverageSet'
  | 'IsolatedMarginMoved'
  | 'IsolatedMarginReleased'
  | 'WhitelistSet'
  | 'TierSet'
  | 'TierMoved'
  | 'ReferralSet'
  | 'DelegationGranted'
  | 'DelegationsEnded'
  | 'ManagerSet'
  | 'LatencySet'
> = {
  AccountOpened: {
    kind: 'account',
    accounts: account,
    text: ({ name, wallet }) => `Subaccount ${name === '' ? '' : `${JSON.stringify(name)} `}opened for ${wallet}`,
  },
  VaultOpened: { kind: 'funds', text: ({ funds }, words) => `The vault opens with ${words.amount(funds)}` },
  Deposited: {
    kind: 'funds',
    accounts: account,
    text: ({ amount, asset }, words) => `Deposit of ${words.amount(amount)} ${asset}`,
  },
  Transferred: {
    kind: 'funds',
    accounts: both,
    text: ({ from, to, amount, asset }, words) =>
      `Transfer of ${words.amount(amount)} ${asset} from ${words.account(from)} to ${words.account(to)}`,
  },
  TransferFailed: {
    kind: 'funds',
    accounts: both,
    text: ({ amount, asset, errorMessage }, words) =>
      `Transfer of ${words.amount(amount)} ${asset} failed: ${errorMessage}`,
  },
  WithdrawalRequested: {
    kind: 'funds',
    accounts: account,
    text: ({ amount, asset, fee, destination }, words) =>
      `Withdrawal of ${words.amount(amount)} ${asset} to ${destination} is pending, fee ${words.amount(fee)}`,
  },
  WithdrawalSettled: {
    kind: 'funds',
    accounts: account,
    text: ({ outcome, transfer }) =>
      outcome === 'success' ? `Withdrawal ${transfer} is paid` : `Withdrawal ${transfer} failed and comes back`,
  },
  WithdrawalPlanned: {
    kind: 'funds',
    accounts: account,
    text: ({ outcome }) => `The next withdrawal will end with ${outcome}`,
  },
  CollateralExchanged: {
    kind: 'funds',
    accounts: account,
    text: ({ source, taken, target, received, forced }, words) =>
      `${forced ? 'The exchange sells' : 'Sold'} ${words.amount(taken)} ${source} for ${words.amount(received)} ${target}`,
  },
  AccountRenamed: { kind: 'account', accounts: account, text: ({ name }) => `Renamed to ${JSON.stringify(name)}` },
  LeverageSet: {
    kind: 'account',
    accounts: account,
    market: symbol,
    text: ({ previous, leverage }) => `Leverage ${leverage} instead of ${previous}`,
  },
  IsolatedMarginMoved: {
    kind: 'account',
    accounts: account,
    market: symbol,
    text: ({ amount, held }, words) =>
      amount < 0n
        ? `${words.amount(-amount)} leave the isolated margin, which holds ${words.amount(held)}`
        : `${words.amount(amount)} go to the isolated margin, which holds ${words.amount(held)}`,
  },
  IsolatedMarginReleased: {
    kind: 'account',
    accounts: account,
    market: symbol,
    text: ({ amount }, words) => `The market is cross again: ${words.amount(amount)} of isolated margin come back`,
  },
  WhitelistSet: {
    kind: 'account',
    text: ({ wallet, whitelisted }) => `${wallet} ${whitelisted ? 'may' : 'may not'} trade`,
  },
  TierSet: { kind: 'account', text: ({ wallet, tierId }) => `${wallet} is put on tier ${tierId}` },
  TierMoved: { kind: 'account', text: ({ wallet, tierId }) => `${wallet} comes into tier ${tierId}` },
  ReferralSet: {
    kind: 'account',
    text: ({ wallet, referral }) => `${wallet} ${referral ? `has the referral ${referral.code}` : 'has no referral'}`,
  },
  DelegationGranted: {
    kind: 'account',
    accounts: account,
    text: ({ wallet, permission }) => `${wallet} may act with the permission ${permission}`,
  },
  DelegationsEnded: {
    kind: 'account',
    accounts: account,
    text: ({ wallets, cause }) => `${wallets.join(', ')} may not act any more (${cause})`,
  },
  ManagerSet: {
    kind: 'account',
    text: ({ owner, manager, appointed }) =>
      `${manager} ${appointed ? 'manages' : 'does not manage'} the subaccounts of ${owner}`,
  },
  LatencySet: {
    kind: 'exchange',
    accounts: account,
    text: ({ model }) => (model ? 'A latency is set for the account' : 'The account has no latency'),
  },
};
