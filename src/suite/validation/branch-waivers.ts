import { parse } from 'yaml';
import { isList, isRecord } from '../records.ts';
import type { BranchCoverage } from './branch-report.ts';
import { branchesOf, branchOwners } from './contract.ts';

/** A branch that no scenario sees, with a reason that a reader may accept. */
export interface BranchWaiver {
  readonly owner: string;
  readonly branch: string;
  readonly reason: string;
}

const FILE = 'docs/contract/branches.yaml';

/** Reads `docs/contract/branches.yaml`. Throws unless it is a list of `response`, `branches` and `reason`. */
export function readBranchWaivers(text: string): readonly BranchWaiver[] {
  const entries: unknown = parse(text);
  if (!isList(entries)) throw new Error(`${FILE} should be a list`);
  return entries.flatMap((entry, index) => {
    const { response, branches, reason } = isRecord(entry) ? entry : {};
    if (typeof response !== 'string' || typeof reason !== 'string' || !isList(branches)) {
      throw new Error(`${FILE}: entry ${index + 1} needs response, branches and reason`);
    }
    return branches.map((branch) => ({ owner: response, branch: String(branch), reason }));
  });
}

export interface BranchGaps {
  /** Neither seen nor waived. */
  readonly open: readonly Omit<BranchWaiver, 'reason'>[];
  /** Waived, and yet seen, or no branch at all. */
  readonly stale: readonly BranchWaiver[];
}

/** Returns what a gate fails on. */
export function branchGaps(coverage: readonly BranchCoverage[], waivers: readonly BranchWaiver[]): BranchGaps {
  const unseen = coverage.flatMap(({ owner, unseen: own }) => own.map((branch) => ({ owner, branch })));
  const isWaived = (gap: { owner: string; branch: string }): boolean =>
    waivers.some(({ owner, branch }) => owner === gap.owner && branch === gap.branch);
  const isGap = (waiver: BranchWaiver): boolean =>
    unseen.some(({ owner, branch }) => owner === waiver.owner && branch === waiver.branch);
  return { open: unseen.filter((gap) => !isWaived(gap)), stale: waivers.filter((waiver) => !isGap(waiver)) };
}

/** Waivers of what the contract does not have. */
export const unknownWaivers = (waivers: readonly BranchWaiver[]): readonly BranchWaiver[] =>
  waivers.filter(({ owner, branch }) => !branchOwners().includes(owner) || !branchesOf(owner).includes(branch));
