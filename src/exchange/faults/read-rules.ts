import { AGGREGATOR_ROUTES } from '../../contract/aggregator.ts';
import { parseAddress } from '../../contract/address.ts';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../../contract/catalogue.ts';
import { CHANNEL_NAMES } from '../../contract/channel.ts';
import { FAULT_SURFACES, type FaultRule, type FaultSurface } from '../../engine/faults/fault-terms.ts';
import type { State } from '../../engine/state.ts';
import { type AccountNo, type Address, accountNoOf, parseUint64, subAccountIdOf } from '../../kernel/ids.ts';
import { ControlError } from '../control-error.ts';
import { EFFECT_KINDS, EFFECTS, placeOf } from './effects.ts';
import { Given, wrong } from './given.ts';
import { nearestAside } from '../../kernel/nearest.ts';

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
    [
      'channel',
      (name: string): FaultSurface | null => ((CHANNEL_NAMES as readonly string[]).includes(name) ? 'ws' : null),
    ],
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
