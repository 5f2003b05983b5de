import { readFileSync, writeFileSync } from 'node:fs';
import { type Dialect, dialectsIn } from '../../features/support/dialects.ts';
import { actionsOf, INFO_ACTIONS, TRADE_ACTIONS } from '../../src/contract/catalogue.ts';
import { ALL_CHANNELS } from '../../src/contract/channels.ts';

/**
 * Writes the table of clients into docs/existing-clients.md: versions are those of the lock files and packages, and a row names tests that exist.
 *
 *   npm run docs:pages -- clients              write
 *   npm run docs:pages -- clients --check      only compare
 */
const PAGE = 'docs/existing-clients.md';
const PART = /(<!-- clients -->\n)[^]*(<!-- end of clients -->)/;
const DIALECTS = /(<!-- dialects -->\n)[^]*(<!-- end of dialects -->)/;

interface Row {
  readonly client: string;
  readonly version: string;
  /** Titles of tests, by file. */
  readonly ran: Readonly<Record<string, readonly string[]>>;
  readonly works: string;
  /** What does not, and why. */
  readonly lacks: string;
}

const read = (path: string): string => readFileSync(path, 'utf8');
const { packages: LOCKED } = JSON.parse(read('package-lock.json')) as {
  readonly packages: Readonly<Record<string, { readonly version: string }>>;
};
const { dependencies: GENERATORS } = JSON.parse(read('test/generators/package.json')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

/** The part of a file that a pattern marks; a file without it is another than this page was written for. */
function found(path: string, pattern: RegExp): string {
  const [, part] = pattern.exec(read(path)) ?? [];
  if (part === undefined) throw new Error(`${path} has nothing like ${String(pattern)}`);
  return part;
}

function lockedVersion(name: string): string {
  const version = LOCKED[`node_modules/${name}`]?.version;
  if (version === undefined) throw new Error(`package-lock.json has no ${name}`);
  return version;
}

const writesOf = (): number => actionsOf(TRADE_ACTIONS).filter(({ kind }) => kind === 'write').length;
const ACTIONS = actionsOf(TRADE_ACTIONS).length + actionsOf(INFO_ACTIONS).length;
const GENERATED = 'test/generated-clients.slow.test.ts';
const PYTHON = 'examples/python';

function rows(): readonly Row[] {
  const generated = `all ${ACTIONS} actions with their requests, responses and errors by status, compiled with \`--strict\`; what is called: orders placed, read and cancelled, and refusals`;
  const unsigned =
    'Signatures: OpenAPI has no scheme for one in the body, `sign.ts` makes it from the document. Streams: the AsyncAPI document is linted, no generator is run on it';
  return [
    {
      client: '`perpsim/client`',
      version: lockedPerpsim(),
      ran: {
        'test/existing-clients.test.ts': ['TypeScript and JavaScript'],
        'test/client-methods.test.ts': ['every action without a method is sent by its name'],
        'test/stream-client.test.ts': ['login, subscriptions and books are taken up again; nothing is sent twice'],
      },
      works: `all ${ACTIONS} actions over REST and WebSocket, all ${ALL_CHANNELS.length} channels`,
      lacks: 'nothing that we know of',
    },
    {
      client: '[ccxt](ccxt.md) and ccxt.pro, by the classes of `perpsim/ccxt`',
      version: lockedVersion('ccxt'),
      ran: {
        'test/ccxt-methods.test.ts': ['there is a row for every method that is promised, and a method'],
        'test/ccxt.test.ts': [
          'every other method names what it does not take',
          'a stop that is attached to an order closes its position, and takes the target with it',
        ],
      },
      works: `[${found('docs/ccxt-methods.md', /^The (\d+) methods of ccxt/m)} methods](ccxt-methods.md), each with its structure checked on a living exchange`,
      lacks:
        '[Methods](ccxt-methods.md#what-there-is-not) and [parameters](ccxt.md#what-is-not-there) that the API has not: `has` says false, a parameter is refused by its name',
    },
    {
      client: 'strategy frameworks on ccxt: a driver of their call pattern, no framework itself',
      version: lockedVersion('ccxt'),
      ran: {
        'test/ccxt.test.ts': [
          'a strategy framework loads candles by paging, enters with a stop, and finds both after a restart',
        ],
      },
      works: 'markets, candles by paging, an entry with its stop attached, reconciling after a restart',
      lacks: 'The frameworks are programs of other languages or bring a database along: none is installed here',
    },
    {
      client: 'openapi-typescript, with `fetch`',
      version: GENERATORS['openapi-typescript'] ?? '',
      ran: { [GENERATED]: ['openapi-typescript: types of every action, with a fetch of your own'] },
      works: `types of ${generated}`,
      lacks: unsigned,
    },
    {
      client: '@hey-api/openapi-ts',
      version: GENERATORS['@hey-api/openapi-ts'] ?? '',
      ran: { [GENERATED]: ['@hey-api/openapi-ts: a function for every action'] },
      works: `functions for ${generated}`,
      lacks: 'the same',
    },
    {
      client: 'ethers alone',
      version: lockedVersion('ethers'),
      ran: { 'test/examples.test.ts': ['the script signs an order with plain ethers and the order rests'] },
      works: '`signTypedData` with the types of the contract',
      lacks: 'It signs; requests and streams are yours',
    },
    {
      client: 'ws, under `StreamClient`',
      version: lockedVersion('ws'),
      ran: { 'test/stream-client.test.ts': ['any WebSocket of the caller will do'] },
      works: 'any WebSocket of the caller, that of the machine where there is one',
      lacks: 'nothing that we know of',
    },
    {
      client: '[examples/python](../examples/python/README.md), with requests and pytest',
      version: found(`${PYTHON}/pyproject.toml`, /^version = "(.+)"$/m),
      ran: {
        'test/python.test.ts': ['the stand-in signs as the published vectors say'],
        'test/python-kit.slow.test.ts': [
          'pytest has the fixture, and signs, places, streams and reconciles with it',
          'a bot on the base takes the place of a strategy',
        ],
      },
      works: `all ${writesOf()} writes, public and signed reads, streams with login, lockstep runs, the fixture \`exchange\``,
      lacks: 'nothing that we know of',
    },
    {
      client: '[examples/go](../examples/go/README.md)',
      version: `Go ${found('examples/go/go.mod', /^go (.+)$/m)} or later`,
      ran: {
        'test/go-kit.slow.test.ts': [
          'it signs as the published vectors say',
          'it signs, places, streams and reconciles',
        ],
      },
      works: `all ${actionsOf(TRADE_ACTIONS).length} signed actions, whose types it reads from the document of the exchange, and streams with login`,
      lacks: 'Types of params and responses: both are maps. The test is skipped where Go is missing, in CI too',
    },
    {
      client: 'curl',
      version: 'that of the machine',
      ran: {
        'test/existing-clients.test.ts': ['curl, with and without a signature'],
        'test/examples.test.ts': ['every curl of the README gets a response'],
      },
      works: 'public reads, and signed bodies that a client has made',
      lacks: 'It cannot sign',
    },
  ];
}

const lockedPerpsim = (): string => LOCKED['']?.version ?? '';

function lineOf({ client, version, ran, works, lacks }: Row): string {
  const tests = Object.entries(ran).map(([file, titles]) => {
    const text = read(file);
    const missing = titles.find((title) => !text.includes(`'${title}'`));
    if (missing !== undefined) throw new Error(`${file} has no test "${missing}"`);
    return `\`${file}\`: ${titles.map((title) => `“${title}”`).join(', ')}`;
  });
  return `| ${client} | ${version} | ${tests.join('; ')} | ${works} | ${lacks} |`;
}

/** The page with its table as the tests and packages are. */
export function withClients(page: string): string {
  const table = ['| Client | Version | What is run | What works | What does not, and why |', '|---|---|---|---|---|'];
  const text = [...table, ...rows().map(lineOf)].join('\n');
  return page.replace(PART, (_part, head: string, end: string) => `${head}\n${text}\n\n${end}`);
}

/** The page with its table of dialects as the files of `fixtures/dialects` are. */
export function withDialects(page: string): string {
  const head = [
    '| Dialect | What it does | Reads everything | What it cannot have, and who says so |',
    '|---|---|---|---|',
  ];
  const text = [...head, ...dialectsIn('fixtures/dialects').map(dialectLine)].join('\n');
  return page.replace(DIALECTS, (_part, begin: string, end: string) => `${begin}\n${text}\n\n${end}`);
}

function dialectLine({ name, about, forbidden = [] }: Dialect): string {
  const sentences = new Map(forbidden.map(({ why, source }) => [why, source]));
  const fields = (why: string): string =>
    [...new Set(forbidden.filter((row) => row.why === why).map(({ at }) => `\`${at.replace('**.', '')}\``))].join(', ');
  const cells = [...sentences].map(([why, source]) => `${fields(why)}: ${why} ${linked(source)}`);
  return `| [${name}](../fixtures/dialects/${name}.json) | ${about} | ${forbidden.length === 0 ? 'yes' : 'no'} | ${cells.join(' ')} |`;
}

/** A ruling has a place of its own; a clause is found by its id. */
const linked = (source: string): string =>
  source.startsWith('R-')
    ? `([${source}](contract/rulings.md#${source.toLowerCase()}))`
    : `([${source}](contract/clauses.yaml))`;

if (process.argv[1]?.endsWith('existing-clients.ts') === true) {
  const before = read(PAGE);
  const after = withDialects(withClients(before));
  if (!process.argv.includes('--check')) writeFileSync(PAGE, after);
  else if (before !== after) {
    process.stderr.write(`${PAGE} is out of date: run npm run docs:pages -- clients\n`);
    process.exitCode = 1;
  }
}
