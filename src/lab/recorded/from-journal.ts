import { formatPrice, formatRatio } from '../../contract/format.ts';
import type { Command, ControlCommand, Input } from '../../engine/command.ts';
import type { MarginTier } from '../../engine/config.ts';
import type { EngineEvent } from '../../engine/event.ts';
import type { FaultRule } from '../../engine/fault-terms.ts';
import type { PlaceConditional } from '../../engine/orders/conditional-terms.ts';
import type { OrderRef, PlaceOrder } from '../../engine/orders/order-terms.ts';
import type { PlaceTwap } from '../../engine/orders/twap-terms.ts';
import type { State } from '../../engine/state.ts';
import { devAccountsOf } from '../../exchange/dev-accounts.ts';
import { matchOf } from '../../exchange/faults/read-rules.ts';
import { JournalReplay } from '../../inspect/replay/journal-replay.ts';
import { formatUnits } from '../../kernel/decimal.ts';
import { subAccountIdOf, venueIdOf } from '../../kernel/ids.ts';
import { checkWorld, type RecordedWorld, Tape, type Written } from './tape.ts';

/**
 * Reads a journal into a tape: the engine takes its inputs again, so that each request can be told with what became of it.
 *
 * @param world what the scenario is to run in; left out: the world that the journal names
 * @throws NotRecordable for a journal of another world, DumpError for lines that are no journal, or that lead to other digests than those that it recorded
 */
export async function tapeOfJournal(lines: AsyncIterable<string>, world?: RecordedWorld): Promise<Tape> {
  let refusals = new Map<Command, string>();
  const observer = {
    refused: (_state: unknown, command: Command, { code }: { readonly code: string }) =>
      void refusals.set(command, code),
    happened: () => undefined,
  };
  const replay = new JournalReplay({ observer });
  let tape: Tape | null = null;
  /** An injected fault loses the response to the next request. */
  let isLost = false;
  for await (const line of lines) {
    const step = replay.read(line);
    if (step.kind === 'header') {
      const { config, serviceName, seed } = step.header;
      checkWorld(world ?? step.header.world, typeof world === 'string' ? world : step.header.world, config);
      tape = new Tape({
        title: `A recorded run of ${step.header.world}`,
        world: world ?? step.header.world,
        ...{ seed, serviceName, startTime: config.startTime, dev: devAccountsOf(replay.state) },
      });
    }
    if (step.kind !== 'input' || !tape) continue;
    refusals = new Map();
    replay.apply(step);
    record(tape, step.input, { replay, refusals, isLost });
    isLost = losesResponse(replay) || (isLost && step.input.kind !== 'request');
  }
  if (!tape) throw new Error(`the journal is empty`);
  tape.reached(replay.state.now);
  return tape;
}

interface Applied {
  readonly replay: JournalReplay;
  readonly refusals: ReadonlyMap<Command, string>;
  readonly isLost: boolean;
}

const losesResponse = ({ events, state }: JournalReplay): boolean =>
  events.some(
    (event) =>
      event.type === 'FaultMet' &&
      event.fired &&
      state.faults.rules.some(({ rule }) => rule.name === event.rule && rule.effect.kind === 'replyLost'),
  );

function record(tape: Tape, input: Input, { replay, refusals, isLost }: Applied): void {
  if (input.kind === 'control') {
    for (const command of input.commands) write(tape, input.at, controlOf(command, replay));
  }
  if (input.kind !== 'request') return;
  const [first] = input.commands;
  const request = requestOf(input.action, input.commands);
  if (!first) tape.leaveOut('signed requests that validation refused');
  else if (!request) tape.leaveOut(`requests ${input.action} that commands do not tell in full`);
  else {
    const placed = replay.events.flatMap((event) =>
      event.type === 'OrderPlaced' && event.order.account === input.account ? [event.order] : [],
    );
    const refused = input.commands.map((command) => refusals.get(command)).find((code) => code !== undefined) ?? null;
    tape.request({
      time: input.at,
      subAccountId: subAccountIdOf(input.account),
      ...request,
      orderIds: idsOf(
        input.commands,
        refusals,
        placed.map(({ no }) => venueIdOf(no)),
      ),
      refused: isLost ? 'NO_RESPONSE' : refused,
    });
  }
}

/** Ids by the place of the order in its request; a refused command has none. */
function idsOf(
  commands: readonly Command[],
  refusals: ReadonlyMap<Command, string>,
  placed: readonly string[],
): string[] {
  const ids = [...placed];
  return commands.flatMap((command) => {
    const count = command.type === 'PlaceGroup' ? (command.main ? 1 : 0) + command.pairs.flat().length : 1;
    return Array.from({ length: count }, () => (refusals.has(command) ? '' : (ids.shift() ?? '')));
  });
}

function write(tape: Tape, time: number, controlled: Controlled): void {
  switch (controlled.kind) {
    case 'control':
      return tape.control(time, controlled.action, controlled.params);
    case 'entries':
      for (const entry of controlled.entries) tape.entry(time, entry);
      return;
    case 'opened':
      return tape.open(controlled.subAccountId, controlled.wallet, controlled.name);
    case 'leftOut':
      return tape.leaveOut(controlled.what);
    case 'nothing':
  }
}

interface Request {
  readonly action: string;
  readonly params: Written;
}

type Of<T extends Command['type']> = Extract<Command, { readonly type: T }>;

/** The request that has these commands, as a client would send it; null where the commands do not tell. */
function requestOf(action: string, commands: readonly Command[]): Request | null {
  const [first] = commands;
  if (!first) return null;
  if (isEvery(commands, 'CancelOrder')) return cancel(commands);
  if (isEvery(commands, 'ModifyOrder')) return modify(action, commands);
  if (isEvery(commands, 'PlaceTwap')) return place(commands.map(twapItem), 'twap');
  if (commands.every(isPlain)) {
    const items = commands.map((command) =>
      command.type === 'PlaceOrder' ? orderItem(command) : conditionalItem(command),
    );
    return place(items, 'na');
  }
  return commands.length === 1 ? single(first) : null;
}

function single(command: Command): Request | null {
  switch (command.type) {
    case 'PlaceGroup': {
      const { main, pairs } = command;
      const items = [...(main ? [orderItem(main)] : []), ...pairs.flat().map(conditionalItem)];
      return place(items, main === null ? 'positionTpsl' : pairs.length > 1 ? 'multipleTpsl' : 'normalTpsl');
    }
    case 'ScheduleCancel':
      return { action: 'scheduleCancel', params: { timeoutSeconds: command.timeoutMs / 1_000 } };
    case 'SetLeverage':
      return { action: 'updateLeverage', params: { symbol: command.symbol, leverage: String(command.leverage) } };
    case 'MoveIsolatedMargin':
      return {
        action: 'updateIsolatedMargin',
        params: { symbol: command.symbol, marginDelta: formatUnits(command.amount) },
      };
    case 'TransferCollateral': {
      const { to, asset, amount } = command;
      return {
        action: 'transferCollateral',
        params: { to: subAccountIdOf(to), symbol: asset, amount: formatUnits(amount) },
      };
    }
    default:
      return null;
  }
}

const isEvery = <T extends Command['type']>(commands: readonly Command[], type: T): commands is readonly Of<T>[] =>
  commands.every((command) => command.type === type);

const isPlain = (command: Command): command is PlaceOrder | PlaceConditional =>
  command.type === 'PlaceOrder' || command.type === 'PlaceConditional';

const place = (orders: readonly Written[], grouping: string): Request => ({
  action: 'placeOrders',
  params: { orders, grouping },
});

const set = (fields: Written): Written =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== false && value !== null));

const orderItem = (order: Omit<PlaceOrder, 'type'>): Written =>
  set({
    symbol: order.symbol,
    side: order.side,
    orderType: order.orderType,
    price: order.price,
    quantity: order.quantity,
    reduceOnly: order.reduceOnly,
    postOnly: order.postOnly && order.orderType !== 'limitAlo',
    clientOrderId: order.clientId,
    expiresAt: order.expiresAt === null ? null : order.expiresAt / 1_000,
  });

const conditionalItem = (order: PlaceConditional): Written =>
  set({
    symbol: order.symbol,
    side: order.side,
    orderType: order.orderType,
    price: order.price,
    isTriggerMarket: order.price === '',
    triggerPrice: order.triggerPrice,
    triggerPriceType: order.triggerPriceType,
    quantity: order.closePosition ? '' : order.quantity,
    closePosition: order.closePosition,
    reduceOnly: order.reduceOnly,
    clientOrderId: order.clientId,
  });

const twapItem = (order: PlaceTwap): Written =>
  set({
    symbol: order.symbol,
    side: order.side,
    orderType: 'twap',
    price: order.price,
    quantity: order.quantity,
    reduceOnly: order.reduceOnly,
    clientOrderId: order.clientId,
    durationSeconds: (order.chunks * order.intervalMs) / 1_000,
    intervalSeconds: order.intervalMs / 1_000,
    sizeVarianceBps: order.sizeVarianceBps,
    intervalVarianceBps: order.intervalVarianceBps,
  });

const refOf = (ref: OrderRef): Written =>
  'no' in ref ? { orderId: venueIdOf(ref.no) } : { clientOrderId: ref.clientId };

/** A cancel of all orders names those that it found, in its order. */
function cancel(commands: readonly Of<'CancelOrder'>[]): Request | null {
  const refs = commands.map(({ order }) => order);
  const numbers = refs.flatMap((ref) => ('no' in ref ? [venueIdOf(ref.no)] : []));
  const clientIds = refs.flatMap((ref) => ('no' in ref ? [] : [ref.clientId]));
  if (numbers.length > 0 && clientIds.length > 0) return null;
  return { action: 'cancelOrders', params: numbers.length > 0 ? { orderIds: numbers } : { clientOrderIds: clientIds } };
}

function modify(action: string, commands: readonly Of<'ModifyOrder'>[]): Request | null {
  const items = commands.map(({ order, price, quantity, triggerPrice }) => ({
    ...refOf(order),
    ...set({ price, quantity, triggerPrice }),
  }));
  const [only] = items;
  if (action === 'modifyOrder' && only && items.length === 1) return { action, params: only };
  return { action: 'modifyOrderBatch', params: { orders: items } };
}

/** What a command of the control plane is in a scenario. */
type Controlled =
  | { readonly kind: 'control'; readonly action: string; readonly params: Written }
  | { readonly kind: 'entries'; readonly entries: readonly Written[] }
  | { readonly kind: 'opened'; readonly subAccountId: string; readonly wallet: string; readonly name: string }
  | { readonly kind: 'leftOut'; readonly what: string }
  /** It follows from other entries. */
  | { readonly kind: 'nothing' };

const control = (action: string, params: Written): Controlled => ({ kind: 'control', action, params });

/** @param after the exchange after the command, and what the command has caused */
function controlOf(
  command: ControlCommand,
  after: { readonly state: Readonly<State>; readonly events: readonly EngineEvent[] },
): Controlled {
  switch (command.type) {
    case 'Deposit': {
      const { account, asset, amount } = command;
      return control('deposit', { subAccountId: subAccountIdOf(account), asset, amount: formatUnits(amount) });
    }
    case 'SetIndexPrice':
      return control('movePrice', { symbol: command.symbol, price: formatUnits(BigInt(command.price)) });
    case 'SetFeed':
      return control(command.frozen ? 'stopFeed' : 'releasePrice', { symbol: command.symbol });
    case 'PinPrice': {
      const { symbol, price } = command;
      return control('pinPrice', { symbol, ...(price !== null && { price: formatUnits(BigInt(price)) }) });
    }
    case 'RampPrice': {
      const { symbol, price, overMs } = command;
      return control('movePrice', { symbol, price: formatUnits(BigInt(price)), overMs });
    }
    case 'SetMarkPrice': {
      const spec = after.state.markets.get(command.symbol)?.spec;
      return control('setMarkPrice', { symbol: command.symbol, price: spec ? formatPrice(spec, command.price) : '0' });
    }
    case 'SetPeg':
      return control('setPeg', { asset: command.asset, peg: formatUnits(BigInt(command.peg)) });
    case 'SetWhitelisted':
      return control('setWhitelisted', { wallet: command.wallet, whitelisted: command.whitelisted });
    case 'SetTier':
      return control('setTier', { wallet: command.wallet, tierId: command.tierId });
    case 'SetMarketStatus':
      return control('setMarketStatus', { symbol: command.symbol, status: command.status });
    case 'SetFees': {
      const { tierId, makerRate, takerRate } = command;
      return control('setFees', { tierId, makerFeeRate: formatRatio(makerRate), takerFeeRate: formatRatio(takerRate) });
    }
    case 'SetMargin':
      return control('setMargin', { symbol: command.symbol, tiers: command.tiers.map(tierOf) });
    case 'SetOpenInterestCap':
      return control('setOpenInterestCap', { symbol: command.symbol, cap: formatUnits(command.cap) });
    case 'Delist': {
      const { symbol, price } = command;
      const spec = after.state.markets.get(symbol)?.spec;
      return control('delist', { symbol, ...(price !== null && spec && { price: formatPrice(spec, price) }) });
    }
    case 'SetExchangeStatus':
      return control('setExchangeStatus', { status: command.status });
    case 'SetCancelOnDisconnect':
      return control('setCancelOnDisconnect', {
        subAccountId: subAccountIdOf(command.account),
        enabled: command.enabled,
      });
    case 'SetLatency':
      return control('setLatency', { subAccountId: subAccountIdOf(command.account), model: command.model });
    case 'SetFaults':
      return { kind: 'entries', entries: faultEntries(command.rules, command.add) };
    case 'SetRecord': {
      const { record, id, fields } = command;
      return { kind: 'entries', entries: [{ record, id, fields }] };
    }
    case 'OpenAccount': {
      const opened = after.events.find((event) => event.type === 'AccountOpened');
      if (opened?.type !== 'AccountOpened') return { kind: 'nothing' };
      const { account, wallet, name } = opened;
      return { kind: 'opened', subAccountId: subAccountIdOf(account), wallet, name };
    }
    case 'MeetFaults':
      return { kind: 'nothing' };
    default:
      return { kind: 'leftOut', what: `control commands ${command.type}` };
  }
}

const tierOf = ({ minNotional, maxNotional, maxLeverage, initialRate, maintenanceRate }: MarginTier): Written => ({
  from: formatUnits(minNotional),
  to: maxNotional === null ? null : formatUnits(maxNotional),
  maxLeverage,
  initial: formatRatio(initialRate),
  maintenance: formatRatio(maintenanceRate),
});

function faultEntries(rules: readonly FaultRule[], add: boolean): Written[] {
  const cleared = add ? [] : [{ clearFaults: true }];
  return rules.length === 0 ? [{ clearFaults: true }] : [...cleared, { faults: rules.map(specOf) }];
}

function specOf(rule: FaultRule): Written {
  const { name, effect, perMille, times, seed } = rule;
  const match = matchOf(rule);
  return {
    name,
    ...(Object.keys(match).length > 0 && { match }),
    effect,
    ...(perMille < 1_000 && { perMille }),
    ...(times !== null && { times }),
    ...(seed !== '' && { seed }),
  };
}
