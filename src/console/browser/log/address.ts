import { LOG_KINDS, type LogKind } from '../../../contract/log-shapes.ts';

/** What the page shows, as its address says it. */
export interface LogAddress {
  /** None for all. */
  readonly kinds: readonly LogKind[];
  readonly account: string;
  readonly order: string;
  readonly liquidation: string;
  readonly market: string;
  readonly text: string;
  readonly world: boolean;
  /** The row that is open. */
  readonly row: string;
  /** The explanation that is open, below `/sim/v1/why`. */
  readonly why: string;
}

export const EVERYTHING: LogAddress = {
  kinds: [],
  account: '',
  order: '',
  liquidation: '',
  market: '',
  text: '',
  world: false,
  row: '',
  why: '',
};

const EXPLAINED = /^\/(refusal|funding|liquidation|adl|margin)\/[0-9a-f]{1,20}(\?(item|symbol)=[\w.-]{1,64})?$/;

/** @param param - a parameter of the query */
export function addressIn(param: (name: string) => string | undefined): LogAddress {
  const text = (name: string): string => param(name) ?? '';
  const digits = (name: string): string => (/^\d{1,20}$/.test(text(name)) ? text(name) : '');
  const why = text('why');
  return {
    kinds: LOG_KINDS.filter((kind) => text('kind').split(',').includes(kind)),
    account: digits('account'),
    order: digits('order'),
    liquidation: digits('liquidation'),
    market: text('market'),
    text: text('text'),
    world: text('world') === 'true',
    row: text('row'),
    why: EXPLAINED.test(why) ? why : '',
  };
}

/** Parameters of the route alone, such as `after`. */
export type More = Readonly<Partial<Record<'after' | 'before' | 'limit' | 'whole', string>>>;

/** The query of an address, for the page or for the route; empty without any choice. */
export function queryOf({ kinds, world, ...texts }: Partial<LogAddress> & More): string {
  const params = new URLSearchParams();
  if (kinds && kinds.length > 0) params.set('kind', kinds.join(','));
  for (const [name, value] of Object.entries(texts)) if (value !== '') params.set(name, value);
  if (world) params.set('world', 'true');
  const query = params.toString().replaceAll('%2C', ',');
  return query === '' ? '' : `?${query}`;
}

/** Returns what one thing is followed by; null while nothing is. */
export function followedIn({ order, liquidation, account }: LogAddress): {
  readonly what: 'order' | 'liquidation' | 'account';
  readonly id: string;
} | null {
  if (order !== '') return { what: 'order', id: order };
  if (liquidation !== '') return { what: 'liquidation', id: liquidation };
  return account === '' ? null : { what: 'account', id: account };
}
