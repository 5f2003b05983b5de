import { patched } from '../make.ts';
import type { Wrong } from '../wrong.ts';
import { takesSignatureOf } from './signed-requests.ts';

/** Who may do what in rare places, and texts that are read as other texts. */
export const SIGNERS_AND_TEXTS: readonly Wrong[] = [
  {
    name: 'another-read-signed-as-another',
    clause: 'AUTH-READ-ACTION-MISMATCH',
    what: 'getTransfers succeeds with a signature of getOrderHistory.',
    make: () => takesSignatureOf('getTransfers', ({ params }) => ({ action: 'getOrderHistory', params })),
  },
  {
    name: 'expires-after-its-moment',
    clause: 'AUTH-EXPIRESAFTER-PAST',
    what: 'A request is still served in the very millisecond of its expiresAfter.',
    make: () => patched(['runtime/validation/steps.ts', 'return BigInt(now) >= (', 'return BigInt(now) > (']),
  },
  {
    name: 'manager-of-one-manager-of-all',
    clause: 'ROLE-STRANGER-WRITE',
    what: 'The manager of one wallet is taken for the manager of every wallet.',
    make: () =>
      patched([
        'runtime/validation/rights.ts',
        "if (state.wallets.get(account.owner)?.managers.has(wallet)) return 'manager';",
        "for (const { managers } of state.wallets.values()) if (managers.has(wallet)) return 'manager';",
      ]),
  },
  {
    name: 'second-grant-keeps-the-first-permission',
    clause: 'ADDDELEGATEDSIGNER',
    what: 'A delegation that is granted again with another permission keeps the one it had.',
    make: () =>
      patched([
        'engine/accounts/evolve-delegation.ts',
        'delegations.set(wallet, { no, wallet, permission, expiresAt',
        'delegations.set(wallet, { no, wallet, permission: delegations.get(wallet)?.permission ?? permission, expiresAt',
      ]),
  },
  {
    name: 'letters-fold-to-a-market',
    clause: 'CONV-SYMBOL-UNKNOWN',
    what: 'A symbol with a long s, or with the sign of kelvin, names the market with the plain letter.',
    make: () =>
      patched(
        ['api/symbols.ts', "typeof value !== 'string' || !ASCII.test(value)", "typeof value !== 'string'"],
        [
          'api/symbols.ts',
          'const symbol = value.trim().toUpperCase();',
          'const symbol = value.trim().toLowerCase().toUpperCase();',
        ],
      ),
  },
  {
    name: 'bytes-are-replaced',
    clause: 'R-10',
    what: 'Bytes of a body that are not UTF-8 are replaced, and the request is served.',
    make: () =>
      patched(['api/strict-json.ts', '{ fatal: true, ignoreBOM: true }', '{ fatal: false, ignoreBOM: true }']),
  },
  {
    name: 'names-are-composed',
    clause: 'UPDATESUBACCOUNTNAME',
    what: 'A name is kept in its composed form (NFC), not as it was signed.',
    make: () =>
      patched([
        'api/actions/trade/subaccounts/updateSubAccountName.ts',
        "[{ type: 'RenameAccount', account: account.no, name }]",
        "[{ type: 'RenameAccount', account: account.no, name: name.normalize('NFC') }]",
      ]),
  },
  {
    name: 'names-measured-in-utf16',
    clause: 'CREATESUBACCOUNT-NAME-50',
    what: 'A character beyond the basic plane counts as two of the fifty of a name.',
    make: () =>
      patched([
        'api/records/subaccount-name.ts',
        'Array.from(name).length > NAME_LENGTH_MAX',
        'name.length > NAME_LENGTH_MAX',
      ]),
  },
];
