import type { Exchange } from 'ccxt';
import type { Client } from '../client.ts';

/**
 * The types of `perpsim/ccxt`: each method has the types of ccxt itself. The build publishes this file in place of the
 * declarations of the sources, which compile against the part of ccxt that they use.
 */

/** Markets and an account of perpsim, with the methods of ccxt. */
export class Perpsim extends Exchange {
  /** The client of perpsim behind this exchange, with a method for each action of the API. */
  accountClient(): Promise<Client>;
}

/** The same with the watch methods of ccxt.pro. */
export class PerpsimPro extends Perpsim {}

declare const exchanges: {
  readonly perpsim: typeof Perpsim;
  readonly pro: { readonly perpsim: typeof PerpsimPro };
};
export default exchanges;
