import { type TSchema, Type } from '@sinclair/typebox';
import { DEPENDENCIES, FAULT_SURFACES, STORED_KINDS } from '../../engine/fault-terms.ts';
import { EFFECT_KINDS, type FaultSpec, REJECT_CODES } from '../faults/read-rules.ts';
import { type ControlRoute, get, post, type Steered } from './route.ts';
import { SuccessResponse, SubAccountId, Wallet } from '../../contract/control-fields.ts';

/** Routes for injected faults and for stored records. `read-rules.ts` checks what a rule says. */

const oneOf = (words: readonly string[]): TSchema => Type.Union(words.map((word) => Type.Literal(word)));

const Effect = Type.Object({
  kind: oneOf(EFFECT_KINDS),
  ms: Type.Optional(Type.Integer({ minimum: 1, description: 'latency, delay: exchange milliseconds' })),
  of: Type.Optional(oneOf(['request', 'answer', ...DEPENDENCIES])),
  http: Type.Optional(
    Type.Union([Type.Literal(500), Type.Literal(502), Type.Literal(503)], { description: 'failure' }),
  ),
  code: Type.Optional(oneOf([...REJECT_CODES, 'INTERNAL_ERROR', 'DATABASE_ERROR', 'CACHE_ERROR', 'UNKNOWN_ERROR'])),
  errorMessage: Type.Optional(Type.String({ description: 'transferFails' })),
});

const Match = Type.Object({
  surface: Type.Optional(oneOf(FAULT_SURFACES)),
  action: Type.Optional(Type.String({ description: 'an action, by its own name' })),
  route: Type.Optional(Type.String({ description: 'the last part of a GET path, such as "contracts"' })),
  channel: Type.Optional(Type.String({ description: 'a channel of the streams' })),
  subAccountId: Type.Optional(SubAccountId),
  wallet: Type.Optional(Wallet),
  item: Type.Optional(Type.Integer({ minimum: 0, description: 'place of a command in its request' })),
});

const Rule = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1 })),
  match: Type.Optional(Match),
  effect: Effect,
  perMille: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 1_000 })),
  times: Type.Optional(Type.Integer({ minimum: 1 })),
  seed: Type.Optional(Type.String({ minLength: 1 })),
});

const Rules = Type.Array(Rule, {
  description: 'a list of 1 to 100 rules; docs/faults.md says what each effect takes',
});
const Add = Type.Boolean({ description: 'true to keep the present rules' });

const RuleView = Type.Object({
  name: Type.String(),
  match: Match,
  effect: Effect,
  perMille: Type.Integer(),
  times: Type.Union([Type.Integer(), Type.Null()]),
  seed: Type.String(),
  met: Type.Integer({ description: 'how often a request or frame matched' }),
  fired: Type.Integer({ description: 'how often it took effect' }),
});
const RulesResponse = Type.Object({ rules: Type.Array(RuleView) });

const RecordFields = {
  record: Type.Union(
    STORED_KINDS.map((kind) => Type.Literal(kind)),
    { description: `one of ${STORED_KINDS.join(', ')}` },
  ),
  id: Type.String({ minLength: 1, maxLength: 128, description: 'the id of the record' }),
  fields: Type.Object(
    {},
    { additionalProperties: true, description: 'an object of fields and what they are to say; {} to read it as it is' },
  ),
};
const RecordsResponse = Type.Object({ records: Type.Array(Type.Object(RecordFields)) });

const rulesOf = ({ control }: Steered): object => ({ rules: control.faults() });

export const FAULT_ROUTES: readonly ControlRoute[] = [
  post(
    '/faults',
    'Sets the rules by which faults are injected, in place of those there are or beside them',
    Type.Object({ rules: Rules, add: Type.Optional(Add) }),
    RulesResponse,
    (exchange, { rules, add }) => {
      exchange.control.setFaults(rules as readonly FaultSpec[], add);
      return rulesOf(exchange);
    },
  ),
  get('/faults', 'The rules in force, and how often each has struck', RulesResponse, rulesOf),
  post('/faults/clear', 'Takes all rules away', Type.Object({}), SuccessResponse, ({ control }) => {
    control.clearFaults();
    return { ok: true };
  }),
  post(
    '/records',
    'Has a stored record read with other words than its own, as older deployments may have left them',
    Type.Object(RecordFields),
    SuccessResponse,
    ({ control }, { record, id, fields }) => {
      control.setRecord(record, id, fields);
      return { ok: true };
    },
  ),
  get('/records', 'Records that are read otherwise than they are', RecordsResponse, ({ control }) => ({
    records: control.records(),
  })),
];
