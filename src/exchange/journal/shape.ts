import type { Input } from '../../engine/command.ts';
import type { ExchangeConfig } from '../../engine/config.ts';
import { isOneOf, isRecord } from '../../kernel/entries.ts';

/** Says what one value must look like; throws ShapeError with the way from there to the part that does not. */
export type Check = (value: unknown) => void;

/** A part of a document is not what it must be. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
  /** Where, as `config.markets[2].symbol`; empty for the whole. */
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }

  /** The same in the value that holds this one under a key. */
  under(key: string): ShapeError {
    const { field } = this;
    return new ShapeError(field === '' || field.startsWith('[') ? `${key}${field}` : `${key}.${field}`, this.message);
  }
}

/** Checks what stands under a key. A way is only put together when something is wrong. */
function checkAt(key: string | number, check: Check | undefined, value: unknown): void {
  try {
    check?.(value);
  } catch (error) {
    throw error instanceof ShapeError ? error.under(typeof key === 'string' ? key : `[${key}]`) : error;
  }
}

const kind =
  (what: string, fits: (value: unknown) => boolean): Check =>
  (value) => {
    if (!fits(value)) throw new ShapeError('', value === undefined ? `is missing, it takes ${what}` : `takes ${what}`);
  };

const text: Check = kind('a text', (value) => typeof value === 'string');
const whole: Check = kind(
  'a whole number',
  (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0,
);
const flag: Check = kind('true or false', (value) => typeof value === 'boolean');
const hexDigest: Check = kind(
  'a digest of 64 hex digits',
  (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
);
/** Signed, with at most eight decimals. */
const decimal: Check = kind(
  'a decimal text',
  (value) => typeof value === 'string' && /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]{1,8})?$/.test(value),
);
const object: Check = kind('an object', isRecord);
const wholeOrNull: Check = (value) => {
  if (value !== null) whole(value);
};
const textOrNull: Check = kind('a text or null', (value) => value === null || typeof value === 'string');
const bigintOrNull: Check = kind('a bigint or null', (value) => value === null || typeof value === 'bigint');

const oneOf = (...options: readonly string[]): Check => kind(options.join(' or '), (value) => isOneOf(options, value));

const listOf =
  (item: Check): Check =>
  (value) => {
    if (!Array.isArray(value))
      throw new ShapeError('', value === undefined ? 'is missing, it takes a list' : 'takes a list');
    for (let index = 0; index < value.length; index += 1) checkAt(index, item, value[index]);
  };

/** A list of two. */
const pairOf =
  (first: Check, second: Check): Check =>
  (value) => {
    if (!Array.isArray(value) || value.length !== 2) throw new ShapeError('', 'takes a list of two');
    checkAt(0, first, value[0]);
    checkAt(1, second, value[1]);
  };

/** An object of any keys whose values are alike. */
const recordOf =
  (item: Check): Check =>
  (value) => {
    for (const [key, entry] of Object.entries(membersOf(value))) checkAt(key, item, entry);
  };

/** The fields of an object by name. */
type Fields = Readonly<Record<string, Check>>;

/** An object with these fields and no other. */
const shape = (fields: Fields, optional: Fields = {}): Check => {
  const checkFields = partOf(fields);
  const required = Object.keys(fields).length;
  return (value) => {
    checkFields(value);
    const given = membersOf(value);
    // All of them are there, so that as many keys leave none to look at.
    if (Object.keys(given).length === required) return;
    for (const key in given) {
      if (Object.hasOwn(fields, key)) continue;
      if (!Object.hasOwn(optional, key)) throw new ShapeError(key, 'is not known here');
      checkAt(key, optional[key], given[key]);
    }
  };
};

/** An object with these fields among others. */
const partOf = (fields: Fields): Check => {
  const entries = Object.entries(fields);
  return (value) => {
    const given = membersOf(value);
    for (const [key, check] of entries) checkAt(key, check, Object.hasOwn(given, key) ? given[key] : undefined);
  };
};

/** The members of an object; throws for any other value. */
function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  throw new ShapeError('', value === undefined ? 'is missing, it takes an object' : 'takes an object');
}

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
