/**
 * Correctness only: oxfmt owns the looks. Besides the strict rules that know types this file holds the bans
 * that make the exchange reproducible; `test/lint.slow.test.ts` proves that each of them fires.
 */

const call = (object, property) => `MemberExpression[object.name="${object}"][property.name="${property}"]`;

const USE_CLOCK =
  'Exchange time comes with the input (`state.now`, `input.at`); only exchange/clock/clock.ts reads a wall clock.';
const CLOCK = [
  { selector: call('Date', 'now'), message: USE_CLOCK },
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: USE_CLOCK },
  { selector: 'CallExpression[callee.name="Date"]', message: USE_CLOCK },
  { selector: call('performance', 'now'), message: USE_CLOCK },
];

const USE_STREAM = 'Draw from a named stream of kernel/random.ts that is kept in state.';
const RANDOM = [
  { selector: call('Math', 'random'), message: USE_STREAM },
  { selector: 'Identifier[name=/^(randomUUID|randomBytes|randomInt|getRandomValues)$/]', message: USE_STREAM },
];

const USE_TIMERS = 'Arm an engine timer (engine/timers.ts); only the exchange waits on the machine.';
const USE_OPTION = 'Take it as an option: the environment and the process belong to exchange/ and cli/.';
const MACHINE_GLOBALS = [
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'].map((name) => ({ name, message: USE_TIMERS })),
  ...['process', 'globalThis', 'global'].map((name) => ({ name, message: USE_OPTION })),
];
const MACHINE_MODULES = [
  ...['timers', 'timers/promises'].map((name) => ({ name: `node:${name}`, message: USE_TIMERS })),
  ...['process', 'os'].map((name) => ({ name: `node:${name}`, message: USE_OPTION })),
  { name: 'node:perf_hooks', message: USE_CLOCK },
];

const LOCALE = [
  {
    selector: 'MemberExpression > Identifier.property[name=/^(localeCompare|toLocale[A-Za-z]*)$/]',
    message: 'Compare by code unit (compareKeys) and format with kernel/decimal.ts: a locale differs between machines.',
  },
  {
    selector:
      'CallExpression > MemberExpression > Identifier.property[name=/^(get|set)(FullYear|Month|Date|Day|Hours|Minutes|Seconds|TimezoneOffset)$/]',
    message: 'Use the UTC twin (getUTCHours, ...): the time zone differs between machines.',
  },
];

const LOCALE_GLOBALS = [{ name: 'Intl', message: 'Format with kernel/decimal.ts: Intl differs between machines.' }];

const SORT = [
  {
    selector: 'CallExpression[arguments.length=0] > MemberExpression > Identifier.property[name=/^(sort|toSorted)$/]',
    message: 'Give sort() a total order, such as compareKeys: the default compares as text.',
  },
];

const USE_DECIMAL = 'Money is never a float: use kernel/decimal.ts (parseUnits, divHalfEven, formatUnits).';
const FLOAT_GLOBALS = [{ name: 'parseFloat', message: USE_DECIMAL }];
const FLOATS = [
  { selector: call('Number', 'parseFloat'), message: USE_DECIMAL },
  {
    selector: 'MemberExpression > Identifier.property[name=/^(toFixed|toPrecision|toExponential)$/]',
    message: USE_DECIMAL,
  },
  // A bigint power (`10n ** BigInt(scale)`) is exact and stays.
  {
    selector: 'BinaryExpression[operator="**"]:not([left.bigint])',
    message: `${USE_DECIMAL} A power of a bigint literal is fine.`,
  },
  { selector: 'AssignmentExpression[operator="**="]', message: USE_DECIMAL },
  {
    selector:
      'MemberExpression[object.name="Math"][property.name=/^(pow|exp|expm1|log|log2|log10|log1p|sqrt|cbrt|hypot|a?sinh?|a?cosh?|a?tanh?|atan2)$/]',
    message: 'Transcendental functions differ between machines: use integer arithmetic.',
  },
];

const MARKUP = {
  selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
  message: 'Texts of a run are rendered as text: markup inside them must never run.',
};

/** An override replaces a rule's options instead of adding to them, so each part of the tree names its whole set of bans. */
const bans = (syntax, globals, modules = []) => ({
  'perpsim/banned-syntax': ['error', ...LOCALE, ...syntax],
  'no-restricted-globals': ['error', ...LOCALE_GLOBALS, ...globals],
  'no-restricted-imports': ['error', { paths: modules }],
});
const EVERYWHERE = bans([], []);
const IN_SHELL = bans(SORT, []);
const OUTSIDE_SHELL = bans([...SORT, ...CLOCK, ...RANDOM], MACHINE_GLOBALS, MACHINE_MODULES);
// Steps compare sets of names, where the default order of texts does no harm.
const STEPS = bans([...CLOCK, ...RANDOM], MACHINE_GLOBALS, [
  ...MACHINE_MODULES,
  {
    name: '@cucumber/cucumber',
    allowImportNames: ['DataTable'],
    message: 'Define a step with defineStep(sentence, { needs, cost, claims }, body) of src/suite/steps/library.ts.',
  },
]);
const EXACT = {
  ...bans([...SORT, ...CLOCK, ...RANDOM, ...FLOATS], [...MACHINE_GLOBALS, ...FLOAT_GLOBALS], MACHINE_MODULES),
  'perpsim/no-number-from-text': 'error',
};

/** Reports of the rules of this list are errors, with no options. */
const STRICT = [
  ...['eqeqeq', 'no-constant-binary-expression', 'no-self-compare', 'no-unreachable-loop', 'no-var'],
  ...['prefer-const', 'prefer-rest-params', 'prefer-spread'],
];
const STRICT_TYPED = [
  ...['await-thenable', 'ban-ts-comment', 'consistent-type-exports', 'consistent-type-imports'],
  ...['no-array-constructor', 'no-array-delete', 'no-base-to-string', 'no-deprecated', 'no-duplicate-enum-values'],
  ...['no-duplicate-type-constituents', 'no-empty-object-type', 'no-explicit-any', 'no-extra-non-null-assertion'],
  ...['no-floating-promises', 'no-for-in-array', 'no-generated-empty-object-type', 'no-implied-eval'],
  ...['no-invalid-void-type', 'no-misused-new', 'no-misused-promises', 'no-misused-spread', 'no-mixed-enums'],
  ...['no-namespace', 'no-non-null-asserted-nullish-coalescing', 'no-non-null-asserted-optional-chain'],
  ...['no-non-null-assertion', 'no-redundant-type-constituents', 'no-require-imports', 'no-this-alias'],
  ...['no-unnecessary-boolean-literal-compare', 'no-unnecessary-template-expression', 'no-unnecessary-type-arguments'],
  ...['no-unnecessary-type-assertion', 'no-unnecessary-type-constraint', 'no-unnecessary-type-conversion'],
  ...['no-unnecessary-type-parameters', 'no-unsafe-argument', 'no-unsafe-assignment', 'no-unsafe-call'],
  ...['no-unsafe-declaration-merging', 'no-unsafe-enum-assignment', 'no-unsafe-enum-comparison'],
  ...['no-unsafe-function-type', 'no-unsafe-member-access', 'no-unsafe-return', 'no-unsafe-unary-minus'],
  ...['no-useless-default-assignment', 'no-wrapper-object-types', 'only-throw-error', 'prefer-as-const'],
  ...['prefer-literal-enum-member', 'prefer-namespace-keyword', 'prefer-promise-reject-errors'],
  ...['prefer-reduce-type-parameter', 'prefer-return-this-type', 'related-getter-setter-pairs'],
  ...['triple-slash-reference', 'unbound-method', 'unified-signatures'],
  'use-unknown-in-catch-callback-variable',
];

export default {
  plugins: ['eslint', 'typescript'],
  jsPlugins: ['./scripts/oxlint/plugin.js'],
  // Every rule is named below: a new version of the tool brings no new one by itself.
  categories: { correctness: 'off' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['node_modules/', 'dist/', 'reports/', 'coverage/', '**/*.cjs'],
  rules: EVERYWHERE,
  overrides: [
    {
      files: ['**/*.{ts,tsx}'],
      rules: {
        ...Object.fromEntries(STRICT.map((name) => [name, 'error'])),
        ...Object.fromEntries(STRICT_TYPED.map((name) => [`typescript/${name}`, 'error'])),
        'typescript/switch-exhaustiveness-check': [
          'error',
          { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: true },
        ],
        'typescript/return-await': ['error', 'error-handling-correctness-only'],
        'no-useless-constructor': 'error',
        'no-unused-expressions': 'error',
        'no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
        'typescript/restrict-plus-operands': [
          'error',
          {
            allowAny: false,
            allowBoolean: false,
            allowNullish: false,
            allowNumberAndString: false,
            allowRegExp: false,
          },
        ],
        // Numbers and bigints print the same everywhere; the rule is after objects and undefined.
        'typescript/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
        // `for (;;)` and `while (true)` say "until it returns" plainly.
        'typescript/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      },
    },
    { files: ['src/**/*.{ts,tsx}'], rules: OUTSIDE_SHELL },
    {
      files: ['src/**/browser/**'],
      rules: bans([...SORT, ...CLOCK, ...RANDOM, MARKUP], MACHINE_GLOBALS, MACHINE_MODULES),
    },
    // The console is a live view: it waits for frames and reconnects, and shows figures as the reader's eye wants them.
    {
      files: ['src/console/browser/**'],
      rules: {
        ...bans([...SORT, ...CLOCK, ...RANDOM, MARKUP], []),
        'no-restricted-globals': ['error', { name: 'process', message: USE_OPTION }],
      },
    },
    // Where time, chance and the machine may enter: the shell around the engine, and what is not kept below.
    {
      files: [
        'src/cli/**/*.ts',
        'src/exchange/**/*.ts',
        'src/inspect/{export,replay}/**/*.ts',
        'src/lab/sweeps/{local,queue}/**/*.ts',
        'src/lab/explore/parties/simulator-party.ts',
        'src/scenarios/run/bot.ts',
        'src/scenarios/run/bot-server.ts',
        'src/console/jobs/**/*.ts',
        'src/client/nonce.ts',
        'src/client/stream/host.ts',
        'src/suite/targets/{wall,bounded-fetch}.ts',
      ],
      rules: IN_SHELL,
    },
    { files: ['src/exchange/history/**/*.ts'], rules: OUTSIDE_SHELL },
    {
      files: ['src/{kernel,engine,contract}/**/*.ts', 'src/exchange/{reads,why}/**/*.ts'],
      // Words write figures for a reader's eye.
      excludeFiles: ['src/kernel/words.ts'],
      rules: EXACT,
    },
    // The strict parser is where JSON numbers become numbers; it has checked the digits before it does so. The other file writes a
    // decimal as a client would that had it as a number.
    {
      files: ['src/contract/strict-json.ts', 'src/exchange/why/signature-diagnosis.ts'],
      rules: { 'perpsim/no-number-from-text': 'off' },
    },
    { files: ['features/steps/**/*.ts'], rules: STEPS },
    {
      files: ['src/**/*.{test,test-helper}.ts'],
      rules: { ...EVERYWHERE, 'perpsim/no-number-from-text': 'off' },
    },
    {
      files: ['src/**/*.test.ts', 'test/**/*.ts'],
      rules: {
        // Vitest's matchers take methods and mixed values on purpose.
        'typescript/unbound-method': 'off',
        'typescript/no-non-null-assertion': 'off',
      },
    },
  ],
};
