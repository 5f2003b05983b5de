import { EVERY_ROLE, type Role } from '../../../contract/action.ts';
import { type SigningDomain, signingDomain, structNameOf, type TypedMessage } from '../../../contract/signing.ts';
import { DOMAIN_FIELDS, type TypedDocument } from '../../../contract/typed-document.ts';
import { typesOf } from '../../../client/typed-data.ts';
import type { Account, State } from '../../../engine/state.ts';
import { type Address, subAccountIdOf } from '../../../kernel/ids.ts';
import type { Signature, SignatureChecker } from '../../signatures/signature.ts';
import type { SignedClaim } from '../../signatures/signed-claim.ts';
import { accountBehind, roleOf } from '../../requests/rights.ts';
import { type Diagnosis, diagnose, type Mistake } from './diagnosis.ts';

/** A wallet, and what it is to the subaccount; null for nothing. */
export interface KnownSigner {
  readonly address: Address;
  readonly role: Role | null;
}

/** Who signed a request, who should have, and what the one signed instead of the request. */
export interface SignatureReport {
  readonly action: string;
  readonly subAccountId: string;
  /** What has to be signed, in the form that eth_signTypedData_v4 takes; integers are decimal texts. */
  readonly typedData: TypedDocument;
  /** 0x and 64 hex digits, as is the digest. */
  readonly domainSeparator: string;
  readonly digest: string;
  readonly signature: Signature;
  /** The wallet that the signature gives for the request as it is; null when no key gives it. `owns` lists its subaccounts. */
  readonly recovered: (KnownSigner & { readonly owns: readonly string[] }) | null;
  /** Wallets with a right on the subaccount, the owner first; or the one that was asked about. */
  readonly expected: readonly KnownSigner[];
  /** The roles that may carry out the action. */
  readonly roles: readonly Role[];
  readonly verdict: Diagnosis['verdict'];
  /** Null unless the verdict is `explained`. */
  readonly mistake: Mistake | null;
  /** How many documents were tried. */
  readonly tried: number;
  /** What to do, in a sentence or two. */
  readonly advice: string;
}

export interface SignatureParts {
  readonly state: Readonly<State>;
  readonly checker: SignatureChecker;
  readonly serviceName: string;
}

/** Subaccounts that a report lists of the wallet that signed. */
const OWNED_MAX = 20;

/**
 * Examines who signed. Rights are those of now.
 *
 * @param address - the wallet that the client says it signs with; left out: the wallets with a right on the subaccount
 */
export function reportOn(claim: SignedClaim, parts: SignatureParts, address?: Address): SignatureReport {
  const { state, checker, serviceName } = parts;
  const { action, subAccountId, message, signature, auth } = claim;
  const document = documentOf(message, signingDomain(serviceName));
  const account = accountBehind(state, subAccountId);
  const roleNow = (wallet: Address): Role | null => (account ? roleOf(state, account, wallet) : null);
  const signer = (wallet: Address): KnownSigner => ({ address: wallet, role: roleNow(wallet) });
  const expected = address === undefined ? signersOf(state, account).map(signer) : [signer(address)];
  const signers = expected.length > 0 ? expected.map((one) => one.address) : ownersIn(state);
  const others = nameDocuments(claim, document);
  const { digest, domainSeparator, recovered, verdict, mistake, tried } = diagnose(
    { document, signature, signers, others },
    checker.recoverKey,
  );
  const found = recovered === null ? null : { ...signer(recovered), owns: ownedBy(state, recovered) };
  const roles = auth?.roles ?? EVERY_ROLE;
  const facts = { recovered: found, expected, roles, verdict, mistake, tried };
  return {
    action,
    subAccountId: String(subAccountId),
    typedData: printable(document),
    domainSeparator,
    digest,
    signature,
    ...facts,
    advice: adviceFor(facts, String(subAccountId), account !== undefined),
  };
}

type Facts = Pick<SignatureReport, 'recovered' | 'expected' | 'roles' | 'verdict' | 'mistake' | 'tried'>;

function adviceFor({ recovered, roles, verdict, mistake, tried, expected }: Facts, id: string, exists: boolean) {
  const missing = exists ? '' : `There is no subaccount ${id}. `;
  if (verdict === 'explained' && mistake) return missing + mistake.fix;
  if (recovered === null) return `${missing}No key gives this signature: send r, s and v as the wallet returned them.`;
  const { address, role, owns } = recovered;
  if (verdict === 'right' && exists) {
    if (role === null) return `${address} signed the request, but has no right on subaccount ${id}.`;
    if (!roles.includes(role)) {
      return `${address} signed the request as ${role}, but the action takes the signature of ${roles.join(' or ')}.`;
    }
    return `The signature is right: ${address} signed the request as ${role}.`;
  }
  if (owns.length > 0) {
    return `${missing}${address} signed this very request and owns ${owns.join(', ')}: send that subaccount id, or sign with the key of an expected wallet.`;
  }
  const known = expected.map((one) => one.address).join(' or ');
  return (
    `${missing}None of ${tried} documents with a common mistake gives an expected signer. Compare the typed data with what the ` +
    `wallet signed, and check that the key is that of ${known === '' ? 'a wallet with a subaccount' : known}.`
  );
}

/** Owner, managers and delegates. */
function signersOf(state: Readonly<State>, account: Account | undefined): Address[] {
  if (!account) return [];
  const managers = state.wallets.get(account.owner)?.managers ?? [];
  return [...new Set([account.owner, ...managers, ...account.delegations.keys()])];
}

const ownersIn = (state: Readonly<State>): Address[] => [
  ...new Set(Array.from(state.accounts.values(), ({ owner }) => owner)),
];

function ownedBy(state: Readonly<State>, wallet: Address): string[] {
  const owned: string[] = [];
  for (const { no, owner } of state.accounts.values()) {
    if (owner === wallet) owned.push(subAccountIdOf(no));
    if (owned.length === OWNED_MAX) break;
  }
  return owned;
}

const documentOf = ({ type, values }: TypedMessage, domain: SigningDomain): TypedDocument => ({
  domain: { ...domain },
  types: typesOf(type),
  primaryType: structNameOf(type),
  message: values,
});

/** A write with a type of its own, signed by its name as a read is. */
function nameDocuments({ action, message }: SignedClaim, { domain, primaryType }: TypedDocument) {
  const { subAccountId, nonce, expiresAfter } = message.values;
  if (primaryType === 'SubAccountAction' || primaryType === 'AuthMessage') return [];
  return (['SubAccountActionNonce', 'SubAccountAction'] as const).map((type) => ({
    field: 'primaryType',
    signed: `SubAccountAction${type === 'SubAccountAction' ? ' without nonce' : ''}`,
    expected: primaryType,
    fix: `Sign ${action} with its own type ${primaryType}; SubAccountAction is for reads.`,
    document: {
      domain,
      types: typesOf(type),
      primaryType: structNameOf(type),
      message: { subAccountId, action, nonce, expiresAfter },
    },
  }));
}

/** A document as JSON can hold it, with the type of its domain. */
const printable = ({ domain, types, primaryType, message }: TypedDocument): TypedDocument => ({
  domain,
  types: { EIP712Domain: DOMAIN_FIELDS, ...types },
  primaryType,
  message: withoutBigints(message) as TypedDocument['message'],
});

function withoutBigints(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(withoutBigints);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutBigints(member)]));
}
