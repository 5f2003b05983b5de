import { amountText } from '../../src/suite/amount.ts';
import { Unmet } from '../../src/suite/deployment.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { infoCost, tradeClaims, tradeCost } from '../../src/suite/steps/requests.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about figures that follow a mark to the last digit, in a market whose mark moves. */

/** How often such a moment is waited for, and the milliseconds in between. */
const TRIES = 20;
const BETWEEN_MS = 250;
/** From this try on a mark that equals the index will do: where nobody trades it always does. */
const LAST_CHOICE = 5;

/**
 * A read whose response came between two looks that show the same mark and the same index: so these are what its figures rest on.
 * `still mark` and `still index` stand for them. A moment at which the two differ is preferred, since it tells one from the other.
 */
defineStep(
  /^"([^"]+)" sends (\w+) while the prices of "([^"]+)" stand still$/,
  {
    needs: [],
    cost: (_who: string, action: string) => {
      const [read, look] = [tradeCost(action), infoCost('getMarketPrices', 2)];
      return { ...read, requests: read.requests + look.requests, tokens: read.tokens + look.tokens };
    },
    claims: (who: string, action: string) => ({ ...tradeClaims(action, who), market: 'reaches', watchesMarks: true }),
  },
  async function (this: ExchangeWorld, who: string, action: string, symbol: string) {
    await this.request(async () => {
      for (let tries = 1; tries <= TRIES; tries += 1) {
        const before = await this.terms.pricesNow(symbol);
        const response = await this.ask(who, action, []);
        const after = await this.terms.pricesNow(symbol);
        const isStill = before.mark.eq(after.mark) && before.index.eq(after.index);
        if (isStill && (this.isSteered || tries >= LAST_CHOICE || !after.mark.eq(after.index))) {
          this.terms.name('still mark', after.mark);
          this.terms.name('still index', after.index);
          return response;
        }
        await this.waitAside(BETWEEN_MS);
      }
      const { mark } = await this.terms.pricesNow(symbol);
      throw new Unmet('moved', `the prices of ${symbol} never stood still during a read, last at ${amountText(mark)}`);
    });
  },
);
