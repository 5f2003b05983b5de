import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import type { Command } from '../engine/command.ts';
import type { CommandOutcome } from '../engine/engine.ts';
import { isRefusal, type Refusal } from '../kernel/errors.ts';
import type { ActionContext, InfoContext, InfoRead, SignedRequest, TradeRead, TradeWrite } from './action.ts';
import { type FieldTable, objectOf } from './fields/table.ts';
import type { JsonObject } from './json.ts';
import { SubAccountParams } from './primitives.ts';
import type { TypedMessage } from './signing.ts';
import type { PastNeed } from './views.ts';

/**
 * Define an action from its table of fields. The types of what is read, done and returned are tied together here; the
 * catalogue keeps plain actions of unknown params. The schemas stay known, for the types of the client.
 */

/** An action whose schemas are known, which gives a client the types of its params and of its response. */
export type Described<A, P extends TProperties, R extends TSchema> = Omit<A, 'params' | 'result'> & {
  readonly params: TObject<P>;
  readonly result: R;
};

/** What the params of a read are read into; the types of its response are tied to it in `exchange/reads`. No value has it. */
export interface Asks<Q> {
  readonly asks?: Q;
}

interface WriteSpec<P extends TProperties, S, Q, R extends TSchema> extends Omit<
  TradeWrite,
  'surface' | 'kind' | 'params' | 'result' | 'typedMessage' | 'parse' | 'toCommands' | 'toResult'
> {
  /** Reads what is signed and little more; what cannot be signed is refused here. */
  readonly fields: FieldTable<P, S>;
  readonly result: R;
  readonly typedMessage: (sent: S, request: SignedRequest) => TypedMessage;
  /** Everything else about the params that can be refused without the engine. */
  readonly parse: (sent: S, context: ActionContext) => Q | Refusal;
  readonly toCommands: (parsed: Q, context: ActionContext) => readonly Command[];
  readonly toResult: (parsed: Q, outcomes: readonly CommandOutcome[], context: ActionContext) => Static<R> | Refusal;
}

interface TradeReadSpec<P extends TProperties, Q, R extends TSchema> extends Omit<
  TradeRead,
  'surface' | 'kind' | 'params' | 'result' | 'parse'
> {
  readonly fields: FieldTable<P, Q, ActionContext>;
  /** How its documents spell the id. Left out: `subAccountId`. */
  readonly idName?: 'subaccountId';
  readonly result: R;
}

interface InfoReadSpec<P extends TProperties, Q, R extends TSchema> extends Omit<
  InfoRead,
  'surface' | 'kind' | 'params' | 'result' | 'parse' | 'past'
> {
  readonly fields: FieldTable<P, Q, InfoContext>;
  readonly result: R;
  readonly past?: (query: Q) => PastNeed;
}

/** Completes a signed action that changes something: its params are read once, for the typed message and for the commands. */
export function defineWrite<P extends TProperties, S, Q, R extends TSchema>(
  spec: WriteSpec<P, S, Q, R>,
): Described<TradeWrite, P, R> {
  const { fields, typedMessage, parse, ...rest } = spec;
  const sentOf = once((params) => fields.read(params, undefined));
  const action: unknown = {
    surface: 'trade',
    kind: 'write',
    ...rest,
    params: subAccountParams(fields),
    typedMessage: (request: SignedRequest) => {
      const sent = sentOf(request.params);
      return isRefusal(sent) ? sent : typedMessage(sent, request);
    },
    parse: (params: JsonObject, context: ActionContext) => {
      const sent = sentOf(params);
      return isRefusal(sent) ? sent : parse(sent, context);
    },
  };
  return action as Described<TradeWrite, P, R>;
}

/** Completes a signed read of a subaccount; `exchange/reads` computes its response. */
export function defineTradeRead<P extends TProperties, Q, R extends TSchema>(
  spec: TradeReadSpec<P, Q, R>,
): Described<TradeRead, P, R> & Asks<Q> {
  const { fields, idName, ...rest } = spec;
  const params = subAccountParams(fields, idName);
  const action: unknown = { surface: 'trade', kind: 'read', ...rest, params, parse: fields.read };
  return action as Described<TradeRead, P, R> & Asks<Q>;
}

/** Completes a public read; `exchange/reads` computes its response. */
export function defineInfo<P extends TProperties, Q, R extends TSchema>(
  spec: InfoReadSpec<P, Q, R>,
): Described<InfoRead, P, R> & Asks<Q> {
  const { fields, ...rest } = spec;
  const action: unknown = { surface: 'info', kind: 'read', ...rest, params: objectOf(fields), parse: fields.read };
  return action as Described<InfoRead, P, R> & Asks<Q>;
}

function subAccountParams(
  { schemas }: FieldTable<TProperties, unknown, never>,
  idName: 'subAccountId' | 'subaccountId' = 'subAccountId',
): TObject {
  const { action, subAccountId } = SubAccountParams;
  return Type.Object({ action, [idName]: subAccountId, ...schemas });
}

/** Reads the params of one request once: for its signature first, and then for what it asks. */
function once<V>(read: (params: JsonObject) => V): (params: JsonObject) => V {
  const known = new WeakMap<JsonObject, { readonly value: V }>();
  return (params) => {
    const before = known.get(params);
    if (before) return before.value;
    const value = read(params);
    known.set(params, { value });
    return value;
  };
}
