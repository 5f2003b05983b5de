import './account-menu.css';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { marginRatio } from '../account/margin-ratio.ts';
import {
  account,
  chooseSubAccount,
  type DevAccount,
  devName,
  isReturning,
  readDevAccounts,
  session,
  signInDev,
  signOut,
} from '../data/account.ts';
import { controlToken } from '../data/control.ts';
import { controlFault } from '../data/exchange.ts';
import { money, percent } from '../design/format.ts';
import { linkTo } from './router.ts';

/** Shows who the console acts for, what the account is worth and how near its liquidation is; opened, the other accounts. */
export function AccountMenu() {
  const isOpen = useSignal(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen.value) return undefined;
    const pressed = (event: PointerEvent): void => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) isOpen.value = false;
    };
    addEventListener('pointerdown', pressed);
    return () => removeEventListener('pointerdown', pressed);
  }, [isOpen, isOpen.value]);
  const name = session.value?.name ?? (isReturning.value ? '…' : 'Sign in');
  return (
    <div
      class="account-menu"
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen.value) return;
        isOpen.value = false;
        button.current?.focus();
      }}
    >
      {session.value && account.value ? <Worth /> : null}
      <button
        ref={button}
        type="button"
        class="button small"
        aria-expanded={isOpen.value}
        aria-label={session.value === null ? 'Sign in, account menu' : `${name}, account menu`}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {name} <span aria-hidden="true">▾</span>
      </button>
      {isOpen.value ? (
        <Menu
          close={() => {
            isOpen.value = false;
          }}
        />
      ) : null}
    </div>
  );
}

/** Equity and the share of it that positions need at least. */
function Worth() {
  const margin = account.value?.summary.crossMarginSummary;
  if (!margin) return null;
  const ratio = marginRatio(margin);
  return (
    <span
      class="worth"
      title="Account value, and the share of it that maintenance margin takes: at 100% it is liquidated"
    >
      <span class="quiet">Equity</span> <strong>{money(margin.accountValue)}</strong>
      <meter
        aria-label="Margin ratio of the account"
        min={0}
        max={1}
        low={0.5}
        high={0.8}
        optimum={0}
        value={Math.min(1, ratio)}
      />
      <span>{percent(ratio)}</span>
    </span>
  );
}

function Menu({ close }: { readonly close: () => void }) {
  const known = useSignal<readonly DevAccount[] | null>(null);
  const problem = useSignal<string | undefined>(undefined);
  const token = controlToken.value;
  useEffect(() => {
    void readDevAccounts().then((read) => {
      known.value = 'value' in read ? read.value : [];
    });
  }, [known, token]);
  const done = async (work: Promise<string | undefined>): Promise<void> => {
    problem.value = await work;
    if (problem.value === undefined) close();
  };
  const now = session.value;
  const others = now?.subAccountIds ?? [];
  return (
    <div class="menu">
      {now ? (
        <>
          <p>
            <strong>{now.name}</strong> <code>{now.address}</code>
          </p>
          <ul>
            <li>
              <a href={linkTo('account')} onClick={close}>
                Account, deposit, withdraw, transfer
              </a>
            </li>
            {controlFault.value?.code === 'NO_CONTROL' ? null : (
              <li>
                <a href={linkTo('bots', now.subAccountId)} onClick={close}>
                  My bot: PnL, refusals, rate limit
                </a>
              </li>
            )}
            {others.length > 1 &&
              others.map((id) => (
                <li key={id}>
                  <button
                    type="button"
                    aria-pressed={id === now.subAccountId}
                    onClick={() => void done(chooseSubAccount(id))}
                  >
                    Subaccount {id}
                  </button>
                </li>
              ))}
          </ul>
        </>
      ) : null}
      {known.value && known.value.length > 0 ? (
        <>
          <h2>Dev accounts</h2>
          <ul class="devs">
            {known.value.map((dev, rank) => (
              <li key={dev.subAccountId}>
                <button
                  type="button"
                  aria-pressed={dev.address === now?.address}
                  onClick={() => void done(signInDev(rank, dev))}
                >
                  {devName(rank)}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {problem.value === undefined ? null : (
        <p class="wrong" role="alert">
          {problem.value}
        </p>
      )}
      <ul>
        <li>
          <a href={linkTo('account')} onClick={close}>
            {now ? 'Use another key: sign out first' : 'Another key'}
          </a>
        </li>
        {now ? (
          <li>
            <button type="button" onClick={() => void signOut().then(close)}>
              Leave {now.name}
            </button>
          </li>
        ) : null}
      </ul>
    </div>
  );
}
