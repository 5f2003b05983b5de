import { readFileSync } from 'node:fs';
import { type Clause, CONTRACT_FILES, readClauses } from '../../src/suite/coverage/contract.ts';
import { clausesByAction } from '../../src/suite/coverage/package-contract.ts';
import { filesBelow } from '../files.ts';
import { code, parts, plainText, table } from './markdown.ts';

/** A scenario of the conformance suite. */
interface Proof {
  readonly file: string;
  readonly title: string;
  /** From its tags to the next scenario. */
  readonly text: string;
}

/** Which clauses of the contract and which scenarios of the suite stand behind a page. */
export class Proofs {
  readonly #clauses: ReadonlyMap<string, Clause>;
  readonly #byAction = clausesByAction();
  readonly #proofs: readonly Proof[];

  constructor() {
    const clauses = readClauses(readFileSync(CONTRACT_FILES.clauses, 'utf8'));
    this.#clauses = new Map(clauses.map((clause) => [clause.id, clause]));
    this.#proofs = filesBelow('features', '.feature')
      .filter((file) => !file.startsWith('features/console'))
      .flatMap(scenariosIn);
  }

  /** The clauses of an action and how many scenarios of which features prove each. */
  ofAction(action: string): string {
    const ids = this.#byAction.get(action) ?? [];
    if (ids.length === 0) return 'No clause of the contract is about it.';
    const rows = ids.map((id) => {
      const proofs = this.#provingClause(id);
      return [
        code(id),
        plainText(this.#clauses.get(id)?.text ?? ''),
        proofs.length === 0 ? 'no scenario' : String(proofs.length),
      ];
    });
    const proofs = ids.flatMap((id) => this.#provingClause(id));
    return parts(
      table(['Clause', 'Says', 'Scenarios'], rows),
      `Features that prove them: ${filesOf(proofs).map(code).join(', ')}.`,
      `\`perpsim explain ${ids[0]}\` lists the scenarios of a clause.`,
    );
  }

  /** Titles of the scenarios that name a word, such as an error code, and their features; a page shows the first of them. */
  naming(word: string, most = 8): string {
    const whole = new RegExp(`(?<![\\w-])${word}(?![\\w-])`);
    return shown(
      this.#proofs.filter(({ text }) => whole.test(text)),
      most,
    );
  }

  /** Of the scenarios whose feature has a tag. */
  tagged(tag: string, most = 12): string {
    return shown(
      this.#proofs.filter(({ text }) => text.startsWith(`${tag} `) || text.includes(`\u0000${tag} `)),
      most,
    );
  }

  #provingClause(id: string): Proof[] {
    const tag = new RegExp(`@clause:${id}(?![\\w-])`);
    return this.#proofs.filter(({ text }) => tag.test(text));
  }
}

function shown(proofs: readonly Proof[], most: number): string {
  if (proofs.length === 0) return 'No scenario of the suite names it.';
  const rest = proofs.length - most;
  return parts(
    proofs
      .slice(0, most)
      .map(({ file, title }) => `- ${plainText(title)} (${code(file)})`)
      .join('\n'),
    rest > 0 ? `And ${rest} more, in ${filesOf(proofs).length} features.` : '',
  );
}

const filesOf = (proofs: readonly Proof[]): string[] => [...new Set(proofs.map(({ file }) => file))];

/** The scenarios of a feature; the tags of the feature stand before each, behind a mark. */
function scenariosIn(file: string): Proof[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const ownTags = lines
    .slice(
      0,
      lines.findIndex((line) => line.startsWith('Feature:')),
    )
    .join(' ');
  const marked = ownTags
    .split(/\s+/)
    .filter(Boolean)
    .map((tag) => `\u0000${tag} `)
    .join('');
  const starts = lines.flatMap((line, at) => (/^\s*Scenario(?: Outline)?: /.test(line) ? [at] : []));
  return starts.map((start, index) => {
    let from = start;
    while (from > 0 && (lines[from - 1] ?? '').trim().startsWith('@')) from -= 1;
    const to = starts[index + 1] ?? lines.length;
    const title = (lines[start] ?? '').trim().replace(/^Scenario(?: Outline)?: /, '');
    return { file, title, text: `${marked}${lines.slice(from, to).join('\n')}` };
  });
}
