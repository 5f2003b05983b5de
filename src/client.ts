export { type BotOptions, botOptions } from './client/bot-options.ts';
export type { Carrier, ClientOptions, Identity, Overrides } from './client/request-client.ts';
export { Client } from './client/client.ts';
export { ApiError, OrderRejected, ProtocolError, type RateLimit } from './client/errors.ts';
export { NonceSource } from './client/nonce.ts';
export type * from './client/records.ts';
export type { WireSignature } from './client/signer.ts';
export { Signer } from './client/signer.ts';
export { type Step, StepError, type StepOptions } from './client/step.ts';
export { ExchangeTimer } from './client/stream/exchange-timer.ts';
export { ConnectionError, type NoResponse } from './client/stream/types.ts';
export type { StreamEvents } from './client/stream/types.ts';
export type { OpenSocket, SocketEvent, Timer, WebSocketLike } from './client/stream/host.ts';
export { type BookState, type HealReason, ManagedBook } from './client/stream/managed-book.ts';
export {
  type BookOptions,
  StreamClient,
  type StreamClientOptions,
  type Subscription,
} from './client/stream/stream-client.ts';
export type { ChannelData, ChannelName, ChannelParams, Push } from './client/stream/types.ts';
export type { Fetch, Surface, Transport } from './client/transport.ts';
export { RestTransport } from './client/transport.ts';
export type { Params } from './client/typed-data.ts';
export { namedDataOf, typedDataOf, typesOf } from './client/typed-data.ts';
