import tseslint from 'typescript-eslint';
import { noNumberFromText } from './scripts/eslint/no-number-from-text.js';

/**
 * Correctness only: oxfmt owns the looks. Besides typescript-eslint's strict rules this file holds the bans
 * that make the exchange reproducible; `test/lint.slow.test.ts` proves that each of them fires.
 */

const call = (object, property) => `MemberExpression[object.name="${object}"][property.name="${property}"]`;

/** Where time, chance and the machine may enter: the shell around the engine, and everything that only tests or measures it. */
const SHELL = [
  'src/exchange/!(history|reads|why)/**',
  'src/exchange/*.ts',
  'src/inspect/{export,replay}/**',
  'src/lab/sweeps/{local,queue}/**',
  'src/scenarios/run/bot{,-server}.ts',
  'src/console/jobs/**',
  'src/cli/**',
  'src/client/nonce.ts',
  'src/suite/targets/wall.ts',
  'src/suite/targets/bounded-fetch.ts',
  'src/lab/explore/parties/simulator-party.ts',
  'src/client/stream/host.ts',
  'src/**/*.test-helper.ts',
  'src/**/*.test.ts',
  'test/**',
  'scripts/**',
  'bench/**',
  'examples/**',
  'features/support/**',
];

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

/** Flat config replaces a rule's options instead of adding to them, so each part of the tree names its whole set of bans. */
const bans = (syntax, globals, modules = []) => ({
  'no-restricted-syntax': ['error', ...LOCALE, ...syntax],
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
const EXACT = bans([...SORT, ...CLOCK, ...RANDOM, ...FLOATS], [...MACHINE_GLOBALS, ...FLOAT_GLOBALS], MACHINE_MODULES);

export default tseslint.config(
  { ignores: ['node_modules/', 'dist/', 'reports/', 'coverage/', '**/*.cjs'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { perpsim: { rules: { 'no-number-from-text': noNumberFromText } } },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/promise-function-async': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      eqeqeq: 'error',
      'no-constant-binary-expression': 'error',
      'no-self-compare': 'error',
      'no-unreachable-loop': 'error',
      // Numbers and bigints print the same everywhere; the rule is after objects and undefined.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // `for (;;)` and `while (true)` say "until it returns" plainly.
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      // Parsers hand out plain objects in the shape of their message classes.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // `async () => void (await done())` says that a value is dropped on purpose.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // A method of an asynchronous interface may have nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      // A one-line arrow that only calls something is the house's shorthand for a statement.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // Interfaces of methods are implemented by classes; binding mistakes show as `unbound-method` where they matter.
      '@typescript-eslint/no-extraneous-class': 'off',
      // `array[index] ?? fallback` and Record lookups already carry `undefined` through noUncheckedIndexedAccess.
      '@typescript-eslint/no-dynamic-delete': 'off',
    },
  },
  { files: ['src/**/*.{ts,tsx}'], ignores: SHELL, rules: OUTSIDE_SHELL },
  {
    files: ['src/**/browser/**', 'scripts/docs-site/browser/**'],
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
  {
    files: ['src/kernel/**/*.ts', 'src/engine/**/*.ts', 'src/exchange/{reads,why}/**/*.ts', 'src/contract/**/*.ts'],
    // Words write figures for a reader's eye.
    ignores: [...SHELL, 'src/kernel/words.ts'],
    rules: { ...EXACT, 'perpsim/no-number-from-text': 'error' },
  },
  // The strict parser is where JSON numbers become numbers; it has checked the digits before it does so. The other file writes a
  // decimal as a client would that had it as a number.
  {
    files: ['src/contract/strict-json.ts', 'src/exchange/why/signature-diagnosis.ts'],
    rules: { 'perpsim/no-number-from-text': 'off' },
  },
  { files: ['features/steps/**/*.ts'], rules: STEPS },
  {
    files: [
      'src/cli/**/*.ts',
      'src/exchange/!(history|reads|why)/**/*.ts',
      'src/exchange/*.ts',
      'src/inspect/{export,replay}/**/*.ts',
      'src/lab/sweeps/{local,queue}/**/*.ts',
      'src/scenarios/run/bot{,-server}.ts',
      'src/console/jobs/**/*.ts',
    ],
    rules: IN_SHELL,
  },
  {
    files: ['src/**/*.test.ts', '{test,scripts,bench,examples}/**/*.ts', 'features/support/**/*.ts'],
    rules: EVERYWHERE,
  },
  {
    files: ['src/**/*.test.ts', 'test/**/*.ts'],
    rules: {
      // Vitest's matchers take methods and mixed values on purpose.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  { files: ['**/*.js', '**/*.mjs'], rules: EVERYWHERE },
);
