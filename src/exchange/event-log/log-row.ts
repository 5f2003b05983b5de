import type { Input } from '../../engine/command.ts';
import type { EngineEvent, OrderFacts } from '../../engine/event.ts';
import type { Explanation } from '../why/explanation.ts';
import type { AccountNo, OrderNo } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { LogKind } from '../../contract/log-shapes.ts';

/** A place in the log: the number of an input, and a place among its rows. */
export interface LogPlace {
  readonly input: number;
  readonly place: number;
}

/** Facts of an order that its later events do not repeat. */
export type KnownOrder = Pick<
  OrderFacts,
  'no' | 'account' | 'symbol' | 'side' | 'orderType' | 'price' | 'quantity' | 'clientId'
>;

/** An input, one of its events, or a refusal. */
export interface LogRow extends LogPlace {
  readonly at: TimeMs;
  readonly kind: LogKind;
  readonly accounts: readonly AccountNo[];
  readonly orders: readonly OrderNo[];
  readonly market: string | null;
  /** The liquidation that it is a part of, or that its account was in. */
  readonly liquidation: number | null;
  readonly content: RowContent;
}

export type RowContent =
  | { readonly of: 'input'; readonly input: Input; readonly refused: number }
  | {
      readonly of: 'event';
      /** Sequence of the event. */
      readonly seq: number;
      readonly event: EngineEvent;
      /** The order that it names. */
      readonly order: KnownOrder | null;
      /** Of a deleveraging: its trade, which comes before it. */
      readonly trade: number | null;
    }
  | { readonly of: 'refusal'; readonly requestId: string; readonly explanation: Explanation };

/** Negative when `a` comes before `b`. */
export const comparePlaces = (a: LogPlace, b: LogPlace): number => a.input - b.input || a.place - b.place;

/** `12.3`, as it stands in addresses. */
export const placeText = ({ input, place }: LogPlace): string => `${input}.${place}`;

/** Undefined for another text. */
export function readPlace(text: string): LogPlace | undefined {
  const [, input, place] = /^(0|[1-9]\d{0,14})[.](0|[1-9]\d{0,14})$/.exec(text) ?? [];
  return input === undefined ? undefined : { input: Number(input), place: Number(place) };
}
