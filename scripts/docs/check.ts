import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { AGGREGATOR_ROUTES } from '../../src/contract/aggregator.ts';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../../src/contract/catalogue.ts';
import { CONTRACT_FILES } from '../../src/suite/coverage/contract.ts';
import { clausesByAction } from '../../src/suite/coverage/package-contract.ts';
import { RULES } from '../../src/exchange/why/rules.ts';
import { checkActionClauses, routeName } from './contract-actions.ts';
import { PAGE as BENCHMARK, REPORT, withFigures } from './benchmark.ts';
import { PAGE as COMMANDS, commandsPage } from './commands.ts';
import { checkArchitecture, foldersOfSource, layersOfCruiser } from './architecture-check.ts';
import { filesBelow } from '../files.ts';
import { checkReferences, citationsIn, definitionsIn, type Source } from './references.ts';
import { checkWorkedExamples } from './worked-examples.ts';

/**
 * Checks what a program can check of the documents: links lead somewhere, files that are named exist, scripts can be
 * run, packages are installed by version and never by a bare name, the flags of the README are flags of `perpsim serve`, the worked examples of the risk book are scenarios that run,
 * docs/benchmark.md has the figures of the committed run of the bench, docs/commands.md the commands and flags of the program, docs/architecture.md shows the folders and layers that there are, and every rule that code, tests, scenarios and documents cite is defined on a page of docs. Every action that is served has
 * clauses in the contract, and no clause is about an action that is not.
 */

/** What the documents may refer to. */
export interface Facts {
  readonly exists: (path: string) => boolean;
  /** Text of a Markdown file or of a pipeline; Markdown is read for its headings too. */
  readonly read: (path: string) => string;
  readonly scripts: ReadonlySet<string>;
  /** Flags of the command line, `--port` and so on. */
  readonly flags: ReadonlySet<string>;
}

const RISK_BOOK = 'docs/risk.md';
const FOLDERS = ['src', 'docs', 'features', 'fixtures', 'test', 'bench', 'scripts', 'examples', 'bin', '.ci'];
const NAMED_FILE = new RegExp(`^(?:${FOLDERS.map((name) => name.replace('.', '\\.')).join('|')})/[\\w./-]*$`);
const NPM_COMMAND = /\bnpm (?:run (?:--silent )?([\w:-]+)|(start|test)\b)/g;

/** A command that installs packages, to the end of the code that it stands in. */
const INSTALL = /(?:^|[`\s])(?:npm (?:install|i|add)|pip install)((?: +[^\s`#)][^\s`)]*)*)/g;
/** A package with its version, or an address that is one: a file, a folder or a commit. */
const PINNED = /^['"]?(?:[.~/]|git\+.*#|(?:@[\w.-]+\/)?[\w.-]+(?:@|~=|==)[\w^])/;
/** In a pipeline npx installs what it does not find, whatever that is by then. */
const UNASKED = /\bnpx (?!--no-install )/;

/** Everything in one document that is not so, as `line: what`. */
export function checkDocument(path: string, text: string, facts: Facts): string[] {
  return text.split('\n').flatMap((line, index) => {
    const problems = [
      ...checkLinks(path, line, facts),
      ...checkNamedFiles(line, facts),
      ...checkScripts(line, facts),
      ...checkInstalls(path, line),
      ...(path === 'README.md' ? checkFlags(line, facts) : []),
    ];
    return problems.map((problem) => `${index + 1}: ${problem}`);
  });
}

function checkLinks(path: string, line: string, facts: Facts): string[] {
  return [...withoutCode(line).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : normalize(join(dirname(path), file));
    if (!facts.exists(target)) return [`the link to ${link} leads nowhere`];
    if (anchor === undefined || anchorsOf(facts.read(target)).has(anchor)) return [];
    return [`${target} has no heading #${anchor}`];
  });
}

const withoutCode = (line: string): string => line.replaceAll(/`[^`]*`/g, '');
const codeOf = (line: string): string[] => [...line.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** Anchors of a Markdown text: its headings, as code hosts make them, and what `<a id="...">` names. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase());
  const named = [...text.matchAll(/<a id="([\w-]+)">/g)].map(([, anchor = '']) => anchor);
  return new Set([...headings.map((heading) => heading.replaceAll(/[^\w\- ]/g, '').replaceAll(' ', '-')), ...named]);
}

function checkNamedFiles(line: string, facts: Facts): string[] {
  const named = codeOf(line).filter((code) => NAMED_FILE.test(code));
  return named.filter((path) => !facts.exists(path)).map((path) => `there is no ${path}`);
}

function checkInstalls(path: string, line: string): string[] {
  const words = codeLines(line)
    .flatMap((code) => [...code.matchAll(INSTALL)])
    .flatMap(([, all = '']) => all.split(' '));
  const bare = words.filter((word) => word !== '' && !word.startsWith('-') && !PINNED.test(word));
  return [
    ...bare.map((word) => `${word} is installed without a version`),
    ...(UNASKED.test(line) && (path.endsWith('.yml') || /^\s*- run: /.test(line))
      ? ['npx in a pipeline needs --no-install']
      : []),
  ];
}

/** The code of a line: what stands between backticks, or all of it where none does, as in a block. */
const codeLines = (line: string): string[] => (line.includes('`') ? codeOf(line) : [line]);

function checkScripts(line: string, facts: Facts): string[] {
  const named = [...line.matchAll(NPM_COMMAND)].map(([, script, short]) => script ?? short ?? '');
  return named.filter((script) => !facts.scripts.has(script)).map((script) => `package.json has no script ${script}`);
}

function checkFlags(line: string, facts: Facts): string[] {
  const named = codeOf(line).filter((code) => /^--[a-z][a-z-]*$/.test(code));
  return named.filter((flag) => !facts.flags.has(flag)).map((flag) => `perpsim serve has no flag ${flag}`);
}

function serveFlags(): Set<string> {
  const args = ['--import', 'tsx', 'src/cli/main.ts', 'serve', '--help'];
  const { stdout, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error('perpsim serve --help does not run');
  return new Set(stdout.match(/--[a-z][a-z-]*/g) ?? []);
}

/** Folders and kinds of files whose texts cite rules. */
const CITING = ['src', 'features', 'test', 'scripts', 'bench', 'docs', 'examples', 'fixtures'];
const KINDS = ['.ts', '.js', '.mjs', '.feature', '.md', '.yaml'];

/** Every text that may cite a rule or define one. */
function citingTexts(): Source[] {
  const below = CITING.flatMap((folder) => KINDS.flatMap((kind) => filesBelow(folder, kind)));
  const paths = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...below];
  return paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** Actions and plain routes, under the names that clauses have for them. */
const servedActions = (): string[] => [
  ...new Set([...TRADE_ACTIONS.values(), ...INFO_ACTIONS.values()].map(({ name }) => name)),
  ...AGGREGATOR_ROUTES.map(({ path }) => routeName(path)),
];

async function main(): Promise<number> {
  const documents = [
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    ...['docs', 'features', 'fixtures', 'examples', 'reports'].flatMap((folder) => filesBelow(folder, '.md')),
    ...filesBelow('examples', '.yml'),
  ].filter((path) => !path.startsWith(join('reports', 'latest')));
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const facts: Facts = {
    exists: existsSync,
    read: (path) => (/\.(?:md|yml)$/.test(path) ? readFileSync(path, 'utf8') : ''),
    scripts: new Set(Object.keys(scripts)),
    flags: serveFlags(),
  };
  const texts = citingTexts();
  const definitions = definitionsIn(texts, Object.keys(RULES));
  const mentions = texts.flatMap((text) => citationsIn(text, definitions));
  const problems = [
    ...documents.flatMap((path) => checkDocument(path, facts.read(path), facts).map((problem) => `${path}:${problem}`)),
    ...checkWorkedExamples(
      { path: RISK_BOOK, text: facts.read(RISK_BOOK) },
      filesBelow('features', '.feature').map((path) => ({ path, text: readFileSync(path, 'utf8') })),
    ),
    ...checkReferences(texts, definitions),
    ...(withFigures(facts.read(BENCHMARK), facts.read(REPORT)) === facts.read(BENCHMARK)
      ? []
      : [`${BENCHMARK}: its figures are not those of ${REPORT}, run npm run docs:pages -- benchmark`]),
    ...((await commandsPage()) === facts.read(COMMANDS)
      ? []
      : [`${COMMANDS} is stale: run tsx scripts/docs/commands.ts`]),
    ...checkArchitecture(facts.read('docs/architecture.md'), foldersOfSource(), layersOfCruiser()),
    ...checkActionClauses(clausesByAction(), servedActions()).map((problem) => `${CONTRACT_FILES.clauses}: ${problem}`),
  ];
  for (const problem of problems) console.log(problem);
  console.log(`${documents.length} documents, ${mentions.length} mentions of rules, ${problems.length} problems`);
  return problems.length === 0 ? 0 : 1;
}

if (import.meta.filename === process.argv[1]) process.exitCode = await main();
