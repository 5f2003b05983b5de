import { Type } from '@sinclair/typebox';
import { CONTRACT_FIGURES } from '../../contract/aggregator.ts';
import { FUNDS_STATUSES } from '../../contract/views.ts';
import type { StoredFields, StoredKind } from '../../engine/fault-terms.ts';
import { StoredRecordFields } from '../../contract/fault-fields.ts';
import type { State } from '../../engine/state.ts';
import { parseUnits } from '../../kernel/decimal.ts';
import { isRefusal } from '../../kernel/errors.ts';
import { ControlError } from '../control-error.ts';
import type { ControlCommand } from '../../engine/command.ts';
import type { Sequencer } from '../sequencer.ts';
import { type FaultMatch, type FaultSpec, matchOf, readRules } from './read-rules.ts';
import { readFields, wrong } from '../read-fields.ts';
import { isOneOf } from '../../kernel/entries.ts';

/** What the control plane can do about faults; every effect is an input of the log. Throws ControlError. */
export interface FaultSteering {
  /** Puts these rules in place of all others, or with `add` beside them; one of the same name is replaced and starts anew. */
  setFaults(rules: readonly FaultSpec[], add?: boolean): void;
  /** Takes all rules away. Stored records stay. */
  clearFaults(): void;
  /** The rules in force, in the order in which they are asked. */
  faults(): readonly FaultView[];
  /** Has a record read with these words instead of its own; without any it is read as it is. */
  setRecord(record: StoredKind, id: string, fields: StoredFields): void;
  /** Records that are read otherwise than they are. */
  records(): readonly StoredRecord[];
}

/** A rule and what has come of it. */
export interface FaultView {
  readonly name: string;
  readonly match: FaultMatch;
  readonly effect: Readonly<Record<string, string | number>>;
  readonly perMille: number;
  /** Null for no bound. */
  readonly times: number | null;
  readonly seed: string;
  /** How often something matched, and how often it fired. */
  readonly met: number;
  readonly fired: number;
}

/** A record of the history whose fields a fault replaces. */
export interface StoredRecord {
  readonly record: StoredKind;
  readonly id: string;
  readonly fields: StoredFields;
}

/** Returns the commands of the control plane for faults; throws ControlError for rules that the exchange refuses. */
export function steerFaults(state: State, sequencer: Pick<Sequencer, 'submit'>): FaultSteering {
  const run = (command: ControlCommand): void => {
    const { refusal = null } = sequencer.submit({ kind: 'control', commands: [command] }).outcomes[0] ?? {};
    if (isRefusal(refusal)) throw new ControlError(refusal.code, 'rules', refusal.message);
  };
  return {
    setFaults: (specs, add = false) => {
      const taken = new Set(add ? state.faults.rules.map(({ rule }) => rule.name) : []);
      run({ type: 'SetFaults', rules: readRules(specs, state, taken), add });
    },
    clearFaults: () => run({ type: 'SetFaults', rules: [], add: false }),
    faults: () => viewsOf(state),
    setRecord: (record, id, fields) => run({ type: 'SetRecord', ...readRecord({ record, id, fields }) }),
    records: () =>
      [...state.faults.records].map(([key, fields]) => {
        const [record = '', ...id] = key.split(' ');
        return { record: record as StoredKind, id: id.join(' '), fields };
      }),
  };
}

function viewsOf({ faults }: Readonly<State>): FaultView[] {
  return faults.rules.map(({ rule, met, fired }) => {
    const { name, effect, perMille, times, seed } = rule;
    return { name, match: matchOf(rule), effect, perMille, times, seed, met, fired };
  });
}

type Fits = (value: unknown) => boolean;
const isText: Fits = (value) => typeof value === 'string' && value !== '' && value.length <= 200;
const isNull: Fits = (value) => value === null;
const isDecimal: Fits = (value) => typeof value === 'string' && parseUnits(value) !== undefined;
const oneOf =
  (words: readonly string[]): Fits =>
  (value) =>
    isOneOf(words, value);

/** What can be stored of each record, and how its id looks. */
const RECORDS: Readonly<
  Record<StoredKind, { readonly id: RegExp; readonly named: string; readonly fields: Readonly<Record<string, Fits>> }>
> = {
  order: {
    id: /^[1-9][0-9]*[/][a-z ]+$/,
    named: 'a venue id and the state of a row, such as "1948058938469519360/placed"',
    fields: { status: isText },
  },
  trade: { id: /^[1-9][0-9]*$/, named: 'a trade id', fields: { direction: isText } },
  publicTrade: { id: /^[1-9][0-9]*$/, named: 'a trade id', fields: { side: isText } },
  transfer: {
    id: /^[1-9][0-9]*$/,
    named: 'a transfer id',
    fields: { status: oneOf(FUNDS_STATUSES), usdtNotional: isDecimal, errorMessage: isText },
  },
  balanceUpdate: {
    id: /^[1-9][0-9]*$/,
    named: 'the id of a balance update',
    fields: { status: oneOf(FUNDS_STATUSES) },
  },
  position: { id: /^[1-9][0-9]*$/, named: 'a position id', fields: { status: oneOf(['open', 'update']) } },
  delegation: {
    id: /^[1-9][0-9]*[/]0x[0-9a-f]{40}$/,
    named: 'a subaccount id and a wallet in lower case, with a slash between them',
    fields: { permission: oneOf(['session', 'trading']) },
  },
  market: {
    id: /^[A-Z0-9_]+-[A-Z0-9_]+$/,
    named: 'a market symbol',
    fields: Object.fromEntries([...CONTRACT_FIGURES, 'next_funding_rate_timestamp'].map((name) => [name, isNull])),
  },
};

const RECORD = Type.Object(StoredRecordFields);

function readRecord(given: { readonly record: unknown; readonly id: unknown; readonly fields: unknown }): StoredRecord {
  const stored = readFields(RECORD, given, '');
  const { record, id, fields } = stored;
  const known = RECORDS[record];
  if (!known.id.test(id)) throw wrong('id', known.named);
  for (const [name, value] of Object.entries<unknown>(fields)) {
    const fits = Object.hasOwn(known.fields, name) ? known.fields[name] : undefined;
    const takes = `${Object.keys(known.fields).join(', ')} of a ${record}${record === 'market' ? ', each null' : ''}`;
    if (!fits?.(value)) throw wrong(`fields.${name}`, takes);
  }
  return stored;
}
