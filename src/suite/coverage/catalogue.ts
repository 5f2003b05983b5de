import { ERRORS } from '../../kernel/errors.ts';
import type { StreamEndpoint } from '../../contract/channel.ts';
import { AGGREGATOR_ROUTES } from '../../contract/aggregator.ts';
import { actionsOf, INFO_ACTIONS, TRADE_ACTIONS } from '../../contract/catalogue.ts';
import { ALL_CHANNELS, CHANNELS } from '../../contract/channels.ts';
import type { TransportName } from '../results/run.ts';
import type { Contract } from './contract.ts';

/** Everything that runs are held against: the texts of the contract, and what its catalogue offers. */
export interface Catalogue extends Contract {
  readonly offered: readonly Offered[];
  /** Codes with which whole requests and items can be rejected. */
  readonly codes: readonly string[];
}

/** Something that can be asked for. */
export interface Offered {
  /** As `Observed.served` calls it: `placeOrders`, `/v1/info/contracts`, `orderbook`. */
  readonly name: string;
  readonly kind: 'trade' | 'info' | 'aggregator' | 'channel';
}

const ENDPOINTS: readonly StreamEndpoint[] = ['trade', 'info'];
const ACTIONS = { trade: actionsOf(TRADE_ACTIONS), info: actionsOf(INFO_ACTIONS) };

/** Actions by their own name, plain routes by their path, channels by their canonical type; in that order. */
const OFFERED: readonly Offered[] = [
  ...ENDPOINTS.flatMap((kind) => ACTIONS[kind].map(({ name }) => ({ name, kind }))),
  ...AGGREGATOR_ROUTES.map(({ path }) => ({ name: path, kind: 'aggregator' as const })),
  ...ALL_CHANNELS.map(({ name }) => ({ name, kind: 'channel' as const })),
];

export const catalogueOf = (contract: Contract): Catalogue => ({
  ...contract,
  offered: OFFERED,
  codes: Object.keys(ERRORS),
});

/** Plain routes are asked for by HTTP whatever carries the actions, and channels exist on streams alone. */
export const isOfferedOver = ({ kind }: Offered, transport: TransportName): boolean =>
  kind === 'channel' ? transport === 'ws' : kind === 'aggregator' ? transport === 'rest' : true;

/** The catalogue's name of what was served: a channel has several spellings. */
export const canonicalName = (served: string): string => CHANNELS.get(served)?.name ?? served;
