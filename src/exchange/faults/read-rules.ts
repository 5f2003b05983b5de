import { type ErrorCode, ERRORS } from '../../kernel/errors.ts';
import { type AccountNo, accountNoOf, type Address, parseUint64, subAccountIdOf } from '../../kernel/ids.ts';
import { nearestAside } from '../../kernel/nearest.ts';
import { parseAddress } from '../../contract/address.ts';
import { AGGREGATOR_ROUTES } from '../../contract/aggregator.ts';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../../contract/catalogue.ts';
import { CHANNEL_NAMES } from '../../contract/channel.ts';
import {
  DEPENDENCIES,
  FAULT_SURFACES,
  type FaultEffect,
  type FaultPlace,
  type FaultRule,
  type FaultSurface,
} from '../../engine/fault-terms.ts';
import type { State } from '../../engine/state.ts';
import { ControlError } from '../control-error.ts';
import { isOneOf, isRecord, keysOf } from '../../kernel/entries.ts';

/** A fault as a user of the control plane writes it; `docs/faults.md` says what each effect takes. */
export interface FaultSpec {
  /** Left out: `fault-1` and so on. */
  readonly name?: string;
  /** Left out: anything that the effect can strike. */
  readonly match?: FaultMatch;
  readonly effect: { readonly kind: string; readonly [field: string]: unknown };
  /** How many of a thousand meetings fire. Left out: all. */
  readonly perMille?: number;
  /** How often it fires at most. Left out: without bound. */
  readonly times?: number;
  /** Rules of one exchange that share name and seed draw the same numbers. */
  readonly seed?: string;
}

export interface FaultMatch {
  readonly surface?: FaultSurface;
  /** One of these three: an action, the last part of a GET path, a channel. */
  readonly action?: string;
  readonly route?: string;
  readonly channel?: string;
  readonly subAccountId?: string;
  readonly wallet?: string;
  /** Place of a command in its request, from 0. */
  readonly item?: number;
}

const RULES_MAX = 100;
const ITEMS_MAX = 1_000;
const TIMES_MAX = 1_000_000;

/** GET routes by the last part of their path. */
export const routeName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const ROUTE_NAMES = AGGREGATOR_ROUTES.map(({ path }) => routeName(path));

/** Throws ControlError that names the field; of the state only the accounts are of interest. `taken`: names of rules that stay. */
export function readRules(specs: unknown, state: Pick<State, 'accounts'>, taken: ReadonlySet<string>): FaultRule[] {
  if (!Array.isArray(specs) || specs.length === 0) throw wrong('rules', 'a list of rules');
  if (specs.length > RULES_MAX) throw wrong('rules', `a list of at most ${RULES_MAX} rules`);
  const names = new Set(taken);
  return specs.map((spec: unknown, index) => {
    const given = new Given(spec, `rules[${index}]`);
    const name = given.text('name') ?? freeName(names);
    names.add(name);
    return readRule(given, name, state);
  });
}

function freeName(taken: ReadonlySet<string>): string {
  let n = 1;
  while (taken.has(`fault-${n}`)) n += 1;
  return `fault-${n}`;
}

function readRule(given: Given, name: string, state: Pick<State, 'accounts'>): FaultRule {
  const effectGiven = given.object('effect');
  const kind = effectGiven.word('kind', EFFECT_KINDS);
  const facts = EFFECTS[kind];
  const effect = facts.read(effectGiven);
  effectGiven.end();
  const match = given.object('match');
  const { surface, target } = readTarget(match, facts.surfaces, facts.action ?? null);
  const place = placeOf(kind, surface);
  const rule: FaultRule = {
    name,
    place,
    surface,
    target,
    account: readAccount(match, state),
    wallet: readWallet(match),
    item: match.has('item') ? match.whole('item', 0, ITEMS_MAX) : null,
    effect,
    perMille: given.whole('perMille', 1, 1_000, 1_000),
    times: given.has('times') ? given.whole('times', 1, TIMES_MAX) : null,
    seed: given.text('seed') ?? '',
  };
  match.end();
  given.end();
  refuseUnknowable(match, rule);
  return rule;
}

/** What is matched by name, and the surface that follows from it. */
function readTarget(
  match: Given,
  surfaces: readonly FaultSurface[],
  only: string | null,
): Pick<FaultRule, 'surface' | 'target'> {
  const named = [
    ['action', (name: string): FaultSurface | null => surfaceOfAction(name)],
    ['route', (name: string): FaultSurface | null => (ROUTE_NAMES.includes(name) ? 'aggregator' : null)],
    ['channel', (name: string): FaultSurface | null => (isOneOf(CHANNEL_NAMES, name) ? 'ws' : null)],
  ] as const;
  let target: string | null = only;
  let surface = match.has('surface') ? match.word('surface', FAULT_SURFACES) : null;
  for (const [field, surfaceOf] of named) {
    const name = match.text(field);
    if (name === undefined) continue;
    const own = surfaceOf(name);
    if (own === null) {
      const hint = nearestAside(name, NAMES[field]());
      throw wrong(match.pathOf(field), `the name of ${ARTICLE[field]} ${field}, and ${name} is none${hint}`);
    }
    if ((target ?? name) !== name) throw wrong(match.pathOf(field), `${target}, the only thing this effect can strike`);
    if ((surface ?? own) !== own) throw wrong(match.pathOf(field), `what belongs to the surface ${surface}`);
    target = name;
    surface = own;
  }
  if (surface !== null && !surfaces.includes(surface)) {
    throw wrong(
      match.pathOf('surface'),
      `${surfaces.join(', ')}: there this effect can strike, and ${surface} is elsewhere`,
    );
  }
  const [first] = surfaces;
  return { surface: surface ?? (surfaces.length === 1 && first ? first : null), target };
}

const ARTICLE = { action: 'an', route: 'a', channel: 'a' } as const;

/** The names that each field may hold. */
const NAMES = {
  action: () => [...TRADE_ACTIONS.keys(), ...INFO_ACTIONS.keys()],
  route: () => ROUTE_NAMES,
  channel: () => CHANNEL_NAMES,
} as const satisfies Record<keyof typeof ARTICLE, () => readonly string[]>;

function surfaceOfAction(name: string): FaultSurface | null {
  // By its own name: an alias is met as what it stands for.
  if (TRADE_ACTIONS.get(name)?.name === name) return 'trade';
  return INFO_ACTIONS.get(name)?.name === name ? 'info' : null;
}

function readAccount(match: Given, state: Pick<State, 'accounts'>): AccountNo | null {
  const text = match.text('subAccountId');
  if (text === undefined) return null;
  const id = parseUint64(text);
  const no = id === undefined ? undefined : accountNoOf(id);
  if (no !== undefined && state.accounts.has(no)) return no;
  throw new ControlError('NOT_FOUND', match.pathOf('subAccountId'), 'no such subaccount');
}

function readWallet(match: Given): Address | null {
  const text = match.text('wallet');
  if (text === undefined) return null;
  const wallet = parseAddress(text);
  if (wallet === undefined) throw wrong(match.pathOf('wallet'), 'a wallet address, 0x and 40 hex digits');
  return wallet;
}

/** What a rule matches, as its spec says it. */
export function matchOf({ surface, target, account, wallet, item }: FaultRule): FaultMatch {
  const named = surface === 'aggregator' ? 'route' : surface === 'ws' ? 'channel' : 'action';
  return {
    ...(surface !== null && { surface }),
    ...(target !== null && { [named]: target }),
    ...(account !== null && { subAccountId: subAccountIdOf(account) }),
    ...(wallet !== null && { wallet }),
    ...(item !== null && { item }),
  };
}

/** A rule that asks for what nothing shows where it strikes would never fire. */
function refuseUnknowable(match: Given, { place, surface, account, wallet, item }: FaultRule): void {
  if (wallet !== null && (place === 'arrival' || place === 'frame')) {
    throw wrong(match.pathOf('wallet'), 'absent: the wallet is not known yet; match a subAccountId instead');
  }
  if (item !== null && place !== 'item')
    throw wrong(match.pathOf('item'), 'absent: this effect does not apply to single items');
  const isPublic = surface === 'info' || surface === 'aggregator';
  if (isPublic && wallet !== null) throw wrong(match.pathOf('wallet'), 'absent: public requests are not signed');
  if (isPublic && account !== null) throw wrong(match.pathOf('subAccountId'), 'absent: public requests have none');
}

type Kind = FaultEffect['kind'];

interface EffectFacts<K extends Kind> {
  readonly place: FaultPlace;
  /** Where it can strike; a rule that names no surface strikes there. */
  readonly surfaces: readonly FaultSurface[];
  /** The only action it can strike. */
  readonly action?: string;
  readonly read: (given: Given) => Extract<FaultEffect, { kind: K }>;
}

const REQUESTS = ['trade', 'info', 'aggregator'] as const;
const DAY_MS = 86_400_000;

/** Codes of our own failures; the first is the usual one. */
const FAILURE_CODES = ['INTERNAL_ERROR', 'DATABASE_ERROR', 'CACHE_ERROR', 'UNKNOWN_ERROR'] as const;

/** Codes that a command can be refused with: those of trading, and that of an engine that does not respond. */
export const REJECT_CODES: readonly ErrorCode[] = [
  ...keysOf(ERRORS).filter((code) => ERRORS[code].category === 'TRADING'),
  'OPERATION_TIMEOUT',
];

const frame = <K extends Kind>(read: EffectFacts<K>['read']): EffectFacts<K> => ({
  place: 'frame',
  surfaces: ['ws'],
  read,
});

/** Every effect: where it strikes, and what a rule may say of it. */
const EFFECTS: { readonly [K in Kind]: EffectFacts<K> } = {
  latency: {
    place: 'arrival',
    surfaces: REQUESTS,
    read: (given) => ({
      kind: 'latency',
      ms: given.whole('ms', 1, DAY_MS),
      of: given.word('of', ['request', 'answer'], 'answer'),
    }),
  },
  rateLimited: { place: 'arrival', surfaces: REQUESTS, read: () => ({ kind: 'rateLimited' }) },
  rateLimitUnavailable: { place: 'arrival', surfaces: ['trade'], read: () => ({ kind: 'rateLimitUnavailable' }) },
  drop: { place: 'arrival', surfaces: [...REQUESTS, 'ws'], read: () => ({ kind: 'drop' }) },
  failure: { place: 'execution', surfaces: REQUESTS, read: readFailure },
  timeout: { place: 'execution', surfaces: REQUESTS, read: () => ({ kind: 'timeout' }) },
  replyLost: { place: 'execution', surfaces: REQUESTS, read: () => ({ kind: 'replyLost' }) },
  outage: {
    place: 'execution',
    surfaces: ['trade', 'info'],
    read: (given) => ({ kind: 'outage', of: given.word('of', DEPENDENCIES) }),
  },
  reject: {
    place: 'item',
    surfaces: ['trade'],
    read: (given) => ({ kind: 'reject', code: given.word('code', REJECT_CODES, 'ORDER_REJECTED_BY_ENGINE') }),
  },
  stalePrice: { place: 'item', surfaces: ['trade'], read: () => ({ kind: 'stalePrice' }) },
  transferFails: {
    place: 'item',
    surfaces: ['trade'],
    action: 'transferCollateral',
    read: (given) => ({ kind: 'transferFails', errorMessage: given.text('errorMessage') ?? 'transfer failed' }),
  },
  duplicate: frame(() => ({ kind: 'duplicate' })),
  reorder: frame(() => ({ kind: 'reorder' })),
  delay: frame((given) => ({ kind: 'delay', ms: given.whole('ms', 1, DAY_MS) })),
  lose: frame(() => ({ kind: 'lose' })),
};

export const EFFECT_KINDS = keysOf(EFFECTS);

/** The place of an effect; a connection that drops is dropped in place of a frame where streams are meant. */
const placeOf = (kind: Kind, surface: FaultSurface | null): FaultPlace =>
  kind === 'drop' && surface === 'ws' ? 'frame' : EFFECTS[kind].place;

function readFailure(given: Given): Extract<FaultEffect, { kind: 'failure' }> {
  const http = given.word('http', [500, 502, 503], 500);
  const code = http === 503 ? 'SERVICE_UNAVAILABLE' : given.word('code', FAILURE_CODES, 'INTERNAL_ERROR');
  return { kind: 'failure', http, code };
}

/**
 * Fields of an object that a person wrote by hand, each read once. Whatever is wrong is a ControlError that names the
 * field by its whole path; `end` finds unknown fields.
 */
export class Given {
  readonly #path: string;
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #read = new Set<string>();

  constructor(value: unknown, path: string) {
    if (!isRecord(value)) throw wrong(path, 'an object');
    this.#path = path;
    this.#fields = value;
  }

  has(name: string): boolean {
    return this.#fields[name] !== undefined;
  }

  pathOf(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`;
  }

  /** Any value; undefined when there is none. */
  take(name: string): unknown {
    this.#read.add(name);
    return this.#fields[name];
  }

  object(name: string): Given {
    return new Given(this.take(name) ?? {}, this.pathOf(name));
  }

  /** One of some words or numbers. Without `otherwise` there must be one. */
  word<T extends string | number>(name: string, words: readonly T[], otherwise?: T): T {
    const value = this.take(name) ?? otherwise;
    const known = words.find((word) => word === value);
    if (known === undefined) {
      const hint = typeof value === 'string' ? nearestAside(value, words.map(String)) : '';
      throw wrong(this.pathOf(name), `one of ${words.join(', ')}${hint}`);
    }
    return known;
  }

  whole(name: string, least: number, most: number, otherwise?: number): number {
    const value = this.take(name) ?? otherwise;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most) return value;
    throw wrong(this.pathOf(name), `a whole number from ${least} to ${most}`);
  }

  /** A text of 1 to 200 characters; undefined when there is none. */
  text(name: string): string | undefined {
    const value = this.take(name);
    if (value === undefined) return undefined;
    if (typeof value === 'string' && value !== '' && value.length <= TEXT_MAX) return value;
    throw wrong(this.pathOf(name), `a text of 1 to ${TEXT_MAX} characters`);
  }

  /** Nothing more is read. */
  end(): void {
    const unknown = Object.keys(this.#fields).find((name) => this.has(name) && !this.#read.has(name));
    if (unknown === undefined) return;
    const takes = this.#read.size === 0 ? 'nothing' : [...this.#read].join(', ');
    throw new ControlError(
      'INVALID_FORMAT',
      this.pathOf(unknown),
      `unknown field "${unknown}"${nearestAside(unknown, [...this.#read])}; the fields here are ${takes}`,
    );
  }
}

const TEXT_MAX = 200;

/** What a field takes, as every refusal of the control plane says it. */
export const wrong = (field: string, takes: string): ControlError =>
  new ControlError('INVALID_VALUE', field, `${field} must be ${takes}`);
