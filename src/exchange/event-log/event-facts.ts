import type { EngineEvent } from '../../engine/event.ts';
import { ACCOUNT_EVENTS } from './texts/account-events.ts';
import { EXCHANGE_EVENTS } from './texts/exchange-events.ts';
import type { EventFacts, FactsOf } from './texts/facts.ts';
import { LIQUIDATION_EVENTS } from './texts/liquidation-events.ts';
import { ORDER_EVENTS } from './texts/order-events.ts';

/** Every type of event has its facts, so that no event is missing in the log. */
const FACTS: FactsOf<EngineEvent['type']> = {
  ...ORDER_EVENTS,
  ...LIQUIDATION_EVENTS,
  ...ACCOUNT_EVENTS,
  ...EXCHANGE_EVENTS,
};

export const factsOf = (event: EngineEvent): EventFacts<EngineEvent> =>
  FACTS[event.type] as unknown as EventFacts<EngineEvent>;
