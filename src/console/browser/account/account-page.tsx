import './account.css';
import '../ticket/ticket.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { SubAccount } from '../../../client.ts';
import {
  account,
  accountProblem,
  chooseSubAccount,
  type DevAccount,
  isReturning,
  readDevAccounts,
  session,
  type Session,
  signIn,
  signInDev,
  signOut,
} from '../data/account.ts';
import { type ControlFault, controlToken } from '../data/control.ts';
import { followMarkets } from '../data/markets.ts';
import { useFollowed } from '../data/use-followed.ts';
import { money, padded, percent, signedMoney, trend } from '../design/format.ts';
import { Empty, Fact, Fault, Panel } from '../design/panel.tsx';
import { ControlFaultShown } from '../jobs/job-status.tsx';
import { SignedRequests } from '../ticket/signed-requests.tsx';
import { FundsPanel } from './funds-panel.tsx';
import { Histories } from './histories.tsx';
import { marginRatio } from './margin-ratio.ts';
import { OpenOrders } from './open-orders.tsx';
import { Positions, whyMargin } from './positions.tsx';
import { Heads, number } from '../design/heads.tsx';

/** One subaccount: what it holds, what it has open, and what it did. */
export function AccountPage() {
  useEffect(() => void followMarkets(), []);
  if (session.value === null) return isReturning.value ? <Empty>Reading the account…</Empty> : <SignIn />;
  const view = account.value;
  return (
    <div class="account-page">
      <h1 class="spoken">Account {session.value.subAccountId}</h1>
      <AccountBar session={session.value} />
      {accountProblem.value !== null && <Fault>The account cannot be read: {accountProblem.value}</Fault>}
      {view === null ? (
        <Empty>Reading the account…</Empty>
      ) : (
        <>
          <Summary summary={view.summary} />
          <FundsPanel session={session.value} />
          <Positions positions={view.positions} />
          <OpenOrders orders={view.orders} scope="*" />
          <Histories />
          <SignedRequests session={session.value} />
        </>
      )}
    </div>
  );
}

/** Whose account is shown, and the way out. */
export function AccountBar({ session: { address, subAccountId, subAccountIds } }: { readonly session: Session }) {
  return (
    <div class="account-bar">
      <code>{address}</code>
      <span class="field inline">
        <label for="sub-account">Subaccount</label>
        <select
          id="sub-account"
          value={subAccountId}
          onChange={(event) => void chooseSubAccount(event.currentTarget.value)}
        >
          {subAccountIds.map((id) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </select>
      </span>
      <button type="button" class="button small" onClick={() => void signOut()}>
        Sign out
      </button>
    </div>
  );
}

/** Decimals of an amount of collateral. */
const COLLATERAL_DECIMALS = 8;

/** The margin of a subaccount and its collateral. */
export function Summary({ summary }: { readonly summary: SubAccount }) {
  const margin = summary.crossMarginSummary;
  const ratio = marginRatio(margin);
  return (
    <Panel
      title="Margin"
      class="summary"
      tools={
        <a class="button small" href={whyMargin()}>
          Why?
        </a>
      }
    >
      <dl class="facts wide">
        <Fact name="Account value">{money(margin.accountValue)}</Fact>
        <Fact name="Available margin">{money(margin.availableMargin)}</Fact>
        <Fact name="Unrealized PnL">
          <span class={trend(Number(margin.totalUnrealizedPnl))}>{signedMoney(margin.totalUnrealizedPnl)}</span>
        </Fact>
        <Fact name="Initial margin">{money(margin.initialMargin)}</Fact>
        <Fact name="Maintenance margin">{money(margin.maintenanceMargin)}</Fact>
        <Fact name="Withdrawable">{money(margin.withdrawable)}</Fact>
        <Fact name="Fees">
          {summary.feeRates.makerFeeRate} maker, {summary.feeRates.takerFeeRate} taker
        </Fact>
      </dl>
      <div class="ratio">
        <label for="margin-ratio">Margin ratio</label>
        <meter id="margin-ratio" min={0} max={1} low={0.5} high={0.8} optimum={0} value={Math.min(1, ratio)} />
        <span>{percent(ratio)} of what liquidates the account</span>
      </div>
      <table class="grid">
        <Heads
          of={[
            'Collateral',
            number('Quantity'),
            number('Price'),
            number('Value'),
            number('Counted'),
            number('Withdrawable'),
          ]}
        />
        <tbody>
          {(summary.collaterals ?? []).map((held) => (
            <tr key={held.symbol}>
              <td>{held.symbol}</td>
              <td class="number">{padded(held.quantity, COLLATERAL_DECIMALS)}</td>
              <td class="number">{money(held.price)}</td>
              <td class="number">{money(held.collateralValue)}</td>
              <td class="number">{money(held.adjustedCollateralValue)}</td>
              <td class="number">{padded(held.withdrawable, COLLATERAL_DECIMALS)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** The choice of the account to act for: one of the dev accounts, or a key that is pasted. */
export function SignIn() {
  const known = useSignal<readonly DevAccount[]>([]);
  const typed = useSignal('');
  const problem = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  const fault = useSignal<ControlFault | null>(null);
  useFollowed(controlToken.value ?? '', (until) => {
    void readDevAccounts().then((read) => {
      if (until.aborted) return;
      fault.value = 'error' in read ? read.error : null;
      if ('value' in read) known.value = read.value;
    });
  });
  const enter = async (signedIn: Promise<string | undefined>): Promise<void> => {
    isBusy.value = true;
    problem.value = await signedIn;
    isBusy.value = false;
  };
  return (
    <div class="sign-in">
      <Panel title="Dev accounts">
        {fault.value?.code === 'UNAUTHORIZED' ? (
          <ControlFaultShown fault={fault.value} />
        ) : known.value.length === 0 ? (
          <p class="empty">
            {fault.value === null
              ? 'This server has no dev accounts. Paste a key.'
              : `The dev accounts cannot be listed: ${fault.value.message}. Paste a key.`}
          </p>
        ) : (
          <ul>
            {known.value.map((dev, rank) => (
              <li key={dev.subAccountId}>
                <button
                  type="button"
                  class="account"
                  disabled={isBusy.value}
                  onClick={() => void enter(signInDev(rank, dev))}
                >
                  <span>Account {rank}</span>
                  <code>{dev.address}</code>
                </button>
              </li>
            ))}
          </ul>
        )}
        <p class="note">
          The keys of these accounts are public: everybody has them. A reload of the page keeps the account.
        </p>
      </Panel>
      <Panel title="Another key">
        <form
          class="key"
          onSubmit={(event) => {
            event.preventDefault();
            void enter(signIn(typed.value.trim()));
          }}
        >
          <div class="field">
            <label for="private-key">Private key</label>
            <input
              id="private-key"
              type="password"
              autocomplete="off"
              spellcheck={false}
              aria-invalid={problem.value !== undefined}
              aria-describedby="private-key-problem"
              value={typed}
              onInput={(event) => {
                typed.value = event.currentTarget.value;
              }}
            />
            <span id="private-key-problem" class="wrong" role="alert">
              {problem.value}
            </span>
          </div>
          <button class="button main" type="submit" disabled={isBusy.value || typed.value === ''}>
            Sign in
          </button>
          <p class="note">
            The key stays in the memory of this page. It is never stored or sent, and gone when the page is closed.
          </p>
        </form>
      </Panel>
    </div>
  );
}
