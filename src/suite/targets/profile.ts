import { parse } from 'yaml';
import { CAPABILITIES, type Capability } from '../deployment.ts';
import { HAIRCUT_COLLATERAL, isRole, type Roles, ROLES as MARKET_ROLES } from '../market/roles.ts';
import { isRecord } from '../records.ts';
import type { TransportName } from '../results/run.ts';
import type { RemoteOptions, WalletRole } from './remote-options.ts';

/**
 * A profile says how to reach a deployment and which scenarios to run on it. It names environment variables for keys
 * and ids and never holds them, so that it can be committed. `fixtures/targets/README.md` explains every field.
 */
export interface Profile {
  readonly name: string;
  readonly description: string;
  readonly restUrl?: string | FromEnvironment;
  readonly wsUrl?: string | FromEnvironment;
  readonly serviceName?: string | FromEnvironment;
  readonly wallets: readonly ProfileWallet[];
  /** Tokens of the address that a run may spend. */
  readonly budget?: number;
  /** Clauses that a run of the whole profile must prove before the target counts as conformant. */
  readonly floor?: number;
  /** Longest wait in real time for one passage of time, in milliseconds. */
  readonly waitMs?: number;
  readonly prefix?: string;
  /** Subaccounts that a run may open; they stay. */
  readonly subAccounts?: number;
  /** A few small withdrawals may go to the owner's own address. */
  readonly mayWithdrawToOwner?: boolean;
  readonly readOnly?: boolean;
  /** What the wallets hold at the start may be cancelled and closed. */
  readonly mayClear?: boolean;
  /** Buckets may be run empty, and connections and subscriptions used up. */
  readonly mayExhaust?: boolean;
  /** Empty second subaccounts that wallets lack may be opened; they stay. */
  readonly mayCreate?: boolean;
  /** Markets and the haircut collateral by their roles, in place of those that the probe finds: `market: ETH-USDT`. */
  readonly roles?: Roles;
  readonly select: Selection;
}

/** Which scenarios. What is left out does not narrow the choice. */
export interface Selection {
  readonly transport?: TransportName;
  /** A tag expression of Cucumber. */
  readonly tags?: string;
  /** Folders below `features`. */
  readonly areas?: readonly string[];
  /** Scenarios that need one of these are not chosen, rather than skipped. */
  readonly without?: readonly Capability[];
}

export interface FromEnvironment {
  readonly env: string;
}

interface ProfileWallet {
  readonly key: FromEnvironment;
  readonly subAccountId?: FromEnvironment;
  /** Ids with commas between: the only other subaccounts that scenarios may use. */
  readonly spareSubAccountIds?: FromEnvironment;
  readonly role?: WalletRole;
  /** Left out of the run when its variable is not set. */
  readonly optional?: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** A profile that cannot be used, or an environment that lacks what it names. Never quotes a value. */
export class ProfileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProfileError';
  }
}

type Reader = (value: unknown) => boolean;

const isText: Reader = (value) => typeof value === 'string' && value !== '';
const isFlag: Reader = (value) => typeof value === 'boolean';
const isCount: Reader = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const isVariable: Reader = (value) =>
  isRecord(value) && Object.keys(value).join() === 'env' && typeof value.env === 'string' && VARIABLE.test(value.env);
const isTextOrVariable: Reader = (value) => isText(value) || isVariable(value);
const VARIABLE = /^[A-Z][A-Z0-9_]*$/;
const isRoles: Reader = (value) =>
  isRecord(value) &&
  Object.entries(value).every(([role, symbol]) => (isRole(role) || role === HAIRCUT_COLLATERAL) && isText(symbol));
const ROLES: readonly WalletRole[] = ['trader', 'keeper', 'whitelist-off'];

/** Field, what it takes, and the check for it. */
const FIELDS: Readonly<Record<string, readonly [string, Reader]>> = {
  name: ['a text', isText],
  description: ['a text', isText],
  restUrl: ['a URL, or { env: VARIABLE }', isTextOrVariable],
  wsUrl: ['a URL, or { env: VARIABLE }', isTextOrVariable],
  serviceName: ['a text, or { env: VARIABLE }', isTextOrVariable],
  wallets: ['a list of wallets', Array.isArray],
  budget: ['a whole number of tokens', isCount],
  floor: ['a whole number of clauses', isCount],
  waitMs: ['a whole number of milliseconds', isCount],
  prefix: ['1 to 24 letters, digits and hyphens', (value) => isText(value) && /^[\w-]{1,24}$/.test(String(value))],
  subAccounts: ['a whole number', isCount],
  mayWithdrawToOwner: ['true or false', isFlag],
  readOnly: ['true or false', isFlag],
  mayClear: ['true or false', isFlag],
  mayExhaust: ['true or false', isFlag],
  mayCreate: ['true or false', isFlag],
  roles: [`symbols by role, out of ${[...MARKET_ROLES, HAIRCUT_COLLATERAL].join(', ')}`, isRoles],
  select: ['a choice of scenarios', isRecord],
};
const WALLET_FIELDS: typeof FIELDS = {
  key: ['{ env: VARIABLE }, for a key is never written down', isVariable],
  subAccountId: ['{ env: VARIABLE }', isVariable],
  spareSubAccountIds: ['{ env: VARIABLE }', isVariable],
  role: [`one of ${ROLES.join(', ')}`, (value) => ROLES.some((role) => role === value)],
  optional: ['true or false', isFlag],
};
const SELECT_FIELDS: typeof FIELDS = {
  transport: ['rest or ws', (value) => value === 'rest' || value === 'ws'],
  tags: ['a tag expression', isText],
  areas: ['a list of folders below features', (value) => Array.isArray(value) && value.every(isText)],
  without: [
    `a list out of ${CAPABILITIES.join(', ')}`,
    (value) => Array.isArray(value) && value.every((one) => CAPABILITIES.some((known) => known === one)),
  ],
};

/**
 * Reads a profile, JSON or YAML.
 *
 * @param file for messages
 * @throws ProfileError that names the field
 */
export function readProfile(text: string, file: string): Profile {
  let read: unknown;
  try {
    read = parse(text);
  } catch {
    // The parser quotes the line, which may hold what should not be there.
    throw new ProfileError(`${file} is neither JSON nor YAML`);
  }
  if (!isRecord(read)) throw new ProfileError(`${file} must hold the fields of a profile`);
  check(read, FIELDS, `${file}: `);
  const { name, description, wallets = [], select = {} } = read;
  for (const [field, value] of Object.entries({ name, description })) {
    if (value === undefined) throw new ProfileError(`${file}: ${field} is missing`);
  }
  (wallets as unknown[]).forEach((wallet, index) => {
    const where = `${file}: wallets[${index}]`;
    if (!isRecord(wallet)) throw new ProfileError(`${where} takes fields, such as key`);
    check(wallet, WALLET_FIELDS, `${where}.`);
    if (wallet.key === undefined) throw new ProfileError(`${where}.key is missing`);
  });
  check(select as Readonly<Record<string, unknown>>, SELECT_FIELDS, `${file}: select.`);
  return { ...read, wallets, select } as unknown as Profile;
}

function check(given: Readonly<Record<string, unknown>>, fields: typeof FIELDS, where: string): void {
  for (const [field, value] of Object.entries(given)) {
    const known = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (!known) throw new ProfileError(`${where}${field} is not known; there are ${Object.keys(fields).join(', ')}`);
    if (!known[1](value)) throw new ProfileError(`${where}${field} takes ${known[0]}`);
  }
}

/** What flags say in place of the profile. */
export type Given = Partial<Pick<RemoteOptions, 'restUrl' | 'wsUrl' | 'serviceName' | 'budget'>>;

/**
 * Puts a profile and an environment together.
 *
 * @throws ProfileError that names each variable which is missing
 */
export function remoteOptionsOf(profile: Profile, environment: Environment, given: Given = {}): RemoteOptions {
  const missing: string[] = [];
  const valueOf = (source: string | FromEnvironment | undefined): string | undefined => {
    if (source === undefined || typeof source === 'string') return source;
    const value = environment[source.env];
    if (value === undefined || value === '') missing.push(source.env);
    return value;
  };
  const wallets = profile.wallets
    .filter(({ key, optional }) => optional !== true || (environment[key.env] ?? '') !== '')
    .map(({ key, subAccountId, spareSubAccountIds, role }) => {
      const id = valueOf(subAccountId);
      const spares = valueOf(spareSubAccountIds);
      return {
        privateKey: valueOf(key) ?? '',
        name: key.env,
        ...(id !== undefined && { subAccountId: id }),
        ...(spares !== undefined && { spareSubAccountIds: spares.split(',').map((one) => one.trim()) }),
        ...(role && { role }),
      };
    });
  const restUrl = given.restUrl ?? valueOf(profile.restUrl);
  const wsUrl = given.wsUrl ?? valueOf(profile.wsUrl);
  const serviceName = given.serviceName ?? valueOf(profile.serviceName);
  if (missing.length > 0) {
    throw new ProfileError(`profile ${profile.name} needs ${missing.join(', ')} in the environment`);
  }
  const wrong = wallets.find(({ privateKey }) => !/^(0x)?[0-9a-fA-F]{64}$/.test(privateKey));
  if (wrong) throw new ProfileError(`${wrong.name} does not hold a private key of 64 hexadecimal digits`);
  if (restUrl === undefined) throw new ProfileError(`profile ${profile.name} says no restUrl, and no target is given`);
  const { waitMs, prefix, subAccounts, mayWithdrawToOwner, readOnly, mayClear, mayExhaust, mayCreate, roles } = profile;
  const budget = given.budget ?? profile.budget;
  return {
    restUrl,
    wallets,
    ...(wsUrl !== undefined && { wsUrl }),
    ...(serviceName !== undefined && { serviceName }),
    ...(budget !== undefined && { budget }),
    ...(waitMs !== undefined && { waitMs }),
    ...(prefix !== undefined && { prefix }),
    ...(subAccounts !== undefined && { subAccounts }),
    ...(mayWithdrawToOwner !== undefined && { mayWithdrawToOwner }),
    ...(readOnly !== undefined && { readOnly }),
    ...(mayClear !== undefined && { mayClear }),
    ...(mayExhaust !== undefined && { mayExhaust }),
    ...(mayCreate !== undefined && { mayCreate }),
    ...(roles !== undefined && { roles }),
  };
}
