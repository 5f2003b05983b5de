import { Type } from '@sinclair/typebox';
import type { JsonObject } from '../../contract/json.ts';
import { type ControlRoute, getBy, postAtOnce } from './route.ts';
import { SubAccountId, Symbol, Wallet } from '../../contract/control-fields.ts';

/** Routes that explain results: the arithmetic behind what the exchange did, and what can be asked. */

const RequestId = Type.String({
  pattern: '^[0-9a-f]{16}$',
  description: 'the request_id of a response, 16 lower-case hex digits',
});
const Item = Type.String({
  pattern: '^(0|[1-9][0-9]{0,3})$',
  description: 'the place of an item in the request, counted from 0',
});
const Counter = Type.String({ pattern: '^[1-9][0-9]{0,15}$', description: 'a number from 1' });

const OrderId = Type.String({ pattern: '^[1-9][0-9]{0,19}$', description: 'the venue id of an order' });

const ExplanationResponse = Type.Object({
  kind: Type.String(),
  subject: Type.Record(Type.String(), Type.String()),
  verdict: Type.Record(Type.String(), Type.String()),
  at: Type.Integer(),
  inputs: Type.Array(
    Type.Object({ name: Type.String(), value: Type.String(), unit: Type.String(), from: Type.String() }),
  ),
  steps: Type.Array(
    Type.Object({
      name: Type.String(),
      formula: Type.String(),
      with: Type.String(),
      result: Type.String(),
      rule: Type.String(),
    }),
  ),
  rules: Type.Array(
    Type.Object({
      id: Type.String(),
      text: Type.String(),
      source: Type.String(),
      pages: Type.Array(Type.String(), {
        description: 'where the cited texts stand: paths from the root of the package, with their anchors',
      }),
    }),
  ),
});
const Signer = { address: Type.String(), role: Type.Union([Type.String(), Type.Null()]) };
const Hash = Type.String({ pattern: '^0x[0-9a-f]{64}$' });
const SignatureResponse = Type.Object({
  action: Type.String(),
  subAccountId: Type.String(),
  typedData: Type.Object(
    {
      domain: Type.Object({}, { additionalProperties: true }),
      types: Type.Object({}, { additionalProperties: true }),
      primaryType: Type.String(),
      message: Type.Object({}, { additionalProperties: true }),
    },
    { description: 'what has to be signed, as eth_signTypedData_v4 takes it; integers are decimal texts' },
  ),
  domainSeparator: Hash,
  digest: Hash,
  signature: Type.Object({ v: Type.Integer(), r: Type.String(), s: Type.String() }),
  recovered: Type.Union([
    Type.Object({ ...Signer, owns: Type.Array(SubAccountId, { description: 'subaccounts that the wallet owns' }) }),
    Type.Null(),
  ]),
  expected: Type.Array(Type.Object(Signer), { description: 'wallets with a right on the subaccount' }),
  roles: Type.Array(Type.String(), { description: 'roles that may carry out the action' }),
  verdict: Type.Union([Type.Literal('right'), Type.Literal('explained'), Type.Literal('unexplained')]),
  mistake: Type.Union([
    Type.Object({
      field: Type.String({ description: 'the first member that differs, such as domain.chainId' }),
      signed: Type.String(),
      expected: Type.String(),
      fix: Type.String(),
      signer: Type.String(),
    }),
    Type.Null(),
  ]),
  tried: Type.Integer({ description: 'documents that were tried' }),
  advice: Type.String({ description: 'what to do' }),
});
const SignedRequest = Type.Union([Type.Object({}, { additionalProperties: true }), Type.String({ minLength: 1 })], {
  description:
    'a signed request as an object or its JSON text: a body of POST /v1/trade, a frame of a stream, or its params',
});
const ShortRefusal = Type.Object({
  requestId: Type.String(),
  at: Type.Integer(),
  item: Type.Union([Type.Integer(), Type.Null()]),
  action: Type.Union([Type.String(), Type.Null()]),
  step: Type.String(),
  code: Type.String(),
  message: Type.String(),
});
const ShortLiquidation = Type.Object({
  liquidation: Type.Integer(),
  at: Type.Integer(),
  subAccountId: Type.String(),
  symbol: Type.Union([Type.String(), Type.Null()]),
  outcome: Type.String(),
});
const Kinds = Type.Object({
  kinds: Type.Array(
    Type.Object({ kind: Type.String(), method: Type.String(), path: Type.String(), about: Type.String() }),
  ),
});

const ASKED: readonly ControlRoute[] = [
  getBy(
    '/why/refusals',
    'The latest refusals in short, newest first',
    Type.Object({}),
    Type.Object({ refusals: Type.Array(ShortRefusal) }),
    ({ why }) => ({ refusals: why.refusals() }),
  ),
  getBy(
    '/why/refusal/{requestId}',
    'Why a request, or an item of it, was refused',
    Type.Object({ requestId: RequestId, item: Type.Optional(Item) }),
    ExplanationResponse,
    ({ why }, { requestId, item }) => why.refusal(requestId, item === undefined ? undefined : Number(item)),
  ),
  // It changes nothing, so it does not wait for an advance.
  postAtOnce(
    '/why/signature',
    'Who signed a request, and what the wallet signed instead of it. The request is not carried out',
    Type.Object({ request: SignedRequest, address: Type.Optional(Wallet) }),
    SignatureResponse,
    ({ why }, { request, address }) => why.signature(request as JsonObject | string, address),
  ),
  getBy(
    '/why/signature/{requestId}',
    'The same for a request that was refused for its signer',
    Type.Object({ requestId: RequestId, address: Type.Optional(Wallet) }),
    SignatureResponse,
    ({ why }, { requestId, address }) => why.signatureOf(requestId, address),
  ),
  getBy(
    '/why/margin/{subAccountId}',
    'How the margin figures of a subaccount come about, or those of its position in a market',
    Type.Object({ subAccountId: SubAccountId, symbol: Type.Optional(Symbol) }),
    ExplanationResponse,
    ({ why }, { subAccountId, symbol }) => why.margin(subAccountId, symbol),
  ),
  getBy(
    '/why/order/{orderId}',
    'Why a conditional order that may open a position was not taken when it fired',
    Type.Object({ orderId: OrderId }),
    ExplanationResponse,
    ({ why }, { orderId }) => why.order(orderId),
  ),
  getBy(
    '/why/funding/{paymentId}',
    'How a funding payment came about',
    Type.Object({ paymentId: Counter }),
    ExplanationResponse,
    ({ why }, { paymentId }) => why.funding(paymentId),
  ),
  getBy(
    '/why/liquidations',
    'The latest liquidations in short, newest first, of one subaccount or of all',
    Type.Object({ subAccountId: Type.Optional(SubAccountId) }),
    Type.Object({ liquidations: Type.Array(ShortLiquidation) }),
    ({ why }, { subAccountId }) => ({ liquidations: why.liquidations(subAccountId) }),
  ),
  getBy(
    '/why/liquidation/{number}',
    'Why and how a liquidation went, step by step',
    Type.Object({ number: Counter }),
    ExplanationResponse,
    ({ why }, { number }) => why.liquidation(number),
  ),
  getBy(
    '/why/adl/{tradeId}',
    'Why a position was deleveraged, by how much and at which price',
    Type.Object({ tradeId: Counter }),
    ExplanationResponse,
    ({ why }, { tradeId }) => why.adl(tradeId),
  ),
];

export const WHY_ROUTES: readonly ControlRoute[] = [
  getBy('/why', 'What can be asked', Type.Object({}), Kinds, () => ({
    kinds: ASKED.map(({ method, path, summary }) => ({ kind: path.split('/')[2], method, path, about: summary })),
  })),
  ...ASKED,
];
