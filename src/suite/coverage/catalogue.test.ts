import { expect, test } from 'vitest';
import { canonicalName, catalogueOf, isOfferedOver } from './catalogue.ts';

const { offered, codes } = catalogueOf({ clauses: [], waivers: [], transitions: [] });
const namesOf = (kind: string): string[] => offered.filter((offer) => offer.kind === kind).map(({ name }) => name);

test('every action of both surfaces is offered under its own name alone', () => {
  expect(namesOf('trade')).toHaveLength(38);
  expect(namesOf('info')).toHaveLength(16);
  expect(namesOf('trade')).toContain('withdrawCollateral');
  expect(namesOf('trade')).not.toContain('withdraw');
});

test('so are the plain routes and the channels', () => {
  expect(namesOf('aggregator')).toEqual([
    '/v1/info/contracts',
    '/v1/info/contract_specs',
    '/v1/info/orderbook',
    '/v1/exchange/status',
  ]);
  expect(namesOf('channel')).toEqual([
    'marketPrices',
    'trades',
    'orderbook',
    'candles',
    'liquidations',
    'subAccountUpdates',
  ]);
});

test('a route is no channel, though one is called like its last part', () => {
  expect(canonicalName('/v1/info/orderbook')).toBe('/v1/info/orderbook');
  expect(canonicalName('orderbook')).toBe('orderbook');
  expect(canonicalName('marketPriceUpdates')).toBe('marketPrices');
  expect(canonicalName('toString')).toBe('toString');
});

test('routes are asked for over REST, channels over streams, actions over both', () => {
  const over = (kind: 'trade' | 'info' | 'aggregator' | 'channel') =>
    (['rest', 'ws'] as const).filter((transport) => isOfferedOver({ name: '', kind }, transport));
  expect([over('trade'), over('info'), over('aggregator'), over('channel')]).toEqual([
    ['rest', 'ws'],
    ['rest', 'ws'],
    ['rest'],
    ['ws'],
  ]);
});

test('codes are those of requests and of items', () => {
  expect(codes).toContain('UNAUTHORIZED');
  expect(codes).toContain('REDUCE_ONLY_SAME_SIDE');
});
