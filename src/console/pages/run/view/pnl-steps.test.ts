import { expect, test } from 'vitest';
import { pnlExtent, pnlSteps } from './pnl-steps.ts';

const PNL = { price: '100', fees: '-30', funding: '5', liquidation: '-125', total: '-50' };

test('each source begins where the one before ends, and the last ends at the total', () => {
  expect(pnlSteps(PNL)).toEqual([
    { source: 'price', from: 0, to: 100 },
    { source: 'fees', from: 100, to: 70 },
    { source: 'funding', from: 70, to: 75 },
    { source: 'liquidation', from: 75, to: -50 },
  ]);
});

test('the scale holds every end of a bar, and zero', () => {
  expect(pnlExtent([PNL])).toEqual([-50, 100]);
  expect(pnlExtent([{ price: '1', fees: '1', funding: '1', liquidation: '1', total: '4' }])).toEqual([0, 4]);
  expect(pnlExtent([])).toEqual([0, 0]);
});
