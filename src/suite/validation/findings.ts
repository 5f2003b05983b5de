import type { CheckListener } from './compilation.ts';
import { checkOf } from './contract.ts';
import { type FieldMode, type ContractFault, shown } from './finding.ts';
import type { SeenBranches } from './seen-branches.ts';
import { sourceOf } from './sources.ts';

/** How something is examined. */
export interface Examination {
  readonly mode: FieldMode;
  /** Receives every branch that is taken. */
  readonly seen?: SeenBranches | undefined;
}

/** Faults found in one response, part by part. */
export class Findings {
  readonly list: ContractFault[] = [];
  readonly #examination: Examination;

  constructor(examination: Examination) {
    this.#examination = examination;
  }

  get mode(): FieldMode {
    return this.#examination.mode;
  }

  /** Holds a value to a shape of the contract. */
  hold(shape: string, value: unknown, path = ''): void {
    const compiled = checkOf(shape, this.mode);
    if (!compiled) throw new Error(`the contract has no ${shape}`);
    compiled.check(value, path, this.#listener(shape));
  }

  add(path: string, expected: string, value: unknown, source: string | null): void {
    this.list.push({ path, expected, actual: shown(value), source });
  }

  #listener(shape: string): CheckListener {
    return {
      fault: (path, expected, value) => this.add(path, expected, value, sourceOf(shape, path)),
      saw: (branch) => this.#examination.seen?.add(shape, branch),
    };
  }
}
