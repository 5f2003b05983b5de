import { chooseSubAccount, type Session, signOut } from '../data/account.ts';

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
