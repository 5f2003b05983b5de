import type { InfoRead, ReadContext, TradeRead } from '../../contract/action.ts';
import { invariant } from '../../kernel/errors.ts';
import { AGGREGATOR_RESPONSES } from './aggregator.ts';
import { INFO, TRADE } from './index.ts';
import type { InfoReadContext, ReadOfAction, Respond } from './read.ts';

const TRADE_READS = new Map(of(Object.values(TRADE)));
const INFO_READS = new Map(of(Object.values(INFO)));

/** Returns what computes the response of a signed read. */
export function readOfTrade({ name }: Pick<TradeRead, 'name'>): (parsed: never, context: ReadContext) => unknown {
  const read = TRADE_READS.get(name);
  invariant(read, () => `${name} has a read`);
  return read;
}

/** Returns what computes the response of a public read. */
export function readOfInfo({ name }: Pick<InfoRead, 'name'>): (parsed: never, context: InfoReadContext) => unknown {
  const read = INFO_READS.get(name);
  invariant(read, () => `${name} has a read`);
  return read;
}

/** Returns what computes the response of a route for aggregators. */
export function respondTo(path: string): Respond {
  const respond = AGGREGATOR_RESPONSES.get(path);
  invariant(respond, () => `${path} has a response`);
  return respond;
}

function of<C>(reads: readonly ReadOfAction<C>[]): [string, ReadOfAction<C>['read']][] {
  return reads.map(({ action, read }) => [action, read]);
}
