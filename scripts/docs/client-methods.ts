import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../../src/contract/catalogue.ts';

/**
 * Writes docs/client-methods.md: every public method of the classes that `perpsim/client` exports, as the sources declare and
 * describe them, behind the summary of the action that a method sends. One with neither is a problem.
 *
 *   npm run docs:pages -- client               write the page
 *   npm run docs:pages -- client --check    say whether it is current
 */

export const PAGE = 'docs/client-methods.md';

const GROUPS: readonly (readonly [title: string, about: string, file: string, className: string])[] = [
  ['Orders, positions and funds', '`Client` and `StreamClient`, signed.', 'client.ts', 'Client'],
  ['Reads of an account', '`Client` and `StreamClient`, signed.', 'account-client.ts', 'AccountClient'],
  ['Public reads', '`Client` and `StreamClient`, not signed.', 'account-client.ts', 'InfoClient'],
  ['Signing and stepping', '`Client` and `StreamClient`.', 'request-client.ts', 'RequestClient'],
  ['Streams', '`StreamClient` alone.', 'stream/stream-client.ts', 'StreamClient'],
  ['A book', 'What `StreamClient.book` resolves with.', 'stream/managed-book.ts', 'ManagedBook'],
  [
    'A timer in exchange time',
    '`ExchangeTimer`, the `timer` of a `StreamClient` whose bot asks a run for time.',
    'stream/exchange-timer.ts',
    'ExchangeTimer',
  ],
  ['A signer', '`Signer`, for programs that send requests themselves.', 'signer.ts', 'Signer'],
  ['Nonces', '`NonceSource`, for several clients of one wallet.', 'nonce.ts', 'NonceSource'],
];

const SUMMARIES = new Map([...INFO_ACTIONS, ...TRADE_ACTIONS].map(([name, { summary }]) => [name, summary]));

/** One public method or property as a row. */
interface Member {
  readonly name: string;
  readonly signature: string;
  /** Empty for one that nothing describes. */
  readonly text: string;
}

const HIDDEN = new Set([ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword]);

/** The public members of a class, each with its first declaration that has a text. */
function membersOf(file: string, className: string): Member[] {
  const source = ts.createSourceFile(file, readFileSync(`src/client/${file}`, 'utf8'), ts.ScriptTarget.Latest, true);
  const found = source.statements.find(
    (statement): statement is ts.ClassDeclaration =>
      ts.isClassDeclaration(statement) && statement.name?.text === className,
  );
  if (!found) throw new Error(`src/client/${file} has no class ${className}`);
  const members = new Map<string, Member>();
  for (const member of found.members) {
    if (!member.name || !ts.isIdentifier(member.name)) continue;
    if (ts.canHaveModifiers(member) && ts.getModifiers(member)?.some(({ kind }) => HIDDEN.has(kind))) continue;
    const name = member.name.text;
    const text = [members.get(name)?.text ?? SUMMARIES.get(name) ?? '', textOf(member)]
      .filter((part) => part !== '')
      .join(' ');
    members.set(name, { name, signature: members.get(name)?.signature ?? signatureOf(member, name, source), text });
  }
  return [...members.values()];
}

function signatureOf(member: ts.ClassElement, name: string, source: ts.SourceFile): string {
  if (!ts.isMethodDeclaration(member)) return name;
  const parameters = member.parameters.map(
    ({ name: parameter, questionToken, initializer }) =>
      `${ts.isIdentifier(parameter) ? parameter.getText(source) : 'options'}${questionToken || initializer ? '?' : ''}`,
  );
  return `${name}(${parameters.join(', ')})`;
}

/** The first paragraph of the docstring, and what it says is thrown. */
function textOf(member: ts.ClassElement): string {
  const [doc] = ts.getJSDocCommentsAndTags(member).filter(ts.isJSDoc);
  if (!doc) return '';
  const about = (ts.getTextOfJSDocComment(doc.comment) ?? '').split('\n\n', 1)[0] ?? '';
  const thrown = (doc.tags ?? [])
    .filter(({ tagName }) => tagName.text === 'throws')
    .map((tag) => `Throws ${asLine(ts.getTextOfJSDocComment(tag.comment) ?? '')}.`);
  return [asLine(about), ...thrown].filter((part) => part !== '').join(' ');
}

const asLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

export function clientMethodsPage(): string {
  const parts = GROUPS.map(([title, about, file, className]) => {
    const rows = membersOf(file, className).map(
      ({ signature, text }) => `| \`${signature}\` | ${text.replaceAll('|', '\\|')} |`,
    );
    return `## ${title}\n\n${about}\n\n| Method | What it does |\n| --- | --- |\n${rows.join('\n')}\n`;
  });
  return `# Methods of the client

Every public method of what \`perpsim/client\` exports; \`npm run docs:pages -- client\` writes this page from the sources. [The client](client.md) shows how they
are used, [the HTTP API](http-api.md) what a response holds. A parameter with ? may be left out. Methods named like an action send that action; refusals
of a whole request throw \`ApiError\`.

${parts.join('\n')}`;
}

/** Members that nothing describes. */
export const namelessMembers = (): string[] =>
  GROUPS.flatMap(([, , file, className]) =>
    membersOf(file, className)
      .filter(({ text }) => text === '')
      .map(({ name }) => `${className}.${name} has no docstring`),
  );

function main(): number {
  const nameless = namelessMembers();
  for (const problem of nameless) console.log(problem);
  if (nameless.length > 0) return 1;
  const page = clientMethodsPage();
  const isCurrent = existsSync(PAGE) && readFileSync(PAGE, 'utf8') === page;
  if (!process.argv.includes('--check')) writeFileSync(PAGE, page);
  else if (!isCurrent) console.log(`${PAGE} is stale: run npm run docs:pages -- client`);
  return isCurrent || !process.argv.includes('--check') ? 0 : 1;
}

if (import.meta.filename === process.argv[1]) process.exitCode = main();
