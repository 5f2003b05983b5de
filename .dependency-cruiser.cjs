/**
 * Who may import whom. The arrow points at what is imported, and only rightwards:
 *
 *   cli -> sweeps -> scenarios -> transports -> runtime -> projections -> api -> engine -> kernel
 *   cli -> explore -> scenarios; scenarios -> market-data -> kernel; scenarios -> recording; scenarios, explore -> client
 *   transports, harness -> recording
 *   harness, scenarios, sweeps -> pages
 *   market -> runtime, client, pages, kernel
 *   calibration -> market, market-data, runtime, client, api, kernel
 *   cli -> console -> transports, runtime, client, pages; harness, scenarios, sweeps only as programs that it starts,
 *   and the parts of their pages; the types of an explanation
 *   runtime -> documents -> api, kernel
 *   runtime -> explain -> engine, kernel
 *   runtime -> audit -> kernel, and the types of engine
 *   runtime -> client, features -> harness, client -> api, kernel
 *   ccxt -> client, api
 *
 * `npm run deps:check` runs it. A rule is broken only after its comment has been answered in docs/decisions/.
 */
const TEST = '\\.(test|test-helper|property\\.test)\\.ts$';
const PRODUCT = { path: '^src/', pathNot: TEST };

/** A layer may import itself and what is listed; everything else below src/ is forbidden to it. */
const layer = (name, mayImport, comment) => ({
  name: `${name}-imports`,
  comment,
  severity: 'error',
  from: { path: `^src/${name}/`, pathNot: TEST },
  to: {
    path: '^src/',
    pathNot: [name, ...mayImport].map((folder) => `^src/${folder}${folder.endsWith('.ts') ? '$' : '/'}`),
  },
});

/** A layer may use the listed packages and Node built-ins only. */
const packages = (name, allowed, comment) => ({
  name: `${name}-packages`,
  comment,
  severity: 'error',
  from: { path: `^src/${name}/`, pathNot: [TEST, '^src/kernel/sha256\\.ts$'] },
  to: {
    dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-bundled', 'npm-no-pkg', 'npm-unknown', 'core'],
    ...(allowed.length > 0 && { pathNot: allowed.map((item) => `(^|node_modules/)${item}(/|$)`) }),
  },
});

/** Pages of results, and the types of what they show. */
const PAGES_OF_RUNS = ['scenarios/report', 'sweeps/page', 'harness/reporters/html'];
const TYPES_OF_RUNS = [
  'transports/control/jobs.ts',
  'runtime/event-log/log-shapes.ts',
  'explain/explanation.ts',
  'scenarios/run-result.ts',
  'scenarios/described-library.ts',
  'harness/results/run.ts',
];

module.exports = {
  forbidden: [
    layer('kernel', [], 'The kernel is the vocabulary of all others and knows none of them.'),
    layer(
      'engine',
      ['kernel'],
      'Rules are pure: they read state and return events, and see neither the wire nor the machine.',
    ),
    layer('api', ['engine', 'kernel'], 'The contract translates between wire and engine; the runtime runs it.'),
    layer(
      'projections',
      ['api', 'engine', 'kernel'],
      'Views are rebuilt from events and do not know where these come from.',
    ),
    layer(
      'explain',
      ['engine', 'kernel'],
      'An explanation reads states and events of the engine. The engine does not know that it is explained.',
    ),
    layer('pages', [], 'What the HTML pages share: the document, escaping, looks and controls, and no subject.'),
    layer('recording', [], 'What passes over the wire is recorded without knowing what it means.'),
    layer('documents', ['api', 'kernel'], 'OpenAPI, AsyncAPI and the docs page are made from the contract alone.'),
    layer('audit', ['engine', 'kernel'], 'The auditor reads events and does not know where they come from.'),
    {
      name: 'audit-is-a-second-opinion',
      comment:
        'Of the engine the audit may know the shape of events and nothing that computes: arithmetic that both share ' +
        'would be wrong in both.',
      severity: 'error',
      from: { path: '^src/audit/', pathNot: TEST },
      to: { path: '^src/engine/', dependencyTypesNot: ['type-only'] },
    },
    packages('audit', [], 'Equal logs give equal findings on every machine.'),
    layer(
      'runtime',
      ['projections', 'documents', 'explain', 'audit', 'client', 'api', 'engine', 'kernel'],
      'The shell composes all of the above and knows neither transports nor the command line.',
    ),
    layer(
      'transports',
      ['runtime', 'recording', 'projections', 'api', 'engine', 'kernel'],
      'A transport turns bytes into one call of the exchange; the command line starts it, never the reverse.',
    ),
    layer(
      'market',
      ['runtime', 'client', 'pages', 'kernel'],
      'The market of a world is measured from what a client sees; the exchange is only started and stopped.',
    ),
    layer(
      'calibration',
      ['market', 'runtime', 'market-data', 'client', 'api', 'kernel'],
      'Figures of a market are estimated from data, and become a world file; no exchange takes part.',
    ),
    layer('market-data', ['kernel'], 'Recorded data is read without knowing who trades on it.'),
    layer(
      'scenarios',
      ['transports', 'runtime', 'client', 'market-data', 'recording', 'pages', 'api', 'engine', 'kernel'],
      'A scenario drives an exchange from outside: by requests, the control plane and the clock.',
    ),
    layer(
      'sweeps',
      ['scenarios', 'runtime', 'pages', 'kernel'],
      'A sweep runs scenarios and knows only what comes out of them.',
    ),
    layer(
      'explore',
      ['scenarios', 'runtime', 'client', 'api', 'kernel'],
      'Exploring sends the same requests to a deployment and to an exchange of its own, over the API of both.',
    ),
    layer(
      'client',
      ['api', 'kernel'],
      'The client is what a user of the API would write: contract and signing, no rules.',
    ),
    layer(
      'ccxt',
      ['client', 'api'],
      'The ccxt class is a client in the words of ccxt: it asks the API and knows no rule.',
    ),
    layer(
      'console',
      ['transports', 'runtime', 'client', 'pages', 'api', 'kernel', ...PAGES_OF_RUNS, ...TYPES_OF_RUNS],
      'The server side hands out files and control routes. The web application is a client of the public API.',
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
        pathNot: `^src/(console/browser|client|pages|api|kernel|${PAGES_OF_RUNS.join('|')})/|^src/(${TYPES_OF_RUNS.join('|')})$`,
      },
    },
    {
      name: 'harness-imports',
      comment:
        'The suite knows a target by its URLs and must not share rules with what it judges. The single exception is ' +
        'the target that runs an exchange in this process.',
      severity: 'error',
      from: { path: '^src/harness/', pathNot: [TEST, '^src/harness/targets/simulator/(in-process|stream-port)\\.ts$'] },
      to: { path: '^src/', pathNot: '^src/(harness|client|recording|pages|api|kernel)/' },
    },
    {
      name: 'in-process-target-starts-an-exchange',
      comment: 'It may make an exchange and nothing else of the product: what it judges it still reads over the wire.',
      severity: 'error',
      from: { path: '^src/harness/targets/simulator/in-process\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(harness|client|api|kernel)/|^src/runtime/exchange\\.ts$' },
    },
    {
      name: 'stream-port-serves-streams',
      comment: 'It puts the streams of that exchange behind a port, with the transports that ship.',
      severity: 'error',
      from: { path: '^src/harness/targets/simulator/stream-port\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(harness|client|api|kernel|transports)/|^src/runtime/exchange\\.ts$' },
    },
    {
      name: 'client-and-harness-see-the-contract-only',
      comment: 'Of the contract they may read the shape of things; translation to the engine is the judged side.',
      severity: 'error',
      from: { path: '^src/(client|harness)/', pathNot: TEST },
      to: { path: '^src/engine/' },
    },
    {
      name: 'judge-computes-for-itself',
      comment:
        'The suite, its steps and the examples compute with decimal.js: an error in the decimals of the exchange would ' +
        'otherwise be in the expected value too.',
      severity: 'error',
      from: { path: '^(src/harness|features|examples)/' },
      to: { path: '^src/kernel/(decimal|units)\\.ts$' },
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
    packages('api', ['@sinclair/typebox'], 'Schemas are data; anything with effects belongs to the runtime.'),
    packages('explain', [], 'An explanation is a pure function of states and events.'),
    packages(
      'recording',
      ['(node:)?(buffer|http|https|net|stream)'],
      'Connections are the machine of the proxy. Files and clocks come from the command line.',
    ),
    packages('documents', ['@sinclair/typebox'], 'A document is a pure function of the contract.'),
    packages(
      'projections',
      ['sql\\.js', '(node:)?fs', '(node:)?module'],
      'The SQL library is the only machine below the views; the built-ins find and read its bytes.',
    ),
    {
      name: 'features-stand-apart',
      comment:
        'Steps speak to a target through the harness and its client; expected values are literals in the features.',
      severity: 'error',
      from: { path: '^features/' },
      to: { path: '^src/', pathNot: '^src/(harness|client|api|kernel)/' },
    },
    {
      name: 'liquidation-index-knows-no-stages',
      comment:
        'Which accounts may be endangered (watch/), and how winners are ranked (ranking/), follows from the state alone. ' +
        'What is then done about an account (stages/) reads both.',
      severity: 'error',
      from: { path: '^src/engine/liquidation/(watch|ranking)/', pathNot: TEST },
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
      from: { path: '^src/', pathNot: [TEST, '^src/(harness/(suite|results)|cli/conform|ccxt|sweeps/queue)/'] },
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
