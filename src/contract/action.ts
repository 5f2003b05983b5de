import type { TSchema } from '@sinclair/typebox';
import type { LimitsView } from '../engine/token-bucket.ts';
import type { Command } from '../engine/command.ts';
import type { CommandOutcome } from '../engine/engine.ts';
import type { Account, State } from '../engine/state.ts';
import type { ErrorCode, Refusal } from '../kernel/errors.ts';
import type { Address } from '../kernel/ids.ts';
import type { TimeMs } from '../kernel/units.ts';
import type { JsonObject } from './json.ts';
import type { TypedMessage } from './signing.ts';
import type { PastNeed, Views } from './views.ts';

/**
 * The contract as data (architecture 5): one module per action holds its schema, authority, cost and the
 * pure translation from wire to engine and back. Transports, documents and the suite read the catalogue.
 */
export type Action = TradeWrite | TradeRead | InfoRead;

interface Common {
  /** Exact wire name; also the file name. */
  readonly name: string;
  readonly summary: string;
  /**
   * Params of requests to show, beside `action` and the id; the plainest first. An action that is signed in more than one way has one of
   * each, so that documents can read off an example what is signed.
   */
  readonly examples: readonly [JsonObject, ...JsonObject[]];
  /** Shape of `params` and of `response`, for documents and for checks of responses; `parse` gives the exact texts. */
  readonly params: TSchema;
  readonly result: TSchema;
  /** Codes this action itself can give, beyond the shared chain of `exchange/requests/dispatcher.ts`. */
  readonly refusals: readonly ErrorCode[];
  /** Tokens, from the raw params because the bucket is charged before they are validated (wire 5.3). */
  readonly cost: (params: JsonObject) => number;
}

/** What signed actions share. */
interface Signed extends Common {
  readonly auth: Authority;
  /** Text for a request that names no subaccount. Left out: `subaccountId is required`. */
  readonly missingIdText?: string;
}

/** A state-changing, signed action. */
export interface TradeWrite<P = never, R = unknown> extends Signed {
  readonly surface: 'trade';
  readonly kind: 'write';
  /** the owner must be whitelisted. */
  readonly whitelist?: boolean;
  /** Orders it places, from the raw params, for the limit of orders per second. Left out: none. */
  readonly orders?: (params: JsonObject) => number;
  /** It takes orders off the book; one that comes after its expiry costs more. */
  readonly cancels?: boolean;
  /** Step 8 of wire 0.3: builds what was signed, or refuses a shape that no typed data can be built from. */
  readonly typedMessage: (request: SignedRequest) => TypedMessage | Refusal;
  /** Step 14: everything about the params that can be refused without the engine. */
  readonly parse: (params: JsonObject, context: ActionContext) => P | Refusal;
  readonly toCommands: (parsed: P, context: ActionContext) => readonly Command[];
  /** From what the engine said of each command, in order, to `response`; a Refusal fails the whole request. */
  readonly toResult: (parsed: P, outcomes: readonly CommandOutcome[], context: ActionContext) => R | Refusal;
}

/** A signed read; signed with SubAccountAction, form A or B (wire 1.2). */
export interface TradeRead<P = never> extends Signed {
  readonly surface: 'trade';
  readonly kind: 'read';
  readonly parse: (params: JsonObject, context: ActionContext) => P | Refusal;
  /** True when `read` asks `views` for history, which is loaded on first use. */
  readonly usesHistory: boolean;
}

/** A public read. */
export interface InfoRead<P = never> extends Common {
  readonly surface: 'info';
  readonly kind: 'read';
  readonly parse: (params: JsonObject, context: InfoContext) => P | Refusal;
  readonly usesHistory: boolean;
  /** What `read` looks at of the time before the start. Left out: nothing. */
  readonly past?: (parsed: P) => PastNeed;
}

/**
 * Who may sign, and the refusal for other wallets (wire 1.8). It is data, so that the dispatcher judges step 12 for all
 * actions alike; a rule that depends on the params too (what a delegate may grant, where a manager may withdraw to)
 * is for `parse`, which finds the signer's role in its context.
 */
export interface Authority {
  /** Roles on the subaccount that may. */
  readonly roles: readonly Role[];
  /** Code for a wallet without any right on the subaccount; a subaccount that does not exist gives the same refusal. */
  readonly strangerCode: 'UNAUTHORIZED' | 'FORBIDDEN';
  /** Text for such a wallet. Left out: the usual one, which names it. */
  readonly strangerText?: string;
  /** For a wallet that has a role, but none of `roles`. Left out: it is a stranger to this action. */
  readonly refusal?: Refusal;
  /** For a subaccount that does not exist, where the contract distinguishes it from one of another owner. */
  readonly missing?: Refusal;
  /** Text for a signature that is malformed or proves nothing, where the contract fixes one. */
  readonly signatureText?: string;
}
export type Role = 'owner' | 'manager' | 'delegate' | 'session';
export const EVERY_ROLE: readonly Role[] = ['owner', 'manager', 'delegate', 'session'];

/** The parts of a trade request that are signed, after steps 3 to 7 of wire 0.3. */
export interface SignedRequest {
  readonly action: string;
  readonly params: JsonObject;
  /** Wire id as sent, parsed. */
  readonly subAccountId: bigint;
  /** 0n when absent. */
  readonly nonce: bigint;
  /** As sent, 0n when absent. */
  readonly expiresAfter: bigint;
}

export interface InfoContext {
  readonly state: Readonly<State>;
  readonly now: TimeMs;
  /** False while the exchange cannot record what would change it; left out where that does not matter. */
  readonly isWritable?: boolean;
}

export interface ActionContext extends InfoContext {
  /** The recovered signer, lower case. */
  readonly wallet: Address;
  readonly account: Readonly<Account>;
  /** What the signer is to the account. */
  readonly role: Role;
}

export interface ReadContext extends ActionContext {
  readonly views: Views;
  /** The limits with the charge of this read. */
  readonly limits: LimitsView;
}
