import { isObject, type Json, type JsonObject } from '../../../contract/json.ts';
import { signingDomain } from '../../../contract/signing.ts';
import { parseStrictJson } from '../../../contract/strict-json.ts';
import type { State } from '../../../engine/state.ts';
import { compareKeys } from '../../../kernel/canonical-json.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/errors.ts';
import { type AccountNo, type Address, parseUint64 } from '../../../kernel/ids.ts';
import type { TimeMs } from '../../../kernel/units.ts';
import { accountBehind, roleOf } from '../../requests/request.ts';
import {
  parseLoginSignature,
  parseSignature,
  type Signature,
  type SignatureChecker,
} from '../../signatures/signature.ts';

/** Who a connection speaks for. The right is checked again whenever it matters (SEC-37). */
export interface Login {
  readonly wallet: Address;
  readonly account: AccountNo;
  /** As the client names it. */
  readonly subAccountId: string;
}

/** Returns whether a login still gives a right on the subaccount it was made for. */
export function hasRight(state: Readonly<State>, { wallet, account: no }: Login): boolean {
  const account = state.accounts.get(no);
  return account !== undefined && roleOf(state, account, wallet) !== null;
}

export interface LoginParts {
  readonly state: Readonly<State>;
  readonly checker: SignatureChecker;
  readonly serviceName: string;
  /** Logins of one wallet that are remembered at once. */
  readonly keptMax?: number;
}

/** What a client signed to log in (wire 1.7). */
export interface Claim {
  readonly subAccountId: bigint;
  readonly timestamp: bigint;
  readonly action: string;
  readonly signature: Signature;
}

/** A signed time counts for a minute, either way. */
const WINDOW_MS = 60_000;
/** How often expired logins are removed. */
const SWEEP_MS = 1_000;
/** A time above this is in milliseconds, else in seconds. */
const SECONDS_MAX = 2_147_483_647n;

/** The maximum of logins kept for one wallet; one more waits until the oldest of them cannot be used again. */
const LOGINS_KEPT_MAX = 1_000;

/** Signed times that served, by wallet, and until when each could serve again; in order. */
export type SavedLogins = readonly (readonly [Address, readonly (readonly [timestamp: bigint, until: TimeMs])[]])[];

/**
 * Validates logins of all connections, so that no signed time serves twice. A time outside the window is refused for
 * that, so it need not be remembered for longer than it lies within; and only times of successful logins are
 * remembered, so that strangers cost nothing (SEC-31).
 */
export class Logins {
  readonly #parts: LoginParts;
  /** Signed times that served, by wallet, and until when each could serve again. */
  readonly #used: Map<Address, Map<bigint, TimeMs>>;
  #sweepAt: TimeMs = 0;

  constructor(parts: LoginParts, saved: SavedLogins = []) {
    this.#parts = parts;
    this.#used = new Map(saved.map(([wallet, times]) => [wallet, new Map(times)]));
  }

  /** What could serve again at `now`, whenever it was last swept. */
  save(now: TimeMs): SavedLogins {
    return Array.from(this.#used, ([wallet, times]) => {
      const kept = [...times].filter(([, until]) => until >= now);
      return [wallet, kept.sort(([a], [b]) => compareKeys(a, b))] as const;
    })
      .filter(([, times]) => times.length > 0)
      .sort(([a], [b]) => compareKeys(a, b));
  }

  /** Signed times that are remembered. */
  get size(): number {
    let size = 0;
    for (const times of this.#used.values()) size += times.size;
    return size;
  }

  /** The login that the params of an `auth` frame give, in either form, or why they give none. */
  validate(params: JsonObject, now: TimeMs): Login | Refusal {
    const { state, checker, serviceName } = this.#parts;
    const claim = claimOfLogin(params, serviceName);
    if (isRefusal(claim)) return claim;
    const { subAccountId, timestamp, action, signature } = claim;
    const signedAt = timestamp > SECONDS_MAX ? timestamp : timestamp * 1_000n;
    if (signedAt < BigInt(now - WINDOW_MS)) return unauthorized('request too old');
    if (signedAt > BigInt(now + WINDOW_MS)) return unauthorized('timestamp from future');
    const wallet = checker.recover({ type: 'AuthMessage', values: { subAccountId, timestamp, action } }, signature);
    if (isRefusal(wallet)) return wallet;
    this.#sweep(now);
    if (this.#used.get(wallet)?.has(timestamp)) return unauthorized('timestamp already used');
    const account = accountBehind(state, subAccountId);
    if (!account || roleOf(state, account, wallet) === null) {
      return unauthorized(`wallet ${wallet} is not authorized to act on this subaccount`);
    }
    if (!this.#remember(wallet, timestamp, Number(signedAt))) {
      return refuse('RATE_LIMIT_EXCEEDED', 'too many logins');
    }
    return { wallet, account: account.no, subAccountId: String(subAccountId) };
  }

  /** False when there is no room: what could serve again is never forgotten to make some. */
  #remember(wallet: Address, timestamp: bigint, signedAt: TimeMs): boolean {
    const times = this.#used.get(wallet) ?? new Map<bigint, TimeMs>();
    if (times.size >= (this.#parts.keptMax ?? LOGINS_KEPT_MAX)) return false;
    this.#used.set(wallet, times.set(timestamp, signedAt + WINDOW_MS));
    return true;
  }

  /** Forgets what is too old by now to serve again. Exchange time never goes back, so neither does what is too old. */
  #sweep(now: TimeMs): void {
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + SWEEP_MS;
    for (const [wallet, times] of this.#used) {
      for (const [timestamp, until] of times) if (until < now) times.delete(timestamp);
      if (times.size === 0) this.#used.delete(wallet);
    }
  }
}

/** Reads the params of an `auth` frame, in either form. */
export const claimOfLogin = (params: JsonObject, serviceName: string): Claim | Refusal =>
  typeof params.message === 'string' ? signedTextClaim(params, params.message, serviceName) : flatClaim(params);

/** The current form: the whole typed data as one text, and the signature as another. */
function signedTextClaim(params: JsonObject, text: string, serviceName: string): Claim | Refusal {
  const read = parseStrictJson(new TextEncoder().encode(text));
  const data = 'value' in read && isObject(read.value) ? read.value : undefined;
  if (!data || !isObject(data.domain) || !isObject(data.message))
    return unauthorized('message must be typed data as JSON');
  if (data.primaryType !== 'AuthMessage') return unauthorized('primaryType must be AuthMessage');
  const domain = refuseOtherDomain(data.domain, serviceName);
  if (domain) return domain;
  const signature = parseLoginSignature(typeof params.signature === 'string' ? params.signature : '');
  return isRefusal(signature) ? signature : claimOf(data.message, signature);
}

/** The older form: the signed fields beside the signature. */
function flatClaim(params: JsonObject): Claim | Refusal {
  const signature =
    typeof params.signature === 'string' ? parseLoginSignature(params.signature) : parseSignature(params.signature);
  return isRefusal(signature) ? signature : claimOf(params, signature);
}

function claimOf({ subAccountId, timestamp, action }: JsonObject, signature: Signature): Claim | Refusal {
  const id = uint256Of(subAccountId);
  const time = uint256Of(timestamp);
  if (id === undefined) return unauthorized('subAccountId must be a positive integer');
  if (time === undefined) return unauthorized('timestamp must be a Unix time');
  if (typeof action !== 'string') return unauthorized('action is required');
  return { subAccountId: id, timestamp: time, action, signature };
}

/** The four facts of the domain, in this order (wire 1.7). */
function refuseOtherDomain(
  { name, version, chainId, verifyingContract }: JsonObject,
  serviceName: string,
): Refusal | null {
  const own = signingDomain(serviceName);
  if (name !== own.name) return unauthorized(`invalid domain name: expected ${own.name}, got ${textOf(name)}`);
  if (version !== own.version)
    return unauthorized(`invalid domain version: expected ${own.version}, got ${textOf(version)}`);
  if (uint256Of(chainId) !== BigInt(own.chainId)) {
    return unauthorized(`invalid chain ID: expected ${own.chainId}, got ${textOf(chainId)}`);
  }
  const contract = typeof verifyingContract === 'string' ? verifyingContract.toLowerCase() : '';
  if (contract === own.verifyingContract) return null;
  return unauthorized(
    `invalid verifying contract: expected ${own.verifyingContract}, got ${textOf(verifyingContract)}`,
  );
}

/** A JSON number, decimal text or 0x-hex text, which may be padded to its 32 bytes; ids and times fit 64 bits. */
function uint256Of(value: Json | undefined): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined;
  if (typeof value === 'bigint') return value >= 0n && value === BigInt.asUintN(64, value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  if (!/^0x[0-9a-fA-F]{1,64}$/.test(value)) return parseUint64(value);
  const number = BigInt(value);
  return number === BigInt.asUintN(64, number) ? number : undefined;
}

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? String(value).slice(0, 64)
    : 'none';

const unauthorized = (message: string): Refusal => refuse('UNAUTHORIZED', message);
