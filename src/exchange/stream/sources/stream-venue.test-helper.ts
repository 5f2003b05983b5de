import { Type } from '@sinclair/typebox';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { orderNoOf, subAccountIdOf } from '../../../kernel/ids.ts';
import { UNIT } from '../../../kernel/units.ts';
import { subAccountUpdates } from '../../../contract/channels/subAccountUpdates.ts';
import { handMadeViews } from '../../../contract/hand-made.test-helper.ts';
import type { Command } from '../../../engine/command.ts';
import { testConfig } from '../../../engine/config.test-helper.ts';
import type { ExchangeConfig } from '../../../engine/config.ts';
import type { ConditionalType, PlaceConditional } from '../../../engine/orders/conditional-terms.ts';
import type { CommandOutcome } from '../../../engine/engine.ts';
import { TestVenue } from '../../../engine/venue.test-helper.ts';
import { Observers } from '../../core.ts';
import { Provenance, type StreamSource } from '../source.ts';
import { subAccountUpdatesSource } from './subaccount-updates.ts';

/** A push as a client reads it. */
export interface Push {
  readonly method: string;
  readonly channel: string;
  readonly timestamp: number;
  readonly meseq?: number;
  readonly met?: string;
  readonly provenanceMissing?: true;
  readonly data: Readonly<Record<string, unknown>> & { readonly eventType: string };
}

const fits = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
  Type.Object(
    {
      method: Type.Literal('subAccountEvent'),
      channel: Type.Literal('subAccountUpdate'),
      timestamp: Type.Integer(),
      ...(subAccountUpdates.envelope as ReturnType<typeof Type.Object>).properties,
      data: subAccountUpdates.data,
    },
    { additionalProperties: false },
  ),
);

/** The push in a frame, which fits the schema of its channel. */
export function pushOf(frame: string): Push {
  const push = JSON.parse(frame) as Push;
  if (!fits(push)) throw new Error(`${frame}\n${JSON.stringify(fits.errors?.slice(-3))}`);
  return push;
}

const NO_LISTENER = { refused: () => undefined, happened: () => undefined };

/** A test exchange whose accounts can be followed: what their streams say is kept until a test reads it. */
export class StreamVenue extends TestVenue {
  readonly #observers: Observers;
  readonly #sources: StreamSource[] = [];

  constructor(config: ExchangeConfig = testConfig()) {
    const observers = new Observers(NO_LISTENER);
    super(config, observers);
    this.#observers = observers;
  }

  /** From now on the frames of an account are put into the list. */
  follow(account: number): string[] {
    const frames: string[] = [];
    const { state } = this.engine;
    const push = (frame: string): void => void frames.push(frame);
    const context = { state, views: handMadeViews(), provenance: new Provenance(), push };
    const params = { account, subAccountId: subAccountIdOf(account) };
    this.#sources.push(subAccountUpdatesSource(params, context as never));
    this.#observers.attach({
      refused: (_state, command, refusal) => this.#show((source) => source.refused?.(command, refusal)),
      happened: ({ eventSeq }, event) => this.#show((source) => source.emitted?.(event, eventSeq)),
      quiescent: () => this.#show((source) => source.quiescent?.()),
      passing: (to) => this.#show((source) => source.passing?.(to)),
    });
    return frames;
  }

  /** Several commands of one request. */
  batch(...commands: readonly Command[]): readonly CommandOutcome[] {
    const input = { kind: 'request', wallet: '0x', account: 0, action: 'test', nonce: null } as const;
    return this.#applied(() => this.engine.apply({ ...input, at: this.engine.state.now, commands }).outcomes);
  }

  override run(command: Command): CommandOutcome {
    return this.#applied(() => super.run(command));
  }

  override advance(ms: number): void {
    this.#applied(() => super.advance(ms));
  }

  /** Moves the index, and the mark with it. */
  move(price: number, symbol = 'BTC-USDT'): CommandOutcome {
    return this.run({ type: 'SetIndexPrice', symbol, price: price * UNIT });
  }

  #applied<T>(act: () => T): T {
    const result = act();
    this.#show((source) => source.applied?.());
    return result;
  }

  #show(show: (source: StreamSource) => void): void {
    for (const source of this.#sources) show(source);
  }
}

/** What was said since the last look, each push in one line. */
export const said = (frames: string[]): string[] => frames.splice(0).map((frame) => lineOf(pushOf(frame)));

/** What was said since the last look, whole. */
export const pushed = (frames: string[]): Push[] => frames.splice(0).map(pushOf);

const WORDS: Readonly<Record<string, readonly string[]>> = {
  trade: ['direction', 'quantity', 'price'],
  liquidation: ['side', 'quantity', 'price', 'reason'],
  orderRejected: ['orderType', 'quantity', 'errorCode'],
  funding: ['positionSize', 'payment'],
  depositReceived: ['quantity', 'collateral'],
  depositCredited: ['quantity', 'collateral'],
  withdrawal: ['amount', 'symbol'],
  withdrawalStatus: ['status'],
  collateralExchange: ['type', 'fromQuantity', 'fromCollateral', 'toQuantity'],
  delegationAdded: ['delegateAddress', 'permissions'],
  delegationRevoked: ['delegateAddress'],
};

/** `orderPlaced 0 buy 0/0.1 at 94000 open`: numbers of orders count from the first of the exchange. */
function lineOf({ data }: Push): string {
  const words = WORDS[data.eventType];
  if (words) return [data.eventType, ...words.map((word) => String(data[word]))].join(' ');
  if (!data.eventType.startsWith('order')) return data.eventType;
  const { orderId, side, filledQuantity, quantity, price, status, triggerPrice, cancelReason } = data;
  const no = orderNoOf(BigInt(String(orderId)));
  const parts = [data.eventType, no, side, `${String(filledQuantity)}/${String(quantity)}`];
  if (price !== '') parts.push(`at ${String(price)}`);
  if (triggerPrice !== undefined) parts.push(`from ${triggerPrice as string}`);
  return [...parts, status, ...(cancelReason === undefined ? [] : [cancelReason])].join(' ');
}

/** A sell of 0.5 BTC at market once the mark is at or below 94,000, of account 0, unless other values are given. */
export const stop = (change: Partial<PlaceConditional> = {}): PlaceConditional => ({
  type: 'PlaceConditional',
  account: 0,
  symbol: 'BTC-USDT',
  side: 'sell',
  orderType: 'triggerSl' satisfies ConditionalType,
  price: '',
  triggerPrice: '94000',
  triggerPriceType: 'mark',
  quantity: '0.5',
  reduceOnly: true,
  closePosition: false,
  clientId: '',
  source: '',
  ...change,
});

/** Account 0 is followed, account 1 makes the market. */
export function newVenue(): { venue: StreamVenue; frames: string[] } {
  const venue = new StreamVenue();
  return { venue, frames: venue.follow(0) };
}

/** Account 0 is long 0.1 BTC from 95,000 against account 1. */
export function longVenue(): { venue: StreamVenue; frames: string[] } {
  const { venue, frames } = newVenue();
  venue.place(1, 'sell', '0.1', '95000');
  venue.place(0, 'buy', '0.1', '95000');
  frames.length = 0;
  return { venue, frames };
}
