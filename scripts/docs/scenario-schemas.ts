import { writeFileSync } from 'node:fs';
import { actionsOf, INFO_ACTIONS, TRADE_ACTIONS } from '../../src/contract/catalogue.ts';
import { CHANNEL_NAMES } from '../../src/contract/channel.ts';
import { STORED_KINDS } from '../../src/contract/fault-fields.ts';
import { QUEUE_MODELS, QUEUE_WEIGHTS } from '../../src/engine/world/history-terms.ts';
import { ERRORS } from '../../src/kernel/errors.ts';
import { CONTROL_PATHS } from '../../src/scenarios/format/control-actions.ts';
import { LIBRARY } from '../../src/scenarios/strategies/library/library.ts';

/**
 * Writes the JSON Schemas of scenario.yaml and expect.yaml for editors. The words in them come from the code that reads
 * the files.
 *
 *   npm run docs:pages -- schemas
 */
type Schema = Readonly<Record<string, unknown>>;

const text = (description: string, more: Schema = {}): Schema => ({ type: 'string', description, ...more });
const decimal = (description: string): Schema => text(description, { pattern: '^-?[0-9]+([.][0-9]+)?$' });
const whole = (description: string, minimum: number): Schema => ({ type: 'integer', minimum, description });
const flag = (description: string): Schema => ({ type: 'boolean', description });
const mapOf = (values: Schema, description: string): Schema => ({
  type: 'object',
  additionalProperties: values,
  description,
});
const open = (description: string): Schema => ({ type: 'object', description });
const listOf = (items: Schema, description: string): Schema => ({ type: 'array', items, description });
const map = (properties: Readonly<Record<string, Schema>>, required: readonly string[], description = ''): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
  ...(description !== '' && { description }),
});

const DURATION = '(?=[0-9])([0-9]+d)?([0-9]+h)?([0-9]+m(?!s))?([0-9]+([.][0-9]{1,3})?s)?([0-9]+ms)?';
const ISO = '[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]+(Z|[+-][0-9]{2}:[0-9]{2}))?';
const duration = (description: string): Schema =>
  text(`${description}: 90s, 1h30m, 250ms`, { pattern: `^${DURATION}$` });
const moment = (description: string): Schema =>
  text(`${description}: time after the start (90s, 1h30m), an ISO time, or end`, {
    pattern: `^(${DURATION}|${ISO}|end)$`,
  });

const account = text('Name of an account of this scenario');
const symbol = text('Symbol of a market, such as BTC-USDT', { pattern: '^[A-Z0-9]{1,12}-[A-Z0-9]{1,7}$' });

const latencyMap = (kind: string, fields: Readonly<Record<string, Schema>>, required: readonly string[]): Schema =>
  map({ kind: { const: kind }, ...fields }, ['kind', ...required]);
const latency = (description: string): Schema => ({
  description,
  anyOf: [
    duration('The same each time'),
    latencyMap('constant', { delay: duration('The same each time') }, ['delay']),
    latencyMap('uniform', { from: duration('Shortest'), to: duration('Longest') }, ['from', 'to']),
    latencyMap('normal', { mean: duration('Mean'), deviation: duration('Standard deviation') }, ['mean', 'deviation']),
    latencyMap('exponential', { mean: duration('Mean'), least: duration('Shortest') }, ['mean']),
    latencyMap('samples', { file: text('File with one number of milliseconds on each line') }, ['file']),
  ],
});

const scenarioAccount: Schema = {
  description: 'One trader; its wallet and key follow from its name',
  anyOf: [
    { type: 'null' },
    map(
      {
        dev: whole('Number of a dev account of the world, in place of a wallet of its own', 0),
        count: { ...whole('So many equal accounts, called NAME-1 and on', 1), maximum: 500 },
        deposit: mapOf(decimal('Amount'), 'Amounts by asset, credited before the start'),
        leverage: mapOf(whole('Leverage', 1), 'Leverage by market'),
        tier: { anyOf: [text('Id of a fee tier of the world, such as tier_2'), { type: 'null' }] },
        latency: {
          anyOf: [
            { type: 'null' },
            map(
              {
                entry: latency('From sending a request to its arrival at the exchange'),
                response: latency('From the response leaving the exchange to its arrival'),
                data: latency('From a push leaving the exchange to its arrival'),
              },
              [],
              'Exchange time that messages take',
            ),
          ],
        },
      },
      [],
    ),
  ],
};

const motion = {
  volatility: decimal('Standard deviation of the return of a year: "0.6" is 60 %'),
  drift: decimal('Mean return of a year; left out, "0"'),
  step: duration('Time between two prices; left out, 1s'),
};
const jumps = {
  jumpsPerDay: decimal('Mean number of jumps a day that no other jump has caused'),
  jumpSize: decimal('Standard deviation of a jump as a share of the price'),
};
const halfLife = (what: string): Schema => duration(`Time after which half of ${what} is gone`);
const path = (
  kind: string,
  fields: Readonly<Record<string, Schema>>,
  required: readonly string[],
  about: string,
): Schema => map({ kind: { const: kind }, ...fields }, ['kind', ...required], about);
const pathStep = map(
  {
    at: moment('When the price changes'),
    price: decimal('The new price'),
    change: decimal('Change as a share of the price before: "-0.05"'),
    over: duration('Reaches the price by equal moves each second'),
    frozen: flag('true stops the feed after this price, false lets it go on'),
  },
  ['at'],
);
const paths: Schema = {
  description: 'How the index price moves',
  anyOf: [
    path('still', {}, [], 'Moves only when the timeline moves it'),
    path('gbm', motion, ['volatility'], 'Geometric Brownian motion'),
    path('jumps', { ...motion, ...jumps }, ['volatility', 'jumpsPerDay', 'jumpSize'], 'Brownian motion with jumps'),
    path(
      'ou',
      {
        ...motion,
        halfLife: halfLife('the distance to the level'),
        level: decimal('Left out, the price at the start'),
      },
      ['volatility', 'halfLife'],
      'Mean reversion',
    ),
    path(
      'hawkes',
      {
        ...{ ...motion, ...jumps },
        branching: decimal('How many more jumps each jump causes on average; below 1'),
        halfLife: halfLife('the excitement'),
      },
      ['volatility', 'jumpsPerDay', 'jumpSize', 'branching', 'halfLife'],
      'Jumps in bursts',
    ),
    path(
      'import',
      { file: text('CSV file with the columns time and price, relative to the scenario', { pattern: '[.]csv$' }) },
      ['file'],
      'Prices of a file',
    ),
    path('step', { steps: { ...listOf(pathStep, 'In order of time'), minItems: 1 } }, ['steps'], 'Prices as written'),
  ],
};
const file = text('File relative to the scenario', { pattern: '([.](csv|jsonl|ndjson)([.]gz)?|[.]zip|[.]parquet)$' });
const market: Schema = {
  type: 'object',
  description: 'path, history, and any field of a market in a world file',
  properties: {
    path: paths,
    history: map(
      {
        ...{ trades: file, tops: file, depth: file, candles: file, orders: file },
        queue: { enum: QUEUE_MODELS, description: 'Which resting orders a shrinking level takes away' },
        weight: { enum: QUEUE_WEIGHTS, description: 'Of probability: how quantities before and behind an order count' },
        through: { enum: ['quantity', 'whole'], description: 'How much of an order a trade beyond its price fills' },
        priceScale: whole('What prices of a message file are multiplied by, a power of ten: 10000', 1),
        from: text('Time of the data that falls on the start', { pattern: `^${ISO}$` }),
      },
      [],
      'Recorded data that makes up the market',
    ),
  },
};

const trader = (required: readonly string[], about: string): Schema =>
  map(
    {
      name: text('What reports call it'),
      account,
      ...(required.includes('name') && {
        count: { ...whole('So many equal agents, on accounts of the same count', 1), maximum: 500 },
      }),
      use: {
        ...text('Strategy of perpsim, or a .js or .mjs file relative to the scenario'),
        examples: [...LIBRARY.keys()],
      },
      symbol,
      params: mapOf({ type: ['string', 'number', 'boolean'] }, 'Parameters of the strategy'),
      from: moment('When it starts'),
      until: moment('When it stops'),
    },
    required,
    about,
  );

const actionNames = [TRADE_ACTIONS, INFO_ACTIONS].flatMap((index) => actionsOf(index).map(({ name }) => name));
const common = {
  at: moment('When it happens'),
  when: text('In place of at: the sentence, as in expect.yaml, whose beginning to hold lets it happen'),
  from: moment('Goes with when: when the sentence is first looked at; left out, the start'),
  every: duration('Goes with at: repeats it after this time; needs count or until'),
  count: whole('How often it happens at most; with when 1 if left out', 1),
  until: moment('The last time at which it may happen'),
};
const entry = (fields: Readonly<Record<string, Schema>>, required: readonly string[], about: string): Schema => ({
  ...map({ ...common, ...fields }, required, about),
  oneOf: ['at', 'when'].map((field) => ({ type: 'object', properties: { [field]: true }, required: [field] })),
});
const timelineEntry: Schema = {
  anyOf: [
    entry(
      {
        as: account,
        for: text('Account whose subaccount the request is for, when another signs'),
        do: { ...text('An action of the API'), enum: [...actionNames, ...aliases()] },
        with: open('Params of the action; texts may hold references such as ${entry.orderId}'),
        name: text('What later entries and expectations call the result', { pattern: '^[A-Za-z][A-Za-z0-9_-]*$' }),
        refused: {
          enum: [null, 'NO_RESPONSE', ...Object.keys(ERRORS)],
          description: 'The code that it must be refused with',
        },
      },
      ['as', 'do'],
      'A request',
    ),
    entry(
      { control: { enum: Object.keys(CONTROL_PATHS) }, with: open('Fields of the command; account names an account') },
      ['control'],
      'A command of the control plane',
    ),
    entry(
      { faults: { ...listOf(open('A rule'), 'Rules as in docs/faults.md'), minItems: 1 } },
      ['faults'],
      'Injected faults',
    ),
    entry({ clearFaults: { const: true } }, ['clearFaults'], 'Ends all injected faults'),
    entry(
      {
        record: { enum: STORED_KINDS },
        id: text('Id of the record'),
        fields: mapOf({ type: 'string' }, 'Fields as read from now on'),
      },
      ['record', 'id', 'fields'],
      'A stored record that reads otherwise',
    ),
    entry(
      {
        connect: account,
        channels: {
          ...listOf(
            { type: 'object', required: ['channel'], properties: { channel: { enum: CHANNEL_NAMES }, symbol } },
            'Channels with their params',
          ),
          minItems: 1,
        },
      },
      ['connect', 'channels'],
      'Opens a stream',
    ),
    entry({ disconnect: account }, ['disconnect'], 'Breaks the stream of an account'),
    entry({ note: text('A sentence for the report') }, ['note'], 'A note'),
  ],
};

function aliases(): string[] {
  return [...TRADE_ACTIONS.keys()].filter((name) => !actionNames.includes(name));
}

export const SCENARIO_SCHEMA: Schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'scenario.yaml of perpsim',
  ...map(
    {
      title: text('One sentence: what happens'),
      world: {
        description: 'Name of a world, a file relative to the scenario, or a map as in a world file',
        anyOf: [{ type: 'string' }, { type: 'object' }],
      },
      seed: { description: 'Equal seeds give equal runs', type: ['string', 'integer'] },
      start: { description: 'ISO time with its zone; left out, the start of the world', type: ['string', 'integer'] },
      duration: duration('How long the run is'),
      step: duration('What a step of a bot moves the clock by at most; left out, 1s'),
      serviceName: text('Name that signatures are bound to; left out, PerpSim'),
      markets: mapOf(market, 'What is laid over the markets of the world, by symbol'),
      accounts: mapOf(scenarioAccount, 'Who takes part, by name'),
      agents: listOf(
        trader(['name', 'account', 'use', 'symbol'], 'A trader beside the strategy'),
        'Who trades by a rule',
      ),
      strategy: trader(['account', 'use', 'symbol'], 'The trader whom the scenario is about'),
      timeline: listOf(timelineEntry, 'What happens, and when'),
    },
    ['title', 'seed', 'duration'],
  ),
};

export const EXPECT_SCHEMA: Schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'expect.yaml of perpsim',
  ...listOf(
    map(
      {
        at: moment('When the sentences must hold'),
        that: listOf(
          {
            anyOf: [
              text('A sentence as docs/scenarios.md lists them'),
              {
                ...mapOf(
                  listOf(mapOf({ type: ['string', 'number', 'boolean'] }, 'Cells by column'), 'Rows'),
                  'A sentence that ends in a colon, and its rows',
                ),
                minProperties: 1,
                maxProperties: 1,
              },
            ],
          },
          'Sentences that must hold then',
        ),
      },
      ['at', 'that'],
    ),
    'Times and what must be true at them',
  ),
};

/** What the schema files hold. */
export const schemaFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ['schemas/scenario.schema.json', `${JSON.stringify(SCENARIO_SCHEMA, null, 2)}\n`],
    ['schemas/expect.schema.json', `${JSON.stringify(EXPECT_SCHEMA, null, 2)}\n`],
  ]);

if (process.argv[1]?.endsWith('scenario-schemas.ts') === true) {
  for (const [name, content] of schemaFiles()) writeFileSync(name, content);
}
