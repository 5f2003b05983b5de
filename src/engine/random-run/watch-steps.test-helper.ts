import type { EngineEvent } from '../event.ts';
import type { State } from '../state.ts';
import { hold, type Watcher } from './watcher.test-helper.ts';

/** What may follow from one thing and lead to the next. */
const STEPS = new Set<EngineEvent['type']>([
  'OrderTriggered',
  'LiquidationBegan',
  'LiquidationStaged',
  'LiquidationPaused',
  'LiquidationEnded',
  'Deleveraged',
  'TakenOver',
  'DeficitCovered',
  'CollateralExchanged',
]);

/** What starts something of its own: a timer, or an input, whose nonce, charge or time comes first. */
const STARTS = new Set<EngineEvent['type']>(['TimerFired', 'NonceUsed', 'Charged', 'ClockMoved']);

const STEPS_EACH = 8;

/** INV-46: one command or timer leads to a number of steps that positions, orders and accounts bound. */
export function watchSteps(): Watcher {
  let steps = 0;
  let bound = 0;
  return {
    before: (state, event) => {
      if (STARTS.has(event.type) || 'again' in event || bound === 0) {
        steps = 0;
        bound = STEPS_EACH * thingsIn(state);
      }
      if (STEPS.has(event.type)) steps += 1;
      hold(steps <= bound, `INV-46 ${steps} steps follow from one thing, bound ${bound}`);
    },
  };
}

function thingsIn({ accounts, orders }: State): number {
  let things = orders.size + accounts.size;
  for (const { positions } of accounts.values()) things += positions.size;
  return things;
}
