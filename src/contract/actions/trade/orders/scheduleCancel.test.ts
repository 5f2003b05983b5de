import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../json.ts';
import { TestVenue, invalid, said, START, typed, undecodable } from '../venue.test-helper.ts';
import { scheduleCancel } from './scheduleCancel.ts';

test('what is signed', () => {
  expect(typed(scheduleCancel, { timeoutSeconds: 60 })).toEqual({
    type: 'ScheduleCancel',
    values: { subAccountId: 5n, timeoutSeconds: 60n, nonce: 9n, expiresAfter: 0n },
  });
  expect(said(typed(scheduleCancel, {}))).toEqual(invalid('timeoutSeconds is required'));
  expect(said(typed(scheduleCancel, { timeoutSeconds: -1 }))).toEqual(
    invalid('timeoutSeconds must be 0 or at least 5'),
  );
});

describe('timeouts', () => {
  test.each<[JsonObject, unknown]>([
    [{ timeoutSeconds: 0 }, { isActive: false, timeoutSeconds: 0 }],
    [{ timeoutSeconds: 5 }, { isActive: true, timeoutSeconds: 5, triggerTime: START + 5_000 }],
    [{ timeoutSeconds: 86_400 }, { isActive: true, timeoutSeconds: 86_400, triggerTime: START + 86_400_000 }],
    [{ timeoutSeconds: 4 }, invalid('timeoutSeconds must be 0 or at least 5')],
    [{ timeoutSeconds: 86_401 }, invalid('timeoutSeconds must be less than or equal to 86400')],
    [{ timeoutSeconds: null }, invalid('timeoutSeconds is required')],
    [{ timeoutSeconds: '60' }, undecodable()],
    [{ timeoutSeconds: 5.5 }, undecodable()],
  ])('%j', (params, response) => {
    expect(said(new TestVenue().send(scheduleCancel, params))).toEqual(response);
  });
});
