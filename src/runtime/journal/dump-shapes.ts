import type { Input } from '../../engine/command.ts';
import type { ExchangeConfig } from '../../engine/config.ts';
import {
  bigintOrNull,
  type Check,
  type Fields,
  decimal,
  flag,
  hexDigest,
  listOf,
  object,
  oneOf,
  pairOf,
  partOf,
  recordOf,
  shape,
  text,
  textOrNull,
  whole,
  wholeOrNull,
} from './shape.ts';

/**
 * What each line of a dump must look like. It goes as deep as the log does; what a command or a market says beyond its
 * name is the engine's to read, and a slip in there shows in the digests at the end.
 */

/** Fields of the configuration: one that is missing or unknown makes another exchange. */
const CONFIG: Readonly<Record<Exclude<keyof ExchangeConfig, 'factor'>, Check>> = {
  seed: text,
  startTime: whole,
  historyDays: whole,
  markets: listOf(partOf({ symbol: text, liquidity: partOf({ kind: text }), process: partOf({ kind: text }) })),
  collaterals: listOf(partOf({ asset: text })),
  collateralPriceMaxAgeMs: whole,
  tiers: listOf(partOf({ tierId: text })),
  devAccounts: listOf(partOf({ address: text, balances: listOf(object) })),
  nonceRule: oneOf('increasing', 'unique'),
  risk: object,
  limits: object,
};

const HEADER = {
  format: text,
  version: whole,
  package: text,
  world: text,
  serviceName: text,
  seed: text,
  config: shape(CONFIG, { factor: object }),
};

const charge = shape({ ip: text, surface: oneOf('trade', 'info'), tokens: whole, account: wholeOrNull, orders: whole });
const commands = listOf(partOf({ type: text }));

const spent = shape({ parts: whole, at: whole });
const placed = listOf(shape({ at: whole, orders: whole }));
const levels = shape(
  {},
  {
    ip: listOf(pairOf(text, spent)),
    accounts: listOf(pairOf(whole, spent)),
    placements: listOf(pairOf(whole, placed)),
    minutes: listOf(pairOf(text, spent)),
    seconds: listOf(pairOf(text, spent)),
  },
);

/** Of an input beyond its kind and time, and what may be missing. */
const INPUTS: Readonly<Record<Input['kind'], readonly [Fields, Fields?]>> = {
  request: [{ wallet: text, account: whole, action: text, nonce: bigintOrNull, commands }, { charge }],
  charge: [{ charge }],
  control: [{ commands }],
  clock: [{}],
};

const position = shape({
  positionId: text,
  symbol: text,
  size: decimal,
  cost: decimal,
  entryPrice: decimal,
  entryCost: decimal,
  entrySize: decimal,
  realizedPnl: decimal,
  fees: decimal,
  netFunding: decimal,
});
const amounts = recordOf(decimal);

export const LEDGER: Check = shape({
  inputs: whole,
  events: whole,
  at: whole,
  digest: hexDigest,
  subAccounts: listOf(
    shape({
      subAccountId: text,
      owner: text,
      name: text,
      balances: amounts,
      pendingWithdraw: amounts,
      isolatedMargin: amounts,
      positions: listOf(position),
    }),
  ),
  house: recordOf(amounts),
  openInterest: amounts,
});

const END = { inputs: whole, chain: hexDigest, state: hexDigest, ledger: LEDGER };

/** What the lines of one version look like. */
export interface Shapes {
  readonly header: Check;
  /** By kind of input; the key is what was read, so it may be anything. */
  readonly inputs: ReadonlyMap<unknown, Check>;
  readonly end: Check;
  /** Each line carries its sum. */
  readonly isSummed: boolean;
}

const START = shape({ seq: whole, chain: hexDigest, snapshot: textOrNull }, { state: object });

const shapesWith = (header: Fields, optional: Fields, record: Fields, every: Fields): Shapes => ({
  header: shape({ ...HEADER, ...header, ...every }, optional),
  inputs: new Map(
    Object.entries(INPUTS).map(([kind, [fields, optional]]) => [
      kind,
      shape({
        seq: whole,
        input: shape({ kind: text, at: whole, ...fields }, { levels, ...optional }),
        ...record,
        ...every,
      }),
    ]),
  ),
  end: shape({ ...END, ...every }),
  isSummed: 'sum' in every,
});

const FIRST = shapesWith({}, {}, {}, {});
const SECOND = shapesWith({ start: START }, { followsWall: flag }, { chain: hexDigest }, { sum: text });

export const shapesOf = (version: number): Shapes => (version === 1 ? FIRST : SECOND);
