import type { Static, TProperties, TSchema } from '@sinclair/typebox';
import type { InfoContext, InfoRead, ReadContext, TradeRead } from '../../contract/action.ts';
import type { AggregatorContext, AggregatorResponse, Query } from '../../contract/aggregator.ts';
import type { Asks, Described } from '../../contract/define.ts';
import type { JsonText } from '../../contract/json.ts';
import type { Views } from '../../contract/views.ts';
import type { Refusal } from '../../kernel/errors.ts';

/**
 * Computes the response of a read from state. What a read is called, takes and costs is in its action; the types of both are tied
 * together here, and the table of reads holds those of unknown params.
 */
export interface ReadOfAction<C> {
  readonly action: string;
  readonly read: (parsed: never, context: C) => unknown;
}

export type InfoReadContext = InfoContext & { readonly views: Views };

type Response<R extends TSchema> = Static<R> | JsonText<Static<R>> | Refusal;

/** Ties a signed read of the contract to what computes its response. */
export const readTrade = <P extends TProperties, Q, R extends TSchema>(
  action: Described<TradeRead, P, R> & Asks<Q>,
  read: (query: Q, context: ReadContext) => Response<R>,
): ReadOfAction<ReadContext> => ({ action: action.name, read });

/** Ties a public read of the contract to what computes its response. */
export const readInfo = <P extends TProperties, Q, R extends TSchema>(
  action: Described<InfoRead, P, R> & Asks<Q>,
  read: (query: Q, context: InfoReadContext) => Response<R>,
): ReadOfAction<InfoReadContext> => ({ action: action.name, read });

/** Computes the response of a route for aggregators. */
export type Respond = (query: Query, context: AggregatorContext) => AggregatorResponse;
