import { useSignal } from '@preact/signals';
import { session } from '../data/account.ts';
import { call } from '../data/calls.ts';
import { Panel } from '../design/panel.tsx';

/** Gives collateral to a subaccount. */
export function DepositPanel() {
  const typed = useSignal('');
  const asset = useSignal('USDT');
  const amount = useSignal('10000');
  const subAccountId = typed.value === '' ? (session.value?.subAccountId ?? '') : typed.value;
  const field = (name: string, label: string, value: string, take: (text: string) => void) => (
    <div class="field">
      <label for={name}>{label}</label>
      <input id={name} value={value} onInput={(event) => take(event.currentTarget.value.trim())} />
    </div>
  );
  return (
    <Panel title="Deposit">
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void call('/deposit', { subAccountId, asset: asset.value, amount: amount.value });
        }}
      >
        {field('deposit-to', 'Subaccount', subAccountId, (text) => {
          typed.value = text;
        })}
        {field('deposit-asset', 'Asset', asset.value, (text) => {
          asset.value = text;
        })}
        {field('deposit-amount', 'Amount', amount.value, (text) => {
          amount.value = text;
        })}
        <div class="row">
          <button type="submit" class="button" disabled={subAccountId === ''}>
            Deposit
          </button>
        </div>
      </form>
    </Panel>
  );
}
