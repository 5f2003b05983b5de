import { patched } from '../make.ts';
import type { Wrong } from '../wrong.ts';
import { takesNameSignature, takesSignatureOf } from './signed-requests.ts';

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
    make: () => patched(['exchange/requests/life.ts', 'return BigInt(now) >= (', 'return BigInt(now) > (']),
  },
  {
    name: 'manager-of-one-manager-of-all',
    clause: 'ROLE-STRANGER-WRITE',
    what: 'The manager of one wallet is taken for the manager of every wallet.',
    make: () =>
      patched([
        'exchange/requests/request.ts',
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
        'engine/accounts/delegation.ts',
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
        ['contract/symbols.ts', "typeof value !== 'string' || !ASCII.test(value)", "typeof value !== 'string'"],
        [
          'contract/symbols.ts',
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
      patched(['contract/strict-json.ts', '{ fatal: true, ignoreBOM: true }', '{ fatal: false, ignoreBOM: true }']),
  },
  {
    name: 'names-are-composed',
    clause: 'UPDATESUBACCOUNTNAME',
    what: 'A name is kept in its composed form (NFC), not as it was signed.',
    make: () =>
      patched([
        'contract/actions/trade/subaccounts/updateSubAccountName.ts',
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
        'contract/records/subaccount-name.ts',
        'Array.from(name).length > NAME_LENGTH_MAX',
        'name.length > NAME_LENGTH_MAX',
      ]),
  },
  {
    name: 'address-in-any-casing',
    clause: 'GETSUBACCOUNTIDS',
    what: 'getSubAccountIds takes an address whose letters are not cased as its checksum says.',
    make: () =>
      patched([
        'contract/actions/info/getSubAccountIds.ts',
        'if (sent === expected) return wallet;',
        'if (sent !== undefined) return wallet;',
      ]),
  },
  {
    name: 'names-are-trimmed',
    clause: 'UPDATESUBACCOUNTNAME',
    what: 'Spaces around a new name are removed, not refused.',
    make: () =>
      patched(
        ['contract/records/subaccount-name.ts', "if (name !== name.trim()) return 'outer spaces';", ''],
        [
          'contract/actions/trade/subaccounts/updateSubAccountName.ts',
          "[{ type: 'RenameAccount', account: account.no, name }]",
          "[{ type: 'RenameAccount', account: account.no, name: name.trim() }]",
        ],
      ),
  },
  {
    name: 'last-of-two-keys',
    clause: 'R-10',
    what: 'Of two equal keys of an object the last one counts.',
    make: () =>
      patched(['contract/strict-json.ts', "if (object[key] !== undefined) return this.#fail('repeated key');", '']),
  },
  {
    name: 'digits-of-other-scripts',
    clause: 'PLACEORDERS-ITEM-PRICE',
    what: 'Full-width digits in an amount are read as digits.',
    make: () =>
      patched([
        'kernel/decimal.ts',
        'export function parseDecimal(text: string): Decimal | undefined {',
        `export function parseDecimal(sent: string): Decimal | undefined {
  const text = sent.normalize('NFKC');`,
      ]),
  },
  {
    name: 'half-a-pair-is-replaced',
    clause: 'R-10',
    what: 'Half of a surrogate pair in a text is replaced, and the request is served.',
    make: () =>
      patched([
        'contract/strict-json.ts',
        "if (high > 0xdbff || !this.#text.startsWith('\\\\u', this.#at)) return this.#fail('lone surrogate');",
        "if (high > 0xdbff || !this.#text.startsWith('\\\\u', this.#at)) return '\\ufffd';",
      ]),
  },
  {
    name: 'write-under-the-name-of-a-read',
    clause: 'AUTH-FAIL-TAMPERED',
    what: 'removeAllDelegatedSigners is done under the signature of getDelegatedSigners.',
    make: () => takesNameSignature(['removeAllDelegatedSigners'], () => 'getDelegatedSigners'),
  },
  {
    name: 'nonce-of-a-read-not-bound',
    clause: 'AUTH-TYPE-SUBACCOUNTACTION',
    what: 'A read with a nonce also succeeds under a signature without one.',
    make: () => takesNameSignature(/^get/, ({ action }) => action),
  },
  {
    name: 'whitelist-of-the-signer',
    clause: 'R-09',
    what: 'The wallet that signs has to be whitelisted, not the owner of the subaccount.',
    make: () =>
      patched([
        'exchange/requests/life.ts',
        'state.wallets.get(context.account.owner)?.whitelisted',
        'state.wallets.get(context.wallet)?.whitelisted',
      ]),
  },
  {
    name: 'manager-moves-between-owners',
    clause: 'R-83',
    what: 'The manager of two wallets may transfer from one to the other.',
    make: () =>
      patched(
        [
          'contract/actions/trade/funds/transferCollateral.ts',
          '{ state, account }: ActionContext',
          '{ state, account, wallet }: ActionContext',
        ],
        [
          'contract/actions/trade/funds/transferCollateral.ts',
          'return destination?.owner === account.owner ?',
          'return destination && (destination.owner === account.owner || state.wallets.get(destination.owner)?.managers.has(wallet)) ?',
        ],
      ),
  },
];
