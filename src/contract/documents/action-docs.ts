import type { TObject } from '@sinclair/typebox';
import { isList } from '../../kernel/entries.ts';
import { type ErrorCode, ERRORS, invariant, isRefusal } from '../../kernel/errors.ts';
import type { Action, Role, TradeRead, TradeWrite } from '../action.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from '../example-values.ts';
import type { JsonObject } from '../json.ts';
import {
  type Field,
  type FieldValue,
  NESTED_TYPES,
  PRIMARY_TYPES,
  type PrimaryType,
  structNameOf,
} from '../signing.ts';

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
    ...(action.surface === 'trade' && {
      roles: action.auth.roles,
      signing: signedExamplesOf(action).map(signingDocOf),
    }),
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

function signingDocOf({ type }: SignedExample): SigningDoc {
  const fields: readonly Field[] = PRIMARY_TYPES[type];
  const encoded = Object.entries(nestedTypesIn(fields)).map(([name, inner]) => encode(name, inner));
  return { primaryType: structNameOf(type), encoded: [encode(structNameOf(type), fields), ...encoded].join('') };
}

/** Returns the structs inside a type, each with its fields, by name. */
export const nestedTypesIn = (fields: readonly Field[]): Readonly<Record<string, readonly Field[]>> =>
  Object.fromEntries(
    fields
      .map(({ type }) => type.replace('[]', ''))
      .filter(isNested)
      .map((name) => [name, NESTED_TYPES[name]]),
  );

/**
 * What `signTypedData` of a library needs beside the domain: the name of the type, it and the structs in it with their fields, and of
 * fields whose value is sent under another name that name.
 */
export interface TypedDataDoc {
  readonly primaryType: string;
  readonly types: Readonly<Record<string, readonly Field[]>>;
  readonly from: Readonly<Record<string, string>>;
}

/** Returns the types that an action may be signed with. */
export const typedDataOf = (action: TradeWrite | TradeRead): readonly TypedDataDoc[] =>
  signedExamplesOf(action).map(({ params, type, values }) => {
    const primaryType = structNameOf(type);
    const fields: readonly Field[] = PRIMARY_TYPES[type];
    const sent = bodyOf(action, params)['params'] as JsonObject;
    // These two stand beside the params.
    const own = fields.map(({ name }) => name).filter((name) => name !== 'nonce' && name !== 'expiresAfter');
    const elsewhere = own.filter((name) => !(name in sent));
    const from = elsewhere.flatMap((field) => {
      const name = Object.keys(sent).find((key) => areSame(sent[key], values[field]));
      return name === undefined ? [] : [[field, name] as const];
    });
    return {
      primaryType,
      types: { [primaryType]: fields, ...nestedTypesIn(fields) },
      from: Object.fromEntries(from),
    };
  });

/** A wallet is signed in lower case, and an id as a number. */
const areSame = (sent: unknown, signed: FieldValue | undefined): boolean =>
  typeof sent === 'string' &&
  (typeof signed === 'string' || typeof signed === 'bigint') &&
  sent.toLowerCase() === String(signed).toLowerCase();

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

/** What an example of an action signs. */
export interface SignedExample {
  readonly params: JsonObject;
  readonly type: PrimaryType;
  readonly values: Readonly<Record<string, FieldValue>>;
}

/** Returns an example for each type that a request of this action may be signed with: found out by asking the action what its examples sign. */
export function signedExamplesOf(action: TradeWrite | TradeRead): readonly SignedExample[] {
  const [params] = action.examples;
  if (action.kind === 'read') {
    const values = { subAccountId: BigInt(EXAMPLE_ID), action: action.name };
    return (['SubAccountAction', 'SubAccountActionNonce'] as const).map((type) => ({ params, type, values }));
  }
  const examples = action.examples.map((each) => signedExampleOf(action, each));
  return examples.filter(({ type }, index) => examples.findIndex((other) => other.type === type) === index);
}

function signedExampleOf(action: TradeWrite, params: JsonObject): SignedExample {
  const request = { action: action.name, params, subAccountId: BigInt(EXAMPLE_ID), nonce: 1n, expiresAfter: 0n };
  const message = action.typedMessage(request);
  invariant(!isRefusal(message), `the example of ${action.name} can be signed`);
  return { params, ...message };
}
