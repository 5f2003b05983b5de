/** Where the texts of cited rules stand: paths from the root of the package, with the anchor of the entry. */

const FOLDER = 'docs/contract';
/** Pages of the wire facts by chapter; chapter 2 fills three. */
const WIRE_PAGES = [
  '0-conventions',
  '1-signing',
  '2-orders',
  '3-info',
  '4-streams',
  '5-errors',
  '6-semantics',
  '7-tolerances',
  '8-open-questions',
];
/** Last sections of chapter 2 on the pages of orders and of writes to accounts. */
const LAST_OF_ORDERS = 10;
const LAST_OF_WRITES = 15;

const CITED = /\d+\.\d+|[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+/g;

/**
 * Returns the pages of the ids that a source names, each once and in its order. A clause leads to the catalogue as a whole.
 * @param source ids as rules cite them, such as `R-40, wire 6.1, 6.3, INV-30`
 */
export function pagesOf(source: string): readonly string[] {
  return [...new Set([...source.matchAll(CITED)].map(([id]) => `${FOLDER}/${pageOf(id)}`))];
}

function pageOf(id: string): string {
  if (/^\d/.test(id)) return `wire/${wirePageOf(id)}.md#wire-${id.replace('.', '-')}`;
  if (/^R-\d+$/.test(id)) return `rulings.md#${id.toLowerCase()}`;
  if (/^(?:INV|DET|DUR|SEC)-\d+$/.test(id)) return `invariants.md#${id.toLowerCase()}`;
  return 'clauses.yaml';
}

function wirePageOf(section: string): string {
  const [chapter = 0, minor = 0] = section.split('.').map(Number);
  if (chapter !== 2 || minor <= LAST_OF_ORDERS) return WIRE_PAGES[chapter] ?? '';
  return minor <= LAST_OF_WRITES ? '2-account-writes' : '2-account-reads';
}
