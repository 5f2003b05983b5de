import { Type } from '@sinclair/typebox';
import { type AccountNo, accountNoOf, type Address, parseUint64, subAccountIdOf } from '../../kernel/ids.ts';
import { nearestAside } from '../../kernel/nearest.ts';
import { parseAddress } from '../../contract/address.ts';
import { AGGREGATOR_ROUTES } from '../../contract/aggregator.ts';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../../contract/catalogue.ts';
import { CHANNEL_NAMES } from '../../contract/channel.ts';
import { FaultRules } from '../../contract/fault-fields.ts';
import type { FaultEffect, FaultPlace, FaultRule, FaultSurface } from '../../engine/fault-terms.ts';
import type { State } from '../../engine/state.ts';
import { ControlError } from '../control-error.ts';
import { isOneOf } from '../../kernel/entries.ts';
import { readFields, wrong } from '../read-fields.ts';

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

/** Requests or frames that a fault rule is for; a field that is left out matches all. */
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

/** GET routes by the last part of their path. */
export const routeName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const ROUTE_NAMES = AGGREGATOR_ROUTES.map(({ path }) => routeName(path));

/** A rule as the contract describes it, and as it has been read. */
interface ReadSpec extends Required<Pick<FaultSpec, 'perMille'>>, Pick<FaultSpec, 'name' | 'times' | 'seed'> {
  readonly match?: FaultMatch;
  readonly effect: ReadEffect;
}

/** The code of a failure follows from its status where it is left out. */
type ReadEffect =
  | Exclude<FaultEffect, { kind: 'failure' }>
  | (Pick<Failure, 'kind' | 'http'> & Partial<Pick<Failure, 'code'>>);
type Failure = Extract<FaultEffect, { kind: 'failure' }>;

const RULES = Type.Unsafe<readonly ReadSpec[]>(FaultRules);

/** Throws ControlError that names the field; of the state only the accounts are of interest. `taken`: names of rules that stay. */
export function readRules(specs: unknown, state: Pick<State, 'accounts'>, taken: ReadonlySet<string>): FaultRule[] {
  const names = new Set(taken);
  return readFields(RULES, specs, 'rules').map((spec, index) => {
    const name = spec.name ?? freeName(names);
    names.add(name);
    return ruleOf(spec, name, `rules[${index}]`, state);
  });
}

function freeName(taken: ReadonlySet<string>): string {
  let n = 1;
  while (taken.has(`fault-${n}`)) n += 1;
  return `fault-${n}`;
}

function ruleOf(spec: ReadSpec, name: string, path: string, state: Pick<State, 'accounts'>): FaultRule {
  const { match = {}, perMille, times = null, seed = '' } = spec;
  const effect = effectOf(spec.effect, `${path}.effect`);
  const at = `${path}.match`;
  const { surface, target } = readTarget(match, at, EFFECTS[effect.kind]);
  const place = placeOf(effect.kind, surface);
  const { account, wallet } = { account: readAccount(match, at, state), wallet: readWallet(match) };
  const rule = {
    name,
    place,
    surface,
    target,
    account,
    wallet,
    item: match.item ?? null,
    effect,
    perMille,
    times,
    seed,
  };
  refuseUnknowable(rule, at);
  return rule;
}

/** A 503 has one code, which no other status has. */
function effectOf(effect: ReadEffect, path: string): FaultEffect {
  if (effect.kind !== 'failure') return effect;
  const { http, code = http === 503 ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR' } = effect;
  if ((http === 503) === (code === 'SERVICE_UNAVAILABLE')) return { ...effect, code };
  throw wrong(
    `${path}.code`,
    http === 503 ? 'SERVICE_UNAVAILABLE with http 503' : 'another code than that of http 503',
  );
}

/** What is matched by name, and the surface that follows from it. */
function readTarget(
  match: FaultMatch,
  path: string,
  { surfaces, action }: EffectFacts,
): Pick<FaultRule, 'surface' | 'target'> {
  const named = [
    ['action', (name: string): FaultSurface | null => surfaceOfAction(name)],
    ['route', (name: string): FaultSurface | null => (ROUTE_NAMES.includes(name) ? 'aggregator' : null)],
    ['channel', (name: string): FaultSurface | null => (isOneOf(CHANNEL_NAMES, name) ? 'ws' : null)],
  ] as const;
  let target = action ?? null;
  let surface = match.surface ?? null;
  for (const [field, surfaceOf] of named) {
    const name = match[field];
    if (name === undefined) continue;
    const own = surfaceOf(name);
    if (own === null) {
      const hint = nearestAside(name, NAMES[field]());
      throw wrong(`${path}.${field}`, `the name of ${ARTICLE[field]} ${field}, and ${name} is none${hint}`);
    }
    if ((target ?? name) !== name) throw wrong(`${path}.${field}`, `${target}, the only thing this effect can strike`);
    if ((surface ?? own) !== own) throw wrong(`${path}.${field}`, `what belongs to the surface ${surface}`);
    target = name;
    surface = own;
  }
  if (surface !== null && !surfaces.includes(surface)) {
    throw wrong(`${path}.surface`, `${surfaces.join(', ')}: there this effect can strike, and ${surface} is elsewhere`);
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

function readAccount({ subAccountId }: FaultMatch, path: string, state: Pick<State, 'accounts'>): AccountNo | null {
  if (subAccountId === undefined) return null;
  const id = parseUint64(subAccountId);
  const no = id === undefined ? undefined : accountNoOf(id);
  if (no !== undefined && state.accounts.has(no)) return no;
  throw new ControlError('NOT_FOUND', `${path}.subAccountId`, 'no such subaccount');
}

const readWallet = ({ wallet }: FaultMatch): Address | null =>
  wallet === undefined ? null : (parseAddress(wallet) ?? null);

/** Returns what a rule matches, as its spec says it. */
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
function refuseUnknowable({ place, surface, account, wallet, item }: FaultRule, path: string): void {
  if (wallet !== null && (place === 'arrival' || place === 'frame')) {
    throw wrong(`${path}.wallet`, 'absent: the wallet is not known yet; match a subAccountId instead');
  }
  if (item !== null && place !== 'item')
    throw wrong(`${path}.item`, 'absent: this effect does not apply to single items');
  const isPublic = surface === 'info' || surface === 'aggregator';
  if (isPublic && wallet !== null) throw wrong(`${path}.wallet`, 'absent: public requests are not signed');
  if (isPublic && account !== null) throw wrong(`${path}.subAccountId`, 'absent: public requests have none');
}

type Kind = FaultEffect['kind'];

interface EffectFacts {
  readonly place: FaultPlace;
  /** Where it can strike; a rule that names no surface strikes there. */
  readonly surfaces: readonly FaultSurface[];
  /** The only action it can strike. */
  readonly action?: string;
}

const REQUESTS = ['trade', 'info', 'aggregator'] as const;
const FRAME: EffectFacts = { place: 'frame', surfaces: ['ws'] };

/** Where every effect strikes. */
const EFFECTS: Readonly<Record<Kind, EffectFacts>> = {
  latency: { place: 'arrival', surfaces: REQUESTS },
  rateLimited: { place: 'arrival', surfaces: REQUESTS },
  rateLimitUnavailable: { place: 'arrival', surfaces: ['trade'] },
  drop: { place: 'arrival', surfaces: [...REQUESTS, 'ws'] },
  failure: { place: 'execution', surfaces: REQUESTS },
  timeout: { place: 'execution', surfaces: REQUESTS },
  replyLost: { place: 'execution', surfaces: REQUESTS },
  outage: { place: 'execution', surfaces: ['trade', 'info'] },
  reject: { place: 'item', surfaces: ['trade'] },
  stalePrice: { place: 'item', surfaces: ['trade'] },
  transferFails: { place: 'item', surfaces: ['trade'], action: 'transferCollateral' },
  duplicate: FRAME,
  reorder: FRAME,
  delay: FRAME,
  lose: FRAME,
};

/** The place of an effect; a connection that drops is dropped in place of a frame where streams are meant. */
const placeOf = (kind: Kind, surface: FaultSurface | null): FaultPlace =>
  kind === 'drop' && surface === 'ws' ? 'frame' : EFFECTS[kind].place;
