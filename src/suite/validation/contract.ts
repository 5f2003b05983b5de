import type { FieldMode } from './finding.ts';
import { oracle } from './oracle.ts';
import { type Compiled, compileShape } from './shape-check.ts';

/** Every response of the contract as a check, by the name that it has in reports (`docs/contract/responses`). */

/** Envelopes of the POST surfaces and of posts; the result belongs to the action. */
export const OK_ENVELOPES = { trade: 'trade envelope', info: 'info envelope' } as const;
export const ERROR_ENVELOPE = 'error envelope';
/** The other envelope that a foreign deployment may refuse with (R-20, clause ERRENV-ALT). */
export const ALTERNATIVE_ENVELOPE = 'alternative error envelope';
export const LISTING_ERROR = 'error of a listing route';
export const POST_REPLIES = { trade: 'trade post reply', info: 'info post reply' } as const;
/** The reply to a frame that was rejected. */
export const REFUSAL = 'refusal';

/** Fields that link a reply to its request; the shapes of posts and refusals cover them, the other replies add nothing. */
const IDS: ReadonlySet<string> = new Set(['id', 'requestId']);
const COVERS_IDS: ReadonlySet<string> = new Set([...Object.values(POST_REPLIES), REFUSAL]);
const NO_FIELDS: ReadonlySet<string> = new Set();

const COMPILED: Readonly<Record<FieldMode, Map<string, Compiled>>> = { strict: new Map(), tolerant: new Map() };

/** The check of a response, compiled when it is first needed; undefined for a name that the contract does not know. */
export function checkOf(name: string, mode: FieldMode): Compiled | undefined {
  const before = COMPILED[mode].get(name);
  if (before) return before;
  const { responses, actions } = oracle();
  const shape = responses.get(name);
  if (!shape) return undefined;
  const isResult = actions.trade.has(name) || actions.info.has(name);
  const compiled = compileShape(shape, mode, {
    at: isResult ? 'response' : '',
    quiet: COVERS_IDS.has(name) ? NO_FIELDS : IDS,
  });
  COMPILED[mode].set(name, compiled);
  return compiled;
}

/** The branches of an action's result, a route, a message or an envelope, in the order of the contract. */
export function branchesOf(name: string): readonly string[] {
  const compiled = checkOf(name, 'strict');
  if (!compiled) throw new Error(`the contract has no ${name}`);
  return compiled.branches;
}

/** Everything that has branches and that the simulator can say. */
export const branchOwners = (): readonly string[] =>
  [...oracle().responses.keys()].filter((name) => name !== ALTERNATIVE_ENVELOPE);
