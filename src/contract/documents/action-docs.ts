import type { TObject } from '@sinclair/typebox';
import { isList } from '../../kernel/entries.ts';
import { type ErrorCode, ERRORS, invariant, isRefusal } from '../../kernel/errors.ts';
import type { Action, Role, TradeRead, TradeWrite } from '../action.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from '../example-values.ts';
import type { JsonObject } from '../json.ts';
import { type Field, NESTED_TYPES, PRIMARY_TYPES, type PrimaryType, structNameOf } from '../signing.ts';

/**
 * What the documents say of an action beyond its schemas. OpenAPI has no words for it, so it travels as `x-actions`
 * of the operation; the page at /docs is drawn from there.
 */
export interface ActionDoc {
  readonly name: string;
  readonly summary: string;
  readonly kind: 'read' | 'write';
  readonly request: string;
  readonly response: string;
  /** Tokens of the first example; `perOrder` when a batch costs its orders. */
  readonly cost: { readonly tokens: number; readonly perOrder: boolean };
  /** Codes of its own; those that any request may meet stand with the operation. */
  readonly refusals: readonly { readonly code: ErrorCode; readonly http: number }[];
  readonly roles?: readonly Role[];
  readonly signing?: readonly SigningDoc[];
  /** Bodies as they are sent. */
  readonly examples: readonly JsonObject[];
}

/** One type that the action may be signed with. */
export interface SigningDoc {
  readonly primaryType: string;
  /** As EIP-712 encodes the type, the structs inside it included. */
  readonly encoded: string;
}

/** Returns what the documents say of an action beside its schemas. */
export function docOf(action: Action): ActionDoc {
  const { name, summary, kind } = action;
  return {
    name,
    summary,
    kind,
    request: requestName(action),
    response: responseName(action),
    cost: costOf(action),
    refusals: action.refusals.map((code) => ({ code, http: ERRORS[code].http })),
    ...(action.surface === 'trade' && { roles: action.auth.roles, signing: signedTypesOf(action).map(signingDocOf) }),
    examples: action.examples.map((params) => bodyOf(action, params)),
  };
}

/** Returns the name of the schema of an action's request in the documents. */
export const requestName = ({ name }: Action): string => `${name}Request`;
/** Returns the name of the schema of an action's response in the documents. */
export const responseName = ({ name }: Action): string => `${name}Response`;

function costOf(action: Action): ActionDoc['cost'] {
  const [params] = action.examples;
  const { orders } = params;
  const tokens = action.cost(params);
  const ofTwo = isList(orders) ? action.cost({ ...params, orders: [...orders, ...orders] }) : tokens;
  return { tokens, perOrder: ofTwo > tokens };
}

function signingDocOf(type: PrimaryType): SigningDoc {
  const fields: readonly Field[] = PRIMARY_TYPES[type];
  const nested = new Set(fields.map((field) => field.type.replace('[]', '')).filter(isNested));
  const encoded = [...nested].map((name) => encode(name, NESTED_TYPES[name]));
  return { primaryType: structNameOf(type), encoded: [encode(structNameOf(type), fields), ...encoded].join('') };
}

const isNested = (name: string): name is keyof typeof NESTED_TYPES => Object.hasOwn(NESTED_TYPES, name);

const encode = (name: string, fields: readonly Field[]): string =>
  `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`;

/** Where a wallet's signature goes; only a wallet can make one. */
const UNSIGNED = `0x${'0'.repeat(64)}`;

/** The body of an example, its id spelled as the action spells it. */
function bodyOf(action: Action, params: JsonObject): JsonObject {
  if (action.surface === 'info') return { params: { action: action.name, ...params } };
  const { properties } = action.params as TObject;
  const idName = 'subaccountId' in properties ? 'subaccountId' : 'subAccountId';
  return {
    params: { action: action.name, [idName]: EXAMPLE_ID, ...params },
    ...(action.kind === 'write' && { nonce: EXAMPLE_TIME }),
    signature: { v: 27, r: UNSIGNED, s: UNSIGNED },
  };
}

/** The types a request of this action may be signed with: found out by asking the action what its examples sign. */
function signedTypesOf(action: TradeWrite | TradeRead): readonly PrimaryType[] {
  if (action.kind === 'read') return ['SubAccountAction', 'SubAccountActionNonce'];
  return [...new Set(action.examples.map((params) => signedTypeOf(action, params)))];
}

function signedTypeOf(action: TradeWrite, params: JsonObject): PrimaryType {
  const request = { action: action.name, params, subAccountId: BigInt(EXAMPLE_ID), nonce: 1n, expiresAfter: 0n };
  const message = action.typedMessage(request);
  invariant(!isRefusal(message), `the example of ${action.name} can be signed`);
  return message.type;
}
