import { DEPENDENCIES, type FaultEffect, type FaultPlace, type FaultSurface } from '../../engine/faults/fault-terms.ts';
import { ERRORS, type ErrorCode } from '../../kernel/errors.ts';
import type { Given } from './given.ts';

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
  ...(Object.keys(ERRORS) as ErrorCode[]).filter((code) => ERRORS[code].category === 'TRADING'),
  'OPERATION_TIMEOUT',
];

const frame = <K extends Kind>(read: EffectFacts<K>['read']): EffectFacts<K> => ({
  place: 'frame',
  surfaces: ['ws'],
  read,
});

/** Every effect: where it strikes, and what a rule may say of it. */
export const EFFECTS: { readonly [K in Kind]: EffectFacts<K> } = {
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

export const EFFECT_KINDS = Object.keys(EFFECTS) as readonly Kind[];

/** The place of an effect; a connection that drops is dropped in place of a frame where streams are meant. */
export const placeOf = (kind: Kind, surface: FaultSurface | null): FaultPlace =>
  kind === 'drop' && surface === 'ws' ? 'frame' : EFFECTS[kind].place;

function readFailure(given: Given): Extract<FaultEffect, { kind: 'failure' }> {
  const http = given.word('http', [500, 502, 503], 500);
  const code = http === 503 ? 'SERVICE_UNAVAILABLE' : given.word('code', FAILURE_CODES, 'INTERNAL_ERROR');
  return { kind: 'failure', http, code };
}
