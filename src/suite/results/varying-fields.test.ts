import { expect, test } from 'vitest';
import { VARYING } from './diff-responses.ts';

test.each([
  ['orderId', 'id'],
  ['takeProfitOrderIds', 'id'],
  ['fromSubAccountId', 'id'],
  ['request_id', 'id'],
  ['txHash', 'id'],
  ['walletAddress', 'address'],
  ['removedSigners', 'address'],
  ['createdTime', 'time'],
  ['close_time', 'time'],
  ['next_funding_rate_timestamp', 'time'],
  ['signature', 'signature'],
  ['remainingTokens', 'moving'],
] as const)('%s varies as %s', (field, kind) => {
  expect(VARYING.get(field)).toBe(kind);
});

test.each([
  'price',
  'quantity',
  'symbol',
  'status',
  'clientId',
  'total',
  'checksum',
  'tierId',
  'intervalMs',
  'requestsCap',
])('%s is the same everywhere', (field) => {
  expect(VARYING.has(field)).toBe(false);
});
