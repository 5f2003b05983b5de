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
 * What each line of a journal must look like. It goes as deep as the log does; what a command or a market says beyond its
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

const START = shape({ seq: whole, chain: hexDigest, snapshot: textOrNull }, { state: object });

export const HEADER: Check = shape(
  {
    format: text,
    version: whole,
    package: text,
    world: text,
    serviceName: text,
    seed: text,
    config: shape(CONFIG, { factor: object }),
    start: START,
    sum: text,
  },
  { followsWall: flag },
);

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
const OF_KIND: Readonly<Record<Input['kind'], readonly [Fields, Fields?]>> = {
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

export const END: Check = shape({ inputs: whole, chain: hexDigest, state: hexDigest, ledger: LEDGER, sum: text });

/** Of a line with an input, by its kind; the key is what was read, so it may be anything. */
export const INPUTS: ReadonlyMap<unknown, Check> = new Map(
  Object.entries(OF_KIND).map(([kind, [fields, optional]]) => [
    kind,
    shape({
      seq: whole,
      input: shape({ kind: text, at: whole, ...fields }, { levels, ...optional }),
      chain: hexDigest,
      sum: text,
    }),
  ]),
);
