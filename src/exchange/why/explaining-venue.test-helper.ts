import { TestVenue } from '../../engine/venue.test-helper.ts';
import type { Command } from '../../engine/command.ts';
import type { ExchangeConfig } from '../../engine/config.ts';
import { testConfig } from '../../engine/config.test-helper.ts';
import { decide } from '../../engine/engine.ts';
import { isRefusal } from '../../kernel/errors.ts';
import { explainRefusal } from './explain-refusal.ts';
import type { Explanation } from './explanation.ts';
import { checkChain } from './recompute.test-helper.ts';

/** A test exchange whose refusals come with their explanation, recomputed. */
export class ExplainingVenue extends TestVenue {
  constructor(config: ExchangeConfig = testConfig()) {
    super(config);
  }

  /** Runs a command that must be refused, and returns the explanation. */
  why(command: Command): Explanation {
    const { state } = this.engine;
    const refusal = decide(state, command);
    if (!isRefusal(refusal)) throw new Error('it was not refused');
    const explanation = explainRefusal(state, command, refusal);
    checkChain(explanation);
    return explanation;
  }
}
