import type { Run, Verdict } from '../../suite/results/run.ts';
import type { ConformExit } from '../../suite/run/exit-code.ts';

/** Options of a run of the suite: what to run against what. Names and meanings are those of the flags of `perpsim conform`. */
export interface ConformanceOptions {
  /** Feature files or folders, such as `features/trade`; all without it. */
  readonly features?: readonly string[];
  /** URL of the deployment; an exchange of the run's own without it. */
  readonly target?: string;
  /** Its WebSocket base, where it is not `/v1/ws` below the target. */
  readonly ws?: string;
  /** Name in the EIP-712 domain. */
  readonly serviceName?: string;
  readonly controlToken?: string;
  /** False uses no control plane, even if there is one. */
  readonly control?: boolean;
  /** Restarts a simulator even if clients have used it; its state is lost. */
  readonly resetTarget?: boolean;
  /** `core`, `full`, `readonly`, `ws`, or a file. */
  readonly profile?: string;
  /** Tag expressions; all must hold. */
  readonly tags?: readonly string[];
  /** Globs of clause ids; one must match. */
  readonly clauses?: readonly string[];
  /** Globs of scenarios to leave out. */
  readonly exclude?: readonly string[];
  /** Such as `1/2`. */
  readonly shard?: string;
  /** Of a random order. */
  readonly seed?: string;
  /** Tokens of the address that may be spent. */
  readonly budget?: number;
  /** Scenarios at a time. */
  readonly workers?: number;
  /** A file with failures that are known. */
  readonly knownFailing?: string;
  /** Folder of the reports; none are written without it. */
  readonly report?: string;
  readonly failFast?: boolean;
  /** Ends the run after the scenarios under way, and takes back what they made. */
  readonly signal?: AbortSignal;
}

/** Result of a run of the suite. */
export interface ConformanceResult {
  /** The exit code that `perpsim conform` would end with: 0 for conformant. */
  readonly exit: ConformExit;
  readonly conclusion: 'conformant' | 'not-conformant' | 'incomplete' | 'nothing-proven' | 'inconclusive';
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Ways in which the list of known failures no longer holds. */
  readonly remarks: readonly string[];
  /** Every scenario with its verdict. */
  readonly run: Run;
  /** The summary that `perpsim conform` prints. */
  readonly summary: string;
}
