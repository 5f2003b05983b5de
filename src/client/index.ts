export type { ClientOptions, Overrides } from './request-client.ts';
export { Client } from './client.ts';
export { ApiError, ProtocolError } from './errors.ts';
export { NonceSource } from './nonce.ts';
export type * from './records.ts';
export type { WireSignature } from './signer.ts';
export { Signer } from './signer.ts';
export type { Params } from './typed-data.ts';
export { typedDataOf, typesOf } from './typed-data.ts';
