import type { Static, TSchema } from '@sinclair/typebox';

/** How the types of a client follow from the schemas of the actions. */

/** What a schema describes, for a reader that changes nothing. */
export type Received<T> = T extends readonly (infer Item)[]
  ? readonly Received<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Received<T[K]> }
    : T;

type KeysOf<U> = U extends unknown ? keyof U : never;
type ValueOf<U, K> = U extends unknown ? (K extends keyof U ? U[K] : never) : never;

/** One record for all members of a union: what not every member has may be absent. */
export type Merged<U> = { readonly [K in keyof U]: U[K] } & {
  readonly [K in Exclude<KeysOf<U>, keyof U>]?: ValueOf<U, K>;
};

/** The params of an action. */
export type ParamsOf<A> = A extends { readonly params: infer P extends TSchema } ? Received<Static<P>> : never;
/** The response of an action. */
export type ResultOf<A> = A extends { readonly result: infer R extends TSchema } ? Received<Static<R>> : never;
