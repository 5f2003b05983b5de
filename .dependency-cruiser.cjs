/**
 * Who may import whom. The arrow points at what is imported, and only rightwards:
 *
 *   cli -> console -> lab, inspect, suite
 *   lab -> inspect (scenarios from journals); lab, inspect -> scenarios -> exchange -> engine -> kernel
 *   exchange -> client; exchange, client, suite -> contract -> kernel, and the types of engine
 *
 * `npm run deps:check` runs it, and then `.dependency-cruiser.reach.cjs`, which follows the imports of values to their end.
 * A rule is broken only after its comment has been answered in docs/decisions/.
 */
const TEST = '\\.(test|test-helper|property\\.test)\\.ts$';
const PRODUCT = { path: '^src/', pathNot: TEST };

/** What is below a folder of src, and the entry of the client, which stands beside its folder. */
const patternsOf = (folder) =>
  folder === 'client' ? ['^src/client/', '^src/client\\.ts$'] : [`^src/${folder}${folder.endsWith('.ts') ? '$' : '/'}`];

/** A room may import itself and what is listed; everything else below src/ is forbidden to it. */
const room = (name, mayImport, comment, except = []) => ({
  name: `${name}-imports`,
  comment,
  severity: 'error',
  from: { path: `^src/${name}/`, pathNot: [TEST, ...except] },
  to: {
    path: '^src/',
    pathNot: [name, ...mayImport].flatMap(patternsOf),
  },
});

/** A folder of a room may import itself and what is listed. */
const folder = (name, mayImport, comment, except = []) => ({
  ...room(name, mayImport, comment, except),
  name: `${name.replaceAll('/', '-')}-folder`,
});

/** Files may use the listed packages and Node built-ins only. */
const packages = (name, allowed, comment, except = []) => ({
  name: `${name.replaceAll('/', '-')}-packages`,
  comment,
  severity: 'error',
  from: { path: `^src/${name}/`, pathNot: [TEST, '^src/kernel/(sha256|digest-chain)\\.ts$', ...except] },
  to: {
    dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-bundled', 'npm-no-pkg', 'npm-unknown', 'core'],
    ...(allowed.length > 0 && { pathNot: allowed.map((item) => `(^|node_modules/)${item}(/|$)`) }),
  },
});

const TRANSPORTS = '(rest|ws|control|service)/|(branch-servers|queue-age)\\.ts$';
/** The types and words of what the console shows. */
const TYPES_OF_RUNS = [
  'exchange/why/explanation.ts',
  'scenarios/run-result.ts',
  'scenarios/described-library.ts',
  'suite/results/run.ts',
  'suite/reporters/summary.ts',
  'suite/reporters/words.ts',
];

module.exports = {
  forbidden: [
    room('kernel', [], 'The kernel is the vocabulary of all others and knows none of them.'),
    room(
      'engine',
      ['kernel'],
      'Rules are pure: they read state and return events, and see neither the wire nor the machine.',
    ),
    room('contract', ['engine', 'kernel'], 'The contract says what the API is. The exchange does what it says.'),
    {
      name: 'contract-knows-types-of-the-engine',
      comment:
        'A client and a judge read the contract too: a value of the engine in it would be the rules of the exchange.',
      severity: 'error',
      from: { path: '^src/contract/', pathNot: TEST },
      to: { path: '^src/engine/', dependencyTypesNot: ['type-only'] },
    },
    folder('contract/recording', [], 'What passes over the wire is recorded without knowing what it means.'),
    folder('contract/documents', ['contract', 'kernel'], 'The documents are made from the contract alone.'),
    room(
      'exchange',
      ['client', 'contract', 'engine', 'kernel'],
      'The exchange serves the engine, and does not know who measures, inspects or shows it.',
    ),
    folder(
      'exchange/reads',
      ['contract', 'engine', 'kernel'],
      'Records are computed from a state, and do not know who asks.',
    ),
    folder(
      'exchange/history',
      ['exchange/reads', 'contract', 'engine', 'kernel'],
      'Views are rebuilt from events and do not know where these come from.',
    ),
    {
      name: 'exchange-without-transports',
      comment: 'A transport turns bytes into one call of the exchange; the exchange does not call it.',
      severity: 'error',
      from: { path: `^src/exchange/(?!${TRANSPORTS})`, pathNot: TEST },
      to: { path: `^src/exchange/(${TRANSPORTS})` },
    },
    room(
      'client',
      ['contract', 'kernel'],
      'The client is what a user of the API would write: contract and signing, no rules.',
    ),
    {
      name: 'client-without-ccxt',
      comment: 'The ccxt class is a client in the words of ccxt. A client works without it.',
      severity: 'error',
      from: { path: '^src/client(/|\\.ts$)', pathNot: [TEST, '^src/client/ccxt/'] },
      to: { path: '^src/(client/ccxt/|ccxt\\.ts$)' },
    },
    room(
      'suite',
      ['client', 'contract', 'kernel'],
      'The suite knows a target by its URLs and must not share rules with what it judges.',
    ),
    {
      name: 'responses-are-judged-by-the-specification',
      comment:
        'The suite expects of responses what docs/contract/responses says, never what the schemas of the exchange say; a test compares the two.',
      severity: 'error',
      from: { path: '^src/suite/validation/', pathNot: TEST },
      to: { path: '^src/', pathNot: '^src/suite/' },
    },
    {
      name: 'judge-computes-for-itself',
      comment:
        'The suite, its steps and the examples compute with decimal.js: an error in the decimals of the exchange would ' +
        'otherwise be in the expected value too.',
      severity: 'error',
      from: { path: '^(src/suite|features|examples)/' },
      to: { path: '^src/kernel/(decimal|units)\\.ts$' },
    },
    room(
      'scenarios',
      ['exchange', 'client', 'contract', 'engine', 'kernel'],
      'A scenario drives an exchange from outside: by requests, the control plane and the clock.',
    ),
    folder('scenarios/market-data', ['kernel'], 'Recorded data is read without knowing who trades on it.'),
    room(
      'lab',
      ['inspect', 'scenarios', 'exchange', 'client', 'contract', 'engine', 'kernel'],
      'The lab starts exchanges and scenarios and measures what comes out of them.',
    ),
    folder(
      'lab/sweeps',
      ['scenarios', 'exchange', 'kernel'],
      'A sweep runs scenarios and knows only what comes out of them.',
    ),
    folder(
      'lab/explore',
      ['scenarios', 'exchange', 'client', 'contract', 'kernel'],
      'Exploring sends the same requests to a deployment and to an exchange of its own, over the API of both.',
    ),
    folder(
      'lab/calibration',
      ['lab/market', 'scenarios/market-data', 'exchange', 'client', 'contract', 'kernel'],
      'Figures of a market are estimated from data, and become a world file; no exchange takes part.',
    ),
    folder(
      'lab/market',
      ['exchange', 'client', 'kernel'],
      'The market of a world is measured from what a client sees; the exchange is only started and stopped.',
    ),
    room(
      'inspect',
      ['scenarios', 'exchange', 'client', 'contract', 'engine', 'kernel'],
      'What reads journals and connections from outside.',
    ),
    {
      name: 'audit-is-a-second-opinion',
      comment:
        'Of the engine the audit may know the shape of events and nothing that computes: arithmetic that both share ' +
        'would be wrong in both. Reading the journal is the one part that has to play it.',
      severity: 'error',
      from: { path: '^src/inspect/audit/', pathNot: [TEST, '^src/inspect/audit/audit-journal\\.ts$'] },
      to: { path: '^src/(engine|exchange)/', dependencyTypesNot: ['type-only'] },
    },
    room(
      'console',
      ['lab', 'inspect', 'suite', 'scenarios', 'exchange', 'client', 'contract', 'kernel'],
      'The console shows what the others have found. The web application is a client of the public API.',
    ),
    folder(
      'console/pages/shared',
      ['kernel'],
      'What the HTML pages share: the document, looks and controls, and no subject.',
    ),
    {
      name: 'console-in-a-browser',
      comment:
        'What runs in the browser knows the exchange by its API alone, as any other client does. Results of runs it shows ' +
        'with the parts of their pages.',
      severity: 'error',
      from: { path: '^src/console/browser/', pathNot: TEST },
      to: {
        path: '^src/',
        pathNot: `^src/(console/(browser|pages)|client|contract|kernel)/|^src/client\\.ts$|^src/(${TYPES_OF_RUNS.join('|').replaceAll('.', '\\.')})$`,
      },
    },
    packages(
      'kernel',
      ['@noble/hashes', 'seedrandom'],
      'Two packages, both synchronous and free of I/O: cryptography and a key schedule are better maintained elsewhere. ' +
        '@noble/hashes computes Keccak-256 (keccak.ts), seedrandom expands seeds without entropy of the machine (random.ts). ' +
        'No built-in, so that it runs everywhere alike; sha256.ts alone hashes with node:crypto.',
    ),
    {
      name: 'sha256-hashes-only',
      comment: 'The one built-in of the kernel: a state hash that every machine computes alike.',
      severity: 'error',
      from: { path: '^src/kernel/sha256\\.ts$' },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional'], pathNot: '^(node:)?crypto$' },
    },
    packages('engine', [], 'Equal inputs give equal states on every machine because nothing outside takes part.'),
    packages('contract', ['@sinclair/typebox'], 'Schemas are data; anything with effects belongs to the exchange.', [
      '^src/contract/recording/',
    ]),
    packages('contract/recording', ['(node:)?buffer'], 'Files, connections and clocks come from the command line.'),
    packages(
      'inspect/recording',
      ['(node:)?(buffer|http|https|net|stream)'],
      'Connections are the machine of the proxy. Files and clocks come from the command line.',
    ),
    packages('inspect/audit', [], 'Equal logs give equal findings on every machine.'),
    packages('exchange/reads', ['@sinclair/typebox'], 'A record is a pure function of a state; its schema is data.'),
    packages('exchange/why', [], 'An explanation is a pure function of states and events.'),
    packages(
      'exchange/history',
      ['sql\\.js', '(node:)?fs', '(node:)?module'],
      'The SQL library is the only machine below the views; the built-ins find and read its bytes.',
    ),
    {
      name: 'features-stand-apart',
      comment:
        'Steps speak to a target through the suite and its client; expected values are literals in the features.',
      severity: 'error',
      from: { path: '^features/', pathNot: '^features/support/in-process\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(suite|client|contract|kernel)/|^src/client\\.ts$' },
    },
    {
      name: 'liquidation-index-knows-no-stages',
      comment:
        'Which accounts may be endangered (watch/), and how winners are ranked (adl-ranking.ts), follows from the state alone. ' +
        'What is then done about an account (stages/) reads both.',
      severity: 'error',
      from: { path: '^src/engine/liquidation/(watch/|adl-ranking|counted-tree)', pathNot: TEST },
      to: { path: '^src/engine/liquidation/(stages/|update-risk|liquidation-states)' },
    },
    {
      name: 'no-circular',
      comment: 'Files that import each other have no first file to read. Imports of types count as well.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'product-without-tests',
      comment: 'What ships must not need what only tests use.',
      severity: 'error',
      from: PRODUCT,
      to: { path: [TEST, '^(test|bench|features|scripts|examples)/'] },
    },
    {
      name: 'product-with-stated-packages',
      comment:
        'A package used by src/ is in package.json. One for development is enough where the build bundles it; package:check ' +
        'compares what the bundles still import with what a user has.',
      severity: 'error',
      from: { path: '^src/', pathNot: TEST },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only', 'npm-peer'] },
    },
    {
      name: 'optional-peers-where-they-belong',
      comment: 'What an installation may lack is imported by the part that asks for it, and by no other.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [TEST, '^src/(suite/(run|results)|cli/conform|client/ccxt|lab/sweeps/queue)/'],
      },
      to: { dependencyTypes: ['npm-peer'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'resolvable',
      comment:
        'An import that resolves nowhere fails only when the line runs. ccxt may be missing: sources compile without it.',
      severity: 'error',
      from: { pathNot: '^examples/' },
      to: { couldNotResolve: true, pathNot: '^ccxt$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
