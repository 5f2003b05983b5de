import type { LogRecord } from '../../../contract/log-shapes.ts';

/** A station in the life of an order, account or liquidation. Equal ones in a row are one. */
export interface Station {
  readonly label: string;
  readonly tone: 'good' | 'bad' | 'plain';
  readonly count: number;
  /** The first of its rows. */
  readonly row: LogRecord;
}

const LABELS: Readonly<Record<string, readonly [label: string, tone: Station['tone']]>> = {
  OrderPlaced: ['accepted', 'plain'],
  OrderRested: ['in the book', 'plain'],
  OrderModified: ['modified', 'plain'],
  OrderArmed: ['armed', 'plain'],
  OrderTriggered: ['triggered', 'plain'],
  OrderCancelled: ['cancelled', 'bad'],
  TwapChunkSent: ['chunk', 'plain'],
  Traded: ['traded', 'good'],
  FundingPaid: ['funding', 'plain'],
  Deposited: ['deposit', 'good'],
  Transferred: ['transfer', 'plain'],
  WithdrawalRequested: ['withdrawal', 'plain'],
  AccountOpened: ['opened', 'plain'],
  LeverageSet: ['leverage', 'plain'],
  LiquidationBegan: ['liquidation', 'bad'],
  LiquidationStaged: ['next stage', 'bad'],
  LiquidationPaused: ['pause', 'plain'],
  TakenOver: ['taken over', 'bad'],
  DeficitCovered: ['deficit covered', 'bad'],
  Deleveraged: ['deleveraged', 'bad'],
  LiquidationEnded: ['ended', 'good'],
};

/** The stations of a life, in order: of many the first, and the latest that fit. */
export function stationsOf(rows: readonly LogRecord[], most = 16): readonly Station[] {
  const stations: Station[] = [];
  for (const row of rows) {
    const named = row.kind === 'refusal' ? (['refused', 'bad'] as const) : LABELS[row.name];
    if (!named) continue;
    const [label, tone] = named;
    const last = stations.at(-1);
    if (last?.label === label) stations[stations.length - 1] = { ...last, count: last.count + 1 };
    else stations.push({ label, tone, count: 1, row });
  }
  const [first] = stations;
  return first && stations.length > most ? [first, ...stations.slice(1 - most)] : stations;
}

/** Returns true where the rows begin where the life does. */
export const isWholeLife = (rows: readonly LogRecord[], what: 'order' | 'liquidation' | 'account'): boolean =>
  rows.some(({ name }) => name === BEGINNINGS[what]);

const BEGINNINGS = { order: 'OrderPlaced', liquidation: 'LiquidationBegan', account: 'AccountOpened' } as const;
