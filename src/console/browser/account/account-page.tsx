import { useEffect } from 'preact/hooks';
import { followMarkets } from '../data/markets.ts';
import { account, accountProblem, session } from '../data/account.ts';
import { Empty, Fault } from '../design/panel.tsx';
import { AccountBar } from './account-bar.tsx';
import { Histories } from './histories.tsx';
import { OpenOrders } from './open-orders.tsx';
import { Positions } from './positions.tsx';
import { SignIn } from './sign-in.tsx';
import { Summary } from './summary.tsx';
import { SignedRequests } from '../ticket/signed-requests.tsx';
import './account.css';
import '../ticket/ticket.css';

/** One subaccount: what it holds, what it has open, and what it did. */
export function AccountPage() {
  useEffect(() => void followMarkets(), []);
  if (session.value === null) return <SignIn />;
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
          <Positions positions={view.positions} />
          <OpenOrders orders={view.orders} scope="*" />
          <Histories />
          <SignedRequests session={session.value} />
        </>
      )}
    </div>
  );
}
