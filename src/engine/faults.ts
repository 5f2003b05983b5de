import { type ErrorCode, ERRORS, invariant, isRefusal, refuse } from '../kernel/errors.ts';
import { type Codec, count, nullable, oneOf, text } from '../kernel/codec/codec.ts';
import { dictionary, readonlyList, record, sortedMapOf, variants } from '../kernel/codec/collections.ts';
import { keysOf } from '../kernel/entries.ts';
import { Draw, streamOf } from '../kernel/random.ts';
import { recordKey } from '../kernel/terms.ts';
import { transferCollateral } from './accounts/funds.ts';
import type { Command } from './command.ts';
import type { Deciders, Decision, Handlers } from './handlers.ts';
import type { EngineEvent } from './event.ts';
import {
  type ArmedRule,
  DEPENDENCIES,
  FAULT_SURFACES,
  type FaultCommand,
  type FaultControl,
  type FaultEffect,
  type FaultEvent,
  type FaultPoint,
  type FaultRule,
  type FaultsState,
} from './fault-terms.ts';
import { randomStream } from './state-codec/terms.ts';
import type { State } from './state.ts';

/** Returns the faults of an exchange in which none is armed. */
export const noFaults = (): FaultsState => ({ rules: [], records: new Map() });

/** True when something may be armed against this point. It decides nothing, so it may be asked at any time. */
export const mayMeet = ({ faults }: Readonly<State>, point: FaultPoint): boolean =>
  faults.rules.some((armed) => fits(armed, point));

/** The rules that fired, in the order they were asked. */
export const firedIn = (state: Readonly<State>, events: readonly EngineEvent[]): FaultRule[] =>
  events.flatMap((event) => (event.type === 'FaultMet' && event.fired ? [armedOf(state, event.rule).rule] : []));

export const FAULT_DECIDERS: Deciders<(FaultControl | FaultCommand)['type']> = {
  SetFaults: setFaults,
  MeetFaults: meetFaults,
  SetRecord: (state, { record, id, fields }) => [{ type: 'RecordSet', at: state.now, record, id, fields }],
  FailCommand: (_state, { code }) => refuse(code),
  FailTransfer: failTransfer,
};

export const FAULT_HANDLERS: Handlers<FaultEvent['type']> = {
  // Copied: what an event says must not change with the state.
  FaultsSet: ({ faults }, { rules }) => {
    faults.rules = rules.map((armed) => ({ ...armed }));
  },
  FaultMet: (state, { rule, fired, random }) => {
    const armed = armedOf(state, rule);
    armed.met += 1;
    if (fired) armed.fired += 1;
    armed.random = random;
  },
  RecordSet: ({ faults }, { record, id, fields }) => {
    const key = recordKey(record, id);
    if (Object.keys(fields).length === 0) faults.records.delete(key);
    else faults.records.set(key, fields);
  },
  TransferFailed: (state, { transfer }) => {
    state.counters.transfer = transfer;
  },
};

function setFaults(state: State, { rules, add }: Extract<Command, { type: 'SetFaults' }>): Decision {
  const names = new Set(rules.map(({ name }) => name));
  if (names.size !== rules.length) return refuse('INVALID_VALUE', 'each rule needs a name of its own');
  const kept = add ? state.faults.rules.filter(({ rule }) => !names.has(rule.name)) : [];
  const armed = [...kept.map((one) => ({ ...one })), ...rules.map((rule) => arm(state, rule))];
  return [{ type: 'FaultsSet', at: state.now, rules: armed }];
}

function arm({ config }: State, rule: FaultRule): ArmedRule {
  return { rule, met: 0, fired: 0, random: streamOf(config.seed, `fault|${rule.name}|${rule.seed}`) };
}

/** Asks every rule that matches, in order, until one fires that leaves nothing for others to do. */
function meetFaults({ now, faults }: State, { point }: Extract<Command, { type: 'MeetFaults' }>): Decision {
  const events: EngineEvent[] = [];
  for (const armed of faults.rules) {
    if (!fits(armed, point)) continue;
    const { rule } = armed;
    const draw = new Draw(armed.random);
    const fired = rule.perMille >= 1_000 || draw.between(0, 999) < rule.perMille;
    events.push({ type: 'FaultMet', at: now, rule: rule.name, fired, random: draw.stream() });
    if (fired && isFinal(rule.effect)) break;
  }
  return events;
}

/** A request is still validated after latency or lost limits. */
const isFinal = ({ kind }: FaultEffect): boolean => kind !== 'latency' && kind !== 'rateLimitUnavailable';

function fits({ rule, fired }: ArmedRule, point: FaultPoint): boolean {
  return (
    rule.place === point.place &&
    (rule.times === null || fired < rule.times) &&
    (rule.surface === null || rule.surface === point.surface) &&
    (rule.target === null || rule.target === point.target) &&
    (rule.account === null || rule.account === point.account) &&
    (rule.wallet === null || rule.wallet === point.wallet) &&
    (rule.item === null || rule.item === point.item) &&
    (rule.effect.kind !== 'outage' || point.uses.includes(rule.effect.of))
  );
}

/** What could not have been transferred anyway is refused as ever. */
function failTransfer(state: State, command: Extract<Command, { type: 'FailTransfer' }>): Decision {
  const { errorMessage, ...transfer } = command;
  const decision = transferCollateral(state, { ...transfer, type: 'TransferCollateral' });
  if (isRefusal(decision)) return decision;
  return decision.map((event) =>
    event.type === 'Transferred' ? { ...event, type: 'TransferFailed', errorMessage } : event,
  );
}

function armedOf({ faults }: Readonly<State>, name: string): ArmedRule {
  const armed = faults.rules.find(({ rule }) => rule.name === name);
  invariant(armed, () => `the fault ${name} is armed`);
  return armed;
}

const code: Codec<ErrorCode> = oneOf(...keysOf(ERRORS));
const nothing = record<object>({});

const effect = variants<'kind', FaultEffect>('kind', {
  latency: record({ ms: count, of: oneOf('request', 'answer') }),
  rateLimited: nothing,
  rateLimitUnavailable: nothing,
  drop: nothing,
  failure: record({ http: oneOf(500, 502, 503), code }),
  timeout: nothing,
  replyLost: nothing,
  outage: record({ of: oneOf(...DEPENDENCIES) }),
  reject: record({ code }),
  stalePrice: nothing,
  transferFails: record({ errorMessage: text }),
  duplicate: nothing,
  reorder: nothing,
  delay: record({ ms: count }),
  lose: nothing,
});

const rule = record<FaultRule>({
  name: text,
  place: oneOf('arrival', 'execution', 'item', 'frame'),
  surface: nullable(oneOf(...FAULT_SURFACES)),
  target: nullable(text),
  account: nullable(count),
  wallet: nullable(text),
  item: nullable(count),
  effect,
  perMille: count,
  times: nullable(count),
  seed: text,
});

export const faults = record<FaultsState>({
  rules: readonlyList(record<ArmedRule>({ rule, met: count, fired: count, random: randomStream })),
  records: sortedMapOf(text, dictionary(nullable(text))),
});
