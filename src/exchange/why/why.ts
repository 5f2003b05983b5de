import { accountNoOf, type Address, orderNoOf, parseUint64, subAccountIdOf } from '../../kernel/ids.ts';
import { parseAddress } from '../../contract/address.ts';
import type { Json } from '../../contract/json.ts';
import type { ExchangeConfig } from '../../engine/config.ts';
import { Engine, type EngineObserver } from '../../engine/engine.ts';
import type { EngineEvent } from '../../engine/event.ts';
import type { Account, State } from '../../engine/state.ts';
import type { Applied } from '../sequencer.ts';
import { ControlError } from '../control-error.ts';
import type { Journal } from '../journal/journal.ts';
import { Replay } from '../journal/replay.ts';
import { type Base, isBeyond, type Moment } from '../moments.ts';
import type { LiquidationStory } from './explain-liquidation.ts';
import { explainPosition, explainSummary } from './explain-margin.ts';
import { explainRefusal } from './explain-refusal.ts';
import type { Explanation, ShortRefusal } from './explanation.ts';
import { Explanations, KEPT } from './explanations.ts';
import { readClaim, reportOn, type SignatureParts, type SignatureReport, withSigner } from './signature-report.ts';

/** Why a running exchange did what it did. All throw ControlError with status 404 for what is not known. */
export interface Why {
  /** What of a request was refused; without `item` the first that was. A refusal of its signer names the mistake. */
  refusal(requestId: string, item?: number): Explanation;
  /**
   * Who signed a request, and what the wallet signed instead: a body of POST /v1/trade, a frame of a stream, or its params, as
   * a value or as JSON text. It is not carried out.
   *
   * @param address - the wallet that the client says it signs with; left out: those with a right on the subaccount
   */
  signature(request: Json, address?: string): SignatureReport;
  /** The same for a request that was refused for its signer, by the id of its response. */
  signatureOf(requestId: string, address?: string): SignatureReport;
  /** The latest refusals in short, newest first. */
  refusals(): readonly ShortRefusal[];
  /** The figures of a subaccount's cross margin, or of its position in one market, as they are now. */
  margin(subAccountId: string, symbol?: string): Explanation;
  /** Why a conditional order that may open a position was not taken when it fired, by its venue id. */
  order(orderId: string): Explanation;
  funding(paymentId: string): Explanation;
  liquidation(number: string): Explanation;
  /** The latest liquidations in short, newest first. */
  liquidations(subAccountId?: string): readonly ShortLiquidation[];
  adl(tradeId: string): Explanation;
}

export interface ShortLiquidation {
  readonly liquidation: number;
  readonly at: number;
  readonly subAccountId: string;
  /** Null for all that is cross. */
  readonly symbol: string | null;
  readonly outcome: string;
}

export interface WhyParts extends SignatureParts {
  readonly state: State;
  readonly config: ExchangeConfig;
  readonly journal: Journal;
  readonly explanations: Explanations;
  /** False where the explanations began with a snapshot: what was before it is not among them. */
  readonly isWhole: boolean;
}

/** Makes the explanations of an exchange: from what is kept, or worked out again from the journal. */
export function createWhy(parts: WhyParts): Why {
  const { state, config, journal, explanations, isWhole } = parts;
  /** Works out again what is no longer kept: the run from the start of the journal, until it is found. */
  const rebuild = <T>(find: (from: Explanations) => T | null): T | null => {
    const again = new Explanations(() => undefined);
    const inputs = workOutAgain(config, journal, { observer: again })?.inputs ?? [];
    const steps = inputs[Symbol.iterator]();
    while (steps.next().done !== true) {
      const found = find(again);
      if (found !== null) return found;
    }
    return null;
  };
  /** What has happened and cannot be found any more happened before the start of the journal. */
  const beforeStart = (field: string, what: string): never =>
    unknown(
      field,
      `${what} happened before input ${journal.first}, with which the journal begins: it is not known any more`,
    );
  /** For what may have happened before the start of the journal. */
  const sinceStart = (lost: boolean): string =>
    lost && journal.first > 1 ? ` since input ${journal.first}, with which the journal begins` : '';
  return {
    refusal: (requestId, item) => {
      const found = refusalOf(explanations, requestId, item);
      const claim = explanations.refusals.claim(requestId);
      return claim ? withSigner(found, reportOn(claim, parts)) : found;
    },
    signature: (request, address) => reportOn(readClaim(request, parts.serviceName), parts, addressOf(address)),
    signatureOf: (requestId, address) => {
      const claim = explanations.refusals.claim(requestId);
      if (claim) return reportOn(claim, parts, addressOf(address));
      return unknown(
        'requestId',
        explanations.refusals.get(requestId)
          ? `request ${requestId} was not refused for its signer: perpsim why refusal ${requestId} says for what`
          : `request ${requestId} is not kept: give the request itself`,
      );
    },
    refusals: () =>
      explanations.refusals.latest().flatMap(({ explanations: all }) => [...all.values()].map(shortRefusal)),
    margin: (id, symbol) => {
      const account = accountOf(state, id);
      return symbol === undefined ? explainSummary(state, account) : positionOf(state, account, symbol);
    },
    order: (orderId) => {
      const id = parseUint64(orderId);
      const no = id === undefined ? undefined : orderNoOf(id);
      const find = (from: Explanations) => (no === undefined ? null : from.firing(no));
      const lost = no !== undefined && no < state.counters.order && (!isWhole || explanations.firingsFull);
      const found = find(explanations) ?? (lost ? rebuild(find) : null);
      return found ?? unknown('orderId', `no order ${orderId} was refused when it fired${sinceStart(lost)}`);
    },
    funding: (paymentId) => {
      const no = numberIn(paymentId, state.counters.payment);
      const find = (from: Explanations) => (no === null ? null : from.payment(no));
      const found = find(explanations) ?? (no === null ? null : rebuild(find));
      if (found) return found;
      if (no !== null) return beforeStart('paymentId', `funding payment ${no}`);
      return unknown('paymentId', `no funding payment ${paymentId}: so far there are ${state.counters.payment}`);
    },
    liquidation: (number) => {
      const no = numberIn(number, state.counters.liquidation);
      const find = (from: Explanations) => (no === null ? null : from.liquidation(no));
      const ended = (from: Explanations) => {
        const story = find(from);
        return story && !story.isOpen ? story : null;
      };
      const story = find(explanations) ?? (no === null ? null : rebuild(ended));
      if (story) return story.explain();
      if (no !== null) return beforeStart('number', `liquidation ${no}`);
      return unknown('number', `no liquidation ${number}: so far there are ${state.counters.liquidation}`);
    },
    liquidations: (id) => {
      const account = id === undefined ? null : accountOf(state, id);
      const all = explanations
        .liquidations()
        .filter(({ marginAccount }) => !account || marginAccount.account === account.no);
      return all.map(shortLiquidation);
    },
    adl: (tradeId) => {
      const no = numberIn(tradeId, state.counters.trade);
      const find = (from: Explanations) => (no === null ? null : from.deleveraging(no));
      // Else nothing is missing in the book, and a trade that is not in it was no deleveraging.
      const lost = no !== null && (!isWhole || explanations.deleveragingsKept >= KEPT.deleveragings);
      const found = find(explanations) ?? (lost ? rebuild(find) : null);
      return found ?? unknown('tradeId', `no deleveraging by trade ${tradeId}${sinceStart(lost)}`);
    },
  };
}

/**
 * Returns what the engine refused of an input, by the place of each command, worked out again from the journal.
 *
 * @throws ControlError for an input that is not in the journal
 */
export function refusalsIn(config: ExchangeConfig, journal: Journal, input: number): ReadonlyMap<number, Explanation> {
  if (input < journal.first || input > journal.length) {
    unknown(
      'input',
      `input ${input} is not in the journal, which has the inputs ${journal.first} to ${journal.length}`,
    );
  }
  const found = new Map<number, Explanation>();
  const observer: EngineObserver = {
    refused: (state, command, refusal, place) => {
      if (state.inputSeq === input) found.set(place, explainRefusal(state, command, refusal, place));
    },
    happened: () => undefined,
  };
  const steps = (workOutAgain(config, journal, { observer, until: { input } })?.inputs ?? [])[Symbol.iterator]();
  while (steps.next().done !== true);
  return found;
}

function refusalOf({ refusals }: Explanations, requestId: string, item: number | undefined): Explanation {
  const request = refusals.get(requestId);
  if (!request)
    return unknown('requestId', `no refusal of request ${requestId} is kept: only the latest ${KEPT.refusals} are`);
  const items = [...request.explanations.keys()];
  const found = item === undefined ? request.explanations.values().next().value : request.explanations.get(item);
  if (found) return found;
  const refused =
    items[0] !== undefined && items[0] >= 0 ? `refused were ${items.join(', ')}` : 'it was refused as a whole';
  return unknown('item', `item ${item ?? 0} of request ${requestId} was not refused: ${refused}`);
}

function positionOf(state: State, account: Account, symbol: string): Explanation {
  const position = account.positions.get(symbol);
  if (position) return explainPosition(state, account, position);
  return unknown('symbol', `subaccount ${subAccountIdOf(account.no)} has no position in ${symbol}`);
}

function accountOf(state: State, id: string): Account {
  const read = parseUint64(id);
  const no = read === undefined ? undefined : accountNoOf(read);
  return (no === undefined ? undefined : state.accounts.get(no)) ?? unknown('subAccountId', `no subaccount ${id}`);
}

function addressOf(text: string | undefined): Address | undefined {
  if (text === undefined) return undefined;
  const address = parseAddress(text);
  if (address !== undefined) return address;
  throw new ControlError('INVALID_VALUE', 'address', 'address must be 0x and 40 hex digits');
}

/** The number in a text, if something has it already. */
function numberIn(text: string, last: number): number | null {
  const read = parseUint64(text);
  return read !== undefined && read >= 1n && read <= BigInt(last) ? Number(read) : null;
}

/** The item of a batch, counted from 0. */
function itemIn(text: string): number | null {
  const read = parseUint64(text);
  return read === undefined ? null : Number(read);
}

const shortRefusal = ({ subject, verdict, said, at }: Explanation): ShortRefusal => ({
  requestId: subject['requestId'] ?? '',
  at,
  item: itemIn(subject['item'] ?? ''),
  action: subject['action'] ?? null,
  subAccountId: subject['subAccountId'] ?? null,
  step: verdict['step'] ?? '',
  code: verdict['code'] ?? '',
  message: verdict['message'] ?? '',
  said,
});

const shortLiquidation = (story: LiquidationStory): ShortLiquidation => ({
  liquidation: story.no,
  at: story.began.at,
  subAccountId: subAccountIdOf(story.marginAccount.account),
  symbol: story.marginAccount.symbol,
  outcome: story.outcome,
});

function unknown(field: string, message: string): never {
  throw new ControlError('NOT_FOUND', field, message, 404);
}

/** A run as it is worked out again from its journal, beside the exchange itself. */
export interface WorkedOut {
  /** The snapshot that it begins with; null for the start of the journal. */
  readonly base: string | null;
  /** As of the last input that was taken. */
  readonly state: State;
  /** What genesis caused; nothing for a journal that starts later. */
  readonly genesis: readonly EngineEvent[];
  readonly inputs: Iterable<Applied>;
}

interface AgainParts {
  readonly observer?: EngineObserver;
  /** The snapshot of this run to begin with, instead of the start of its journal. */
  readonly base?: Base | null;
  /** Where to stop; the end of the journal by default. */
  readonly until?: Moment;
}

/** Null where the state to begin with is not known, or is one of after the moment. */
export function workOutAgain(config: ExchangeConfig, journal: Journal, parts: AgainParts = {}): WorkedOut | null {
  const { observer = null, base = null, until = null } = parts;
  const start = base ? { ...base.saved, snapshot: null } : journal.start;
  if (start.seq > 0 && start.state === undefined) return null;
  const { state, genesis } = new Replay(config, start);
  if (until && start.seq > 0 && isBeyond(until, { seq: start.seq, input: { kind: 'clock', at: state.now } }))
    return null;
  const engine = new Engine(state, observer);
  return { base: base?.name ?? null, state, genesis, inputs: appliedAgain(engine, journal, until) };
}

function* appliedAgain(engine: Engine, journal: Journal, until: Moment | null): Generator<Applied, void> {
  for (const { seq, input } of journal.records(engine.state.inputSeq + 1)) {
    if (until && isBeyond(until, { seq, input })) return;
    yield { seq, input, outcome: engine.apply(input) };
  }
}
