import { describe, expect, it } from 'vitest';
import { Comparison } from './pair.ts';
import type { Outcome } from './session.ts';

const outcome = (body: unknown, status = 200): Outcome => ({
  status,
  contentType: 'application/json',
  text: JSON.stringify(body),
  body,
});

const parting = (target: unknown, reference: unknown): ReturnType<Comparison['parting']> =>
  new Comparison({ areTimesEqual: true }).parting(outcome(target), outcome(reference));

describe('Comparison', () => {
  it('finds nothing in equal responses, whatever ids the requests got', () => {
    const body = { status: 'ok', response: [{ price: '1' }] };
    expect(parting({ ...body, request_id: 'a' }, { ...body, request_id: 'b' })).toBeNull();
  });

  it('names the path and both values of the first field that differs', () => {
    expect(parting({ response: { list: [{ a: 1 }, { a: 2 }] } }, { response: { list: [{ a: 1 }, { a: 3 }] } })).toEqual(
      {
        path: 'response.list[1].a',
        target: '2',
        reference: '3',
      },
    );
  });

  it('finds fields that one side lacks, other types, and lists of another length', () => {
    expect(parting({}, { fee: '0' })).toEqual({ path: 'fee', target: '<absent>', reference: '0' });
    expect(parting({ fee: '0' }, {})).toEqual({ path: 'fee', target: '0', reference: '<absent>' });
    expect(parting({ fee: 0 }, { fee: '0' })).toEqual({ path: 'fee', target: '0', reference: '0' });
    expect(parting([1], [1, 2])).toEqual({ path: '', target: '1 items', reference: '2 items' });
  });

  it('compares status before the body', () => {
    const found = new Comparison({ areTimesEqual: true }).parting(outcome({ a: 1 }, 400), outcome({ a: 2 }, 200));
    expect(found).toEqual({ path: 'status', target: '400 {"a":1}', reference: '200 {"a":2}' });
  });

  it('lets ids differ as long as one always stands for the same other one', () => {
    const comparison = new Comparison({ areTimesEqual: true });
    const first = comparison.parting(
      outcome({ orderId: '1948058938469519720' }),
      outcome({ orderId: '77000000000000001' }),
    );
    expect(first).toBeNull();
    const list = (ids: readonly string[]): Outcome => outcome(ids.map((venueId) => ({ venueId })));
    const again = comparison.parting(list(['1948058938469519720']), list(['77000000000000001']));
    expect(again).toBeNull();
    const other = comparison.parting(list(['1948058938469519720']), list(['77000000000000002']));
    expect(other?.path).toBe('[0].venueId');
  });

  it('compares ids that clients give as they are', () => {
    expect(parting({ clientOrderId: '1' }, { clientOrderId: '2' })?.path).toBe('clientOrderId');
    expect(parting({ tierId: '1' }, { tierId: '2' })?.path).toBe('tierId');
  });

  it('lets times differ only between clocks that are not the same', () => {
    expect(parting({ timestamp: 1_767_571_200_000 }, { timestamp: 1_767_571_200_001 })?.path).toBe('timestamp');
    const loose = new Comparison({ areTimesEqual: false });
    expect(
      loose.parting(outcome({ timestamp: 1_767_571_200_000 }), outcome({ timestamp: 1_767_571_299_999 })),
    ).toBeNull();
    expect(loose.parting(outcome({ count: 1 }), outcome({ count: 2 }))?.path).toBe('count');
  });
});
