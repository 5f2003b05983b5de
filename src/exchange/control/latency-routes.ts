import { type TSchema, Type } from '@sinclair/typebox';
import { LATENCY_KINDS } from '../latency/latencies.ts';
import { type ControlRoute, get, post, type Steered } from './route.ts';
import { SubAccountId } from './schemas.ts';

/** Routes for the latency of accounts. `read-model.ts` checks what a model says. */

const ms = (of: string): TSchema => Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400_000, description: of }));

const Spec = Type.Object(
  {
    kind: Type.Union(LATENCY_KINDS.map((kind) => Type.Literal(kind))),
    ms: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0 }), Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1 })], {
        description: 'constant: exchange milliseconds; samples: a list of them',
      }),
    ),
    fromMs: ms('uniform'),
    toMs: ms('uniform'),
    meanMs: ms('normal, exponential'),
    deviationMs: ms('normal'),
    minMs: ms('exponential; 0 when it is left out'),
  },
  { description: 'one duration, drawn anew each time; docs/latency.md says what each kind takes' },
);

const Part = Type.Union([Spec, Type.Null()]);
const PARTS = { entry: Type.Optional(Part), response: Type.Optional(Part), data: Type.Optional(Part) };
const Model = Type.Union([Type.Object(PARTS), Type.Null()], {
  description: 'a latency of entry, response and data, or null to take it away',
});

const LatenciesResponse = Type.Object({
  latencies: Type.Array(Type.Object({ subAccountId: SubAccountId, entry: Part, response: Part, data: Part })),
});

const latenciesOf = ({ control }: Steered): object => ({ latencies: control.latencies() });

export const LATENCY_ROUTES: readonly ControlRoute[] = [
  post(
    '/latency',
    'Holds the requests, the responses and the pushes of a subaccount back, or no longer',
    Type.Object({ subAccountId: SubAccountId, model: Model }),
    LatenciesResponse,
    (exchange, { subAccountId, model }) => {
      exchange.control.setLatency(subAccountId, model as Parameters<Steered['control']['setLatency']>[1]);
      return latenciesOf(exchange);
    },
  ),
  get('/latency', 'The subaccounts that have a latency', LatenciesResponse, latenciesOf),
];
