import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { HistoryPanel } from '../account/histories.tsx';
import { OpenOrders, type OrderType, typeOfOrder } from '../account/open-orders.tsx';
import { Positions } from '../account/positions.tsx';
import { RefusalsPanel } from '../account/refusals-panel.tsx';
import { linkTo } from '../app/router.ts';
import { account, accountProblem, type AccountView, isReturning, session, type Session } from '../data/account.ts';
import { signedRequests } from '../data/signed-requests.ts';
import { Empty, Fault } from '../design/panel.tsx';
import { SignedRequests } from '../ticket/signed-requests.tsx';

const TABS = ['Positions', 'Orders', 'Conditionals', 'TWAP', 'Fills', 'Refusals', 'Funding', 'Requests'] as const;
type Tab = (typeof TABS)[number];

const TYPES: Readonly<Partial<Record<Tab, OrderType>>> = { Orders: 'open', Conditionals: 'conditional', TWAP: 'twap' };

/** Shows what the account that is signed in has and did, in one panel; in all markets, or in the one that is shown. */
export function AccountTabs({ symbol }: { readonly symbol: string }) {
  const chosen = useSignal<Tab>('Positions');
  const isHere = useSignal(false);
  const list = useRef<HTMLDivElement>(null);
  const view = account.value && within(account.value, isHere.value ? symbol : null);
  const go = (tab: Tab): void => {
    chosen.value = tab;
    list.current?.querySelector<HTMLElement>(`#tab-${tab}`)?.focus();
  };
  const pressed = (event: KeyboardEvent): void => {
    const at = TABS.indexOf(chosen.value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: TABS.length - 1 }[event.key];
    const tab = to === undefined ? undefined : TABS[(to + TABS.length) % TABS.length];
    if (tab === undefined) return;
    event.preventDefault();
    go(tab);
  };
  return (
    <div class="tabbed">
      <div class="tabs">
        {/* Arrow keys move between tabs, as they do in every list of tabs. */}
        <div class="list" role="tablist" aria-label="The account" ref={list} onKeyDown={pressed}>
          {TABS.map((tab) => {
            const count = view ? countOf(tab, view) : 0;
            return (
              <button
                key={tab}
                id={`tab-${tab}`}
                type="button"
                role="tab"
                aria-selected={tab === chosen.value}
                aria-controls="tab-content"
                onClick={() => {
                  chosen.value = tab;
                }}
              >
                {tab}
                {count > 0 ? <span class="count"> {count}</span> : null}
              </button>
            );
          })}
        </div>
        {view ? (
          <label class="flag">
            <input
              type="checkbox"
              checked={isHere.value}
              onChange={(event) => {
                isHere.value = event.currentTarget.checked;
              }}
            />
            Only {symbol}
          </label>
        ) : null}
      </div>
      <div class="tab-content" id="tab-content" role="tabpanel" aria-labelledby={`tab-${chosen.value}`}>
        {session.value === null ? (
          <SignedOut />
        ) : accountProblem.value !== null && !view ? (
          <Fault>The account cannot be read: {accountProblem.value}</Fault>
        ) : view ? (
          <Content tab={chosen.value} view={view} session={session.value} scope={isHere.value ? symbol : '*'} />
        ) : (
          <Empty>Reading the account…</Empty>
        )}
      </div>
    </div>
  );
}

const SignedOut = () => (
  <Empty>
    {isReturning.value ? (
      'Reading the account…'
    ) : (
      <span>
        Here are positions, orders, fills and refusals of an account. Choose one in the menu at the top right, or{' '}
        <a href={linkTo('account')}>sign in with a key</a>.
      </span>
    )}
  </Empty>
);

interface ContentParts {
  readonly tab: Tab;
  readonly view: AccountView;
  readonly session: Session;
  /** The market whose orders are cancelled together, or `*`. */
  readonly scope: string;
}

function Content({ tab, view, session: now, scope }: ContentParts): ComponentChildren {
  const type = TYPES[tab];
  if (type !== undefined) return <OpenOrders key={type} orders={view.orders} scope={scope} type={type} />;
  switch (tab) {
    case 'Fills':
      return <HistoryPanel key="trades" title="Fills" name="trades" />;
    case 'Funding':
      return <HistoryPanel key="funding" title="Funding" name="funding" />;
    case 'Refusals':
      return <RefusalsPanel session={now} />;
    case 'Requests':
      return <SignedRequests session={now} />;
    default:
      return <Positions positions={view.positions} />;
  }
}

function countOf(tab: Tab, { positions, orders }: AccountView): number {
  if (tab === 'Positions') return positions.length;
  if (tab === 'Requests') return signedRequests.value.length;
  const type = TYPES[tab];
  return type === undefined ? 0 : orders.filter((order) => typeOfOrder(order) === type).length;
}

/** What of an account is in one market, or all of it. */
function within({ summary, positions, orders }: AccountView, symbol: string | null): AccountView {
  const isHere = (one: { readonly symbol: string }): boolean => symbol === null || one.symbol === symbol;
  return { summary, positions: positions.filter(isHere), orders: orders.filter(isHere) };
}
