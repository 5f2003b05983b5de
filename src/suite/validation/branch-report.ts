import { branchesOf, branchOwners } from './contract.ts';
import type { SeenBranches } from './seen-branches.ts';

/** How much of one response's schema was seen on the wire. */
export interface BranchCoverage {
  /** An action, a GET route, a message of the streams, or an envelope. */
  readonly owner: string;
  readonly branches: number;
  /** Never seen, in the order of the schema. */
  readonly unseen: readonly string[];
}

/** Every owner of branches in the order of the contract, those without branches left out. */
export const branchCoverage = (seen: Pick<SeenBranches, 'has'>): readonly BranchCoverage[] =>
  branchOwners().flatMap((owner) => {
    const branches = branchesOf(owner);
    const unseen = branches.filter((branch) => !seen.has(owner, branch));
    return branches.length === 0 ? [] : [{ owner, branches: branches.length, unseen }];
  });

/** A page: how many there are and were seen, and each that was not. */
export function branchMarkdown(coverage: readonly BranchCoverage[]): string {
  const total = coverage.reduce((sum, { branches }) => sum + branches, 0);
  const unseen = coverage.reduce((sum, own) => sum + own.unseen.length, 0);
  const rows = coverage.map(
    ({ owner, branches, unseen: own }) => `| \`${owner}\` | ${branches - own.length} / ${branches} |`,
  );
  const gaps = coverage.flatMap(({ owner, unseen: own }) => own.map((branch) => `- \`${owner}\`: \`${branch}\``));
  return [
    '# Branches of the schemas that were seen on the wire',
    `${total - unseen} of ${total} branches were seen: fields present and absent, members of enumerations and unions, lists with items.`,
    ['| response | branches seen |', '| --- | --- |', ...rows].join('\n'),
    '## Never seen',
    `${gaps.length === 0 ? 'None.' : gaps.join('\n')}\n`,
  ].join('\n\n');
}
