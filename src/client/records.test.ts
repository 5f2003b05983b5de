import { expectTypeOf, test } from 'vitest';
import type {
  Candles,
  CandleQuery,
  Changes,
  IsolatedOrder,
  ModifyResult,
  OpenOrder,
  OrderHistoryQuery,
  OrderItem,
  OrderStatus,
  Position,
  SubAccount,
  Withdrawal,
} from './records.ts';

test('records have the fields and words of the schemas', () => {
  expectTypeOf<OpenOrder['side']>().toEqualTypeOf<'buy' | 'sell'>();
  expectTypeOf<OpenOrder['expiresAt']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<OpenOrder['order']>().toEqualTypeOf<{ readonly venueId: string; readonly clientId: string }>();
  expectTypeOf<Position['adlBucket']>().toEqualTypeOf<number>();
  expectTypeOf<Candles['candles'][number]['openPrice']>().toEqualTypeOf<string>();
  expectTypeOf<NonNullable<SubAccount['collaterals']>[number]['quantity']>().toEqualTypeOf<string>();
});

test('what only some members of a union have may be absent', () => {
  expectTypeOf<OrderStatus['error']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<ModifyResult['status']>().toEqualTypeOf<'modified' | 'rejected'>();
  expectTypeOf<ModifyResult['price']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<ModifyResult['timestamp']>().toEqualTypeOf<number>();
});

test('params say what is required and leave out what documents hide', () => {
  expectTypeOf<OrderItem['symbol']>().toEqualTypeOf<string>();
  expectTypeOf<OrderItem['quantity']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<IsolatedOrder['leverage']>().toEqualTypeOf<string | number>();
  expectTypeOf<keyof Changes>().toEqualTypeOf<'price' | 'quantity' | 'triggerPrice'>();
  expectTypeOf<keyof Withdrawal>().toEqualTypeOf<'symbol' | 'amount' | 'destination'>();
  expectTypeOf<CandleQuery['symbol']>().toEqualTypeOf<string>();
  expectTypeOf<CandleQuery['limit']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<keyof OrderHistoryQuery>().toEqualTypeOf<
    'status' | 'symbol' | 'side' | 'type' | 'sortBy' | 'limit' | 'offset' | 'startTime' | 'endTime'
  >();
});
