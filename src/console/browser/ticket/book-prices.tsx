import type { MarketFigures } from '../data/first.ts';

interface BookPricesParts {
  readonly figures: MarketFigures;
  readonly choose: (price: string) => void;
}

/** Prices of the book that a keyboard can choose; a pointer chooses any level in the book itself. */
export function BookPrices({ figures: { bestBid, bestAsk }, choose }: BookPricesParts) {
  return (
    <span class="fills">
      {(
        [
          ['Bid', bestBid],
          ['Ask', bestAsk],
        ] as const
      ).map(([name, price]) => (
        <button
          key={name}
          type="button"
          class="button small"
          aria-label={`${name} as price`}
          disabled={!(Number(price) > 0)}
          onClick={() => choose(price)}
        >
          {name}
        </button>
      ))}
    </span>
  );
}
