import { invariant, isRefusal, type Refusal } from '../../kernel/errors.ts';
import { type Address, subAccountIdOf } from '../../kernel/ids.ts';
import { typesOf } from '../../client/typed-data.ts';
import { EVERY_ROLE, type Role } from '../../contract/action.ts';
import { TRADE_ACTIONS } from '../../contract/catalogue.ts';
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { parseSubAccountId } from '../../contract/fields/table.ts';
import { type SigningDomain, signingDomain, structNameOf, type TypedMessage } from '../../contract/signing.ts';
import { parseStrictText } from '../../contract/strict-json.ts';
import { DOMAIN_FIELDS, type TypedDocument } from '../../contract/typed-document.ts';
import type { Account, State } from '../../engine/state.ts';
import { ControlError } from '../control-error.ts';
import {
  accountBehind,
  bodyOfPost,
  isUnreadable,
  readTrade,
  roleOf,
  signedPartOf,
  type StepName,
} from '../requests/request.ts';
import { parseSignature, type Signature, type SignatureChecker, type SignedClaim } from '../signatures/signature.ts';
import { claimOfLogin } from '../stream/session/login.ts';
import type { Explanation, ExplanationInput } from './explanation.ts';
import { diagnose, type Diagnosis, type Mistake } from './signature-diagnosis.ts';
import { isRecord, mapRecord } from '../../kernel/entries.ts';

/** A wallet, and what it is to the subaccount; null for nothing. */
interface KnownSigner {
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
  message: mapRecord(message, withoutBigints),
});

function withoutBigints(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(withoutBigints);
  return isRecord(value) ? mapRecord(value, withoutBigints) : value;
}

/** Signers that an explanation lists. */
const LISTED = 5;

/** Adds to the explanation of a refusal what was signed instead, and how to see all of it. */
export function withSigner(explanation: Explanation, report: SignatureReport): Explanation {
  const { mistake, advice } = report;
  const requestId = explanation.subject['requestId'] ?? '';
  return {
    ...explanation,
    verdict: {
      ...explanation.verdict,
      ...(mistake && { mistake: mistake.field, signed: mistake.signed, expected: mistake.expected }),
      fix: advice,
      details: `perpsim why signature ${requestId}`,
    },
    inputs: [...explanation.inputs, ...inputsOf(report)],
  };
}

function inputsOf({ recovered, expected, digest, domainSeparator, tried }: SignatureReport): ExplanationInput[] {
  const more = expected.length - LISTED;
  const signers = expected.slice(0, LISTED).map(named).join(', ');
  return [
    word('recovered', recovered ? named(recovered) : 'none', 'the signature over the digest'),
    word('signers', signers + (more > 0 ? ` and ${more} more` : ''), 'wallets with a right on the subaccount'),
    word('digest', digest, 'hash of the typed data that has to be signed'),
    word('domainSeparator', domainSeparator, 'hash of its domain'),
    word('tried', String(tried), 'documents with a common mistake'),
  ];
}

const named = ({ address, role }: KnownSigner): string => (role === null ? address : `${address} (${role})`);

const word = (name: string, value: string, from: string): ExplanationInput => ({ name, value, unit: '', from });

/**
 * Reads a signed request as people have it at hand: the body of POST /v1/trade, a frame of a stream (`post` or `auth`), or the
 * params of such a frame alone; as a value or as its JSON text.
 *
 * @throws ControlError that says what is wrong with a request whose signature is never examined
 */
export function readClaim(given: Json, serviceName: string): SignedClaim {
  const request = typeof given === 'string' ? parsed(given) : given;
  if (!isObject(request)) throw wrong('INVALID_FORMAT', TAKES);
  const { method, params } = request;
  if (method === 'auth') return loginOf(paramsOf(request), serviceName);
  if (method === 'post') return claimOf(bodyOfPost(paramsOf(request)));
  if (params !== undefined) return claimOf(request);
  if (typeof request.message === 'string' || request.timestamp !== undefined) return loginOf(request, serviceName);
  if (request.action !== undefined) return claimOf(bodyOfPost(request));
  throw wrong('INVALID_FORMAT', TAKES);
}

const TAKES =
  'the request must be the body of POST /v1/trade, a post or auth frame of a stream, or the params of such a frame';

function parsed(text: string): Json {
  const read = parseStrictText(text);
  if ('error' in read) throw wrong('INVALID_FORMAT', `the request is not JSON: ${read.error}`);
  return read.value;
}

function paramsOf({ params }: JsonObject): JsonObject {
  if (!isObject(params)) throw wrong('INVALID_FORMAT', TAKES);
  return params;
}

function loginOf(params: JsonObject, serviceName: string): SignedClaim {
  const claim = claimOfLogin(params, serviceName);
  if (isRefusal(claim)) throw unexamined('auth', claim);
  const { subAccountId, timestamp, action, signature } = claim;
  const message = { type: 'AuthMessage', values: { subAccountId, timestamp, action } } as const;
  return { action, subAccountId, auth: null, message, signature };
}

/** The validation steps up to the one that recovers the wallet, as far as they read the request. */
function claimOf(body: JsonObject): SignedClaim {
  const request = readTrade(body, TRADE_ACTIONS);
  if (isUnreadable(request)) throw unexamined(request.step, request.refusal);
  const { action, name } = request;
  invariant(action.surface === 'trade', 'trade requests name actions of the trade surface');
  const subAccountId = parseSubAccountId(body, action.missingIdText);
  if (isRefusal(subAccountId)) throw unexamined('checkSubAccountId', subAccountId);
  const signature = parseSignature(body.signature);
  if (isRefusal(signature)) throw unexamined('checkSignatureForm', signature);
  const signed = signedPartOf(action, request, subAccountId);
  if (isRefusal(signed)) throw unexamined('checkSignedValues', signed);
  return { action: name, subAccountId, auth: action.auth, message: signed.message, signature };
}

const unexamined = (step: StepName | 'auth', { code, message }: Refusal): ControlError =>
  wrong('INVALID_VALUE', `the request is refused before its signer is looked for, at ${step}: ${code}, ${message}`);

const wrong = (code: 'INVALID_FORMAT' | 'INVALID_VALUE', message: string): ControlError =>
  new ControlError(code, 'request', message);
