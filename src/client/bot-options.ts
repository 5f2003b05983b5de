import { isTableOf, parsedAs } from '../kernel/guards.ts';
import { NonceSource } from './nonce.ts';
import type { Identity } from './request-client.ts';

/** Options that `perpsim run --bot` gives the program that it starts. */
export interface BotOptions extends Identity {
  /** Ends in `/v1`. */
  readonly restUrl: string;
  /** Ends in `/v1/ws`. */
  readonly wsUrl: string;
  /** Ends in `/sim/v1`. */
  readonly controlUrl: string;
  readonly nonces: NonceSource;
  /** The market that the scenario is about. */
  readonly symbol: string;
  readonly seed: string;
  /** Parameters of the scenario's strategy, also those of `--set strategy.NAME=VALUE`. */
  readonly params: Readonly<Record<string, string | number | boolean>>;
  /** Exchange time at the start, Unix ms. */
  readonly startTime: number;
}

const isParam = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
const isParams = isTableOf(isParam);

/**
 * Reads the environment that `perpsim run --bot` gives: `new StreamClient(botOptions(process.env))`. Nonces count from
 * the exchange time of the start, not from the wall clock, so that equal bots send equal requests.
 *
 * @throws Error that names a variable that is missing
 */
export function botOptions(env: Readonly<Record<string, string | undefined>>): BotOptions {
  const read = (name: string): string => {
    const value = env[name];
    if (value === undefined) throw new Error(`${name} is not set: start the bot with perpsim run SCENARIO --bot`);
    return value;
  };
  const startTime = Number(read('PERPSIM_START_TIME'));
  return {
    restUrl: read('PERPSIM_URL'),
    wsUrl: read('PERPSIM_WS_URL'),
    controlUrl: read('PERPSIM_CONTROL_URL'),
    serviceName: read('PERPSIM_SERVICE_NAME'),
    privateKey: read('PERPSIM_PRIVATE_KEY'),
    subAccountId: read('PERPSIM_SUBACCOUNT_ID'),
    nonces: new NonceSource(() => startTime),
    symbol: read('PERPSIM_SYMBOL'),
    seed: read('PERPSIM_SEED'),
    params: parsedAs(isParams, read('PERPSIM_PARAMS'), 'PERPSIM_PARAMS'),
    startTime,
  };
}
