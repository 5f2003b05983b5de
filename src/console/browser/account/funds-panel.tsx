import { useSignal } from '@preact/signals';
import { account, accountProblem, refreshAccount, type Session } from '../data/account.ts';
import { sendControl } from '../data/control.ts';
import { controlFault } from '../data/exchange.ts';
import { type Refused, refusedBy } from '../data/refusals.ts';
import { money } from '../design/format.ts';
import { Choices, Notice, Panel, RefusedNotice } from '../design/panel.tsx';
import { grouped } from '../../../kernel/words.ts';
import { checkAmount } from './amounts.ts';

const KINDS = ['deposit', 'withdraw', 'transfer'] as const;
type Kind = (typeof KINDS)[number];
const TITLES = { deposit: 'Deposit', withdraw: 'Withdraw', transfer: 'Transfer' } as const;

/** Brings collateral in, sends it out, or moves it to another subaccount of the same owner. */
export function FundsPanel({ session }: { readonly session: Session }) {
  const kind = useSignal<Kind>('deposit');
  const asset = useSignal('USDT');
  const amount = useSignal('');
  const to = useSignal<string | null>(null);
  const done = useSignal<string | null>(null);
  const refused = useSignal<Refused | null>(null);
  const isBusy = useSignal(false);
  const collaterals = account.value?.summary.collaterals ?? [];
  const held = collaterals.find(({ symbol }) => symbol === asset.value);
  const free = kind.value === 'deposit' ? null : (held?.withdrawable ?? '0');
  const others = session.subAccountIds.filter((id) => id !== session.subAccountId);
  const usual = kind.value === 'withdraw' ? session.address : (others[0] ?? '');
  const target = to.value ?? usual;
  const fault = checkAmount(amount.value, asset.value, free);
  const change = (work: () => void): void => {
    work();
    done.value = null;
    refused.value = null;
  };
  const send = async (): Promise<void> => {
    if (isBusy.value) return;
    isBusy.value = true;
    done.value = null;
    refused.value = null;
    try {
      done.value = await carryOut(kind.value, { session, asset: asset.value, amount: amount.value, target });
      amount.value = '';
      refreshAccount();
    } catch (error) {
      refused.value = await refusedBy(error);
    }
    isBusy.value = false;
  };
  return (
    <Panel
      title="Funds"
      class="funds"
      tools={
        <Choices
          label="What to do"
          options={KINDS}
          titles={TITLES}
          chosen={kind.value}
          choose={(chosen) =>
            change(() => {
              kind.value = chosen;
              to.value = null;
            })
          }
        />
      }
    >
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <div class="field">
          <label for="funds-asset">Asset</label>
          <select
            id="funds-asset"
            value={asset.value}
            onChange={(event) => {
              const { value } = event.currentTarget;
              change(() => {
                asset.value = value;
              });
            }}
          >
            {[...new Set(['USDT', ...collaterals.map(({ symbol }) => symbol)])].map((symbol) => (
              <option key={symbol}>{symbol}</option>
            ))}
          </select>
        </div>
        <div class="field">
          <span class="heading">
            <label for="funds-amount">Amount</label>
            {free === null ? null : (
              <small class="limit">
                {grouped(free)} {asset.value} can leave
              </small>
            )}
            {free === null ? null : (
              <button
                type="button"
                class="button small"
                onClick={() =>
                  change(() => {
                    amount.value = free;
                  })
                }
              >
                All
              </button>
            )}
          </span>
          <input
            id="funds-amount"
            inputMode="decimal"
            autocomplete="off"
            placeholder="1000"
            value={amount.value}
            aria-invalid={fault !== undefined}
            aria-describedby={fault === undefined ? undefined : 'funds-amount-wrong'}
            onInput={(event) => {
              const text = event.currentTarget.value.trim();
              change(() => {
                amount.value = text;
              });
            }}
          />
          {fault === undefined ? null : (
            <span id="funds-amount-wrong" class="wrong">
              {fault}
            </span>
          )}
        </div>
        {kind.value === 'deposit' ? null : (
          <div class="field">
            <label for="funds-to">{kind.value === 'withdraw' ? 'To the wallet' : 'To the subaccount'}</label>
            <input
              id="funds-to"
              autocomplete="off"
              spellcheck={false}
              value={target}
              onInput={(event) => {
                const text = event.currentTarget.value.trim();
                change(() => {
                  to.value = text;
                });
              }}
            />
          </div>
        )}
        <p class="quiet">{SAID[kind.value](controlFault.value === null)}</p>
        <span class="row">
          <button type="submit" class="button main">
            {TITLES[kind.value]}
          </button>
        </span>
        {accountProblem.value === null ? null : <p class="wrong">{accountProblem.value}</p>}
        {done.value === null ? null : <Notice tone="good">{done.value}</Notice>}
        <RefusedNotice refused={refused.value} />
      </form>
    </Panel>
  );
}

const SAID: Readonly<Record<Kind, (hasControl: boolean) => string>> = {
  deposit: (hasControl) =>
    hasControl
      ? 'Comes from outside through the control plane, at once and without a signature.'
      : 'A deposit comes through the control plane, which does not respond here.',
  withdraw: () => 'Leaves the balance at once and is pending until it is paid; the fee is taken out of it.',
  transfer: () => 'Goes to another subaccount of the same owner at once.',
};

interface Wanted {
  readonly session: Session;
  readonly asset: string;
  readonly amount: string;
  readonly target: string;
}

/** Carries it out and says what was done. Throws what refuses it. */
async function carryOut(kind: Kind, { session, asset, amount, target }: Wanted): Promise<string> {
  const shown = `${Number(amount) >= 1 ? money(amount) : amount} ${asset}`;
  if (kind === 'deposit') {
    const sent = await sendControl('/deposit', { subAccountId: session.subAccountId, asset, amount });
    if ('error' in sent) throw new Error(`${sent.error.field}: ${sent.error.message}`);
    return `${shown} came in`;
  }
  if (kind === 'withdraw') {
    const { requestId } = await session.client.withdrawCollateral({ symbol: asset, amount, destination: target });
    return `${shown} leaves as withdrawal ${requestId}`;
  }
  await session.client.transferCollateral({ symbol: asset, amount, destinationSubAccountId: target });
  return `${shown} went to ${target}`;
}
