import type { FieldMode } from './finding.ts';
import type { Shape } from './shape.ts';

/** What the parts of a compilation share. */

export type Check = (value: unknown, path: string, listener: CheckListener) => void;

/** Receives the findings of a check. */
export interface CheckListener {
  readonly fault: (path: string, expected: string, value: unknown) => void;
  /** A branch that the value took. */
  readonly saw: (branch: string) => void;
}

export interface Compilation {
  readonly mode: FieldMode;
  /** Optional fields that are no branches here, because another shape covers them. */
  readonly quiet: ReadonlySet<string>;
  /** Every branch there is, in the order of the shape. */
  readonly branches: string[];
  /** The check of a part. */
  readonly compile: (shape: Shape, at: string, compilation: Compilation) => Check;
}

/** Takes note of a branch; the function says that it was taken. */
export function branch(name: string, { branches }: Compilation): (listener: CheckListener) => void {
  branches.push(name);
  return ({ saw }) => saw(name);
}
